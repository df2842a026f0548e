"""The desk day of the workflow engine: a program of the language, its rows in the store, all rules on.

Usage: `python -m benchmarks.contenders.ours RUNS`; prints one line of JSON, as the other scripts do. The garbage
collector is set as the processes of `osy test` set it.
"""

import json
import sys
import time
from typing import TypedDict

from osy_analysis.project import Project
from osy_grammar import parse
from osy_runtime.clock import START
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.functions import call_function
from osy_runtime.faces import HostObject
from osy_runtime.program import link
from osy_runtime.testing.memory import collect_rarely
from osy_runtime.testing.runner import make_world
from osy_runtime.values import TICKS_PER_HOUR, DateTime, EnumValue, Row, Value
from osy_runtime.world import World

PROGRAM = """
using Osysharp.Workflow;
enum Stage { Desk, Late, Done }
[Principal] entity Agent { string Name; }
entity Ticket { string Subject; Stage Stage; int Nudges; int Escalated; }
workflow TicketFlow {
  Tracks = Ticket.Stage; Autostart = true; Initial = Desk;
  event Answer();
  state Desk {
    subscribe Answer() as Reply {
      Candidates = u => u.Name != "";
      Assigned {
        Within = TimeSpan.FromHours(4);
        Unassigned { this.Item.Escalated = this.Item.Escalated + 1; }
      }
      Finished {
        Within = TimeSpan.FromHours(8);
        Remind First(After = TimeSpan.FromHours(1)) { this.Item.Nudges = this.Item.Nudges + 1; }
        Remind Second(After = TimeSpan.FromHours(2)) { this.Item.Nudges = this.Item.Nudges + 1; }
        Remind Third(After = TimeSpan.FromHours(3)) { this.Item.Nudges = this.Item.Nudges + 1; }
        Unfinished { goto Late; }
      }
    }
    on Reply { goto Done; }
  }
  terminal error Late { }
  terminal success Done { }
}
void Open(int count) { for (var i = 0; i < count; i++) { new Ticket { Subject = "lamp" }; } }
void Wait(int minutes) { TestClock.Advance(TimeSpan.FromMinutes(minutes)); }
void Pass(int minutes) { TestClock.Advance(TimeSpan.FromMinutes(minutes)); Background.Settle(); }
List<WorkflowAuditEntry> AuditOf(Ticket ticket) => TicketFlow.For(ticket).Audit;
"""


class Figures(TypedDict):
    """What a contender tells."""

    starts: float
    firings: float
    audit: list[list[object]]


class Desk:
    """One world of the program."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.world: World = make_world(compiler, lambda _line: None)

    def call(self, name: str, *arguments: Value) -> Value:
        """Call a function of the program as the system."""
        (function,) = self.compiler.program.functions[name]
        with self.world.as_system():
            return call_function(self.compiler, function, self.world, None, list(arguments))

    def open(self, count: int) -> float:
        """Make so many tickets and commit: each starts its run. The answer is how long the commit took."""
        self.call("Open", count)
        began = time.process_time()
        with self.world.as_system():
            self.world.store.commit()
        return time.process_time() - began

    def audit(self, row: Row) -> list[list[object]]:
        """What a run's audit says of firings and moves, by the hour."""
        entries = self.call("AuditOf", row)
        assert isinstance(entries, list)
        told = [_told(entry) for entry in entries if isinstance(entry, HostObject)]
        return [entry for entry in told if entry[0] in ("Reminded", "Breached", "Transitioned")]


def _told(entry: HostObject) -> list[object]:
    kind, at = entry.get_member("Kind"), entry.get_member("At")
    assert isinstance(kind, EnumValue)
    assert isinstance(at, DateTime)
    return [kind.name, (at.ticks - START) // TICKS_PER_HOUR]


def compiled() -> Compiler:
    """The program, ready to run."""
    return Compiler(link(Project("/desk", {"/desk/desk.test.osy": parse(PROGRAM)}, is_whole=True)))


def day(compiler: Compiler, count: int) -> Figures:
    """Start that many runs and let nine hours pass."""
    desk = Desk(compiler)
    starting = desk.open(count)
    began = time.process_time()
    desk.call("Pass", 9 * 60)
    firing = time.process_time() - began
    rows = [row for row in desk.world.store.all_rows() if row.entity_name == "Ticket"]
    audits = {json.dumps(desk.audit(row)) for row in (rows[0], rows[count // 2], rows[-1])}
    assert len(audits) == 1, audits
    return {"starts": count / starting, "firings": 5 * count / firing, "audit": json.loads(audits.pop())}


if __name__ == "__main__":
    collect_rarely()
    program = compiled()
    day(program, 200)
    print(json.dumps({"version": "", **day(program, int(sys.argv[1]))}))
