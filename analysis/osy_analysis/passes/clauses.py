"""What may stand where in a workflow: clauses, bodies, clocks, milestones, and what the header needs.

The grammar lets every item stand between any braces; the table of the language says where it means something. One
descent looks at each owner's items: a word that belongs elsewhere, a `Name = value` that is none of the place's, a
second one of what there is once. Nothing is said of what stands inside a misplaced item. Where the table does not know
all clauses of a place, only a word that is nearly one of them is wrong (ruling R103).
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from osy_analysis.problems.base import Problem
from osy_analysis.problems.clauses import (
    BreachParameter,
    ExitOnTerminal,
    InitialMissing,
    MisplacedClause,
    RepeatedClause,
    TracksMissing,
    UnknownClause,
)
from osy_analysis.wording import nearest
from osy_grammar.language import CLAUSES, clauses_of, word, words_at
from osy_grammar.language.clauses import LISTED
from osy_grammar.language.model import Place
from osy_grammar.nodes import workflow as w
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Setting

Pair = w.Clause | Setting | w.RemindArgument
"""`Name = value` in its three shapes."""

ONCE = (w.Clause, Setting, w.RemindArgument, w.Body, w.Breach, w.Clock, w.Milestone)
"""What a place has at most one of, by its word."""

_OUTSIDE = frozenset({Place.CLIENT})
"""Places of the table's clauses that are in no workflow."""


def clause_problems(workflow: w.Workflow) -> Iterator[Problem]:
    """Everything that stands in a wrong place, twice, or is missing from the header."""
    yield from _header(workflow)
    waiting: list[tuple[Node, ...]] = [(workflow,)]
    while waiting:
        holders = waiting.pop()
        first: dict[str, Identifier] = {}
        for item in items_in(holders[-1]):
            fault = _place_fault(item, holders) or _repeated(item, holders, first)
            if fault is not None:
                yield fault
                continue
            yield from _inside(item, holders[-1])
            if isinstance(item, _OWNERS):
                waiting.append((*holders, item))


def _place_fault(item: Node, holders: tuple[Node, ...]) -> Problem | None:
    """What is wrong with the item's standing here."""
    name, place = head_of(item), place_of(holders[-1])
    if name is None:
        return None
    if isinstance(item, Pair):
        return _pair_fault(item, place, holders)
    if name.text in _words(place):
        return None
    return _misplaced(name, item, place, holders)


def _pair_fault(pair: Pair, place: Place, holders: tuple[Node, ...]) -> Problem | None:
    name = pair.name.text
    if not name or any(row.name == name for row in clauses_of(place)):
        return None
    rows = [row for row in CLAUSES if row.name == name and not _OUTSIDE.issuperset(row.owners)]
    if any(place in row.unsure for row in rows):
        return None
    if rows:
        return _misplaced(pair.name, pair, place, holders)
    known = [row.name for row in clauses_of(place)]
    if place in LISTED or name in _words(place) or nearest(name, known) is not None:
        owner = owner_words(holders)
        return UnknownClause(name=pair.name, clause=pair, place=place, owner=owner, holders=holders)
    return None


def _misplaced(name: Identifier, item: Node, place: Place, holders: tuple[Node, ...]) -> MisplacedClause:
    return MisplacedClause(
        name=name, item=item, place=place, places=places_of(item), owner=owner_words(holders), holders=holders
    )


def _repeated(item: Node, holders: tuple[Node, ...], first: dict[str, Identifier]) -> RepeatedClause | None:
    """What is wrong with there being two of them; `first` are the words before it."""
    name = head_of(item)
    if name is None or not isinstance(item, ONCE) or first.setdefault(name.text, name) is name:
        return None
    return RepeatedClause(name=name, item=item, first=first[name.text], owner=owner_words(holders))


def _inside(item: Node, owner: Node) -> Iterator[Problem]:
    """What is wrong with the item itself."""
    match item:
        case w.Breach(parameters=parameters) if parameters is not None and not is_one_slot(item):
            milestone = owner if isinstance(owner, w.Milestone) else None
            yield BreachParameter(breach=item, parameters=parameters, milestone=milestone)
        case w.Body(keyword=keyword) if isinstance(owner, w.Terminal) and keyword.text == "exit":
            yield ExitOnTerminal(terminal=owner, exit=item, enter=_enter(owner))
        case _:
            pass


def is_one_slot(breach: w.Breach) -> bool:
    """Whether the arm's list is the one parameter that it may have."""
    items = breach.parameters.items if breach.parameters is not None else ()
    if len(items) != 1:
        return False
    type_ = items[0].type
    return type_.name.last.text == "Slot" and not type_.arguments and not type_.tails


