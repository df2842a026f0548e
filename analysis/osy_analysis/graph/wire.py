"""The graph as others read it: nodes and edges with ids, and places in the form `P` that the reader counts by.

Node and edge ids are those of the SVG's groups, less their `osy-`. `any` is the node that workflow-scope moves leave;
a node of kind `missing` is a name that no state has. The shapes are plain dataclasses; pydantic makes their schema.
"""

from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

from osy_analysis.graph.drawing import BoxKind
from osy_analysis.graph.values import CauseKind, GuardKind

P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place as people count: line and column from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A stretch of the file; `end` is the place behind its last character."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Generic[P]):
    """A value as written; `ticks` of 100 ns for a span that is constant, `number` for such a whole number."""

    text: str
    ticks: int | None
    number: int | None
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Generic[P]):
    """A `Remind`."""

    name: str
    after: Written[P] | None
    then_every: Written[P] | None
    accrues: Written[P] | None
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone(Generic[P]):
    """An `Assigned` or `Finished`; `arm` is the word of its breach arm."""

    keyword: str
    inherited: bool
    within: Written[P] | None
    accrues: Written[P] | None
    retries: Written[P] | None
    backoff: Written[P] | None
    reminders: tuple[Reminder[P], ...]
    arm: str | None
    arm_range: P | None
    enter: bool
    exhausted: bool
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock(Generic[P]):
    """An `Expire` or a `Deadline`."""

    keyword: str
    within: Written[P] | None
    accrues: Written[P] | None
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot(Generic[P]):
    """A `subscribe`; one with `candidates` is a pool slot."""

    name: str
    event: str
    documentation: str
    candidates: Written[P] | None
    requirements: tuple[str, ...]
    milestones: tuple[Milestone[P], ...]
    range: P
    name_range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Generic[P]):
    """A route that listens for an event without a slot."""

    event: str
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Generic[P]):
    """A state, a terminal, `any` state, or a name that is missing; only the first two have ranges."""

    id: str
    kind: BoxKind
    name: str
    initial: bool
    reached: bool
    documentation: str
    attributes: tuple[str, ...]
    message: Written[P] | None
    enter: P | None
    exit: P | None
    complete_when: tuple[Written[P], ...]
    slots: tuple[Slot[P], ...]
    waits: tuple[Wait[P], ...]
    milestones: tuple[Milestone[P], ...]
    clocks: tuple[Clock[P], ...]
    range: P | None
    name_range: P | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard(Generic[P]):
    """A condition that a move stands under."""

    kind: GuardKind
    text: str
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge(Generic[P]):
    """A move. `source` and `target` are nodes by id; `leaves` are the names of the states that it can leave."""

    id: str
    source: str
    target: str
    leaves: tuple[str, ...]
    label: str
    cause: CauseKind
    name: str
    slots: tuple[str, ...]
    event: str | None
    milestone: str | None
    guards: tuple[Guard[P], ...]
    conditional: bool
    legal: bool
    range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Generic[P]):
    """An `event`, with its parameters as written."""

    name: str
    parameters: str
    documentation: str
    attributes: tuple[str, ...]
    range: P
    name_range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class StateGraph(Generic[P]):
    """A workflow. `broken` says that the text has faults of syntax, so that something may be missing."""

    workflow: str
    documentation: str
    attributes: tuple[str, ...]
    broken: bool
    tracks: Written[P] | None
    initial: Written[P] | None
    autostart: Written[P] | None
    events: tuple[Event[P], ...]
    nodes: tuple[Node[P], ...]
    edges: tuple[Edge[P], ...]
    range: P
    name_range: P


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFile:
    """What `osy graph --format json` prints: the graph, and the file that it is in."""

    schema: int
    file: str
    graph: StateGraph[Range]

    def data(self) -> dict[str, object]:
        """The object that its JSON is."""
        return asdict(self)
