# mypy: ignore-errors
"""The desk day of `xstate-statemachine`: one simulated clock, moved hour by hour. Usage: `python FILE RUNS`."""

import json
import sys
import time
from importlib.metadata import version

from xstate_statemachine import MachineLogic, SimulatedClock, SyncInterpreter, create_machine

HOUR = 3_600_000
CONFIG = {
    "id": "desk",
    "initial": "desk",
    "context": {"nudges": 0, "escalated": 0, "audit": None},
    "states": {
        "desk": {
            "after": {
                1 * HOUR: {"actions": "remind"},
                2 * HOUR: {"actions": "remind"},
                3 * HOUR: {"actions": "remind"},
                4 * HOUR: {"actions": "unassigned"},
                8 * HOUR: {"target": "late", "actions": "unfinished"},
            }
        },
        "late": {"type": "final"},
    },
}


def day(count):
    """Start that many runs and let nine hours pass; what is told is as in the other scripts."""
    clock = SimulatedClock()

    def note(context, kind):
        if context["audit"] is None:
            context["audit"] = []
        context["audit"].append([kind, round(clock.now() / 3600)])

    def remind(interpreter, context, event, action):
        context["nudges"] += 1
        note(context, "Reminded")

    def unassigned(interpreter, context, event, action):
        context["escalated"] += 1
        note(context, "Breached")

    def unfinished(interpreter, context, event, action):
        note(context, "Breached")
        note(context, "Transitioned")

    logic = MachineLogic(actions={"remind": remind, "unassigned": unassigned, "unfinished": unfinished})
    machine = create_machine(CONFIG, logic=logic)
    began = time.process_time()
    runs = [SyncInterpreter(machine, clock=clock).start() for _ in range(count)]
    started = time.process_time()
    for _ in range(9):
        clock.increment(HOUR)
    ended = time.process_time()
    audits = {json.dumps(run.context["audit"]) for run in runs}
    assert len(audits) == 1, audits
    return {
        "starts": count / (started - began),
        "firings": 5 * count / (ended - started),
        "audit": json.loads(audits.pop()),
    }


if __name__ == "__main__":
    day(200)
    print(json.dumps({"version": version("xstate-statemachine"), **day(int(sys.argv[1]))}))
