"""A workflow as the engine runs it: its states, slots with their effective milestones, routes and bodies, all compiled.

A shape belongs to the program and is shared by all worlds. `order` is the place in the source, the declaration order
that ties and lists go by.
"""

from collections.abc import Mapping

from osy_grammar.record import field, record
from osy_runtime.faces import CompiledBlock, CompiledExpression, Value, WorldFace
from osy_runtime.values import TimeSpan


@record()
class ConstantSpan:
    """A `TimeSpan` clause that says the same every time, such as `TimeSpan.FromHours(4)`."""

    ticks: int

    def __call__(self, world: WorldFace, names: Mapping[str, Value]) -> Value:
        """The span."""
        return TimeSpan(self.ticks)


@record(kw_only=True)
class Arm:
    """`when (condition) { … }` of a route; no condition is the `default`."""

    condition: CompiledExpression | None
    block: CompiledBlock


@record(kw_only=True)
class Route:
    """`on Name(…) { … }`. It serves the slot of that name, or any slot (an implicit one as well) for that event."""

    name: str
    slot: str | None
    event: str | None
    parameters: tuple[str, ...]
    arms: tuple[Arm, ...]
    targets: tuple[str, ...]
    order: int


@record(kw_only=True)
class Reminder:
    """`Remind Name(After = …, ThenEvery = …) { … }`."""

    name: str
    after: CompiledExpression | None
    then_every: CompiledExpression | None
    body: CompiledBlock
    order: int
    accrues: CompiledExpression | None = None


@record(kw_only=True)
class Milestone:
    """`Assigned` or `Finished` of one slot, after inheritance."""

    keyword: str
    within: CompiledExpression | None
    retries: CompiledExpression | None
    backoff: CompiledExpression | None
    enter: CompiledBlock | None
    exhausted: CompiledBlock | None
    breach: CompiledBlock | None
    breach_keyword: str
    breach_parameter: str | None
    reminders: tuple[Reminder, ...]
    accrues: CompiledExpression | None = None


@record(kw_only=True)
class Requirement:
    """`Name { Must = …; Message = …; }` of a slot; a workflow with one that has no `must` is refused."""

    name: str
    must: CompiledExpression | None
    message: CompiledExpression | None


@record(kw_only=True)
class SlotShape:
    """A `subscribe`."""

    name: str
    event: str
    candidates: CompiledExpression | None
    requirements: tuple[Requirement, ...]
    milestones: tuple[Milestone, ...]
    order: int

    @property
    def is_pool(self) -> bool:
        """Whether the slot declares `Candidates`."""
        return self.candidates is not None


@record(kw_only=True)
class EventParameter:
    """A parameter of an event; `is_nullable` and `type_name` matter to callback links only."""

    name: str
    type_name: str
    is_nullable: bool


@record(kw_only=True)
class EventShape:
    """An `event` with what its attributes ask."""

    name: str
    parameters: tuple[EventParameter, ...]
    authorize: CompiledExpression | None
    correlate: CompiledExpression | None


@record(kw_only=True)
class Completion:
    """`complete when (condition) { … }`."""

    condition: CompiledExpression
    block: CompiledBlock | None


@record(kw_only=True)
class StateShape:
    """A `state` or a `terminal` (then `outcome` is its word)."""

    name: str
    order: int
    value: Value
    outcome: str | None = None
    message: CompiledExpression | None = None
    enter: CompiledBlock | None = None
    exit: CompiledBlock | None = None
    slots: tuple[SlotShape, ...] = ()
    routes: tuple[Route, ...] = ()
    clock_routes: Mapping[str, Route] = field(default_factory=dict)
    expire: CompiledExpression | None = None
    expire_accrues: CompiledExpression | None = None
    completion: Completion | None = None


@record(kw_only=True)
class WorkflowShape:
    """All that a workflow's bodies and clocks need.

    `clock_routes` are `on Expire`, `on Deadline`, `on Complete` at workflow scope.
    """

    states: Mapping[str, StateShape]
    slots: tuple[SlotShape, ...]
    routes: tuple[Route, ...]
    clock_routes: Mapping[str, Route]
    events: Mapping[str, EventShape]
    started_at: CompiledExpression | None
    start: CompiledBlock | None
    deadline: CompiledExpression | None
    unsupported: tuple[str, ...]
    deadline_accrues: CompiledExpression | None = None
    service_hours: CompiledExpression | None = None

    def route_of(self, slot: SlotShape, state: StateShape) -> Route | None:
        """The route that a deposit into the slot runs.

        The state's before the workflow's, the slot's name before the event's.
        """
        for routes in (state.routes, self.routes):
            for route in routes:
                if route.slot == slot.name:
                    return route
            for route in routes:
                if route.event == slot.event:
                    return route
        return None

    def clock_route(self, name: str, state: StateShape) -> Route | None:
        """`on Expire`, `on Deadline` or `on Complete`: the state's, else the workflow's (R45)."""
        return state.clock_routes.get(name) or self.clock_routes.get(name)
