"""Faults of workflows: a `goto` where none may stand, two budgets for one thing."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.statements import Block, Goto
from osy_grammar.nodes.workflow import Clause, State, Terminal, Workflow


@problem
class IllegalGoto(Problem):
    """A `goto` in a body that does not decide where the run goes. `parent` is the node that holds the statement."""

    goto: Goto
    parent: Node


@problem
class GotoInExit(IllegalGoto):
    """In a state's `exit`."""

    state: State
    block: Block


@problem
class GotoInMilestoneEnter(IllegalGoto):
    """In the `enter` of the milestone `keyword`."""

    keyword: Identifier


@problem
class GotoInRemind(IllegalGoto):
    """In the reminder called `name`."""

    name: Identifier


@problem
class GotoInExhausted(IllegalGoto):
    """In `Exhausted`; `breach` is the milestone's breach arm's word."""

    breach: str


@problem
class GotoInStart(IllegalGoto):
    """In a workflow's `Start`."""


@problem
class GotoInTerminal(IllegalGoto):
    """In the `enter` or `exit` (`keyword`) of a terminal."""

    terminal: Terminal
    keyword: Identifier


@problem
class GotoOutside(IllegalGoto):
    """In no workflow body; `where` says in what instead."""

    where: str


@problem
class TwoRetryBudgets(Problem):
    """A milestone has both `Retries` and a policy's `.MaxAttempts`.

    `later` is the clause to report, `earlier` the other one, which is inherited if `is_inherited`. Both are in the
    workflow.
    """

    workflow: Workflow
    keyword: str
    later: Clause
    earlier: Clause
    is_inherited: bool


@problem
class SlotOutside(Problem):
    """`slot` in a place that is no body of a milestone, and where nothing else has that name."""

    name: Name


@problem
class ItemOutside(Problem):
    """`this.Item` or `actor` (`word`) outside a workflow; `node` is all of it."""

    node: Node
    word: str
