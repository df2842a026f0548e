"""The promises of a workflow, as each slot really has them: which are there, which lack their span.

A default that no pool slot inherits is told as such and nothing else. Of a milestone with a misspelt or misplaced
clause nothing is said: it may be the one that is missed.
"""

from collections.abc import Iterator, Sequence

from osy_analysis.milestones import EffectiveMilestone, effective_milestones
from osy_analysis.passes.bodies import items_of
from osy_analysis.problems.base import Problem
from osy_analysis.problems.clauses import MisplacedClause, UnknownClause
from osy_analysis.problems.milestones import CascadeUnused, WithinMissing
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Setting
from osy_grammar.nodes.workflow import Clock, Milestone, State, Subscribe, Terminal, Workflow
from osy_grammar.record import field, record


class Use:
    """A milestone as one slot has it, and the clauses, reminders and bodies that it is made of."""

    __slots__ = ("milestone", "parts", "slot")

    def __init__(self, slot: Subscribe, milestone: EffectiveMilestone) -> None:
        self.slot = slot
        self.milestone = milestone
        self.parts = frozenset((*milestone.clauses.values(), *milestone.reminders, milestone.exhausted))


@record(eq=False, frozen=False)
class Promises:
    """The milestones of a workflow's slots; `uses` are those that a declared milestone is part of."""

    by_slot: list[tuple[Subscribe, tuple[EffectiveMilestone, ...]]] = field(default_factory=list)
    uses: dict[Milestone, list[Use]] = field(default_factory=dict)
    declared: list[tuple[Milestone, State | None, Subscribe | None]] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)


def milestone_problems(workflow: Workflow, placed: Sequence[Problem]) -> Iterator[Problem]:
    """The faults that show without knowing any name; `placed` are the faults of place in the workflow."""
    promises = promises_of(workflow, placed)
    yield from _within_missing(promises)
    for milestone, state, slot in promises.declared:
        if slot is None and not promises.uses[milestone]:
            yield CascadeUnused(milestone=milestone, workflow=workflow, state=state)


def promises_of(workflow: Workflow, placed: Sequence[Problem]) -> Promises:
    """The milestones of the workflow's slots and its clocks; `placed` are the faults of place in it."""
    promises = Promises()
    suspects = _suspects(workflow, placed)
    for item, site in items_of(workflow):
        if isinstance(site.state, Terminal) or not suspects.isdisjoint((site.state, site.slot, site.milestone, item)):
            continue
        match item:
            case Milestone() if site.milestone is None:
                promises.declared.append((item, site.state, site.slot))
                promises.uses.setdefault(item, [])
            case Clock():
                promises.clocks.append(item)
            case Subscribe() if site.slot is None and site.milestone is None:
                effective = effective_milestones(workflow, site.state, item)
                sound = tuple(one for one in effective if suspects.isdisjoint(one.declared))
                promises.by_slot.append((item, sound))
            case _:
                pass
    for slot, milestones in promises.by_slot:
        for milestone in milestones:
            use = Use(slot, milestone)
            for declared in milestone.declared:
                if declared in promises.uses:
                    promises.uses[declared].append(use)
    return promises


def _suspects(workflow: Workflow, placed: Sequence[Problem]) -> set[Node | None]:
    """What stands in a wrong place or holds what does; of the workflow itself, its own milestones."""
    found: set[Node | None] = set()
    for problem in placed:
        if isinstance(problem, MisplacedClause | UnknownClause):
            found.update(problem.holders[1:])
            if len(problem.holders) == 1:
                found.update(item for item in workflow.items if isinstance(item, Milestone))
        if isinstance(problem, MisplacedClause):
            found.add(problem.item)
    return found


def _within_missing(promises: Promises) -> Iterator[Problem]:
    for clock in promises.clocks:
        if not any(isinstance(one, Setting) and one.name.text == "Within" for one in clock.settings.items):
            yield WithinMissing(owner=clock, slot=None)
    told: set[Milestone] = set()
    for slot, milestones in promises.by_slot:
        for milestone in milestones:
            nearest = milestone.declared[0]
            if "Within" not in milestone.clauses and nearest not in told:
                told.add(nearest)
                is_own = nearest in (slot.items or ())
                yield WithinMissing(owner=nearest, slot=None if is_own else slot)
