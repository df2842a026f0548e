"""Members that a type does not have: told of only where all of its members are surely in view."""

from collections.abc import Iterable

from osy_analysis.problems.names import UnknownMember
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.builtins import ENUM, also_of, facts_of, is_complete
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import AnonymousObject, Flow, Named, Run, SlotOf, Type, TypeValue
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.base import Identifier

REFERENCE_ID = "Id"
_OWN_WORDS = {
    SymbolKind.ENTITY: "entity",
    SymbolKind.CLASS: "class",
    SymbolKind.INTERFACE: "interface",
    SymbolKind.ENUM: "enum",
    SymbolKind.CLIENT: "client",
}
_VALUES = frozenset((SymbolKind.ENTITY, SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.CLIENT))


def tell_absent(binder: Binder, owner: Type, name: Identifier, *, is_called: bool) -> None:
    """Tell of a member that a value, or a type named as one, surely does not have."""
    if not name.text or not binder.tells_members:
        return
    words, known, declared = _told(binder, owner, name.text, is_called)
    if words:
        names = tuple(dict.fromkeys(known))
        binder.tell(UnknownMember(name=name, owner=words, known=names, declared=declared, is_called=is_called))


Told = tuple[str, Iterable[str], Definition | None]
_SILENT: Told = ("", (), None)


def _told(binder: Binder, owner: Type, name: str, is_called: bool) -> Told:
    """The owner in words, what it has, and what declares it; no words where it may have the member."""
    match owner:
        case Named(definition=definition):
            if isinstance(definition, BuiltinType):
                return _row(definition)
            return _value(binder, definition, name)
        case TypeValue(type=Named(definition=definition)):
            if isinstance(definition, BuiltinType):
                return _row(definition, is_static=True)
            return _static(binder, definition, name, is_called)
        case AnonymousObject(members=members):
            return "an anonymous object", [each for each, _ in members], None
        case Run(workflow=workflow):
            slots = [one.name for one in workflow.members if one.kind is SymbolKind.SLOT]
            return f"a run of `{workflow.name}`", [*slots, *facts_of("WorkflowRun")], workflow
        case SlotOf():
            return "a slot", [*facts_of("Slot"), *facts_of("SlotHandle")], None
        case Flow(workflow=workflow):
            return f"workflow `{workflow.name}`", generated(workflow), workflow
        case _:
            return _SILENT


def generated(workflow: Definition) -> list[str]:
    """What a workflow's own name offers."""
    events = [one for one in workflow.members if one.kind is SymbolKind.EVENT]
    raised = [f"Raise{event.name}" for event in events]
    correlated = [f"Correlate{event.name}" for event in events if correlates(event)]
    return ["For", *raised, *correlated]


def correlates(event: Definition) -> bool:
    """Whether the event can be reported from outside by its own rule."""
    attributes = getattr(event.node, "attributes", ())
    return any(attribute.name.last.text == "CorrelateOn" for attribute in attributes)


def _row(row: BuiltinType, *, is_static: bool = False) -> Told:
    if not is_complete(row.name):
        return _SILENT
    known = [name for name, facts in facts_of(row.name).items() if facts[0].is_static == is_static]
    word = "enum " if row.is_enum else ""
    return f"{word}`{row.name}`", known or facts_of(row.name), None


def _value(binder: Binder, definition: Definition, name: str) -> Told:
    kind = definition.kind
    if kind not in _VALUES or not _is_closed(binder, definition):
        return _SILENT
    members = binder.meanings.members(definition, binder.used)
    known = [*members]
    if kind is SymbolKind.ENTITY:
        if name.endswith(REFERENCE_ID) and name.removesuffix(REFERENCE_ID) in members:
            return _SILENT
        known += facts_of("Row")
    return f"{_OWN_WORDS[kind]} `{definition.name}`", known, definition


def _static(binder: Binder, definition: Definition, name: str, is_called: bool) -> Told:
    kind = definition.kind
    if kind is SymbolKind.ENUM:
        # An enum may have functions of its own that nobody told of; its members are never called.
        if is_called or definition.chunk.problems:
            return _SILENT
        return f"enum `{definition.name}`", [one.name for one in definition.members], definition
    if kind is SymbolKind.ENTITY:
        row = facts_of("EntityQuery")
        members = binder.meanings.members(definition, binder.used)
        is_field = name in members
        return (
            _SILENT if is_field or not is_complete("EntityQuery") else (f"entity `{definition.name}`", row, definition)
        )
    if kind not in _VALUES or has_attributes(definition) or not _is_closed(binder, definition):
        return _SILENT
    return f"{_OWN_WORDS[kind]} `{definition.name}`", binder.meanings.members(definition, binder.used), definition


def has_attributes(definition: Definition) -> bool:
    """Whether attributes stand on the declaration."""
    return bool(getattr(definition.node, "attributes", ()))


def _is_closed(binder: Binder, definition: Definition) -> bool:
    """Whether all members of a declared type are in view."""
    if binder.meanings.has_more(definition, binder.used):
        return False
    return all(_is_known(row) for row in binder.meanings.builtin_bases(definition, binder.used))


def _is_known(row: BuiltinType) -> bool:
    return is_complete(row.name) or row.name == ENUM or row.name in also_of("object")
