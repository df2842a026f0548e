"""The workflow engine: the desk day beside other libraries in one run, idle clocks, memory, many generated tests.

The other libraries are installed into a scratch environment by npm and pip for this run alone; one that cannot be
installed is skipped, and said to be. All tell the same facts of the day first, of a few runs and then of all: which
reminders and breaches fell at which hour; whoever tells others ends the benchmark before anything is timed. Then they
take turns, round after round, and the other way round in every second one, so that a busy moment falls on all alike.
Figures are per second of the processor, since others may be at work on the machine. What is compared is taken within a
round; of the rounds the median is told, and the lowest and the highest. The libraries keep no rows, roll nothing back
and audit only what their scripts write down.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.contenders.ours import PROGRAM, Desk, compiled
from osy_analysis.project import Project
from osy_grammar import parse
from osy_runtime import run_tests
from osy_runtime.events import Event, TestFinished

HERE = Path(__file__).parent / "contenders"
STARTS_GOAL = 15_000
FIRINGS_GOALS = {"XState": 1.0, "xstate-statemachine": 1.0, "python-statemachine": 4.0}
TELL_S = 600
MEMORY_GOAL_KIB = 4.0
SUITE_GOAL_S = 5.0
IDLE_GOAL_MS = 1.0
PIP = (("xstate-statemachine", "xstate_statemachine_desk.py"), ("python-statemachine", "python_statemachine_desk.py"))
Told = dict[str, float | str | list[list[object]]]


def tell(command: Sequence[str], cwd: Path) -> Told | None:
    """What a contender's script says; None if it does not run."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=TELL_S)
    except subprocess.TimeoutExpired:
        print(f"  {' '.join(command[:2])} did not end within {TELL_S} s")
        return None
    if done.returncode != 0:
        print(f"  {' '.join(command[:2])} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return None
    found: Told = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def contenders(scratch: Path) -> dict[str, tuple[list[str], Path]]:
    """The commands of those that can be installed, ours first."""
    root = HERE.parent.parent
    found = {"ours": ([sys.executable, "-m", "benchmarks.contenders.ours"], root)}
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("skipped: XState, since there is no Node with npm here")
    elif installed([npm, "install", "--silent", "--no-audit", "--no-fund", "xstate@5"], scratch):
        found["XState"] = ([node, str(HERE / "xstate.mjs")], scratch)
    else:
        print("skipped: XState, which npm could not install")
    environment = scratch / "python"
    if not installed([sys.executable, "-m", "venv", str(environment)], scratch):
        print("skipped: the libraries of Python, since no environment could be made")
        return found
    python = next(path for path in (environment / "bin/python", environment / "Scripts/python.exe") if path.exists())
    for package, script in PIP:
        if installed([str(python), "-m", "pip", "install", "-q", package], scratch):
            found[package] = ([str(python), str(HERE / script)], scratch)
        else:
            print(f"skipped: {package}, which pip could not install")
    return found


def installed(command: Sequence[str], cwd: Path) -> bool:
    """Whether the client did what it was asked to."""
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, check=False, timeout=180).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def desk_day(runs: int, rounds: int) -> None:
    """All of them, one after the other and round after round."""
    with tempfile.TemporaryDirectory() as folder:
        commands = contenders(Path(folder))
        facts = agreed(commands)
        names = [name for name in commands if name in facts]
        told: list[dict[str, Told]] = []
        for number in range(rounds):
            one: dict[str, Told] = {}
            for name in names if number % 2 == 0 else reversed(names):
                command, cwd = commands[name]
                said = tell([*command, str(runs)], cwd)
                if said is not None:
                    one[name] = said
            told.append(one)
    if any(said["audit"] != facts[name]["audit"] for one in told for name, said in one.items()):
        raise SystemExit("of many runs they tell other facts of the day than of a few")
    print(f"desk day of {runs:,} runs, {rounds} rounds; per second of the processor:")
    for name in names:
        starts, firings = (figures(told, name, what) for what in ("starts", "firings"))
        if firings:
            shown = f"{statistics.median(starts):9,.0f} starts  {statistics.median(firings):9,.0f} firings"
            print(f"  {name:20} {facts[name]['version']!s:8} {shown}")
    print(f"  goal: {STARTS_GOAL:,} starts")
    for name, goal in FIRINGS_GOALS.items():
        both = [one for one in told if name in one and "ours" in one]
        ratios = sorted(float(str(one["ours"]["firings"])) / float(str(one[name]["firings"])) for one in both)
        if ratios:
            spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
            print(f"  firings of ours to {name}: {statistics.median(ratios):.2f} ({spread}; goal: {goal:g})")


