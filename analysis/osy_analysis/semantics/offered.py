"""Every member that a value of a type, or a type named as a value, offers: what the project declares comes first."""

from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.semantics.bind.absent import correlates
from osy_analysis.semantics.bind.flows import CORRELATE, FOR, RAISE
from osy_analysis.semantics.bind.members import (
    ENTITY_QUERY,
    ENUM_VALUE,
    NULLABLE,
    ROW,
    SLOT,
    SLOT_HANDLE,
    WORKFLOW_RUN,
    rows_asked,
)
from osy_analysis.semantics.builtins import facts_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import (
    AnonymousObject,
    Flow,
    Group,
    Named,
    Run,
    SlotOf,
    Type,
    TypeValue,
    show,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.declarations import Field

FLOW = "Flow"
_NOT_ASKED = (SymbolKind.CONSTRUCTOR, SymbolKind.PARAMETER, SymbolKind.EVENT)
_LINKS = {SymbolKind.GRANT: "Grant", SymbolKind.TOPIC: "Topic"}


@dataclass(frozen=True, slots=True)
class Offer:
    """A member by the name under which it is asked for.

    It is a definition, or a row of the platform's type `row`; of an anonymous object neither, then `text` is its type.
    """

    name: str
    definition: Definition | None = None
    fact: MemberFact | None = None
    row: str = ""
    text: str = ""


def offered(table: Table, type_: Type) -> Iterator[Offer]:
    """The members; a name may come several times, for several forms."""
    match type_:
        case Named(definition=BuiltinType() as row):
            yield from _of_row(row)
            yield from _facts(NULLABLE) if type_.is_nullable else ()
        case Named(definition=Definition() as definition):
            yield from _of_declared(table, definition)
            yield from _facts(NULLABLE) if type_.is_nullable and definition.kind is SymbolKind.ENUM else ()
        case TypeValue(type=Named(definition=BuiltinType() as row)):
            yield from _static_of_row(row)
        case TypeValue(type=Named(definition=Definition() as definition)):
            yield from _static_of_declared(table, definition)
        case Flow(workflow=workflow):
            yield from _of_flow(workflow)
        case Run(workflow=workflow):
            yield from (Offer(one.name, one) for one in workflow.members if one.kind is SymbolKind.SLOT)
            yield from _facts(WORKFLOW_RUN)
        case SlotOf():
            yield from _facts(SLOT_HANDLE if type_.is_handle else SLOT)
        case Group():
            yield from _facts("Function")
        case AnonymousObject(members=members):
            yield from (Offer(name, text=show(of)) for name, of in members)
        case _:
            pass


def _facts(row: str, *, is_static: bool = False) -> Iterator[Offer]:
    for name, facts in facts_of(row).items():
        yield from (Offer(name, fact=fact, row=row) for fact in facts if fact.is_static == is_static)


def _of_row(row: BuiltinType) -> Iterator[Offer]:
    for name in rows_asked(row.name):
        yield from _facts(name)
    if row.is_enum:
        yield from _facts(ENUM_VALUE)
    elif row.is_entity:
        yield from _facts(ROW)


def _static_of_row(row: BuiltinType) -> Iterator[Offer]:
    yield from _facts(row.name, is_static=True)
    if row.is_entity:
        yield from _facts(ENTITY_QUERY)
    elif row.is_enum:
        yield from _facts(ENUM_VALUE, is_static=True)


def _of_declared(table: Table, definition: Definition) -> Iterator[Offer]:
    if definition.kind is not SymbolKind.ENUM:
        yield from _members(table, definition)
    if definition.kind in _LINKS:
        yield from _facts(_LINKS[definition.kind])
    elif definition.kind is SymbolKind.ENTITY:
        yield from _facts(ROW)
    elif definition.kind is SymbolKind.ENUM:
        yield from _facts(ENUM_VALUE)
    else:
        for base in table.builtin_bases(definition, set()):
            yield from _facts(base.name)


def _static_of_declared(table: Table, definition: Definition) -> Iterator[Offer]:
    match definition.kind:
        case SymbolKind.ENTITY:
            yield from _facts(ENTITY_QUERY)
        case SymbolKind.ENUM:
            yield from _members(table, definition)
            yield from _facts(ENUM_VALUE, is_static=True)
        case SymbolKind.CLIENT:
            yield from _members(table, definition)
        case kind if kind in _LINKS:
            yield from _facts(_LINKS[kind])
        case _:
            # Without a value only what is the same for all of them can be read.
            constants = (offer for offer in _members(table, definition) if _is_constant(offer.definition))
            yield from constants


def _is_constant(definition: Definition | None) -> bool:
    return definition is not None and isinstance(definition.node, Field) and definition.node.is_constant


def _members(table: Table, definition: Definition) -> Iterator[Offer]:
    """The declared members, an overridden one left out."""
    seen: set[tuple[str, int]] = set()
    for member in table.all_members(definition, set()):
        key = (member.name, -1 if member.parameters is None else len(member.parameters.items))
        if member.name and member.kind not in _NOT_ASKED and key not in seen:
            seen.add(key)
            yield Offer(member.name, member)


def _of_flow(workflow: Definition) -> Iterator[Offer]:
    events = [one for one in workflow.members if one.kind is SymbolKind.EVENT and one.name]
    yield from (Offer(f"{RAISE}{event.name}", event) for event in events)
    yield from (Offer(f"{CORRELATE}{event.name}", event) for event in events if correlates(event))
    yield from (Offer(FOR, fact=fact, row=FLOW) for fact in facts_of(FLOW)[FOR])
