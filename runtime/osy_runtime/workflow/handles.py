"""What a program holds of a run: `Flow.For(row)`, a slot (ambient or by name), an entry of `Transitions`."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from osy_grammar.language import type_named
from osy_runtime.exceptions import throw
from osy_runtime.faces import FixedMembers, HostObject, MissingMember, RowFace, Value
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import DateTime, Row
from osy_runtime.workflow import moves
from osy_runtime.workflow.audit import AuditEntry
from osy_runtime.workflow.callbacks import callback_url
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import SATISFIED, UNASSIGNED
from osy_runtime.workflow.promises import promise_of
from osy_runtime.workflow.run import Run, Slot
from osy_runtime.workflow.slots import assign, is_candidate, is_same, release


class SlotHandle(HostObject):
    """A slot of a run; `find` gives the open one, or throws that there is none."""

    type_name: ClassVar[str] = "Slot"

    def __init__(self, ctx: Context, find: Callable[[], Slot]) -> None:
        self._ctx = ctx
        self._find = find

    def described(self) -> str:
        """As the language calls it."""
        return "a slot"

    def own_names(self) -> Sequence[str]:
        """What can be called on it: the table keeps that beside what can be read."""
        handle = type_named("SlotHandle")
        return [member.name for member in handle.members] if handle is not None else []

    def get_member(self, name: str) -> Value:
        """`Assignee`, `Status`, `IsUnassigned`, `BreachesAt`."""
        match name:
            case "Assignee":
                return self._find().assignee
            case "Status":
                return self._find().status
            case "IsUnassigned":
                return self._find().status is UNASSIGNED
            case "BreachesAt":
                promise = promise_of(self._find())
                return DateTime(promise.due) if promise is not None else None
            case _:
                raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Claim()`, `Assign(p)`, `Release()`, `Candidates(u)`, `CallbackUrl()`."""
        values = arguments
        match name:
            case "Claim":
                self._claim()
            case "Assign":
                self._assign(values)
            case "Release":
                self._release()
            case "Candidates":
                return is_candidate(self._ctx, self._find(), _principal(values, "Candidates"))
            case "CallbackUrl":
                return callback_url(self._ctx, self._find())
            case _:
                raise MissingMember(name)
        return None

    def _claim(self) -> None:
        ctx, slot, person = self._ctx, self._find(), self._ctx.world.principal
        if person is None:
            raise throw("NotAuthorized", f"nobody is signed in to claim `{slot.shape.name}`")
        if is_same(slot.assignee, person):
            return
        eligible = is_candidate(ctx, slot, person) if slot.shape.is_pool else ctx.world.may("read", slot.run.row)
        if not eligible:
            raise throw("NotAuthorized", f"who acts is not a candidate of `{slot.shape.name}`")
        if slot.status is SATISFIED:
            raise throw("ConflictException", f"`{slot.shape.name}` is satisfied already")
        if slot.assignee is not None:
            raise throw("ConflictException", f"`{slot.shape.name}` is held by somebody else")
        self._change(slot, lambda: assign(ctx, slot, person))

    def _assign(self, values: Sequence[Value]) -> None:
        ctx, slot = self._ctx, self._find()
        person = _principal(values, "Assign")
        if person is None:
            raise throw("ArgumentException", f"`Assign` of `{slot.shape.name}` needs a principal, got null")
        self._check_rights(slot, "assign")
        self._change(slot, lambda: assign(ctx, slot, person))

    def _release(self) -> None:
        ctx, slot = self._ctx, self._find()
        person = ctx.world.principal
        if person is None or not is_same(slot.assignee, person):
            self._check_rights(slot, "release")
        self._change(slot, lambda: release(ctx, slot))

    def _check_rights(self, slot: Slot, verb: str) -> None:
        """R42: who may update the row may hand its slots around."""
        world = self._ctx.world
        if not world.is_system and not world.may("update", slot.run.row):
            raise throw("NotAuthorized", f"who acts may not {verb} `{slot.shape.name}` of `{slot.run.flow.name}`")

    def _change(self, slot: Slot, change: Callable[[], None]) -> None:
        """Make a hand-over as a step; one that a body of the run makes is part of that body's step."""
        ctx, run = self._ctx, slot.run
        if not slot.is_open:
            raise throw("ConflictException", f"slot `{slot.shape.name}` of `{run.flow.name}` is not open any more")
        ctx.store.flush()
        with ctx.acting(ctx.instant, ctx.world.principal), ctx.atomic():
            change()
            if run.busy == 0:
                moves.conclude(ctx, run, None)


class RunHandle(HostObject):
    """`Flow.For(row)`."""

    type_name: ClassVar[str] = "WorkflowRun"

    def __init__(self, ctx: Context, run: Run) -> None:
        self._ctx = ctx
        self._run = run

    def described(self) -> str:
        """With its workflow's name."""
        return f"a run of `{self._run.flow.name}`"

    def own_names(self) -> Sequence[str]:
        """The names of its slots."""
        return sorted(self._run.flow.slot_names)

    def get_member(self, name: str) -> Value:
        """`State`, `IsLive`, `StartedAt`, `Audit`, `Transitions`, and each slot by its name."""
        run = self._run
        match name:
            case _ if name in run.flow.slot_names:
                return SlotHandle(self._ctx, lambda: _open_slot(run, name))
            case "State":
                return run.place.value if run.state is not None else None
            case "IsLive":
                return run.is_live
            case "StartedAt":
                return DateTime(run.started_at)
            case "Audit":
                return [AuditEntry(entry) for entry in run.audit]
            case "Transitions":
                return transitions(run)
            case _:
                raise MissingMember(name)


class Transition(FixedMembers):
    """Where an item may go next: `{ Event, Slot, To }`, texts; `Slot` is null for an implicit wait."""

    type_name: ClassVar[str] = "WorkflowTransition"


def transitions(run: Run) -> list[Value]:
    """The `goto` targets that the open routes of the current state can reach, in source order (R20, R45)."""
    if not run.is_live or not run.is_settled:
        return []
    shape, place = run.flow.shape, run.place
    found: list[tuple[int, str, str | None, tuple[str, ...]]] = []
    served: set[str] = set()
    for slot in run.slots:
        route = shape.route_of(slot.shape, place)
        served.add(slot.shape.event)
        if route is not None:
            found.append((route.order, slot.shape.event, slot.shape.name, route.targets))
    for route in (*place.routes, *shape.routes):
        if route.event is not None and route.event not in served:
            served.add(route.event)
            found.append((route.order, route.event, None, route.targets))
    found.sort(key=lambda entry: entry[0])
    return [
        Transition({"Event": event, "Slot": slot, "To": target})
        for _, event, slot, targets in found
        for target in targets
    ]


def _open_slot(run: Run, name: str) -> Slot:
    slot = next((s for s in run.slots if s.shape.name == name and s.is_open), None)
    if slot is None or not run.is_live:
        raise throw("ConflictException", f"slot `{name}` of `{run.flow.name}` is not open in state {run.shown_state}")
    return slot


def _principal(values: Sequence[Value], name: str) -> RowFace | None:
    match values:
        case [None]:
            return None
        case [Row() as row]:
            return row
        case _:
            given = ", ".join(map(kind, values)) or "nothing"
            raise BadProgram(f"`{name}` of a slot takes one principal, got {given}")


def slot_handle(ctx: Context, slot: Slot) -> SlotHandle:
    """The handle of one open slot, as bodies have it."""
    return SlotHandle(ctx, lambda: slot)