def agreed(commands: Mapping[str, tuple[list[str], Path]]) -> dict[str, Told]:
    """What each that runs says of a day of a few runs; the benchmark ends if two of them tell different facts."""
    facts = {name: said for name, (command, cwd) in commands.items() if (said := tell([*command, "50"], cwd))}
    if "ours" not in facts:
        raise SystemExit("ours does not run")
    for name, said in facts.items():
        if said["audit"] != facts["ours"]["audit"]:
            raise SystemExit(f"{name} tells {said['audit']}, and ours tells {facts['ours']['audit']}")
    print(f"{', '.join(facts)} tell the same facts of the day: {json.dumps(facts['ours']['audit'])}")
    return facts


def figures(told: Sequence[Mapping[str, Told]], name: str, what: str) -> list[float]:
    """One figure of one of them, of each round."""
    return [float(str(one[name][what])) for one in told if name in one]


def idle(clocks: int) -> None:
    """What it costs to let a minute pass while nothing is due, with a hundredth of the clocks and with all of them."""
    took = []
    program = compiled()
    for count in (clocks // 100, clocks):
        desk = Desk(program)
        desk.open(count // 5)
        desk.call("Pass", 0)
        began = time.process_time()
        for _ in range(50):
            desk.call("Pass", 1)
        took.append((time.process_time() - began) / 50 * 1000)
    print(f"a minute with {clocks // 100:,} idle clocks: {took[0]:.3f} ms, with {clocks:,}: {took[1]:.3f} ms", end=" ")
    print(f"(goal: {IDLE_GOAL_MS} ms)")


def memory(runs: int) -> None:
    """What a run with five armed clocks takes, its row and its part of the undo log included.

    Runs that began together are due together. Those that began one after the other have no instant in common, and the
    queue has more to remember.
    """
    told = []
    for minutes in (0, 1):
        desk = Desk(compiled())
        desk.open(10)
        tracemalloc.start()
        if minutes == 0:
            desk.open(runs)
        else:
            for _ in range(runs):
                desk.call("Wait", minutes)
                desk.open(1)
        told.append(tracemalloc.get_traced_memory()[0] / runs / 1024)
        tracemalloc.stop()
    together, apart = told
    print(
        f"a run with five clocks: {together:.2f} KiB where all began together, {apart:.2f} KiB where each began", end=""
    )
    print(f" by itself (goal: {MEMORY_GOAL_KIB:g} KiB)")


def suite(count: int) -> None:
    """So many generated tests: start, claim, let three days pass, assert."""
    tests = "\n".join(
        f"""[Test(Room)] void test_{number}() {{
          var ticket = new Ticket {{ Subject = "lamp {number}" }};
          UnitOfWork.Commit();
          runas (Ann) {{ TicketFlow.For(ticket).Reply.Claim(); }}
          TestClock.Advance(TimeSpan.FromDays(3));
          Workflow.Settle(ticket);
          Assert.Equal(Stage.Late, ticket.Stage);
        }}"""
        for number in range(count)
    )
    room = '[TestFixture] void Room() { new Agent { Name = "Ann" }; }\nprincipal Ann => Agent.Single();'
    project = Project("/suite", {"/suite/suite.test.osy": parse("\n".join((PROGRAM, room, tests)))}, is_whole=True)
    took: list[float] = []

    def heard(event: Event) -> None:
        if isinstance(event, TestFinished):
            assert event.result.outcome == "passed", event.result.message
            took.append(event.result.duration_ms)

    began = time.perf_counter()
    run_tests([project], None, heard)
    whole = time.perf_counter() - began
    tenth = max(1, count // 10)
    first, last = statistics.median(took[1 : tenth + 1]), statistics.median(took[-tenth:])
    print(f"{count} generated tests: {whole:.2f} s (goal: {SUITE_GOAL_S:g} s)", end=", ")
    print(f"the first tenth {first:.2f} ms each, the last {last:.2f} ms: {last / first:.2f} times")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    is_quick = parser.parse_args().quick
    idle(10_000 if is_quick else 100_000)
    memory(500 if is_quick else 5_000)
    suite(50 if is_quick else 500)
    desk_day(500 if is_quick else 10_000, 1 if is_quick else 5)


if __name__ == "__main__":
    main()
