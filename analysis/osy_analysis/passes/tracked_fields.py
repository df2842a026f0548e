"""Workflows against the fields that they drive, all of a snapshot at once, which costs a few lookups each.

After an unknown `Tracks` nothing is said that rests on it. A name that is missing on one side and nearly there on the
other is one slip: it is told once, at the state. A member that a `goto` or `Initial` names has been told of there.
"""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from osy_analysis.passes.facts import chunk_problems
from osy_analysis.passes.tracking import Tracking, clause_named, is_whole, track, workflows_in
from osy_analysis.passes.workflows import names_of
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.names import UnknownState
from osy_analysis.problems.tracking import MemberWithoutState, StateNotInEnum, TrackedFieldDefault
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.wording import nearest
from osy_grammar.nodes.declarations import Enum, Field, Property
from osy_grammar.nodes.expressions import Expression, Literal, Member, Name
from osy_grammar.nodes.workflow import State, Terminal, Workflow
from osy_grammar.record import field, record
from osy_grammar.tree import Chunk, Item

Found = tuple[Item, Problem]


@record(eq=False, frozen=False)
class Trackings:
    """Those of a snapshot; `problems` by the path of the file that they stand in."""

    by_field: dict[Definition, list[Tracking]] = field(default_factory=dict)
    problems: dict[str, list[Found]] = field(default_factory=dict)


_MOST_PAIRS = 10_000

_known: WeakKeyDictionary[Table, Trackings] = WeakKeyDictionary()
_members: WeakKeyDictionary[Chunk, frozenset[str]] = WeakKeyDictionary()


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


def _problems(table: Table, tracking: Tracking) -> Iterator[tuple[str, Item, Problem]]:
    """The problems with the file and the item that each stands in."""
    if tracking.fault is not None:
        yield tracking.path, tracking.item, tracking.fault
    yield from _default(table, tracking)
    enum = tracking.enum
    if enum is None or not isinstance(enum.node, Enum):
        return
    if tracking.states == _members_of(enum.chunk, enum.node):
        return
    home, item = table.path_of(enum), table.item_of(enum)
    if not is_whole(table.files[home].source, item):
        return
    states = names_of(tracking.workflow).states
    members = {member.name.text: member for member in enum.node.members if member.name.text}
    strange = [state for name, state in states.items() if name and name not in members]
    unused = tuple(name for name in members if name not in states)
    # Names are compared each with each, which is not worth it where nothing fits.
    near = unused if len(strange) * len(unused) <= _MOST_PAIRS else ()
    for state in strange:
        yield (
            tracking.path,
            tracking.item,
            StateNotInEnum(
                state=state,
                workflow=tracking.workflow,
                enum=enum.node,
                place=table.place(enum),
                known=near,
            ),
        )
    place = Place(tracking.path, tracking.item, tracking.workflow.name)
    told = _told(tracking, strange, near)
    for name in unused:
        if name not in told and not is_for_rest(tracking, name, enum.node):
            problem = MemberWithoutState(member=members[name], enum=enum.node, workflow=tracking.workflow, place=place)
            yield home, item, problem


def _told(tracking: Tracking, strange: list[State | Terminal], near: tuple[str, ...]) -> set[str]:
    """The members that something else is reported for: a state that is meant for one, or a mention of one."""
    meant = (name for state in strange if (name := nearest(state.name.text, near)) is not None)
    mentioned = (one.name.text for one in chunk_problems(tracking.item.chunk) if isinstance(one, UnknownState))
    return {*meant, *mentioned}


def is_for_rest(tracking: Tracking, member: str, enum: Enum) -> bool:
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
    if definition is None or tracking.enum is None or not tracking.starts_itself or definition.chunk.problems:
        return
    value = _default_of(definition)
    if value is None or (isinstance(value, Literal) and value.kind == "null") or not isinstance(definition.node, Field):
        return
    initial = clause_named(tracking.workflow, "Initial")
    problem = TrackedFieldDefault(
        field=definition.node,
        value=value,
        workflow=tracking.workflow,
        place=Place(tracking.path, tracking.item, tracking.workflow.name),
        initial=initial.value.text if initial is not None and isinstance(initial.value, Name) else "",
    )
    yield table.path_of(definition), table.item_of(definition), problem


def _members_of(chunk: Chunk, enum: Enum) -> frozenset[str]:
    members = _members.get(chunk)
    if members is None:
        members = _members[chunk] = frozenset(member.name.text for member in enum.members)
    return members
