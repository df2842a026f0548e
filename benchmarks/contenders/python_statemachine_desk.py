# mypy: ignore-errors
"""The desk day of `python-statemachine`, which has no clock: a common heap says when to send which event."""

import heapq
import json
import sys
import time
from importlib.metadata import version

from statemachine import State, StateMachine

DUE = ((1, "remind"), (2, "remind"), (3, "remind"), (4, "unassigned"), (8, "unfinished"))


class Desk(StateMachine):
    """A ticket on a desk."""

    desk = State(initial=True)
    late = State(final=True)
    remind = desk.to.itself(internal=True)
    unassigned = desk.to.itself(internal=True)
    unfinished = desk.to(late)

    def __init__(self):
        self.nudges = 0
        self.escalated = 0
        self.audit = []
        self.hour = 0
        super().__init__()

    def on_remind(self):
        """Count and write down."""
        self.nudges += 1
        self.audit.append(["Reminded", self.hour])

    def on_unassigned(self):
        """Count and write down."""
        self.escalated += 1
        self.audit.append(["Breached", self.hour])

    def on_unfinished(self):
        """Write down both."""
        self.audit.append(["Breached", self.hour])
        self.audit.append(["Transitioned", self.hour])


def day(count):
    """Start that many runs and let nine hours pass; what is told is as in the other scripts."""
    began = time.process_time()
    heap, runs = [], []
    for number in range(count):
        run = Desk()
        runs.append(run)
        for order, (hour, event) in enumerate(DUE):
            heapq.heappush(heap, (hour, order, number, event))
    started = time.process_time()
    while heap:
        hour, _, number, event = heapq.heappop(heap)
        runs[number].hour = hour
        runs[number].send(event)
    ended = time.process_time()
    audits = {json.dumps(run.audit) for run in runs}
    assert len(audits) == 1, audits
    return {
        "starts": count / (started - began),
        "firings": 5 * count / (ended - started),
        "audit": json.loads(audits.pop()),
    }


if __name__ == "__main__":
    day(200)
    print(json.dumps({"version": version("python-statemachine"), **day(int(sys.argv[1]))}))
