"""What a workflow's own name offers (`Flow.RaiseX`, `Flow.CorrelateX`, `Flow.For`), and stubs of functions."""

from collections.abc import Mapping

from osy_analysis.semantics.bind.absent import tell_absent
from osy_analysis.semantics.bind.calls import bind_call, bind_loosely
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.builtins import DATE_TIME, VOID, callee_of, facts_of, named
from osy_analysis.semantics.callees import Callee, Formal
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, Flow, FunctionType, Group, Run, Type
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.expressions import Call, Expression, Lambda, Member
from osy_grammar.record import replace

RAISE, CORRELATE, FOR = "Raise", "Correlate", "For"
_AT = Formal("at", DATE_TIME, is_optional=True)
_NOTHING: Mapping[str, Type] = {}
_STUB = facts_of("Function")["Stub"][0]
_NEVER_HANDED_IN = "contentType"
"""What a stub of `Http` is not told."""


def bind_generated(binder: Binder, flow: Flow, link: Member, call: Call) -> Type:
    """A call of a member that a workflow generates."""
    workflow, name = flow.workflow, link.name.text
    if name == FOR:
        row = Formal("row", binder.meanings.tracked(workflow, binder.used)[0])
        callee = Callee(FOR, (row,), Run(workflow), workflow)
        return bind_call(binder, call, call.arguments, [callee], _NOTHING, is_all=True)
    for prefix in (RAISE, CORRELATE):
        event = event_behind(binder, workflow, name, prefix)
        if event is not None:
            binder.targets[link.name] = event
            callee = generated_callee(binder, workflow, event, prefix)
            if _names_more(call, callee):
                break
            return bind_call(binder, call, call.arguments, [callee], _NOTHING, is_all=True)
    else:
        tell_absent(binder, flow, link.name, is_called=True)
    bind_loosely(binder, call.arguments.items)
    return UNKNOWN


def event_behind(binder: Binder, workflow: Definition, name: str, prefix: str) -> Definition | None:
    """The event that the member of that name was generated from."""
    if not name.startswith(prefix):
        return None
    return binder.meanings.member_named(workflow, name.removeprefix(prefix), SymbolKind.EVENT)


def _names_more(call: Call, callee: Callee) -> bool:
    """Whether an argument has a name that nobody told us of: what is generated may take more than we know."""
    known = {formal.name for formal in callee.formals}
    return any(item.name is not None and item.name.text not in known for item in call.arguments.items)


def generated_member(binder: Binder, flow: Flow, link: Member) -> Type:
    """A member that a workflow generates, named and not called."""
    name = link.name.text
    event = None
    for prefix in (RAISE, CORRELATE):
        event = event or event_behind(binder, flow.workflow, name, prefix)
    if event is not None:
        binder.targets[link.name] = event
    elif name != FOR:
        tell_absent(binder, flow, link.name, is_called=False)
    return UNKNOWN


def generated_callee(binder: Binder, workflow: Definition, event: Definition, prefix: str) -> Callee:
    """`RaiseX`, which takes the row and perhaps an instant beside the event's arguments, or `CorrelateX`."""
    plain = binder.meanings.callee(event, binder.used)
    if prefix == CORRELATE:
        return replace(plain, name=f"{prefix}{event.name}", result=named("CorrelationOutcome"))
    row = Formal("row", binder.meanings.tracked(workflow, binder.used)[0])
    return replace(plain, name=f"{prefix}{event.name}", formals=(row, *plain.formals, _AT), result=VOID)


def bind_secret_stub(binder: Binder, link: Member, call: Call) -> Type:
    """`Secret.Name.Stub(value)`."""
    binder.targets[link.name] = _STUB
    binder.bound.calls[call] = (_STUB,)
    bind_loosely(binder, call.arguments.items)
    return VOID


def bind_stub(binder: Binder, group: Group, link: Member, call: Call) -> Type:
    """`F.Stub(…)`: a lambda takes what the function takes, any other value is what it gives."""
    binder.targets[link.name] = _STUB
    binder.bound.calls[call] = (_STUB,)
    stubbed = [
        binder.meanings.callee(one, binder.used) if isinstance(one, Definition) else callee_of(one)
        for one in group.functions
    ]
    for item in call.arguments.items:
        value = item.value
        if not isinstance(value, Expression):
            continue
        fitting = stubbed
        if isinstance(value, Lambda):
            fitting = [one for one in stubbed if len(one.formals) >= len(value.parameters)]
        if not fitting:
            binder.expression(value)
            continue
        first = fitting[0]
        taken = tuple(formal.type for formal in first.formals if formal.name != _NEVER_HANDED_IN)
        wanted = FunctionType(taken, first.result) if isinstance(value, Lambda) else first.result
        binder.expression(value, wanted)
    return VOID
