"""What the engine remembers: runs, open slots, armed clocks.

Every change goes through `Records`, so that it can be undone.
"""

from enum import IntEnum
from typing import TYPE_CHECKING

from osy_runtime.clock import LATEST
from osy_runtime.faces import HostObject, RowFace, This, Value
from osy_runtime.values import EnumValue
from osy_runtime.workflow.audit import Entry
from osy_runtime.workflow.backoff import BackoffPolicy
from osy_runtime.workflow.enums import UNASSIGNED
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.shape import Milestone, Reminder, SlotShape, StateShape

if TYPE_CHECKING:
    from osy_runtime.workflow.hours import Calendar

NOT_STARTED = "(not started)"
"""What a report shows as the state of a run whose first step has not been made."""


class Kind(IntEnum):
    """The kinds of clocks, in the order that equal instants fire in (R3); a first step that failed comes before all."""

    START = 0
    REMIND = 1
    ASSIGNED = 2
    FINISHED = 3
    EXPIRE = 4
    DEADLINE = 5


class Progress:
    """A milestone of a slot under way for one holder. `budget` is how many windows there are, None without end."""

    __slots__ = ("budget", "is_running", "milestone", "policy", "saved", "slot", "window")

    def __init__(
        self, slot: "Slot", milestone: Milestone, budget: int | None, policy: BackoffPolicy, epoch: int
    ) -> None:
        self.slot = slot
        self.milestone = milestone
        self.budget = budget
        self.policy = policy
        self.window = 0
        self.is_running = True
        self.saved = epoch

    def snapshot(self) -> tuple[object, ...]:
        """Which window it is in, and whether it runs."""
        return self.window, self.is_running

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Be as it was."""
        self.window, self.is_running = snapshot  # type: ignore[assignment]

    @property
    def has_retries(self) -> bool:
        """Whether more than one window was granted (R7)."""
        return self.budget is None or self.budget > 1


class Slot:
    """A slot that is open, with its two milestones as far as they are under way.

    `hold` counts hand-overs, so that a body can tell whether the slot changed hands meanwhile.
    """

    __slots__ = (
        "assigned",
        "assignee",
        "finished",
        "handle",
        "hold",
        "is_open",
        "opened_at",
        "run",
        "saved",
        "shape",
        "status",
        "token",
        "visit",
    )

    def __init__(self, run: "Run", shape: SlotShape, opened_at: int, epoch: int) -> None:
        self.run = run
        self.shape = shape
        self.opened_at = opened_at
        self.visit = run.visit
        self.status: EnumValue = UNASSIGNED
        self.assignee: RowFace | None = None
        self.assigned: Progress | None = None
        self.finished: Progress | None = None
        self.is_open = True
        self.hold = 0
        self.token: str | None = None
        self.handle: HostObject | None = None
        self.saved = epoch

    def snapshot(self) -> tuple[object, ...]:
        """Who holds it, how it stands, what runs for it."""
        return self.status, self.assignee, self.assigned, self.finished, self.is_open, self.hold, self.token

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Be as it was."""
        (
            self.status,
            self.assignee,
            self.assigned,
            self.finished,
            self.is_open,
            self.hold,
            self.token,
        ) = snapshot  # type: ignore[assignment]


class Clock:
    """An armed clock; it is not changed once it is armed.

    `opened` and `within` describe its window; `is_pause` waits for a retry's window to open. With a `calendar` the
    window counts service hours only. `is_queued` says whether the world's queue knows of it, and `beside` is the next
    one there that is due at the same instant.
    """

    __slots__ = (
        "beside",
        "calendar",
        "due",
        "is_pause",
        "is_queued",
        "kind",
        "opened",
        "progress",
        "reminder",
        "run",
        "within",
    )

    def __init__(
        self,
        kind: Kind,
        run: "Run",
        due: int,
        opened: int,
        within: int,
        progress: Progress | None = None,
        reminder: Reminder | None = None,
        calendar: "Calendar | None" = None,
        is_pause: bool = False,
    ) -> None:
        self.kind = kind
        self.run = run
        # A clock that would be due after the end of the calendar waits there (R78).
        self.due = due if due <= LATEST else LATEST
        self.opened = opened
        self.within = within
        self.progress = progress
        self.reminder = reminder
        self.calendar = calendar
        self.is_pause = is_pause
        self.is_queued = False
        self.beside: Clock | None = None

    @property
    def slot(self) -> Slot | None:
        """The slot whose milestone it belongs to; None for a clock of the run itself."""
        return self.progress.slot if self.progress is not None else None

    @property
    def key(self) -> tuple[int, int, int, int, int, int]:
        """What clocks fire by: due instant, kind, declaration order, run creation order (R3)."""
        run = self.run
        if self.progress is not None:
            order = self.progress.slot.shape.order
        else:
            order = run.place.order if self.kind is Kind.EXPIRE else 0
        sub_order = self.reminder.order if self.reminder is not None else 0
        return (self.due, self.kind, run.flow.order, order, sub_order, run.number)


class Run:
    """One run of a workflow over one row. `visit` counts arrivals.

    `place` is the shape of its state, of the initial one before it started. `busy` counts its bodies that are running
    right now.
    """

    __slots__ = (
        "audit",
        "busy",
        "clocks",
        "flow",
        "is_armed",
        "is_completed",
        "is_leaving",
        "is_live",
        "is_pending",
        "is_settled",
        "number",
        "own_slots",
        "place",
        "row",
        "saved",
        "started_at",
        "state",
        "state_slots",
        "this",
        "visible",
        "visit",
    )

    def __init__(self, flow: Flow, row: RowFace, number: int, started_at: int) -> None:
        self.flow = flow
        self.row = row
        self.number = number
        self.started_at = started_at
        self.state: str | None = None
        self.place: StateShape = flow.shape.states[flow.initial]
        self.visit = 0
        self.is_pending = False
        self.is_live = True
        self.is_settled = False
        self.is_leaving = False
        self.is_completed = False
        self.is_armed = False
        self.state_slots: tuple[Slot, ...] = ()
        self.own_slots: tuple[Slot, ...] = ()
        self.clocks: tuple[Clock, ...] = ()
        self.audit: list[Entry] = []
        self.busy = 0
        self.this = This(row)
        self.visible: dict[str, Value] | None = None
        self.saved = -1

    def snapshot(self) -> tuple[object, ...]:
        """All that a step may change."""
        return (
            len(self.audit),
            self.started_at,
            self.state,
            self.visit,
            self.is_pending,
            self.is_live,
            self.is_settled,
            self.is_leaving,
            self.is_completed,
            self.is_armed,
            self.state_slots,
            self.own_slots,
            self.clocks,
        )

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Be as it was."""
        (
            kept,
            self.started_at,
            self.state,
            self.visit,
            self.is_pending,
            self.is_live,
            self.is_settled,
            self.is_leaving,
            self.is_completed,
            self.is_armed,
            self.state_slots,
            self.own_slots,
            self.clocks,
        ) = snapshot  # type: ignore[assignment]
        self.place = self.flow.shape.states[self.state or self.flow.initial]
        self.visible = None
        del self.audit[kept if isinstance(kept, int) else 0 :]

    @property
    def shown_state(self) -> str:
        """The state as a sentence names it."""
        return NOT_STARTED if self.state is None else f"`{self.state}`"

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The open slots in declaration order."""
        if not self.own_slots:
            return self.state_slots
        return tuple(sorted((*self.own_slots, *self.state_slots), key=lambda slot: slot.shape.order))
