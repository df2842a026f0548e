"""The bodies that a workflow declares, each with what it stands in.

One descent through workflow, states, slots and milestones; a body's fact (when it runs, whether it may `goto`, what is
ambient) is looked up in the table of the language by its word and its owner. A route of guarded arms is one body with
several roots: its conditions and its blocks.
"""

from collections.abc import Iterator
from functools import lru_cache

from osy_grammar.language.bodies import BODIES
from osy_grammar.language.model import BodyFact, Place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.workflow import (
    Arms,
    Body,
    Breach,
    CompleteWhen,
    Milestone,
    Remind,
    Route,
    State,
    Subscribe,
    Terminal,
    Workflow,
    WorkflowItem,
)
from osy_grammar.record import record, replace

FACTS: dict[tuple[str, Place], BodyFact] = {(fact.name, fact.owner): fact for fact in BODIES}

CLOCK_ROUTES: tuple[str, ...] = tuple(
    dict.fromkeys(fact.name.removeprefix("on ") for fact in BODIES if fact.name.startswith("on "))
)
"""What `on` may name beside slots and events."""

BodyItem = Body | Breach | Remind | Route | CompleteWhen


@record(kw_only=True, eq=False)
class Site:
    """Where an item of a workflow stands: what encloses it, outermost first; None where nothing of the kind does."""

    workflow: Workflow
    state: State | Terminal | None = None
    slot: Subscribe | None = None
    milestone: Milestone | None = None

    @property
    def place(self) -> Place:
        """The place of the table that the innermost owner is."""
        if self.milestone is not None:
            return Place(self.milestone.keyword.text)
        if self.slot is not None:
            return Place.SLOT
        if isinstance(self.state, Terminal):
            return Place.TERMINAL
        return Place.STATE if self.state is not None else Place.WORKFLOW


@record(kw_only=True, eq=False)
class BodySite:
    """A body where it stands. `fact` is None for a word that the table does not have in this place."""

    item: BodyItem
    fact: BodyFact | None
    site: Site

    @property
    def roots(self) -> tuple[Node, ...]:
        """The conditions and blocks that make the body, in source order."""
        match self.item:
            case Route(body=Arms() as arms):
                guarded = tuple(node for arm in arms.arms for node in (arm.condition, arm.block))
                return guarded if arms.default is None else (*guarded, arms.default)
            case Route(body=block):
                return (block,)
            case CompleteWhen():
                return (self.item.condition,) if self.item.block is None else (self.item.condition, self.item.block)
            case _:
                return (self.item.block,)

    @property
    def words(self) -> str:
        """The body as a sentence names it."""
        site = self.site
        match self.item:
            case Route():
                name = f"`on {self.item.name.text}`"
            case Remind():
                name = f"`Remind {self.item.name.text}`"
            case CompleteWhen():
                name = "`complete when`"
            case _:
                name = f"`{self.item.keyword.text} {{ }}`"
        if site.milestone is not None:
            name += f" of `{site.milestone.keyword.text}`"
        if site.slot is not None:
            name += f" of slot `{site.slot.slot.text}`"
        elif site.state is not None:
            name += f" of state `{site.state.name.text}`"
        else:
            name += f" of workflow `{site.workflow.name.text}`"
        return name


@lru_cache(maxsize=2)
def items_of(workflow: Workflow) -> tuple[tuple[WorkflowItem, Site], ...]:
    """Every item at every depth with where it stands, in source order.

    Iterative: constructs that are not closed nest in each other without limit. Remembered while one workflow is looked
    at, since each pass asks.
    """
    found = []
    waiting = [(item, Site(workflow=workflow)) for item in reversed(workflow.items)]
    while waiting:
        item, site = waiting.pop()
        found.append((item, site))
        if isinstance(item, _CONTAINERS):
            inner, items = _inside(item, site)
            waiting.extend([(each, inner) for each in reversed(items)])
    return tuple(found)


_CONTAINERS = (State, Terminal, Subscribe, Milestone)


def _inside(item: WorkflowItem, site: Site) -> tuple[Site, tuple[WorkflowItem, ...]]:
    """The items in an item, and where they stand."""
    match item:
        case State() | Terminal():
            return replace(site, state=item), item.items
        case Subscribe():
            return replace(site, slot=item), item.items or ()
        case Milestone():
            return replace(site, milestone=item), item.items
        case _:
            return site, ()


def bodies_of(workflow: Workflow) -> Iterator[BodySite]:
    """Every body of the workflow, in source order."""
    for item, site in items_of(workflow):
        if isinstance(item, BodyItem):
            yield BodySite(item=item, fact=fact_of(item, site), site=site)


def fact_of(item: BodyItem, site: Site) -> BodyFact | None:
    """What the table says of a body in its place."""
    return FACTS.get((_fact_name(item), site.place))


def _fact_name(item: BodyItem) -> str:
    match item:
        case Route():
            return f"on {item.name.text}" if item.name.text in CLOCK_ROUTES else "on"
        case CompleteWhen():
            return "complete when"
        case Remind():
            return "Remind"
        case _:
            return item.keyword.text
