"""What workflow bodies reach outside the process, directly and through what they call: rulings R32 to R35.

The calls are those of the call graph (`calls`), which spreads openness backwards from what leaves the process. Each
use in a body that leaves itself, or that may run open code, is a problem. The first step of a workflow that starts
itself (`Start`, the `enter` of `Initial`, and those that it redirects to) is part of the commit that made the row: a
call there is a problem whether or not its failure is caught.
"""

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from osy_analysis.calls.graph import CallGraph, graph_of
from osy_analysis.calls.openness import Openness, World, reached_from
from osy_analysis.calls.shapes import Code, Use
from osy_analysis.passes.facts import scanned_bodies
from osy_analysis.passes.flow import initial_of, moves_of
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.reliability import Hop, SlowFirstStep, UncheckedAnswer, UnguardedCall, UnguardedReach
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.steps import in_one_go
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, Literal, Member, Name, New, This
from osy_grammar.nodes.workflow import Body, Clause, State, Workflow
from osy_grammar.record import field, record
from osy_grammar.tree import Item

if TYPE_CHECKING:
    from osy_analysis.answers.shapes import Read, Unasked


@record(eq=False)
class Home:
    """Where a problem was found."""

    path: str
    item: Item


@record(eq=False, frozen=False, weakref_slot=True, dict_slot=True)
class Reach:
    """What is open in one world, guarded or not."""

    world: World

    @cached_property
    def unguarded(self) -> Openness:
        """What a failure comes out of."""
        return self._spread(despite_guards=False)

    @cached_property
    def at_all(self) -> Openness:
        """What calls out, whether or not somebody catches a failure."""
        return self._spread(despite_guards=True)

    def _spread(self, *, despite_guards: bool) -> Openness:
        found = Openness(self.world, despite_guards=despite_guards)
        found.spread()
        return found


@record(eq=False, frozen=False)
class Reaching:
    """The reach of a snapshot's code: that of the program, and that of the tests, which see more."""

    graph: CallGraph
    kit_paths: frozenset[str]
    _reaches: dict[bool, Reach] = field(default_factory=dict)
    _unasked: "dict[bool, list[tuple[Code, Unasked]]]" = field(default_factory=dict)

    def problems(self, paths: Collection[str]) -> Iterator[tuple[Home, Problem]]:
        """The problems in these files."""
        bodies = [body for body in self.graph.bodies() if self.graph.path(body) not in self.kit_paths]
        for body in bodies:
            if self.graph.path(body) in paths:
                yield from _of_body(self._reach(with_tests=self._is_of_tests(body)), body)
        if self.graph.answering:
            for with_tests in sorted({self._is_of_tests(body) for body in bodies}):
                yield from _unchecked(self.graph, self._answers(bodies, with_tests=with_tests), paths)

    def _is_of_tests(self, body: Code) -> bool:
        return self.graph.code_homes[body] in self.graph.of_tests

    def _reach(self, *, with_tests: bool) -> Reach:
        found = self._reaches.get(with_tests)
        if found is None:
            found = self._reaches[with_tests] = Reach(World.of(self.graph, with_tests=with_tests))
        return found

    def _answers(self, bodies: list[Code], *, with_tests: bool) -> "list[tuple[Code, Unasked]]":
        """The answers that nobody asks, in the bodies of a world and in what they reach."""
        found = self._unasked.get(with_tests)
        if found is None:
            # Loaded where it is needed: most programs that are checked have no answers.
            from osy_analysis.passes.answers import Answers

            world = self._reach(with_tests=with_tests).world
            judged = {code: result.findings for code, result in Answers(world).judge() if result.findings}
            own = [body for body in bodies if self._is_of_tests(body) == with_tests]
            run = reached_from(world, own, judged)
            found = [(code, one) for code, findings in judged.items() if code in run for one in findings]
            self._unasked[with_tests] = found
        return found


_found: WeakKeyDictionary[Project, Reaching] = WeakKeyDictionary()
"""What was found out of the snapshots that graphs are at."""


def reach_problems(project: Project, paths: Collection[str]) -> list[tuple[Home, Problem]]:
    """The ways out of the workflow bodies of these files that may hurt, and the answers in them that nobody asks."""
    semantics = semantics_of(project)
    graph = graph_of(project)
    graph.prepare(project, semantics)
    with in_one_go(), graph.lock:
        reaching = _found.get(project)
        if reaching is None or not graph.is_at(project):
            graph.advance(project, semantics)
            reaching = _found[project] = Reaching(graph, project.kit_paths)
        return list(reaching.problems(paths)) if graph.leaving else []


def _unchecked(
    graph: CallGraph, found: "list[tuple[Code, Unasked]]", paths: Collection[str]
) -> Iterator[tuple[Home, Problem]]:
    for code, one in found:
        path, item = graph.homes[graph.code_homes[code]]
        if path not in paths:
            continue
        read, made = _place_of(graph, one.read), _place_of(graph, one.own)
        yield (
            Home(path, item),
            UncheckedAnswer(
                call=named_part(one.source),
                use=one.source,
                what=written(one.source, item.chunk.text),
                read=read,
                read_what=_text_of(read),
                made=made,
                made_what=_text_of(made),
            ),
        )


