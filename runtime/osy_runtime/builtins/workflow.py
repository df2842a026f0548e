"""`Workflow`, `Background`, `Backoff`, and a static for each workflow: `Flow.For(row)`, `Flow.RaiseApprove(row)`.

A call with type arguments (`Workflow.Work<Ticket>()`) brings them as `TypeValue`s before its other arguments.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember, RowFace, Value
from osy_runtime.model import EntityInfo
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Failure, Unsupported
from osy_runtime.slips import no_flow_member
from osy_runtime.values import DateTime, DateTimeOffset, Row, TypeValue
from osy_runtime.workflow import board
from osy_runtime.workflow.backoff import BackoffStatic
from osy_runtime.workflow.callbacks import redeem
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.correlate import correlate
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.handles import RunHandle
from osy_runtime.workflow.raises import live_run, raise_event

LISTS = {"Work": board.work, "Inbox": board.inbox, "WorkByItem": board.work_by_item}


class Driver(Protocol):
    """What the statics ask of the engine."""

    def settle(self, row: RowFace) -> None:
        """Fire every due clock of the row's runs."""
        ...

    def settle_all(self) -> None:
        """Fire every due clock."""
        ...

    def run(self, row: RowFace) -> None:
        """Start the row's workflows that do not start themselves."""
        ...


class WorkflowStatic(HostObject):
    """`Workflow`."""

    type_name: ClassVar[str] = "Workflow"

    def __init__(self, ctx: Context, driver: Driver) -> None:
        self._ctx = ctx
        self._driver = driver

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Settle(row)`, `Run(row)`, `Work<T>()`, `Inbox<T>()`, `WorkByItem<T>()`, `Redeem(token, json)`."""
        values = [*arguments]
        match name, values:
            case "Settle", [Row() as row]:
                self._driver.settle(row)
            case "Run", [Row() as row]:
                self._driver.run(row)
            case "Redeem", [str() as token, str() as text]:
                redeem(self._ctx, token, text)
            case (("Settle" | "Run"), _):
                raise _needs(f"Workflow.{name}", "one row", values)
            case "Redeem", _:
                raise _needs("Workflow.Redeem", "a token and a JSON text", values)
            case (("Work" | "Inbox" | "WorkByItem"), [TypeValue() as of]):
                return LISTS[name](self._ctx, of.info.full_name if isinstance(of.info, EntityInfo) else of.name)
            case (("Work" | "Inbox" | "WorkByItem"), _):
                raise Unsupported(f"`Workflow.{name}` without a type argument")
            case _:
                raise MissingMember(name)
        return None


class BackgroundStatic(HostObject):
    """`Background`."""

    type_name: ClassVar[str] = "Background"

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Settle()`."""
        if name != "Settle":
            raise MissingMember(name)
        self._driver.settle_all()
        return None


class FlowStatic(HostObject):
    """A declared workflow by its name."""

    type_name: ClassVar[str] = "workflow"
    takes_names: ClassVar[bool] = True

    def __init__(self, ctx: Context, flow: Flow) -> None:
        self._ctx = ctx
        self._flow = flow

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`For(row)`, `Raise<Event>(row, …, at: instant)`, `Correlate<Event>(…)`."""
        flow, ctx = self._flow, self._ctx
        flow.check()
        if name == "For":
            return RunHandle(ctx, live_run(ctx, flow, _row(f"{flow.name}.For", arguments, named)))
        verb = next((v for v in ("Raise", "Correlate") if name.startswith(v)), None)
        event = name.removeprefix(verb) if verb else ""
        if event not in flow.event_names:
            raise self._unknown(name)
        ctx.check_supported(flow)
        parameters = [p.name for p in flow.shape.events[event].parameters]
        if verb == "Correlate":
            return correlate(ctx, flow, event, _bind(f"{flow.name}.{name}", parameters, arguments, named))
        rest = {key: value for key, value in named.items() if key not in ("at", "row")}
        row = _row(f"{flow.name}.{name}", arguments, {k: v for k, v in named.items() if k == "row"})
        values = _bind(f"{flow.name}.{name}", parameters, arguments[1:] if "row" not in named else arguments, rest)
        raise_event(ctx, flow, row, event, values, at=_instant(named.get("at")))
        return None

    def get_member(self, name: str) -> Value:
        """It has members to call and no others."""
        raise self._unknown(name)

    def _unknown(self, name: str) -> BadProgram:
        flow = self._flow
        if name == "For" or name.removeprefix("Raise").removeprefix("Correlate") in flow.event_names:
            return BadProgram(f"`{flow.name}.{name}` is called with the row: `{flow.name}.{name}(row)`")
        return BadProgram(no_flow_member(flow.name, flow.event_names, name))


def workflow_statics(ctx: Context, driver: Driver) -> dict[str, HostObject]:
    """The statics by name."""
    return {
        "Workflow": WorkflowStatic(ctx, driver),
        "Background": BackgroundStatic(driver),
        "Backoff": BackoffStatic(),
        **{flow.name: FlowStatic(ctx, flow) for flow in ctx.flows},
    }


def _row(what: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> RowFace:
    value = arguments[0] if arguments else named.get("row")
    if isinstance(value, Row):
        return value
    if value is None and (arguments or named):
        raise throw("NullReferenceException", f"`{what}` of a row that is null")
    raise _needs(what, "a row first", arguments)


def _bind(what: str, parameters: Sequence[str], arguments: Sequence[Value], named: Mapping[str, Value]) -> list[Value]:
    unknown = [name for name in named if name not in parameters]
    bound = dict(zip(parameters, arguments, strict=False)) | dict(named)
    if unknown or len(arguments) > len(parameters) or len(bound) < len(parameters):
        expected = ", ".join(parameters) or "no arguments"
        raise BadProgram(f"`{what}` takes {expected} after the row, got {len(arguments) + len(named)}")
    return [bound[name] for name in parameters]


def _instant(value: Value) -> int | None:
    match value:
        case None:
            return None
        case DateTime(ticks):
            return ticks
        case DateTimeOffset(utc_ticks=ticks):
            return ticks
        case _:
            raise BadProgram(f"`at:` takes a DateTime, not {kind(value)}")


def _needs(what: str, wanted: str, values: Sequence[Value]) -> Failure:
    if list(values) == [None]:
        return throw("NullReferenceException", f"`{what}` takes {wanted}, got null")
    return BadProgram(f"`{what}` takes {wanted}, got {', '.join(map(kind, values)) or 'nothing'}")