def _enter(terminal: w.Terminal) -> w.Body | None:
    return next((i for i in terminal.items if isinstance(i, w.Body) and i.keyword.text == "enter"), None)


# ── The header ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _header(workflow: w.Workflow) -> Iterator[Problem]:
    """A required clause that stands nowhere, not even misspelt or in a wrong place."""
    written = {item.name.text for item in _clauses(workflow)}
    required = [row.name for row in clauses_of(Place.WORKFLOW) if row.required]
    for name in required:
        if name in written or any(nearest(other, [name]) for other in written if other not in required):
            continue
        if name == "Tracks":
            yield TracksMissing(workflow=workflow)
        else:
            first = next((item for item in workflow.items if isinstance(item, w.State | w.Terminal)), None)
            yield InitialMissing(workflow=workflow, first=first)


def _clauses(workflow: w.Workflow) -> Iterator[w.Clause]:
    waiting: list[Node] = list(workflow.items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, w.Clause):
            yield item
        elif isinstance(item, w.State | w.Terminal | w.Subscribe | w.Milestone):
            waiting.extend(items_in(item))


# ── Items and places ─────────────────────────────────────────────────────────────────────────────────────────────────

_OWNERS = (w.State, w.Terminal, w.Subscribe, w.Milestone, w.Clock, w.Remind, w.Requires, w.Requirement)


def items_in(owner: Node) -> Sequence[Node]:
    """What stands between the owner's braces; of a reminder, between its parentheses."""
    match owner:
        case w.Workflow() | w.State() | w.Terminal() | w.Milestone():
            return owner.items
        case w.Subscribe():
            return owner.items or ()
        case w.Clock() | w.Requirement():
            return owner.settings.items
        case w.Remind():
            return owner.arguments
        case w.Requires():
            return owner.requirements
        case _:
            return ()


def place_of(owner: Node) -> Place:
    """The place of the table that is between the owner's braces."""
    match owner:
        case w.State():
            return Place.STATE
        case w.Terminal():
            return Place.TERMINAL
        case w.Subscribe() | w.Requires():
            return Place.SLOT
        case w.Remind():
            return Place.REMIND
        case w.Requirement():
            return Place.REQUIREMENT
        case w.Milestone() | w.Clock():
            return Place(owner.keyword.text)
        case _:
            return Place.WORKFLOW


def head_of(item: Node) -> Identifier | None:
    """The word that an item begins with, or the name that it gives a value; None for what has neither."""
    match item:
        case w.Clause() | Setting() | w.RemindArgument():
            return item.name
        case w.Event():
            # An event keeps no word of its own; its name is what there is to point at.
            return Identifier(item.name.start, item.name.end, "event")
        case w.Requirement() | w.ErrorItem():
            return None
        case _:
            keyword = getattr(item, "keyword", None)
            return keyword if isinstance(keyword, Identifier) else None


def places_of(item: Node) -> tuple[Place, ...]:
    """Where such an item may stand."""
    name = head_of(item)
    if name is None:
        return ()
    if isinstance(item, Pair):
        return tuple(dict.fromkeys(place for row in CLAUSES if row.name == name.text for place in row.owners))
    row = word(name.text)
    return () if row is None else row.places


@lru_cache(maxsize=16)
def heads_in(owner: Node) -> frozenset[str]:
    """The words that the owner's items begin with; remembered, since one slip can misplace hundreds of items."""
    return frozenset(head.text for head in map(head_of, items_in(owner)) if head is not None)


def owner_words(holders: Sequence[Node]) -> str:
    """The innermost owner as a sentence names it."""
    owner = holders[-1]
    match owner:
        case w.Workflow():
            return f"workflow `{owner.name.text}`"
        case w.State():
            return f"state `{owner.name.text}`"
        case w.Terminal():
            return f"terminal `{owner.name.text}`"
        case w.Subscribe():
            return f"slot `{owner.slot.text}`"
        case w.Requirement():
            return f"requirement `{owner.name.text}`"
        case w.Remind():
            return f"`Remind {owner.name.text}`"
        case w.Milestone() | w.Clock() | w.Requires():
            return f"`{owner.keyword.text}` of {owner_words(holders[:-1])}"
        case _:
            return "the workflow"


@cache
def _words(place: Place) -> frozenset[str]:
    return frozenset(row.text for row in words_at(place) if not row.is_inner)
