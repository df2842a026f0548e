"""A clause, a body or a clock where it means nothing."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from osy_analysis.braces import as_last, cut, reindented
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.passes.clauses import ONCE, heads_in, items_in, owner_words, place_of
from osy_analysis.problems.clauses import MisplacedClause
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.language import bodies_of
from osy_grammar.language.model import Place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.workflow import Breach, Clock, Event, Milestone, RemindArgument, Subscribe


def check(ctx: Context, problem: MisplacedClause) -> Iterator[Finding]:
    """Point at the word; offer to move or to remove the whole item."""
    removed = Fix(f"Remove `{_shown(problem)}`", (cut(ctx, problem.item),))
    yield Finding(
        span=ctx.span(problem.name),
        message=f"`{_shown(problem)}` means nothing in {problem.owner}",
        hint=f"it belongs in {_listing(problem.places)}",
        fixes=(*_renames(ctx, problem), *_moves(ctx, problem), removed),
    )


def _shown(problem: MisplacedClause) -> str:
    item = problem.item
    if isinstance(item, Event):
        return f"event {item.name.text}"
    if isinstance(item, Subscribe):
        return f"subscribe {item.event.text}"
    return problem.name.text


def _listing(places: Sequence[Place]) -> str:
    """The places in a sentence: an owner by its word, a clock or a milestone in backticks."""
    words = [_WORDS.get(place, f"`{place.value}`") for place in places if place not in _ELSEWHERE]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


_WORDS = {
    Place.WORKFLOW: "the workflow itself",
    Place.STATE: "a state",
    Place.TERMINAL: "a terminal",
    Place.SLOT: "a slot",
    Place.REQUIREMENT: "a requirement",
}
_ELSEWHERE = (Place.COMPONENT, Place.CLIENT)


def _renames(ctx: Context, problem: MisplacedClause) -> Iterator[Fix]:
    """Call a breach arm by the word of the milestone that it stands in."""
    owner = problem.holders[-1]
    if not isinstance(problem.item, Breach) or not isinstance(owner, Milestone):
        return
    arm = next((fact.name for fact in bodies_of(place_of(owner)) if fact.parameter == "Slot"), None)
    if arm is not None and arm not in heads_in(owner):
        yield ctx.replacement(f"Change to `{arm}`", problem.name, arm)


def _moves(ctx: Context, problem: MisplacedClause) -> Iterator[Fix]:
    """Put the item into the one thing beside it that takes it, and into the nearest around it that does."""
    if isinstance(problem.item, RemindArgument):
        return
    for owner, words in _targets(problem):
        edit = as_last(ctx, owner, reindented(ctx, problem.item))
        if edit is not None:
            yield Fix(f"Move it into {words}", (cut(ctx, problem.item), edit))


def _targets(problem: MisplacedClause) -> Iterator[tuple[Node, str]]:
    holders = problem.holders
    beside = [item for item in _beside(holders[-1]) if _takes(item, problem)]
    if len(beside) == 1:
        yield beside[0], owner_words((*holders, beside[0]))
    for depth in range(len(holders) - 1, 0, -1):
        if _takes(holders[depth - 1], problem):
            yield holders[depth - 1], owner_words(holders[:depth])
            return


@lru_cache(maxsize=4)
def _beside(owner: Node) -> tuple[Node, ...]:
    """What in the owner has braces that a misplaced item could be meant for."""
    return tuple(item for item in items_in(owner) if isinstance(item, Milestone | Clock | Subscribe))


def _takes(owner: Node, problem: MisplacedClause) -> bool:
    is_open = not isinstance(owner, Subscribe) or owner.items is not None
    is_taken = isinstance(problem.item, ONCE) and problem.name.text in heads_in(owner)
    return is_open and place_of(owner) in problem.places and not is_taken


RULE = Rule(code="workflow-clause-misplaced", level=Level.ERROR, on=MisplacedClause, check=check)
