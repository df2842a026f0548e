"""After a dot: the members of what stands before it."""

import re

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.completion.values import enum_fields
from osy_analysis.ide.receivers import FLOW, RUN, THIS, Receiver, correlates
from osy_analysis.passes.workflows import names_of
from osy_grammar.language import members_of, type_named
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import (
    Class,
    Client,
    ClientOperation,
    Entity,
    Enum,
    Field,
    Function,
    Interface,
    Property,
)
from osy_grammar.nodes.expressions import Call, Expression, Member, Name, This
from osy_grammar.nodes.ui import Component
from osy_grammar.nodes.workflow import Event, Workflow

_LOOK_BACK = 400
_TRACKED = re.compile(r"\bTracks\s*=(?:\s*\w+\s*\.)*?\s*(?P<entity>\w+)\s*\.\s*\Z")
_LINK = r"[^\W\d]\w*(?:\s*\([^()]*\))?"
_CHAIN_TEXT = rf"{_LINK}(?:\s*\??\.\s*{_LINK})*"
_CHAIN = re.compile(rf"({_CHAIN_TEXT})\s*[?!]?\.\s*\Z")


def of_receiver(context: Context) -> list[CompletionItem]:
    """The members of the expression before the dot; of an entity in `Tracks`, what a workflow can track."""
    tracked = _TRACKED.search(context.source.text, max(0, context.span.start - _LOOK_BACK), context.span.start)
    if tracked is not None and context.scope is not None and context.scope.body is None:
        return enum_fields(context, tracked["entity"])
    receivers = context.receivers
    target = _target(context) or _target_in_text(context)
    if receivers is None or target is None:
        return []
    found = receivers.of(target) or _row_in_text(context, target)
    return [] if found is None else of(context, found)


def of(context: Context, receiver: Receiver) -> list[CompletionItem]:
    """The members of a receiver: what the project declares before what the platform offers."""
    if receiver.name == THIS:
        entity = context.scope.item_type if context.scope is not None else None
        return [_item(context, "Item", "property", f"{entity or 'object'} Item", "word:this")]
    if receiver.workflow is not None and receiver.name == FLOW:
        return _flow(context, receiver.workflow)
    found = _declared(context, receiver)
    if receiver.workflow is not None and receiver.name == RUN:
        for slot in names_of(receiver.workflow).slots:
            found.append(
                _item(context, slot, "slot", f"SlotHandle {slot}", f"{receiver.workflow.name.text}.slot.{slot}")
            )
    return [*found, *_platform(context, receiver)]


def _platform(context: Context, receiver: Receiver) -> list[CompletionItem]:
    owner = receiver.name
    kinds = {type(node) for node in _declarations(context, owner)}
    if Entity in kinds:
        owner = "EntityQuery" if receiver.is_type else "Row"
    elif Enum in kinds:
        owner = "EnumValue"
    elif kinds & {Class, Interface, Component}:
        return []
    row = type_named(owner)
    wants_static = receiver.is_type and owner not in ("EntityQuery",)
    return [
        _item(
            context,
            fact.name,
            "method" if fact.is_method else "enum member" if row is not None and row.is_enum else "property",
            fact.signature,
            f"member:{owner}.{fact.name}",
        )
        for fact in members_of(owner)
        if fact.is_static == wants_static
    ]


def _declarations(context: Context, name: str) -> list[Node]:
    return [place.item.node for place in context.model.index.declarations.get(name, ())]


def _declared(context: Context, receiver: Receiver) -> list[CompletionItem]:
    """The members that the project itself gives to a type, inherited ones included."""
    found: list[CompletionItem] = []
    seen: set[str] = set()
    waiting = [receiver.name]
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        for node in _declarations(context, name):
            found.extend(_members_of_node(context, node, receiver.is_type))
        for facts in context.model.index.types_from(context.path, name) if _is_indexed(context) else ():
            waiting.extend(facts.bases)
    return found


def _is_indexed(context: Context) -> bool:
    return context.path in context.model.index.scopes


