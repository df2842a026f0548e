"""Where a name leads: to its declaration, to what it is declared after, to its type, to what carries it out."""

from collections.abc import Iterable, Iterator

from osy_analysis.ide.answers import Location
from osy_analysis.ide.subjects import METHODS, STATES, Subject, subject_at, tracked_enum
from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import Flow, Group, Named, Run, SlotOf, Type, TypeValue, Unknown
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Namespace, Using
from osy_grammar.nodes.workflow import Route, Subscribe
from osy_grammar.walk import walk


def definition(project: Project, path: str, offset: int) -> tuple[Location, ...]:
    """The declaration, if it is known; an ambient slot's is the `subscribe` that the milestone hangs off.

    A `using` leads to the files of its namespace.
    """
    if path not in project.files:
        return ()
    model = Model(project)
    symbol = model.symbol_at(path, offset)
    if symbol is None:
        return tuple(_of_namespace(model, path, offset))
    place = symbol.place
    return (Location(path=place.path, span=place.item.span(symbol.node), name_span=place.span),)


def declaration(project: Project, path: str, offset: int) -> tuple[Location, ...]:
    """What the name is declared after: every part of an entity, the methods that one overrides, a state's enum member.

    Of all else it is the declaration itself.
    """
    subject = _subject(project, path, offset)
    if subject is None or not isinstance(subject.target, Definition):
        return definition(project, path, offset)
    table = Model(project).semantics.table
    found = tuple(_first_told(table, subject.target))
    return _places(table, found) if found else definition(project, path, offset)


def type_definition(project: Project, path: str, offset: int) -> tuple[Location, ...]:
    """The declaration of the type of what stands there: of a run its workflow, of a function what it gives."""
    if path not in project.files:
        return ()
    model = Model(project)
    table = model.semantics.table
    subject = subject_at(model, path, offset)
    type_ = model.type_at(path, offset)
    if isinstance(type_, Unknown | Group) and subject is not None and isinstance(subject.target, Definition):
        type_ = model.type_of_definition(subject.target)
    found = _declared(type_)
    now = table.current(found) if found is not None else None
    return _places(table, table.parts(now)) if now is not None else ()


def implementation(project: Project, path: str, offset: int) -> tuple[Location, ...]:
    """What carries it out.

    Of a type what derives from it, of a method those that override it, of an event and a slot what waits for it.
    """
    subject = _subject(project, path, offset)
    if subject is None or not isinstance(subject.target, Definition):
        return ()
    table, target = Model(project).semantics.table, subject.target
    if target.kind in (SymbolKind.EVENT, SymbolKind.SLOT):
        return tuple(_waiting(table, target))
    if target.owner is None:
        return _places(table, table.subtypes(target))
    if target.kind not in METHODS:
        return ()
    overriding = (
        member
        for other in table.subtypes(target.owner)
        for member in other.members
        if member.name == target.name and member.kind is target.kind
    )
    return _places(table, overriding)


def _subject(project: Project, path: str, offset: int) -> Subject | None:
    return subject_at(Model(project), path, offset) if path in project.files else None


def _of_namespace(model: Model, path: str, offset: int) -> Iterator[Location]:
    found = model.path_at(path, offset)
    if found is None or not isinstance(found[0].node, Using):
        return
    wanted = found[0].node.name.text
    for other, file in sorted(model.project.files.items()):
        for item in file.items:
            if isinstance(item.node, Namespace) and item.node.name.text == wanted:
                span = item.span(item.node.name)
                yield Location(path=other, span=item.span(item.node), name_span=span)


def _first_told(table: Table, target: Definition) -> Iterator[Definition]:
    owner = target.owner
    if owner is None:
        parts = table.parts(target)
        yield from parts if len(parts) > 1 else ()
    elif target.kind in METHODS:
        for base in [*table.with_bases(owner, set())][1:]:
            yield from (one for one in base.members if one.name == target.name and one.kind is target.kind)
    elif target.kind in STATES:
        enum = tracked_enum(table, owner)
        yield from (one for one in enum.members if one.name == target.name) if enum is not None else ()


def _declared(type_: Type) -> Definition | None:
    match type_:
        case Named(definition=Definition() as one) | TypeValue(type=Named(definition=Definition() as one)):
            return one
        case Named(arguments=(*_, inner)):
            return _declared(inner)
        case Flow(workflow=one) | Run(workflow=one):
            return one
        case SlotOf(workflow=workflow, slot=slot):
            return slot or workflow
        case _:
            return None


def _waiting(table: Table, target: Definition) -> Iterator[Location]:
    """The slots and routes of an event's or a slot's name."""
    path, item = table.path_of(target), table.item_of(target)
    for node in walk(item.node):
        name: Node | None = None
        if isinstance(node, Route) and node.name.text == target.name:
            name = node.name
        elif isinstance(node, Subscribe) and target.kind is SymbolKind.EVENT and node.event.text == target.name:
            name = node.slot
        if name is not None:
            yield Location(path=path, span=item.span(node), name_span=item.span(name))


def _places(table: Table, found: Iterable[Definition]) -> tuple[Location, ...]:
    places = ((table.place(one), one) for one in found)
    return tuple(
        Location(path=place.path, span=place.item.span(one.node), name_span=place.span) for place, one in places
    )