def _place_of(graph: CallGraph, read: "Read | None") -> Place | None:
    if read is None:
        return None
    part = named_part(read.node) if isinstance(read.node, Call) else read.node
    return graph.place(read.code, part)


def _text_of(place: Place | None) -> str:
    if place is None:
        return ""
    text, node = place.item.chunk.text, place.node
    if isinstance(node, Member) and not isinstance(node.target, Name | This):
        return f"….{node.name.text}"
    return " ".join(text[node.start : node.end].split())


def _of_body(reach: Reach, body: Code) -> Iterator[tuple[Home, Problem]]:
    graph = reach.world.graph
    path, item = graph.homes[graph.code_homes[body]]
    home = Home(path, item)
    for use in body.uses:
        problem = _unguarded(reach.unguarded, body, use, item.chunk.text)
        if problem is not None:
            yield home, problem
    if _is_first_step(item, body):
        for use in body.uses:
            slow = _slow(reach.at_all, body, use, item.chunk.text)
            if slow is not None:
                yield home, slow


def _unguarded(openness: Openness, body: Code, use: Use, text: str) -> Problem | None:
    calls = openness.world.graph.code_homes[body]
    if not openness.counts(calls, body, use):
        return None
    what, call, in_place = written(use.node, text), named_part(use.node), calls.run_in_place
    if use.leaves:
        return UnguardedCall(call=call, use=use.node, what=what, body=body.name, run_in_place=in_place)
    led = _led(openness, body, use)
    if led is None:
        return None
    chain = chain_of(openness, led)
    return UnguardedReach(call=call, use=use.node, what=what, body=body.name, run_in_place=in_place, chain=chain)


def _slow(openness: Openness, body: Code, use: Use, text: str) -> Problem | None:
    led = None if use.leaves else _led(openness, body, use)
    if led is None and not use.leaves:
        return None
    chain = () if led is None else chain_of(openness, led)
    what, call = written(use.node, text), named_part(use.node)
    return SlowFirstStep(call=call, use=use.node, what=what, body=body.name, item=_item_of(body), chain=chain)


def _led(openness: Openness, body: Code, use: Use) -> Code | None:
    """The open code that a use may run; a lambda of the same body is none, since its own calls are the body's."""
    led = openness.leads.get(use)
    if led is None:
        return None
    graph = openness.world.graph
    is_same = graph.code_homes[led] is graph.code_homes[body]
    is_inside = is_same and any(root.start <= led.node.start and led.node.end <= root.end for root in body.roots)
    return None if is_inside else led


def chain_of(openness: Openness, code: Code) -> tuple[Hop, ...]:
    """The hops from a piece of code out of the process."""
    graph = openness.world.graph
    hops = []
    for caller, use in openness.way(code):
        place: Place = graph.place(caller, named_part(use.node))
        name = caller.name or "the function value"
        hops.append(Hop(name, written(use.node, place.item.chunk.text), place))
    return tuple(hops)


# ── First steps ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_first_step(item: Item, body: Code) -> bool:
    """Whether the body runs as part of the commit that made the row."""
    workflow, site = item.node, body.body
    if not isinstance(workflow, Workflow) or site is None or not isinstance(site.item, Body):
        return False
    if site.site.milestone is not None or not _starts_itself(workflow):
        return False
    state = site.site.state
    if state is None:
        return site.item.keyword.text == "Start"
    return site.item.keyword.text == "enter" and state.name.text in _first_states(item)


def _starts_itself(workflow: Workflow) -> bool:
    """Ruling R25: a workflow that does not say otherwise does."""
    for item in workflow.items:
        if isinstance(item, Clause) and item.name.text == "Autostart":
            return isinstance(item.value, Literal) and item.value.kind == "true"
    return True


def _first_states(item: Item) -> set[str]:
    """`Initial`, and what `enter` bodies redirect to from there."""
    workflow = item.node
    initial = initial_of(workflow) if isinstance(workflow, Workflow) else None
    bodies = scanned_bodies(item.chunk)
    redirects: dict[str | None, list[str]] = {}
    for move in moves_of(bodies):
        is_redirect = isinstance(move.body.item, Body) and move.body.site.milestone is None
        if is_redirect and move.body.fact is not None and move.body.fact.name == "enter":
            redirects.setdefault(move.source, []).append(move.target)
    found: set[str] = set()
    waiting = [] if initial is None else [initial]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            waiting += redirects.get(state, ())
    return found


def _item_of(body: Code) -> Body | None:
    """The body as an item of a state that is no terminal."""
    site = body.body
    if site is None or not isinstance(site.item, Body) or not isinstance(site.site.state, State):
        return None
    return site.item


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def named_part(use: Node) -> Node:
    """The words that name what is called: `Mailer.Send`, `SendInvite`, the last name of a longer chain."""
    match use:
        case New(type=written_type):
            return written_type or use
        case Call(target=target):
            return named_part(target) if isinstance(target, Member | Name) else use
        case Member(target=Name()):
            return use
        case Member(name=name):
            return name
        case _:
            return use


def written(use: Node, text: str) -> str:
    """The words that name what is called, as written in its chunk's text."""
    part = named_part(use)
    return "".join(text[part.start : part.end].split())
