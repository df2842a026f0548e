"""Declarations of one name in one namespace: in one file, across the files of a project, and in the parts of an entity.

Entities, classes, interfaces and enums share one set of names, told apart by how many type parameters they have; a
`partial` part adds to a type. Workflows, clients, grants … are compared with their own kind only: whether one may be
called like a type is not known. Functions, policies and components clash where their parameters have the same types; a
type's name is followed to what it means in its file, and one that means nothing here is equal only under the same
`using` lines. Equal principals may be repeated.

Each later declaration is told of, by path and place: in the file of the first as a repeated name, elsewhere as a clash.
Files clash only where a manifest makes one program of them, tests only with tests, and never with a kit (ruling R91).
What each name's first declarations are is worked out once for a table.
"""

from collections.abc import Iterator

from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.names import Clash, DuplicateName
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import is_partial
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import type_named
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import Policy, Principal
from osy_grammar.nodes.expressions import Binary, LambdaParameter, Literal, Name, Unary
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import record
from osy_grammar.tree import Item
from osy_grammar.walk import walk

Key = tuple[object, ...]

KINDS: dict[SymbolKind, tuple[str, str]] = {
    SymbolKind.ENTITY: ("type", "an entity"),
    SymbolKind.CLASS: ("type", "a class"),
    SymbolKind.INTERFACE: ("type", "an interface"),
    SymbolKind.ENUM: ("type", "an enum"),
    SymbolKind.WORKFLOW: ("workflow", "a workflow"),
    SymbolKind.CLIENT: ("client", "a client"),
    SymbolKind.GRANT: ("grant", "a grant"),
    SymbolKind.TOPIC: ("topic", "a topic"),
    SymbolKind.VARIABLE: ("variable", "a variable"),
    SymbolKind.PRINCIPAL: ("principal", "a principal"),
    SymbolKind.FUNCTION: ("function", "a function"),
    SymbolKind.POLICY: ("policy", "a policy"),
    SymbolKind.COMPONENT: ("component", "a component"),
}
"""The set of names of each kind of declaration, and its word."""

_OVERLOADED = (SymbolKind.FUNCTION, SymbolKind.POLICY, SymbolKind.COMPONENT)
_DEEPEST = 20


def clash_problems(table: Table, path: str) -> Iterator[tuple[Item, Problem]]:
    """The later declarations of each pair that stand in the file."""
    first: dict[Key, Item] = {}
    names = table.files[path]
    for item in names.source.items:
        definition = names.by_chunk.get(item.chunk)
        if definition is None or not definition.name or item.chunk.problems:
            continue
        if definition.kind is SymbolKind.ENTITY:
            yield from ((item, problem) for problem in _repeated_fields(table, definition))
        key = _key(table, path, definition)
        if key is None:
            continue
        identifier, word = definition.identifier, KINDS[definition.kind][1]
        before = first.setdefault(key, item)
        if before is not item:
            there = names.by_chunk[before.chunk]
            if not _may_repeat(there, definition):
                first_place = Place(path, before, there.identifier)
                yield item, DuplicateName(name=identifier, first=first_place, kind=word, owner="this file")
            continue
        earliest = _firsts(table, definition.name).get(key)
        if earliest is None or table.homes[earliest] == path or table.units.get(path) is None:
            continue
        if not _may_repeat(earliest, definition):
            yield item, Clash(name=identifier, first=table.place(earliest), kind=word, namespace=definition.namespace)


def _firsts(table: Table, name: str) -> dict[Key, Definition]:
    """The first declaration of each sort with that name, in the project's own files."""
    note = ("clashes", name)
    found = table.notes.get(note)
    if isinstance(found, _Firsts):
        return found.firsts
    firsts: dict[Key, Definition] = {}
    for one in table.names.get(name, ()):
        path = table.homes[one]
        key = None if path in table.kit_paths or one.chunk.problems else _key(table, path, one)
        if key is not None:
            firsts.setdefault(key, one)
    table.notes[note] = _Firsts(firsts)
    return firsts


