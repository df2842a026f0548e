"""After a dot: the members of what stands before it."""

import re

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.before_dot import target_of, type_before
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.completion.values import enum_fields
from osy_analysis.ide.signature import known_types, substituted
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.offered import Offer, offered
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import type_named
from osy_grammar.nodes.expressions import This

_LOOK_BACK = 400
_TRACKED = re.compile(r"\bTracks\s*=(?:\s*\w+\s*\.)*?\s*(?P<entity>\w+)\s*\.\s*\Z")
_THIS = re.compile(r"\bthis\s*\.\s*\Z")
_RAISED = "Raise"
_METHODS = (SymbolKind.FUNCTION, SymbolKind.OPERATION, SymbolKind.ACTION)


def of_receiver(context: Context) -> list[CompletionItem]:
    """The members of the expression before the dot; of an entity in `Tracks`, what a workflow can track."""
    item, scope = context.item, context.scope
    before = context.source.text[max(0, context.span.start - _LOOK_BACK) : context.span.start]
    tracked = _TRACKED.search(before)
    if tracked is not None and scope is not None and scope.body is None:
        return enum_fields(context, tracked["entity"])
    if item is None:
        return []
    target = target_of(item, context.nodes, context.span.start)
    if scope is not None and (isinstance(target, This) or (target is None and _THIS.search(before))):
        return [_item(context, "Item", "property", f"{scope.item_type or 'object'} Item", "word:this")]
    type_ = type_before(context.model, context.path, item, context.nodes, context.span.start)
    known = known_types(type_)
    return [_of_offer(context, offer, known) for offer in offered(context.model.semantics.table, type_)]


def _of_offer(context: Context, offer: Offer, known: dict[str, str]) -> CompletionItem:
    if offer.fact is not None:
        row = type_named(offer.row)
        is_enum = row is not None and row.is_enum
        kind = "method" if offer.fact.is_method else "enum member" if is_enum else "property"
        return _item(
            context, offer.name, kind, substituted(offer.fact.signature, known), f"member:{offer.row}.{offer.name}"
        )
    if offer.definition is not None:
        return _declared(context, offer.name, offer.definition)
    return _item(context, offer.name, "property", f"{offer.text} {offer.name}", "")


def _declared(context: Context, name: str, definition: Definition) -> CompletionItem:
    owner = definition.owner.name if definition.owner is not None else ""
    match definition.kind:
        case SymbolKind.ENUM_MEMBER:
            return _item(context, name, "enum member", owner, f"declared:{owner}.{name}")
        case SymbolKind.SLOT:
            return _item(context, name, "slot", f"SlotHandle {name}", f"{owner}.slot.{name}")
        case SymbolKind.EVENT:
            result = "void" if name.startswith(_RAISED) else "CorrelationOutcome"
            first = ("row",) if name.startswith(_RAISED) else ()
            detail = f"{result} {name}({', '.join((*first, *_parameters(definition)))})"
            return _item(context, name, "method", detail, f"{owner}.event.{definition.name}")
        case kind if kind in _METHODS:
            detail = f"{_type(definition)} {name}({', '.join(_parameters(definition))})"
            return _item(context, name, "method", detail, f"declared:{owner}.{name}")
        case _:
            return _item(context, name, "field", f"{_type(definition)} {name}", f"declared:{owner}.{name}")


def _type(definition: Definition) -> str:
    """The written type of a value, or a function's result."""
    written = definition.type
    return "var" if written is None else " ".join(definition.chunk.text[written.start : written.end].split())


def _parameters(definition: Definition) -> list[str]:
    items = definition.parameters.items if definition.parameters is not None else ()
    text = definition.chunk.text
    return [f"{' '.join(text[each.type.start : each.type.end].split())} {each.name.text}" for each in items]


def _item(context: Context, label: str, kind: str, detail: str, subject: str) -> CompletionItem:
    return CompletionItem(label=label, kind=kind, span=context.span, detail=detail, subject=subject)
