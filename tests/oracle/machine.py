"""A machine of rules that drives engine and model step by step, through a program that is drawn by its number.

Where they differ, Hypothesis makes the steps few. The story that is told then has the program and these steps, so that
`shrinking.py` can make the program small as well.
"""

import json
import random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from oracle.happenings import PEOPLE, Step, slots_of
from oracle.memory import Data
from oracle.stories import world_of
from oracle.telling import Pair

MONTH = 30 * 1440
SCALE = 240
"""What spans are multiplied by, so that a month is long and still has an end."""
MOST_PROGRAMS = 1_000_000
MOST_ROWS = 3
NUMBERS = st.integers(0, 7)
"""Which of the rows, events or slots that there are; counted round, so that any number is one."""
SOMEBODY = st.sampled_from((None, *range(PEOPLE)))
STEPS_THAT_ARE_ONE = ("raise", "undo", "claim", "assign", "release", "redeem", "correlate")
LOOP = "WorkflowLoopException"


class DifferenceError(AssertionError):
    """Engine and model differ, or the engine broke a law."""


class WorkflowMachine(RuleBasedStateMachine):
    """Engine and model, and what may happen to both."""

    pair: Pair
    story: Data

    @initialize(program=st.integers(0, MOST_PROGRAMS), fail=st.sampled_from((0, 0, 1)))
    def write_the_program(self, program: int, fail: int) -> None:
        """A program, with its first row."""
        self.story = world_of(random.Random(program), SCALE)
        self.pair = Pair(self.story)
        self.events = [event["name"] for flow in self.story["flows"] for event in flow["events"]]
        self.slots = [name for flow in self.story["flows"] for name in slots_of(flow)]
        self.told: list[Step] = []
        self.settled = True
        self.do("create", fail, 4, 0 if self.story["calendars"] else None, None)

    def do(self, verb: str, *values: Any) -> None:
        """Tell both sides a step, and compare them."""
        if self.pair.is_over:
            return
        step: Step = [verb, *values]
        before = self.everything() if verb in STEPS_THAT_ARE_ONE else None
        self.told.append(step)
        found = self.pair.tell(step)
        if found is not None:
            raise DifferenceError(f"{found}\n{json.dumps({**self.story, 'steps': self.told})}")
        answer = self.pair.answer
        if before is not None and isinstance(answer, str) and answer.endswith(("Exception", "NotAuthorized", "NotMet")):
            assert self.everything() == before, f"{step} threw {answer} and left a trace"
        self.settled = verb == "settle" and values[0] is None and answer != LOOP

    def everything(self) -> list[Data]:
        """All that is shown of the engine's runs and rows."""
        return self.pair.engine.everything()

    def row(self, number: int) -> int:
        """One of the rows."""
        return number % len(self.pair.model.items)

    def slot(self, number: int) -> tuple[int, str]:
        """A row with one of its open slots; if none is open anywhere, any slot that is declared."""
        model = self.pair.model
        found = [(run.row, s.spec["name"]) for r, run in enumerate(model.runs) for s in model.open_slots(r)]
        return found[number % len(found)] if found else (self.row(number), self.slots[number % len(self.slots)])

    def has_slots(self) -> bool:
        """Whether the program declares a slot."""
        return bool(self.slots)

    def next_due(self) -> int | None:
        """How long it is until a clock is due."""
        model = self.pair.model
        later = [c.due - model.now for run in model.runs for c in run.clocks if c.due > model.now]
        return min(later, default=None)

    # ── What people do ───────────────────────────────────────────────────────────────────────────────────────────────

    @precondition(lambda self: self.pair.engine.count < MOST_ROWS)
    @rule(fail=st.sampled_from((0, 1)), key=st.sampled_from((4, 5)), mate=NUMBERS, hours=NUMBERS)
    def make_a_row(self, fail: int, key: int, mate: int, hours: int) -> None:
        """One more row, beside a row that is there."""
        calendars = len(self.story["calendars"])
        self.do("create", fail, key, hours % calendars if calendars else None, self.row(mate))

    @rule(row=NUMBERS, event=NUMBERS, who=SOMEBODY, key=st.integers(0, 3), ago=st.sampled_from((None, None, 0, 90)))
    def raise_an_event(self, row: int, event: int, who: int | None, key: int, ago: int | None) -> None:
        """Somebody or nobody raises an event, perhaps as of an earlier instant."""
        self.do("raise", self.row(row), self.events[event % len(self.events)], who, key, ago)

    @precondition(has_slots)
    @rule(slot=NUMBERS, who=SOMEBODY)
    def deposit(self, slot: int, who: int | None) -> None:
        """The holder of an open slot answers it; where nobody holds it, somebody."""
        row, name = self.slot(slot)
        model = self.pair.model
        found = [s for r, run in enumerate(model.runs) if run.row == row for s in model.open_slots(r)]
        held = next((s for s in found if s.spec["name"] == name), None)
        if held is not None:
            self.do("raise", row, held.spec["event"], who if held.holder is None else held.holder, 1, None)

    @precondition(has_slots)
    @rule(slot=NUMBERS, who=SOMEBODY)
    def claim(self, slot: int, who: int | None) -> None:
        """Somebody takes a slot."""
        self.do("claim", *self.slot(slot), who, 0)

    @precondition(has_slots)
    @rule(slot=NUMBERS, who=SOMEBODY)
    def release(self, slot: int, who: int | None) -> None:
        """Somebody lets a slot go."""
        self.do("release", *self.slot(slot), who, 0)

    @precondition(has_slots)
    @rule(slot=NUMBERS, who=SOMEBODY, to=st.integers(0, PEOPLE - 1))
    def hand_over(self, slot: int, who: int | None, to: int) -> None:
        """A slot is given to somebody."""
        self.do("assign", *self.slot(slot), who, to)

    @rule(who=st.integers(0, PEOPLE - 1))
    def read_the_board(self, who: int) -> None:
        """Somebody looks at what waits for them; the board and the queue are compared after every step."""
        self.do("inbox", who)

    @rule(row=NUMBERS, event=NUMBERS)
    def undo(self, row: int, event: int) -> None:
        """An event is raised in a unit of work that throws then: it was never raised."""
        before = self.everything()
        self.do("undo", self.row(row), self.events[event % len(self.events)])
        assert self.everything() == before, "what was undone left a trace"

    @rule(row=NUMBERS, number=st.integers(0, 3))
    def let_the_next_body_throw(self, row: int, number: int) -> None:
        """Bodies that look for the number throw from now on; 0 lets all through."""
        self.do("fail", self.row(row), number)

    # ── What comes from outside ──────────────────────────────────────────────────────────────────────────────────────

    @rule(event=NUMBERS, key=st.sampled_from((4, 4, 5, 6)), who=SOMEBODY)
    def report(self, event: int, key: int, who: int | None) -> None:
        """A report looks for its run."""
        self.do("correlate", self.events[event % len(self.events)], key, who)

    @precondition(has_slots)
    @rule(slot=NUMBERS)
    def get_a_link(self, slot: int) -> None:
        """Somebody gets the link of a slot."""
        self.do("link", *self.slot(slot))

    @precondition(lambda self: self.pair.model.links)
    @rule(link=NUMBERS, key=st.sampled_from((1, 2, None)))
    def redeem(self, link: int, key: int | None) -> None:
        """A link is used."""
        links = sorted(self.pair.model.links)
        self.do("redeem", *links[link % len(links)], key)

    # ── What the clock does ──────────────────────────────────────────────────────────────────────────────────────────

    @rule(minutes=st.sampled_from((0, 1, 30, SCALE, 3 * SCALE)))
    def advance_a_little(self, minutes: int) -> None:
        """Some time passes, and nothing fires."""
        self.do("advance", minutes)

    @precondition(lambda self: self.next_due() is not None)
    @rule()
    def advance_to_what_is_due_next(self) -> None:
        """Exactly as long as it takes for a clock to be due."""
        self.do("advance", self.next_due())
        self.do("settle", None)

    @precondition(lambda self: self.next_due() is not None)
    @rule()
    def advance_to_just_before_it(self) -> None:
        """A minute less than it takes: no clock that is not overdue fires."""
        self.do("settle", None)
        due = self.next_due()
        if due is None or not self.settled:
            return
        before = self.everything()
        self.do("advance", due - 1)
        self.do("settle", None)
        has_faults = any(entry[6] is not None for run in before for entry in run.get("audit", ()))
        audits = [run["audit"] for run in self.everything() if "audit" in run]
        assert has_faults or audits == [run["audit"] for run in before if "audit" in run], "a clock fired early"

    @rule()
    def advance_a_month(self) -> None:
        """A long time passes at once."""
        self.do("advance", MONTH)
        self.do("settle", None)

    @rule(row=st.one_of(st.none(), NUMBERS))
    def settle(self, row: int | None) -> None:
        """What is due fires, of one row or of all."""
        self.do("settle", None if row is None else self.row(row))

    # ── What always holds ────────────────────────────────────────────────────────────────────────────────────────────

    @invariant()
    def clocks_end(self) -> None:
        """Every armed clock ends fired, met or retired."""
        if not hasattr(self, "pair") or self.pair.is_over:
            return
        engine = self.pair.engine
        for r, state in enumerate(engine.run_states()):
            assert state.is_live or not (state.clocks or state.slots), "a run that ended still waits"
            satisfied = {slot.name for slot in state.slots if slot.status == "Satisfied"}
            assert not satisfied & {clock.name.partition(".")[0] for clock in state.clocks if clock.kind != "Start"}
            if self.settled and any(clock.is_due for clock in state.clocks):
                audit = engine.shown(r)["audit"]
                assert any(entry[6] is not None for entry in audit), "a clock that is due was passed over"
