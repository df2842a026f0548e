"""The workflow engine without a program: shapes made by hand, bodies that are Python functions.

This is what the engine asks of a compiler: a body takes the world and the names in scope, and raises `Goto` to move.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import cast

from osy_runtime.clock import START, VirtualClock
from osy_runtime.exceptions import throw
from osy_runtime.faces import CompiledBlock, CompiledExpression, HostObject, RowFace, WorldFace
from osy_runtime.ids import IdSource
from osy_runtime.model import EntityInfo, EnumInfo, Site
from osy_runtime.signals import Goto
from osy_runtime.store import Store
from osy_runtime.values import TICKS_PER_HOUR, EnumValue, Row, TimeSpan, Value
from osy_runtime.workflow.engine import Engine
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.shape import Milestone, Reminder, SlotShape, StateShape, WorkflowShape

HOUR = TICKS_PER_HOUR
STATES = EnumInfo("States")


def writes(text: str, then: CompiledBlock | None = None) -> CompiledBlock:
    """A body that adds a line to its row's diary, with the state and the hour, and goes on with `then`."""

    def body(world: WorldFace, names: Mapping[str, Value]) -> None:
        this = names["this"]
        assert isinstance(this, HostObject)
        row = this.get_member("Item")
        assert isinstance(row, Row)
        place = row.get("State")
        assert isinstance(place, EnumValue)
        hour = (world.clock.body_now - START) / HOUR
        row.set("Diary", f"{row.get('Diary')}{text} in {place.name} @{hour:g};")
        if then is not None:
            then(world, names)

    return body


def go(target: str) -> CompiledBlock:
    """A body that says `goto target;`."""

    def body(world: WorldFace, names: Mapping[str, Value]) -> None:
        raise Goto(target)

    return body


def fails(message: str) -> CompiledBlock:
    """A body that throws."""

    def body(world: WorldFace, names: Mapping[str, Value]) -> None:
        raise throw("ValidationException", message)

    return body


def hours(count: float) -> CompiledExpression:
    """An expression whose value is a span of hours."""
    return lambda world, names: TimeSpan(int(count * HOUR))


def milestone(
    keyword: str,
    within: float,
    breach: CompiledBlock | None = None,
    reminders: Sequence[Reminder] = (),
) -> Milestone:
    """A milestone with a window of that many hours."""
    return Milestone(
        keyword=keyword,
        within=hours(within),
        retries=None,
        backoff=None,
        enter=None,
        exhausted=None,
        breach=breach,
        breach_keyword="Unassigned" if keyword == "Assigned" else "Unfinished",
        breach_parameter=None,
        reminders=tuple(reminders),
    )


def reminder(name: str, after: float, every: float, body: CompiledBlock | None = None, order: int = 0) -> Reminder:
    """A reminder that writes its name."""
    return Reminder(name=name, after=hours(after), then_every=hours(every), body=body or writes(name), order=order)


def slot(name: str, *milestones: Milestone, order: int = 0) -> SlotShape:
    """`subscribe name();` with those milestones."""
    return SlotShape(name=name, event=name, candidates=None, requirements=(), milestones=milestones, order=order)


def state(name: str, **parts: object) -> StateShape:
    """A state with its member of the enum."""
    make = cast(Callable[..., StateShape], StateShape)
    return make(name=name, order=0, value=EnumValue(STATES, name, 0, name), **parts)


class HandMadeFlow(Flow):
    """A workflow over the field `State` of `Thing`; the first state is the initial one."""

    def __init__(self, states: Sequence[StateShape]) -> None:
        self.name = "Flow"
        self.order = 0
        self.entity, self.field = "Thing", "State"
        self.autostart = True
        self.initial = states[0].name
        self.header_problem = None
        self.tracks_nothing = False
        self.event_names = ()
        self.slot_names = frozenset(s.name for place in states for s in place.slots)
        self.shape = WorkflowShape(
            states={place.name: place for place in states},
            slots=(),
            routes=(),
            clock_routes={},
            events={},
            started_at=None,
            start=None,
            deadline=None,
            unsupported=(),
        )

    def tracks(self, entity: str) -> bool:
        """Whether it is the one entity that there is."""
        return entity == self.entity


class BenchWorld:
    """All that the engine needs of a world: rows, a clock, who acts."""

    def __init__(self) -> None:
        ids = IdSource()
        self.clock = VirtualClock()
        self.store = Store(ids.guid, lambda: self.clock.now)
        self.principal: Row | None = None
        self.is_system = False

    def may(self, verb: str, row: RowFace) -> bool:
        """Everybody may do everything."""
        return True

    def time_left(self) -> float | None:
        """Nothing here is limited."""
        return None

    def deciding(self) -> AbstractContextManager[None]:
        """Everything may be read here as it is."""
        return nullcontext()

    def catching(self) -> AbstractContextManager[None]:
        """Nothing here catches further out."""
        return nullcontext()

    @contextmanager
    def as_system(self) -> Iterator[None]:
        """The system acts."""
        old = self.principal, self.is_system
        self.principal, self.is_system = None, True
        try:
            yield
        finally:
            self.principal, self.is_system = old

    def log(self, text: str) -> None:
        """Nothing here logs."""
        raise AssertionError(text)


class Bench:
    """A world with an engine over hand-made flows."""

    def __init__(self, *states: StateShape) -> None:
        self.world = BenchWorld()
        self.clock = self.world.clock
        self.entity = EntityInfo("Thing", "Thing", cast(Site, None))
        flows = (HandMadeFlow(states),) if states else ()
        self.engine = Engine(self.world, self.clock, flows, lambda entity, base: entity == base)

    def add(self) -> Row:
        """A committed row."""
        row = self.world.store.create(self.entity, {"State": None, "Diary": ""})
        self.world.store.commit()
        return row

    def pass_hours(self, count: float, row: Row) -> None:
        """Advance and settle."""
        self.clock.advance(int(count * HOUR))
        self.engine.settle(row)

    def diary(self, row: Row) -> list[str]:
        """What the bodies wrote."""
        return str(row.get("Diary")).split(";")[:-1]

    def audit(self) -> list[str]:
        """The last entries of the first run's audit, as `Kind instant text`."""
        return [f"{line.kind} {line.at} {line.text}".strip() for line in self.engine.run_states()[0].audit]


def state_of(row: Row) -> str:
    """The name of the row's state."""
    value = row.get("State")
    assert isinstance(value, EnumValue)
    return value.name
