"""What a workflow tracks: the entity, its field and the field's enum, in whatever files these are.

What may be declared out of view is not missing: an entity of a kit that is not there, a field of a base that is not.
"""

from weakref import WeakKeyDictionary

from osy_analysis.passes.workflows import names_of
from osy_analysis.problems.base import Problem
from osy_analysis.problems.tracking import (
    TracksNotEnum,
    TracksUnknown,
)
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import OUT_OF_VIEW, Table
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import nearest
from osy_grammar.language import type_named
from osy_grammar.nodes.declarations import Field, Property
from osy_grammar.nodes.expressions import Expression, Literal, Member, Name
from osy_grammar.nodes.workflow import Clause, Workflow
from osy_grammar.record import record
from osy_grammar.tree import Chunk, Item, SourceFile
from osy_grammar.vocabulary import PREDEFINED

_workflows: WeakKeyDictionary[SourceFile, tuple[Item, ...]] = WeakKeyDictionary()


@record(eq=False, kw_only=True)
class Tracking:
    """A workflow and as much as is known of what it tracks; `fault` says why no more is.

    `starts_itself` is None where `Autostart` is not a plain `true` or `false`. `states` are the states' names.
    """

    path: str
    item: Item
    workflow: Workflow
    states: frozenset[str]
    entity: Definition | None = None
    field: Definition | None = None
    enum: Definition | None = None
    fault: Problem | None = None
    starts_itself: bool | None = None


def workflows_in(source: SourceFile) -> tuple[Item, ...]:
    """The file's workflows that are surely whole: a brace too many ends one early, and breaks what follows it."""
    found = _workflows.get(source)
    if found is None:
        found = _workflows[source] = tuple(
            item for item in source.items if isinstance(item.node, Workflow) and is_whole(source, item)
        )
    return found


def is_whole(source: SourceFile, item: Item) -> bool:
    """Whether the item parses, and what follows it does."""
    after = source.item_at(item.end + 1)
    return not item.chunk.problems and (after is None or after is item or not after.chunk.problems)


# ── What is tracked ──────────────────────────────────────────────────────────────────────────────────────────────────


def track(table: Table, path: str, item: Item, workflow: Workflow) -> Tracking:
    """The workflow with what its `Tracks` means in the file."""
    header = _header_of(item.chunk, workflow)
    tracks, starts_itself, states = header.tracks, header.starts_itself, header.states
    if tracks is None:
        return Tracking(path=path, item=item, workflow=workflow, starts_itself=starts_itself, states=states)
    entity, entity_fault = _entity(table, path, tracks)
    member, field_fault = (None, None) if entity is None else _field(table, path, entity, tracks)
    enum, type_fault = (None, None) if member is None else _enum(table, member, tracks)
    return Tracking(
        path=path,
        item=item,
        workflow=workflow,
        entity=entity,
        field=member,
        enum=enum,
        fault=entity_fault or field_fault or type_fault,
        starts_itself=starts_itself,
        states=states,
    )


@record(eq=False)
class _Header:
    """What a workflow's own text says: the value of `Tracks`, whether runs start by themselves, the states' names."""

    tracks: Expression | None
    starts_itself: bool | None
    states: frozenset[str]


_headers: WeakKeyDictionary[Chunk, _Header] = WeakKeyDictionary()


def _header_of(chunk: Chunk, workflow: Workflow) -> _Header:
    header = _headers.get(chunk)
    if header is None:
        tracks = clause_named(workflow, "Tracks")
        states = frozenset(names_of(workflow).states)
        value = tracks.value if tracks is not None else None
        header = _headers[chunk] = _Header(value, _starts_itself(workflow), states)
    return header


def clause_named(workflow: Workflow, name: str) -> Clause | None:
    """The workflow's own first clause of that name."""
    return next((item for item in workflow.items if isinstance(item, Clause) and item.name.text == name), None)


def _starts_itself(workflow: Workflow) -> bool | None:
    """Ruling R25: a workflow that does not say starts by itself."""
    clause = clause_named(workflow, "Autostart")
    if clause is None:
        # A misspelt one is told as such, and may say either.
        header = (item.name.text for item in workflow.items if isinstance(item, Clause))
        return None if any(nearest(name, ["Autostart"]) for name in header) else True
    value = clause.value
    return value.kind == "true" if isinstance(value, Literal) and value.kind in ("true", "false") else None


