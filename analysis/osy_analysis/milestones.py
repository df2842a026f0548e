"""The milestones that a slot really has: its own, completed clause by clause from its state's and its workflow's.

Nearest wins: slot over state over workflow. A default is inherited by pool slots only, those that declare `Candidates`;
a milestone on the slot itself needs none. A state's milestone inherits from the workflow's in the same way. Source:
workflow-milestone#description.
"""

from collections.abc import Iterable
from functools import lru_cache

from osy_grammar.nodes.workflow import Body, Breach, Clause, Milestone, Remind, State, Subscribe, Workflow, WorkflowItem
from osy_grammar.record import record

KEYWORDS = ("Assigned", "Finished")


@record(kw_only=True)
class EffectiveMilestone:
    """One milestone of a slot after inheritance; `declared` holds what it is made of, the nearest first."""

    keyword: str
    declared: tuple[Milestone, ...]
    clauses: dict[str, Clause]
    enter: Body | None
    exhausted: Body | None
    breach: Breach | None
    reminders: tuple[Remind, ...]


def is_pool(slot: Subscribe) -> bool:
    """Whether the slot declares `Candidates`."""
    return any(isinstance(item, Clause) and item.name.text == "Candidates" for item in slot.items or ())


def milestone_in(items: Iterable[WorkflowItem], keyword: str) -> Milestone | None:
    """The first milestone of that keyword among the items."""
    return next((i for i in items if isinstance(i, Milestone) and i.keyword.text == keyword), None)


@lru_cache(maxsize=4)
def _of_workflow(workflow: Workflow, keyword: str) -> Milestone | None:
    """The workflow's milestone; remembered while its slots are gone through, since each asks."""
    return milestone_in(workflow.items, keyword)


def effective_milestones(workflow: Workflow, state: State | None, slot: Subscribe) -> tuple[EffectiveMilestone, ...]:
    """The slot's milestones, `Assigned` before `Finished`; `state` is None for a workflow-scope slot."""
    found = []
    for keyword in KEYWORDS:
        own = milestone_in(slot.items or (), keyword)
        levels = [own]
        if is_pool(slot):
            levels.append(milestone_in(state.items, keyword) if state else None)
            levels.append(_of_workflow(workflow, keyword))
        declared = tuple(level for level in levels if level is not None)
        if declared:
            found.append(merge(keyword, declared))
    return tuple(found)


def merge(keyword: str, declared: tuple[Milestone, ...]) -> EffectiveMilestone:
    """Complete the first of `declared` from the others, clause by clause and body by body."""
    clauses: dict[str, Clause] = {}
    bodies: dict[str, Body] = {}
    reminders: dict[str, Remind] = {}
    breach: Breach | None = None
    for milestone in declared:
        for item in milestone.items:
            match item:
                case Clause():
                    clauses.setdefault(item.name.text, item)
                case Body():
                    bodies.setdefault(item.keyword.text, item)
                case Remind():
                    reminders.setdefault(item.name.text, item)
                case Breach() if breach is None:
                    breach = item
                case _:
                    pass
    return EffectiveMilestone(
        keyword=keyword,
        declared=declared,
        clauses=clauses,
        enter=bodies.get("enter"),
        exhausted=bodies.get("Exhausted"),
        breach=breach,
        reminders=tuple(reminders.values()),
    )
