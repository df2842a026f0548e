"""A workflow as a graph: states, what they wait for, and the moves between them.

Everything is in source order, and every place is a span of the file. What is half typed is there as far as it was
written: a name may be empty, a target may be no state of the workflow.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from osy_grammar.span import Span


class StateKind(StrEnum):
    """What a state is. A `TERMINAL` is one whose outcome is missing, or is none that is known."""

    STATE = "state"
    SUCCESS = "success"
    CANCEL = "cancel"
    ERROR = "error"
    TERMINAL = "terminal"


class CauseKind(StrEnum):
    """What brings a move about. `OTHER` is a body in which no `goto` may stand."""

    EVENT = "event"
    SLOT = "slot"
    EXPIRE = "expire"
    DEADLINE = "deadline"
    COMPLETE = "complete"
    COMPLETE_WHEN = "complete_when"
    BREACH = "breach"
    REDIRECT = "redirect"
    OTHER = "other"


class GuardKind(StrEnum):
    """What a condition is written as. `DEFAULT`, `ELSE`, `CATCH` and `LOOP` stand for what surrounds the move."""

    WHEN = "when"
    DEFAULT = "default"
    IF = "if"
    ELSE = "else"
    CASE = "case"
    CATCH = "catch"
    LOOP = "loop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A value as written. `ticks` (of 100 ns) is set for a span that is constant, `number` for such a whole number."""

    text: str
    place: Span
    ticks: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """`Remind Name(After = …, ThenEvery = …)`."""

    name: str
    place: Span
    name_place: Span
    after: Written | None
    then_every: Written | None
    accrues: Written | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """An `Assigned` or `Finished`, of a slot as that really has it: completed from its state's and its workflow's.

    `place` is where the nearest of what it is made of stands; `is_inherited` says that this is not the slot itself.
    `arm` is the word of its breach arm.
    """

    keyword: str
    place: Span
    is_inherited: bool
    within: Written | None
    accrues: Written | None
    retries: Written | None
    backoff: Written | None
    reminders: tuple[Reminder, ...]
    arm: str | None
    arm_place: Span | None
    has_enter: bool
    has_exhausted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """An `Expire` or a `Deadline`."""

    keyword: str
    place: Span
    within: Written | None
    accrues: Written | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What a state, or the whole workflow, waits for. One with `candidates` is a pool slot."""

    name: str
    event: str
    place: Span
    name_place: Span
    documentation: str
    candidates: Written | None
    requirements: tuple[str, ...]
    milestones: tuple[Milestone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A route that listens for an event without a slot."""

    event: str
    place: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state or a terminal.

    `milestones` are those that its pool slots inherit, as declared. `waits` are its routes for events without a slot.
    """

    name: str
    kind: StateKind
    is_initial: bool
    is_reached: bool
    place: Span
    name_place: Span
    documentation: str
    attributes: tuple[str, ...]
    message: Written | None
    enter: Span | None
    exit: Span | None
    complete_when: tuple[Written, ...]
    slots: tuple[Slot, ...]
    waits: tuple[Wait, ...]
    milestones: tuple[Milestone, ...]
    clocks: tuple[Clock, ...]

    @property
    def is_terminal(self) -> bool:
        """Whether runs end here."""
        return self.kind is not StateKind.STATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An `event`, with its parameters as written."""

    name: str
    parameters: str
    place: Span
    name_place: Span
    documentation: str
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A condition that a move stands under; `text` is empty where none is written."""

    kind: GuardKind
    text: str
    place: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """What brings a move about. `name` is the word in the text: an event, a slot, a clock, a breach arm, a body.

    `slots` are those whose answer or breach it is, `event` is the event behind it, `milestone` the breached one.
    """

    kind: CauseKind
    name: str
    place: Span
    slots: tuple[str, ...] = ()
    event: str | None = None
    milestone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A `goto`. `source` is the state around it, None at workflow scope; `sources` are the states that it can leave.

    `is_conditional` says that the body may also end otherwise; the conditions around the move are `guards`, outermost
    first. `is_legal` is false where no `goto` may stand.
    """

    source: str | None
    sources: tuple[str, ...]
    target: str
    cause: Cause
    guards: tuple[Guard, ...]
    is_conditional: bool
    is_legal: bool
    place: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowGraph:
    """A workflow; `clocks`, `slots` and `milestones` are those at workflow scope.

    `is_broken` says that the text has faults of syntax, so that something may be missing.
    """

    name: str
    place: Span
    name_place: Span
    documentation: str
    attributes: tuple[str, ...]
    is_broken: bool
    tracks: Written | None
    initial: Written | None
    starts_itself: Written | None
    events: tuple[Event, ...]
    slots: tuple[Slot, ...]
    milestones: tuple[Milestone, ...]
    clocks: tuple[Clock, ...]
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]

    def state(self, name: str) -> State | None:
        """The first state of that name."""
        return next((state for state in self.states if state.name == name), None)

    @property
    def unknown_targets(self) -> tuple[str, ...]:
        """The names that a move leads to and no state has, each once."""
        known = {state.name for state in self.states}
        return tuple(dict.fromkeys(each.target for each in self.transitions if each.target not in known))

    def expanded(self) -> Iterator[tuple[str, Transition]]:
        """Each move once for each state that it can leave, by that state's name."""
        for transition in self.transitions:
            for source in transition.sources:
                yield source, transition