def _members_of_node(context: Context, node: Node, is_type: bool) -> list[CompletionItem]:
    if isinstance(node, Enum):
        if not is_type:
            return []
        return [
            _item(context, each.name.text, "enum member", node.name.text, f"declared:{node.name.text}")
            for each in node.members
        ]
    if is_type != isinstance(node, Client):
        return []
    found = []
    for each in getattr(node, "members", None) or ():
        name = getattr(each, "name", None)
        if (
            isinstance(name, Identifier)
            and name.text
            and isinstance(each, Field | Property | Function | ClientOperation)
        ):
            is_method = isinstance(each, Function | ClientOperation)
            kind = "method" if is_method else "field"
            found.append(
                _item(context, name.text, kind, f"{_type_text(each.type.name.text, each.type.tails)} {name.text}", "")
            )
    return found


def _type_text(name: str, tails: tuple[str, ...]) -> str:
    return name + "".join(tails)


def _flow(context: Context, workflow: Workflow) -> list[CompletionItem]:
    names = names_of(workflow)
    flow = workflow.name.text
    found = []
    for event in names.events.values():
        if event.name.text:
            found.append(
                _item(
                    context, f"Raise{event.name.text}", "method", _raise_text(event), f"{flow}.event.{event.name.text}"
                )
            )
    for event in names.events.values():
        if event.name.text and correlates(event):
            text = f"CorrelationOutcome Correlate{event.name.text}(…)"
            found.append(
                _item(context, f"Correlate{event.name.text}", "method", text, f"{flow}.event.{event.name.text}")
            )
    fact = next(fact for fact in members_of(FLOW) if fact.name == "For")
    found.append(_item(context, "For", "method", fact.signature, f"member:{FLOW}.For"))
    return found


def _raise_text(event: Event) -> str:
    parameters = ", ".join(["row", *(f"{each.type.name.text} {each.name.text}" for each in event.parameters.items)])
    return f"void Raise{event.name.text}({parameters})"


def _item(context: Context, label: str, kind: str, detail: str, subject: str) -> CompletionItem:
    return CompletionItem(label=label, kind=kind, span=context.span, detail=detail, subject=subject)


# ── What stands before the dot ───────────────────────────────────────────────────────────────────────────────────────


def _target(context: Context) -> Expression | None:
    """The target of the member expression whose name is at the cursor."""
    if context.item is None:
        return None
    at = context.span.start - context.item.start
    for node in reversed(context.nodes):
        if isinstance(node, Member) and node.target.end < at and node.name.start <= at:
            return node.target
    return None


def _target_in_text(context: Context) -> Expression | None:
    """The same from the text alone, for code that recovery skipped: names, calls and dots."""
    found = _CHAIN.search(_before(context))
    return _chain(found[1]) if found is not None else None


def _row_in_text(context: Context, target: Expression) -> Receiver | None:
    """The row that a lambda's parameter is, in a call that is not closed yet: `Order.Where(o => o.`."""
    receivers = context.receivers
    if receivers is None or not isinstance(target, Name):
        return None
    found = re.search(rf"({_CHAIN_TEXT})\s*\.\s*\w+\s*\(\s*{target.text}\s*=>[^;{{}}]*\Z", _before(context))
    listed = _chain(found[1]) if found is not None else None
    row = receivers.of(listed) if listed is not None else None
    return Receiver(name=row.of or row.name) if row is not None else None


def _before(context: Context) -> str:
    return context.source.text[max(0, context.span.start - 300) : context.span.start]


def _chain(text: str) -> Expression | None:
    target: Expression | None = None
    for name, arguments in re.findall(r"([^\W\d]\w*)\s*(\([^()]*\))?", text):
        target = _link(target, name, is_call=bool(arguments))
    return target


def _link(target: Expression | None, name: str, *, is_call: bool) -> Expression:
    from osy_grammar.nodes.expressions import Arguments

    link: Expression
    if target is None:
        link = This(0, 0) if name == "this" else Name(0, 0, name, ())
    else:
        link = Member(0, 0, target, False, Identifier(0, 0, name), ())
    return Call(0, 0, link, Arguments(0, 0, ())) if is_call else link