@record(eq=False)
class _Firsts:
    firsts: dict[Key, Definition]


# ── What makes two declarations one ──────────────────────────────────────────────────────────────────────────────────


def _key(table: Table, path: str, definition: Definition) -> Key | None:
    """What no two declarations may have in common; None for what may be declared again."""
    found = KINDS.get(definition.kind)
    if found is None or is_partial(definition):
        return None
    is_test = table.scope(path).is_test
    key: Key = (found[0], definition.namespace, definition.name, len(definition.type_parameters), is_test)
    node = definition.node
    if isinstance(node, Policy) and node.condition is None:
        return None
    if definition.kind in _OVERLOADED and definition.parameters is not None:
        return (*key, *(_type(table, path, each.type, definition, 0) for each in definition.parameters.items))
    return key


def _may_repeat(one: Definition, other: Definition) -> bool:
    """Whether the two are principals for whom the same is asked."""
    if not isinstance(one.node, Principal) or not isinstance(other.node, Principal):
        return False
    return _asked(one.node, one.chunk.text) == _asked(other.node, other.chunk.text)


def _asked(principal: Principal, text: str) -> list[tuple[str, str]]:
    """What a query is made of, whatever its layout, its parentheses, its order and the names of its parameters."""
    parts: list[tuple[str, str]] = []
    parameters: set[str] = set()
    for node in walk(principal.query):
        if isinstance(node, LambdaParameter):
            parameters.add(node.name.text)
        elif isinstance(node, Binary | Unary):
            parts.append((node.operator, ""))
        elif isinstance(node, Name | Identifier):
            parts.append(("name", "" if node.text in parameters else node.text))
        elif isinstance(node, Literal):
            parts.append(("literal", text[node.start : node.end]))
    return sorted(parts)


def _type(table: Table, path: str, node: TypeName, within: Definition, depth: int) -> Key:
    """What a parameter's type is, so that equal ones are equal wherever they are written."""
    name = node.name.text
    arguments = tuple(_type(table, path, each, within, depth + 1) for each in node.arguments if depth < _DEEPEST)
    if name in within.type_parameters:
        return (within.type_parameters.index(name), node.tails)
    found = table.resolve_type(path, name, set())
    if found:
        return (found[0], arguments, node.tails)
    if type_named(node.name.last.text) is not None:
        return (node.name.last.text, arguments, node.tails)
    scope = table.scope(path)
    return (name, frozenset(scope.usings), scope.namespace, arguments, node.tails)


# ── Parts of entities ────────────────────────────────────────────────────────────────────────────────────────────────


def _repeated_fields(table: Table, part: Definition) -> Iterator[Problem]:
    """The fields of a part that an earlier part of the same entity has, kits' parts left out."""
    parts = table.parts(part)
    if len(parts) < 2:
        return
    firsts = _first_fields(table, parts)
    own: set[str] = set()
    for member in part.members:
        if member.kind is not SymbolKind.FIELD or member.name in own:
            continue
        own.add(member.name)
        first = firsts.get(member.name)
        if first is not None and first.chunk is not part.chunk:
            yield DuplicateName(
                name=member.identifier, first=table.place(first), kind="a field", owner=f"entity `{part.name}`"
            )


def _first_fields(table: Table, parts: tuple[Definition, ...]) -> dict[str, Definition]:
    note = ("fields", parts[0])
    found = table.notes.get(note)
    if isinstance(found, _Fields):
        return found.fields
    fields: dict[str, Definition] = {}
    own = [one for one in parts if table.homes[one] not in table.kit_paths and not one.chunk.problems]
    for one in sorted(own, key=lambda one: (table.homes[one], table.item_of(one).start)):
        for member in one.members:
            if member.kind is SymbolKind.FIELD and member.name:
                fields.setdefault(member.name, member)
    table.notes[note] = _Fields(fields)
    return fields


@record(eq=False)
class _Fields:
    fields: dict[str, Definition]
