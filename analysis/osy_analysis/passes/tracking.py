"""Workflows against what they track: the entity, the field and its enum, in whatever files these are.

All workflows in view are resolved once for a snapshot, which costs a few lookups each. What may be declared out of
view is not missing: an entity of a kit that is not there, a field of a base that is not, an enum that does not parse.
After an unknown `Tracks` nothing is said that rests on it.

The name of a state that is missing on one side and there on the other, nearly, is one slip: it is told once, at the
state. A member that a `goto` or `Initial` names has been told of there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from osy_analysis.passes.facts import facts_of
from osy_analysis.passes.workflows import names_of
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.names import UnknownState
from osy_analysis.problems.tracking import (
    MemberWithoutState,
    StateNotInEnum,
    TrackedFieldDefault,
    TracksNotEnum,
    TracksUnknown,
)
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import nearest
from osy_grammar.language import type_named
from osy_grammar.nodes.declarations import Enum, Field, Property
from osy_grammar.nodes.expressions import Expression, Literal, Member, Name
from osy_grammar.nodes.workflow import Clause, State, Terminal, Workflow
from osy_grammar.tree import Item, SourceFile
from osy_grammar.vocabulary import PREDEFINED

Found = tuple[Item, Problem]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tracking:
    """A workflow and as much as is known of what it tracks; `fault` says why no more is.

    `starts_itself` is None where `Autostart` is not a plain `true` or `false`.
    """

    path: str
    item: Item
    workflow: Workflow
    entity: Definition | None = None
    field: Definition | None = None
    enum: Definition | None = None
    fault: Problem | None = None
    starts_itself: bool | None = None


@dataclass(slots=True, eq=False)
class Trackings:
    """Those of a snapshot; `problems` by the path of the file that they stand in."""

    by_field: dict[Definition, list[Tracking]] = field(default_factory=dict)
    problems: dict[str, list[Found]] = field(default_factory=dict)


_known: WeakKeyDictionary[Table, Trackings] = WeakKeyDictionary()
_workflows: WeakKeyDictionary[SourceFile, tuple[Item, ...]] = WeakKeyDictionary()


def tracking_problems(table: Table, path: str) -> Iterator[Found]:
    """What is wrong in the file between workflows and what they track, assignments excepted."""
    yield from trackings_of(table).problems.get(path, ())


def trackings_of(table: Table) -> Trackings:
    """All workflows of the snapshot with what they track, found at the first asking."""
    known = _known.get(table)
    if known is None:
        known = _known[table] = _find(table)
    return known


def _find(table: Table) -> Trackings:
    found = Trackings()
    for path, names in table.files.items():
        for item in workflows_in(names.source):
            if isinstance(item.node, Workflow):
                tracking = track(table, path, item, item.node)
                if tracking.field is not None:
                    found.by_field.setdefault(tracking.field, []).append(tracking)
                for place, other, problem in _problems(table, tracking):
                    found.problems.setdefault(place, []).append((other, problem))
    return found


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
    clause = clause_named(workflow, "Tracks")
    starts_itself = _starts_itself(workflow)
    if clause is None:
        return Tracking(path=path, item=item, workflow=workflow, starts_itself=starts_itself)
    entity, entity_fault = _entity(table, path, clause.value)
    member, field_fault = (None, None) if entity is None else _field(table, path, entity, clause.value)
    enum, type_fault = (None, None) if member is None else _enum(table, member, clause.value)
    return Tracking(
        path=path,
        item=item,
        workflow=workflow,
        entity=entity,
        field=member,
        enum=enum,
        fault=entity_fault or field_fault or type_fault,
        starts_itself=starts_itself,
    )


def clause_named(workflow: Workflow, name: str) -> Clause | None:
    """The workflow's own first clause of that name."""
    return next((item for item in workflow.items if isinstance(item, Clause) and item.name.text == name), None)


