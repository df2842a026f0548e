"""What the word under the cursor stands for, and what bears one name with it.

A name is written in many places for one thing: a state has its enum's member's name, an event's slots and `RaiseX` have
the event's, a method that overrides another has that one's. Such definitions are a *family*: what is asked of one, its
references or another name, is asked of all (rulings R147 and R148).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.model import DECLARE_LOCALS, Model
from osy_analysis.semantics.bind.flows import CORRELATE, RAISE
from osy_analysis.semantics.bind.meanings import dotted, tracks_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.ui import Template
from osy_grammar.nodes.workflow import Subscribe
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import path_at

METHODS = frozenset((SymbolKind.FUNCTION, SymbolKind.OPERATION, SymbolKind.ACTION))
STATES = frozenset((SymbolKind.STATE, SymbolKind.TERMINAL))
_CALLED = METHODS | {SymbolKind.POLICY, SymbolKind.COMPONENT}
_GENERATED = (RAISE, CORRELATE)


@dataclass(frozen=True, slots=True)
class Subject:
    """A name at a place and what it stands for: a definition, the node that declares a local, or the platform's.

    `prefix` is what a generated member has before its event's name: `Raise` or `Correlate`.
    """

    path: str
    item: Item
    name: Identifier | Name
    target: Definition | Node | BuiltinType | MemberFact
    prefix: str = ""

    @property
    def span(self) -> Span:
        """Where the name stands, what is generated before it left out."""
        whole = self.item.span(self.name)
        return Span(whole.start + len(self.prefix), whole.end)


def subject_at(model: Model, path: str, offset: int) -> Subject | None:
    """What stands at an offset; None where there is no name, or one that means nothing we know."""
    found = model.path_at(path, offset)
    if found is None:
        return None
    item, nodes = found
    name = nodes[-1] if nodes else None
    if not isinstance(name, Identifier | Name) or not name.text:
        return None
    target = model.semantics.bound(path, item).targets.get(name) or declared_by(model.semantics.table, path, item, name)
    if target is None:
        return None
    if isinstance(target, Definition):
        now = model.semantics.table.current(target)
        return Subject(path, item, name, now, generated_prefix(now, name.text)) if now is not None else None
    return Subject(path, item, name, target)


def generated_prefix(target: Definition, text: str) -> str:
    """What the name of a generated member has before the event's."""
    if target.kind is not SymbolKind.EVENT or text == target.name:
        return ""
    return next((prefix for prefix in _GENERATED if text == f"{prefix}{target.name}"), "")


def declared_by(table: Table, path: str, item: Item, name: Node) -> Definition | Node | None:
    """The definition, or the node of the local, that a name declares; None for a name that declares nothing."""
    for one in definitions_of(table, path, item):
        if one.identifier is name:
            return one
    nodes = path_at(item, item.start + name.start)
    parent = nodes[-2] if len(nodes) > 1 else None
    if isinstance(parent, DECLARE_LOCALS) and parent.name is name:
        return parent
    return name if isinstance(parent, Template) and isinstance(name, Identifier) else None


def definitions_of(table: Table, path: str, item: Item) -> Iterator[Definition]:
    """Everything that a chunk defines, the declaration itself first."""
    top = table.own(path, item.chunk)
    waiting = [top] if top is not None else []
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(one.members)


# ── Families ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def family(table: Table, definition: Definition) -> frozenset[Definition]:
    """The definitions that have their name in common with this one, itself among them."""
    found: set[Definition] = set()
    waiting = [definition]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(_kin(table, one))
    return frozenset(found)


def _kin(table: Table, one: Definition) -> Iterator[Definition]:
    owner = one.owner
    if owner is None:
        yield from _of_top_level(table, one)
        return
    if one.kind in METHODS or one.kind is SymbolKind.FIELD:
        yield from _overriding(table, one, owner)
    elif one.kind is SymbolKind.CONSTRUCTOR:
        yield owner
    elif one.kind in STATES:
        yield from _enum_member(table, one, owner)
        yield from _members(owner, one.name, STATES)
    elif one.kind is SymbolKind.ENUM_MEMBER:
        yield from _states(table, one, owner)
    elif one.kind is SymbolKind.EVENT:
        yield from (slot for slot in _members(owner, one.name, (SymbolKind.SLOT,)) if not _has_alias(slot))
    elif one.kind is SymbolKind.SLOT:
        yield from (slot for slot in _members(owner, one.name, (SymbolKind.SLOT,)))
        if not _has_alias(one):
            yield from _members(owner, one.name, (SymbolKind.EVENT,))


def _of_top_level(table: Table, one: Definition) -> Iterator[Definition]:
    yield from table.parts(one)
    yield from _members(one, one.name, (SymbolKind.CONSTRUCTOR,))
    if one.kind in _CALLED:
        path = table.path_of(one)
        yield from (other for other in table.lookup(path, one.name, set()) if other.kind is one.kind)


def _overriding(table: Table, one: Definition, owner: Definition) -> Iterator[Definition]:
    """Methods of one name in a type, its bases and what derives from it: overloads go together."""
    around = (*table.with_bases(owner, set()), *table.subtypes(owner))
    for other in around:
        yield from (member for member in other.members if member.name == one.name and member.kind is one.kind)


def _enum_member(table: Table, state: Definition, workflow: Definition) -> Iterator[Definition]:
    enum = tracked_enum(table, workflow)
    if enum is not None:
        yield from _members(enum, state.name, (SymbolKind.ENUM_MEMBER,))


def _states(table: Table, member: Definition, enum: Definition) -> Iterator[Definition]:
    for all_ in table.names.values():
        for one in all_:
            if one.kind is SymbolKind.WORKFLOW and tracked_enum(table, one) is enum:
                yield from _members(one, member.name, STATES)


def tracked_enum(table: Table, workflow: Definition) -> Definition | None:
    """The enum whose members are the states of a workflow."""
    clause = tracks_of(workflow.node)
    if clause is None:
        return None
    path = table.path_of(workflow)
    for entity in table.resolve_type(path, dotted(clause.target), set())[:1]:
        for field in table.members(entity, clause.name.text, set())[:1]:
            if field.type is not None:
                home = table.path_of(field)
                enums = [one for one in table.resolve_type(home, field.type.name.text, set()) if _is_enum(one)]
                return enums[0] if len(enums) == 1 else None
    return None


def _is_enum(one: Definition) -> bool:
    return one.kind is SymbolKind.ENUM


def _members(owner: Definition, name: str, kinds: Iterable[SymbolKind]) -> Iterator[Definition]:
    wanted = frozenset(kinds)
    return (one for one in owner.members if one.name == name and one.kind in wanted)


def _has_alias(slot: Definition) -> bool:
    return isinstance(slot.node, Subscribe) and slot.node.alias is not None
