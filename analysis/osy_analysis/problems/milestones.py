"""Promises that nobody can keep, or that nobody would hear of."""

from typing import ClassVar

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.workflow import (
    Body,
    Clause,
    Clock,
    Milestone,
    Remind,
    RemindArgument,
    State,
    Subscribe,
    Workflow,
)


@problem
class WithinMissing(Problem):
    """Nothing says how long the milestone or clock lasts. `slot` inherits the milestone, where it is not its own."""

    is_about_names: ClassVar[bool] = True

    owner: Milestone | Clock
    slot: Subscribe | None


@problem
class CascadeUnused(Problem):
    """A default that no pool slot can inherit; `state` declares it, or else the workflow."""

    is_about_names: ClassVar[bool] = True

    milestone: Milestone
    workflow: Workflow
    state: State | None


@problem
class RemindAfterBreach(Problem):
    """The reminder's `After` is not before the milestone's `Within`, wherever it applies."""

    remind: Remind
    after: RemindArgument
    within: Clause
    keyword: str


@problem
class FinishedBeforeAssigned(Problem):
    """A slot is due to be finished before it is due to be picked up."""

    slot: Subscribe
    finished: Clause
    assigned: Clause


@problem
class RetriesOnHumanSlot(Problem):
    """A pool slot tries again on the same terms; `slot` is the first that has the clause."""

    retries: Clause
    slot: Subscribe
    keyword: str


@problem
class ExhaustedWithoutRetries(Problem):
    """`Exhausted` can never run. `reason` is the clause that says that there is one attempt, if one says so."""

    exhausted: Body
    milestone: Milestone
    reason: Clause | None


@problem
class BackoffWithoutRetries(Problem):
    """A plain span between attempts, of which there is one."""

    backoff: Clause
    milestone: Milestone
    reason: Clause | None


@problem
class EndlessRetries(Problem):
    """A policy that says how the wait grows and not when to give up; `policy` is the expression."""

    backoff: Clause
    policy: Node
    milestone: Milestone