def _starts_itself(workflow: Workflow) -> bool | None:
    """Ruling R25: a workflow that does not say starts by itself."""
    clause = clause_named(workflow, "Autostart")
    if clause is None:
        return True
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
    short = written.rpartition(".")[2]
    if not found and (table.missing(path) or type_named(short) is not None or short in table.doubtful):
        return None, None
    known = tuple(name for name in table.in_view(path) if _is_entity(table, name))
    other = found[0] if found else None
    return None, TracksUnknown(node=value.target, name=written, owner=None, found=other, known=known)


def _is_entity(table: Table, name: str) -> bool:
    return any(one.kind is SymbolKind.ENTITY for one in table.names.get(name, ()))


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
    if not members and (is_open or table.missing(table.path_of(entity)) or name.text in table.doubtful):
        return None, None
    known = tuple(one.name for one in table.all_members(entity, used) if isinstance(one.node, Field | Property))
    found = members[0] if members else None
    return None, TracksUnknown(node=name, name=name.text, owner=entity, found=found, known=known)


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


# ── What does not fit ────────────────────────────────────────────────────────────────────────────────────────────────


def _problems(table: Table, tracking: Tracking) -> Iterator[tuple[str, Item, Problem]]:
    """The problems with the file and the item that each stands in."""
    if tracking.fault is not None:
        yield tracking.path, tracking.item, tracking.fault
    yield from _default(table, tracking)
    enum = tracking.enum
    if enum is None or not isinstance(enum.node, Enum):
        return
    home, item = table.path_of(enum), table.item_of(enum)
    if not is_whole(table.files[home].source, item):
        return
    states = names_of(tracking.workflow).states
    members = {member.name.text: member for member in enum.node.members if member.name.text}
    strange = [state for name, state in states.items() if name and name not in members]
    for state in strange:
        yield (
            tracking.path,
            tracking.item,
            StateNotInEnum(
                state=state,
                workflow=tracking.workflow,
                enum=enum.node,
                place=table.place(enum),
                known=tuple(name for name in members if name not in states),
            ),
        )
    place = Place(tracking.path, tracking.item, tracking.workflow.name)
    for name, member in members.items():
        is_missing = name not in states and not _is_told(tracking, name, strange)
        if is_missing and not _is_for_rest(tracking, name, enum.node):
            problem = MemberWithoutState(member=member, enum=enum.node, workflow=tracking.workflow, place=place)
            yield home, item, problem


def _is_told(tracking: Tracking, member: str, strange: list[State | Terminal]) -> bool:
    """Whether something else is reported for the member: a state that is meant for it, or a mention of it."""
    if any(nearest(state.name.text, [member]) is not None for state in strange):
        return True
    problems = facts_of(tracking.item.chunk).problems
    return any(isinstance(problem, UnknownState) and problem.name.text == member for problem in problems)


def _is_for_rest(tracking: Tracking, member: str, enum: Enum) -> bool:
    """Whether rows without a run may have the member: ruling R102."""
    if tracking.starts_itself or tracking.field is None or not enum.members:
        return False
    match _default_of(tracking.field):
        case None:
            return enum.members[0].name.text == member
        case Member(name=name):
            return name.text == member
        case Name(text=text):
            return text == member
        case _:
            return True


def _default_of(definition: Definition) -> Expression | None:
    node = definition.node
    return node.value if isinstance(node, Field | Property) else None


def _default(table: Table, tracking: Tracking) -> Iterator[tuple[str, Item, Problem]]:
    """A default that the run's first state replaces at once."""
    definition = tracking.field
    initial = clause_named(tracking.workflow, "Initial")
    if definition is None or tracking.enum is None or not tracking.starts_itself or definition.chunk.problems:
        return
    value = _default_of(definition)
    if value is None or (isinstance(value, Literal) and value.kind == "null") or not isinstance(definition.node, Field):
        return
    problem = TrackedFieldDefault(
        field=definition.node,
        value=value,
        workflow=tracking.workflow,
        place=Place(tracking.path, tracking.item, tracking.workflow.name),
        initial=initial.value.text if initial is not None and isinstance(initial.value, Name) else "",
    )
    yield table.path_of(definition), table.item_of(definition), problem
