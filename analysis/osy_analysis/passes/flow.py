"""Where the runs of one workflow can go: the moves of each state, what is reached from `Initial`, what never settles.

A move is a `goto` in a body. One in a state's body leads from that state; one at workflow scope leads from any state
that is no terminal. An illegal `goto` counts as a move here: it is reported by itself, and whoever wrote it means the
state to be reached. Reachability is a walk from `Initial` over the moves, so the order of declarations plays no part;
it is unknown while the workflow names a state that it does not have. A workflow of which parts may stand elsewhere
(`partial`) is never looked at.

An `enter` that always redirects, into states whose `enter`s always redirect into such states again, never settles: what
remains when states that can settle, and those that can redirect into one, are taken away.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from osy_analysis.passes.bodies import BodySite, items_of
from osy_analysis.passes.scan import GotoUse, Scan
from osy_analysis.passes.ways import ways_of
from osy_analysis.passes.workflows import WorkflowNames
from osy_analysis.problems.base import Problem
from osy_analysis.problems.flow import (
    ClockWithoutRoute,
    DeadEnd,
    RedirectCycle,
    RouteWithoutClock,
    UnreachableState,
)
from osy_grammar.language import word
from osy_grammar.language.model import Place
from osy_grammar.nodes.expressions import Literal, Name
from osy_grammar.nodes.statements import Goto
from osy_grammar.nodes.workflow import Body, Clause, Clock, Route, State, Terminal, Workflow
from osy_grammar.record import record

ScannedBody = tuple[BodySite, Scan]
AnyState = State | Terminal
Key = TypeVar("Key")

CLOCKS = (Place.EXPIRE, Place.DEADLINE)
"""The clocks that a route hears by name: a state's and a run's."""


@record(eq=False)
class Move:
    """A `goto` with the body that it stands in; `source` is the state around it, None at workflow scope."""

    source: str | None
    body: BodySite
    use: GotoUse

    @property
    def target(self) -> str:
        """The name of the state that it leads to, which may not be there."""
        return self.use.goto.state.text


def moves_of(bodies: Iterable[ScannedBody]) -> list[Move]:
    """Every move of the workflow, in source order, illegal ones included."""
    return [
        Move(None if body.site.state is None else body.site.state.name.text, body, use)
        for body, found in bodies
        for use in found.gotos
    ]


def initial_of(workflow: Workflow) -> str | None:
    """The name that `Initial` gives; None where it is missing or no bare name."""
    for item in workflow.items:
        if isinstance(item, Clause) and item.name.text == "Initial" and isinstance(item.value, Name):
            return item.value.text
    return None


def reached(initial: str, states: Collection[str], terminals: Collection[str], moves: Iterable[Move]) -> set[str]:
    """The states that a run which begins in `initial` can get to."""
    from_state: dict[str | None, list[str]] = {}
    for move in moves:
        from_state.setdefault(move.source, []).append(move.target)
    found: set[str] = set()
    waiting = [initial]
    if initial not in terminals:
        waiting += from_state.get(None, ())
    while waiting:
        state = waiting.pop()
        if state in states and state not in found:
            found.add(state)
            waiting += from_state.get(state, ())
    return found


def flow_problems(workflow: Workflow, names: WorkflowNames, bodies: Sequence[ScannedBody]) -> Iterator[Problem]:
    """States that nothing reaches or leaves, redirects without end, clocks and routes without each other."""
    if "partial" in workflow.modifiers:
        return
    moves = moves_of(bodies)
    unreached = _unreached(workflow, names, moves)
    yield from _unreachable(workflow, names, moves, unreached)
    yield from _dead_ends(names, moves, unreached)
    yield from _redirect_cycles(workflow, names, moves, bodies)
    yield from _unpaired(workflow, names)


# ── Reachability ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _unreached(workflow: Workflow, names: WorkflowNames, moves: Sequence[Move]) -> set[str]:
    """The states that no run gets to; none while that is not known."""
    initial = initial_of(workflow)
    if initial not in names.states or any(move.target not in names.states for move in moves):
        return set()
    terminals = {name for name, state in names.states.items() if isinstance(state, Terminal)}
    return set(names.states) - reached(initial, names.states, terminals, moves)


def _unreachable(
    workflow: Workflow, names: WorkflowNames, moves: Sequence[Move], unreached: Collection[str]
) -> Iterator[Problem]:
    if not unreached:
        return
    leading: dict[str, list[Goto]] = {}
    for move in moves:
        if move.source != move.target:
            leading.setdefault(move.target, []).append(move.use.goto)
    for name in names.states:
        if name in unreached:
            yield UnreachableState(
                workflow=workflow,
                state=names.states[name],
                initial=initial_of(workflow) or "",
                leading=tuple(leading.get(name, ())),
                is_started_by_hand=_is_started_by_hand(workflow),
            )


def _is_started_by_hand(workflow: Workflow) -> bool:
    """Whether rows may have no run: `Autostart` is something else than `true`."""
    for item in workflow.items:
        if isinstance(item, Clause) and item.name.text == "Autostart":
            return not (isinstance(item.value, Literal) and item.value.kind == "true")
    return False


def _dead_ends(names: WorkflowNames, moves: Sequence[Move], unreached: Collection[str]) -> Iterator[Problem]:
    """States from which no move leads to another one; of those that nothing reaches, that has been said.

    A workflow of one state has nowhere to go and does its work in that state's bodies: ruling R107.
    """
    if len(names.states) == 1:
        return
    left: set[str] = set()
    everywhere: set[str] = set()
    returning: dict[str, list[Goto]] = {}
    for move in moves:
        if move.source is None:
            everywhere.add(move.target)
        elif move.source != move.target:
            left.add(move.source)
        if move.source in (None, move.target):
            returning.setdefault(move.target, []).append(move.use.goto)
    for name, state in names.states.items():
        # Two targets at workflow scope leave every state, one leaves every other.
        is_left = name in left or len(everywhere) > 1 or (everywhere and name not in everywhere)
        if isinstance(state, State) and not is_left and name not in unreached:
            yield DeadEnd(state=state, returning=tuple(returning.get(name, ())))


# ── Redirects ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _redirect_cycles(
    workflow: Workflow, names: WorkflowNames, moves: Sequence[Move], bodies: Sequence[ScannedBody]
) -> Iterator[Problem]:
    redirects: dict[str, list[Goto]] = {}
    for body, found in bodies:
        item, state = body.item, body.site.state
        is_enter = isinstance(item, Body) and item.keyword.text == "enter" and body.site.place is Place.STATE
        if isinstance(item, Body) and is_enter and found.gotos and state is not None:
            gotos = [use.goto for use in found.gotos if not use.in_lambda]
            if state is names.states.get(state.name.text) and gotos and ways_of(item.block).always_moves:
                redirects.setdefault(state.name.text, []).extend(gotos)
    restless = _restless({name: [goto.state.text for goto in gotos] for name, gotos in redirects.items()})
    for ring in _rings(restless):
        inside = [goto for name in ring for goto in redirects[name] if goto.state.text in ring]
        inside.sort(key=lambda goto: goto.start)
        states = sorted((names.states[name] for name in ring), key=lambda state: state.start)
        yield RedirectCycle(workflow=workflow, states=tuple(states), gotos=tuple(inside))


def _restless(targets: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Of states that always redirect, those of which every target is one of them again."""
    sources: dict[str, list[str]] = {}
    for name, names in targets.items():
        for target in names:
            sources.setdefault(target, []).append(name)
    gone: set[str] = set()
    waiting = [target for target in sources if target not in targets]
    while waiting:
        for name in sources.get(waiting.pop(), ()):
            if name not in gone:
                gone.add(name)
                waiting.append(name)
    return {name: names for name, names in targets.items() if name not in gone}


