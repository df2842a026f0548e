"""What the model remembers: rows, runs, open slots, armed clocks; and what a program throws."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
Body: TypeAlias = list[list[Any]]
Calendar: TypeAlias = tuple[Any, ...]
"""What a calendar said when a clock was armed (R139); see `hours.py`."""

KINDS = ("Start", "Remind", "Assigned", "Finished", "Expire", "Deadline")
MOST_MOVES = 100
MOST_FIRINGS_AT_ONCE = 1000
MOST_STEPS_INSIDE = 100
MOST_STEPS_AT_ONCE = 2500
"""How many steps one thing that happens may lead to before the story ends there: a body that raises its own event twice
leads to more than anybody can wait for."""


class Thrown(Exception):  # noqa: N818 -- it is what the program throws, not a fault of the model
    """What a program throws: the name of the exception, and the message of one that a body threw itself."""

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


class EndlessError(Exception):
    """What happens goes on for so long that the story ends here, for engine and model alike."""


class Loop(Thrown):
    """A loop that never settles (R9, R57)."""

    def __init__(self) -> None:
        super().__init__("WorkflowLoopException")


@dataclass
class Slot:
    """An open slot; `windows` counts a milestone's windows for the present holder, `running` says which are live."""

    number: int
    spec: Data
    opened: int
    status: str = "Unassigned"
    holder: int | None = None
    hand_overs: int = 0
    windows: dict[str, int] = field(default_factory=dict)
    running: dict[str, int] = field(default_factory=dict)


@dataclass
class Clock:
    """An armed clock; `number` tells it from all others, `begun` the attempt of a milestone that it belongs to."""

    number: int
    kind: str
    due: int
    opened: int
    order: int = 0
    slot: int | None = None
    milestone: str = ""
    begun: int = 0
    reminder: Data | None = None
    is_pause: bool = False
    within: int = 0
    calendar: Calendar | None = None


@dataclass
class Item:
    """A row of the story: the fields of its own."""

    fail: int
    key: int
    hours: int | None
    mate: int | None
    n: int = 0
    stamp: int | None = None


@dataclass
class Run:
    """A run of a workflow over one row; `slots` are the open ones: the workflow's `own`, those of the state `here`."""

    row: int
    flow: int
    started: int
    state: str | None = None
    visit: int = 0
    is_live: bool = True
    is_pending: bool = False
    is_settled: bool = False
    is_leaving: bool = False
    is_completed: bool = False
    is_armed: bool = False
    own: list[int] = field(default_factory=list)
    here: list[int] = field(default_factory=list)
    slots: dict[int, Slot] = field(default_factory=dict)
    clocks: list[Clock] = field(default_factory=list)
    used_links: set[int] = field(default_factory=set)
