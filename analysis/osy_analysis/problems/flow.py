"""Faults of the way that runs take through a workflow: states that nothing reaches or leaves, clocks without routes."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.statements import Goto
from osy_grammar.nodes.workflow import Clock, Route, State, Terminal, Workflow


@problem
class UnreachableState(Problem):
    """No chain of moves from `initial` reaches the state.

    `leading` are the moves that name it all the same, from states that nothing reaches either. `is_started_by_hand`
    says that rows may have no run, and rest in a state that no run gets to.
    """

    workflow: Workflow
    state: State | Terminal
    initial: str
    leading: tuple[Goto, ...]
    is_started_by_hand: bool


@problem
class DeadEnd(Problem):
    """No move leaves the state; `returning` are those that enter it again."""

    state: State
    returning: tuple[Goto, ...]


@problem
class RedirectCycle(Problem):
    """The `enter`s of `states` always redirect into each other, by `gotos`; both in source order."""

    workflow: Workflow
    states: tuple[State | Terminal, ...]
    gotos: tuple[Goto, ...]


@problem
class ClockWithoutRoute(Problem):
    """An `Expire` or `Deadline`, in `state` or at workflow scope, that no `on` hears."""

    workflow: Workflow
    clock: Clock
    state: State | Terminal | None


@problem
class RouteWithoutClock(Problem):
    """An `on Expire` or `on Deadline`, in `state` or at workflow scope, that no clock calls."""

    workflow: Workflow
    route: Route
    state: State | Terminal | None
