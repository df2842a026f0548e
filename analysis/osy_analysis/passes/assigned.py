"""Code that gives a tracked field a value, where only the field's workflow may.

Few chunks have such an assignment, and which may is seen in the text: a name of a tracked field before `=`. Only those
are asked what the name means. A row whose type is a base of the tracked entity may be another entity's, so nothing is
said of it; a row of unknown type neither (ruling R104).
"""

import re
from collections.abc import Iterator
from functools import partial

from osy_analysis.passes.tracked_fields import Found, trackings_of
from osy_analysis.passes.tracking import Tracking
from osy_analysis.problems.base import Place
from osy_analysis.problems.tracking import TrackedFieldAssigned
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import Named
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Entity
from osy_grammar.nodes.expressions import Assignment, InitialiserMember, Member, Name, New
from osy_grammar.record import record
from osy_grammar.tree import Item
from osy_grammar.walk import walk


@record(eq=False)
class Assigned:
    """A field that is given a value in a chunk: the name at `node`, on a row of the type `owner`.

    `owner` is None for a bare name, which is the enclosing entity's.
    """

    node: Node
    assignment: Node
    field: Definition
    owner: Definition | None
    is_initialiser: bool


def assigned_problems(semantics: Semantics, path: str) -> Iterator[Found]:
    """The assignments of the file to fields that a workflow drives."""
    table = semantics.table
    names = table.files.get(path)
    by_field = trackings_of(table).by_field
    wanted = {field.name for field in by_field}
    if names is None or not wanted:
        return
    for item in names.source.items:
        if not item.chunk.problems and _may_assign(item.chunk.text, wanted):
            for found in semantics.derived(path, item, "assigned fields", partial(_assigned, item)):
                own = table.own(path, item.chunk)
                for tracking in by_field.get(table.current(found.field) or found.field, ()):
                    if tracking.item.chunk is not item.chunk and _is_wrong(table, tracking, found, own):
                        yield item, _problem(tracking, found)


def _may_assign(text: str, names: set[str]) -> bool:
    return any(name in text and re.search(rf"\b{re.escape(name)}\s*(?:\?\?)?=(?![=>])", text) for name in names)


def _is_wrong(table: Table, tracking: Tracking, found: Assigned, own: Definition | None) -> bool:
    if tracking.entity is None or tracking.enum is None or (found.is_initialiser and not tracking.starts_itself):
        return False
    owner = found.owner or own
    return owner is not None and tracking.entity in table.with_bases(owner, set())


def _problem(tracking: Tracking, found: Assigned) -> TrackedFieldAssigned:
    return TrackedFieldAssigned(
        node=found.node,
        assignment=found.assignment,
        workflow=tracking.workflow,
        place=Place(tracking.path, tracking.item, tracking.workflow.name),
        is_initialiser=found.is_initialiser,
    )


def _assigned(item: Item, bound: Bound) -> tuple[Assigned, ...]:
    return tuple(_find(item, bound))


def _find(item: Item, bound: Bound) -> Iterator[Assigned]:
    for node in walk(item.node):
        match node:
            case Assignment(target=Member(target=row, name=name)):
                owner = bound.types.get(row)
                if isinstance(owner, Named):
                    yield from _one(bound, name, node, owner, is_initialiser=False)
            case Assignment(target=Name() as name):
                yield from _bare(item, bound, name, node)
            case New(initialiser=initialiser) if initialiser is not None:
                owner = bound.types.get(node)
                for element in initialiser.elements:
                    if isinstance(element, InitialiserMember) and isinstance(owner, Named):
                        yield from _one(bound, element.name, element, owner, is_initialiser=True)
            case _:
                pass


def _one(bound: Bound, name: Node, assignment: Node, owner: Named, *, is_initialiser: bool) -> Iterator[Assigned]:
    field, of = bound.targets.get(name), owner.definition
    if isinstance(field, Definition) and isinstance(of, Definition):
        yield Assigned(name, assignment, field, of, is_initialiser)


def _bare(item: Item, bound: Bound, name: Name, assignment: Node) -> Iterator[Assigned]:
    """A bare name in a method of the entity itself."""
    field = bound.targets.get(name)
    if isinstance(item.node, Entity) and isinstance(field, Definition) and field.kind is SymbolKind.FIELD:
        yield Assigned(name, assignment, field, None, is_initialiser=False)