def _rings(targets: Mapping[str, list[str]]) -> list[set[str]]:
    """The sets of states that lead to each other (Kosaraju's algorithm), one that leads to itself included."""
    order: list[str] = []
    _visit(targets, lambda name: targets[name], order)
    sources: dict[str, list[str]] = {name: [] for name in targets}
    for name, names in targets.items():
        for target in names:
            sources[target].append(name)
    rings = []
    seen: set[str] = set()
    for root in reversed(order):
        if root not in seen:
            ring: list[str] = []
            _visit([root], lambda name: [n for n in sources[name] if n not in seen], ring)
            seen.update(ring)
            if len(ring) > 1 or root in targets[root]:
                rings.append(set(ring))
    return rings


def _visit(roots: Iterable[Key], neighbours: Callable[[Key], Iterable[Key]], order: list[Key]) -> None:
    """Append what is reached from the roots, each behind what it leads to."""
    entered: set[Key] = set()
    for root in roots:
        waiting: list[tuple[Key, bool]] = [(root, False)]
        while waiting:
            name, is_done = waiting.pop()
            if is_done:
                order.append(name)
            elif name not in entered:
                entered.add(name)
                waiting.append((name, True))
                waiting.extend((each, False) for each in neighbours(name))


# ── Clocks and their routes ──────────────────────────────────────────────────────────────────────────────────────────


def _unpaired(workflow: Workflow, names: WorkflowNames) -> Iterator[Problem]:
    """An `Expire` or `Deadline` that no `on` hears, and an `on` that no clock of the kind calls.

    A route stands for every clock below it: one at workflow scope for each state's. A word that also names an event or
    a slot of the workflow may mean that.
    """
    for keyword in CLOCKS:
        if keyword in names.events or keyword in names.slots:
            continue
        clocks: list[tuple[Clock, AnyState | None]] = []
        routes: list[tuple[Route, AnyState | None]] = []
        misplaced: set[Clock] = set()
        for item, site in items_of(workflow):
            match item:
                case Clock() if item.keyword.text == keyword:
                    clocks.append((item, site.state))
                    if site.place not in _places(keyword):
                        misplaced.add(item)
                case Route() if item.name.text == keyword:
                    routes.append((item, site.state))
                case _:
                    pass
        for problem in _unpaired_of(workflow, clocks, routes):
            # One that stands in a wrong place is told as such.
            if not (isinstance(problem, ClockWithoutRoute) and problem.clock in misplaced):
                yield problem


def _places(keyword: str) -> tuple[Place, ...]:
    row = word(keyword)
    return row.places if row is not None else ()


def _unpaired_of(
    workflow: Workflow,
    clocks: Sequence[tuple[Clock, AnyState | None]],
    routes: Sequence[tuple[Route, AnyState | None]],
) -> Iterator[Problem]:
    with_clock, with_route = {state for _, state in clocks}, {state for _, state in routes}
    for clock, state in clocks:
        is_heard = bool(routes) if state is None else bool(with_route & {state, None})
        if not is_heard:
            yield ClockWithoutRoute(workflow=workflow, clock=clock, state=state)
    for route, state in routes:
        is_called = bool(clocks) if state is None else bool(with_clock & {state, None})
        if not is_called:
            yield RouteWithoutClock(workflow=workflow, route=route, state=state)