def _entity(table: Table, path: str, value: Expression) -> tuple[Definition | None, Problem | None]:
    """The entity before the field's name, or what is wrong with it; neither where it may be out of view."""
    written = dotted(value.target) if isinstance(value, Member) else None
    if not isinstance(value, Member) or written is None:
        is_name = isinstance(value, Name)
        fault = TracksUnknown(node=value, name="", owner=None, found=None, known=()) if is_name else None
        return None, fault
    used: set[str] = set()
    found = table.resolve_type(path, written, used)
    if found:
        entity = found[0]
        if any(other not in table.parts(entity) for other in found):
            return None, None
        if entity.kind is SymbolKind.ENTITY:
            return entity, None
    if not found and _may_be_elsewhere(table, path, written):
        return None, None
    known = _entities(table, path)
    other = found[0] if found else None
    return None, TracksUnknown(node=value.target, name=written, owner=None, found=other, known=known)


def _may_be_elsewhere(table: Table, path: str, written: str) -> bool:
    """Whether the name may be declared out of view: by a kit, by what does not parse, by the platform."""
    namespace, _, short = written.rpartition(".")
    if table.missing(path) or short in table.doubtful:
        return True
    if not namespace:
        return type_named(short) is not None
    return namespace not in table.namespaces and table.is_namespace(path, namespace, set())


_entities_seen: WeakKeyDictionary[Table, dict[bool, tuple[str, ...]]] = WeakKeyDictionary()


def _entities(table: Table, path: str) -> tuple[str, ...]:
    """The names of the entities that the file sees."""
    by_kind_of_file = _entities_seen.setdefault(table, {})
    is_test = table.scope(path).is_test
    if is_test not in by_kind_of_file:
        by_kind_of_file[is_test] = tuple(
            name
            for name in table.in_view(path)
            if any(one.kind is SymbolKind.ENTITY for one in table.names.get(name, ()))
        )
    return by_kind_of_file[is_test]


def dotted(value: Expression) -> str | None:
    """A name with dots as an expression."""
    parts: list[str] = []
    while isinstance(value, Member):
        parts.append(value.name.text)
        value = value.target
    return ".".join((value.text, *reversed(parts))) if isinstance(value, Name) else None


def _field(table: Table, path: str, entity: Definition, value: Expression) -> tuple[Definition | None, Problem | None]:
    name = value.name if isinstance(value, Member) else None
    if name is None or not name.text:
        return None, None
    used: set[str] = set()
    members = table.members(entity, name.text, used)
    if members and isinstance(members[0].node, Field | Property):
        return members[0], None
    is_open = table.unknown_bases(entity, used) or table.builtin_bases(entity, used)
    if not members and (is_open or name.text in table.doubtful or _may_be_extended(table, path, entity)):
        return None, None
    known = tuple(one.name for one in table.all_members(entity, used) if isinstance(one.node, Field | Property))
    found = members[0] if members else None
    return None, TracksUnknown(node=name, name=name.text, owner=entity, found=found, known=known)


def _may_be_extended(table: Table, path: str, entity: Definition) -> bool:
    """Whether what is out of view may add fields to the entity: another file of it, a kit to that of another kit."""
    home = table.path_of(entity)
    if OUT_OF_VIEW in table.missing(home):
        return True
    return table.units.get(home) is not table.units.get(path) and bool(table.missing(path))


def _enum(table: Table, member: Definition, value: Expression) -> tuple[Definition | None, Problem | None]:
    type_ = member.type
    if type_ is None or not isinstance(value, Member):
        return None, None
    path, written = table.path_of(member), type_.name.text
    found = table.resolve_type(path, written, set())
    if found and any(other not in table.parts(found[0]) for other in found):
        return None, None
    is_plain = not type_.arguments and all(tail == "?" for tail in type_.tails)
    if found and found[0].kind is SymbolKind.ENUM and is_plain:
        return found[0], None
    if not found and is_plain:
        row = type_named(written)
        if written not in PREDEFINED and (row is None or row.is_enum):
            return None, None
    text = member.chunk.text[type_.start : type_.end]
    return None, TracksNotEnum(name=value.name, type=text, field=table.place(member))
