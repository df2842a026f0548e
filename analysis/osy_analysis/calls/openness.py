"""Which code reaches the network, and by which shortest way.

Openness spreads backwards from what leaves the process: to the code that it stands in, then to all that runs that code,
one hop after the other. Each node is opened once, so recursion ends and the whole is linear in the calls that lead out.
Of several ways of one length the one is taken that comes first by path and place, whatever was asked before.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from osy_analysis.calls.callers import Between, Node
from osy_analysis.calls.exposure import Exposure
from osy_analysis.calls.graph import CallGraph
from osy_analysis.calls.shapes import ChunkCalls, Code, Fate, Use
from osy_grammar.record import field, record

LONGEST_WAY = 100
"""No more hops than these are told."""


@record(eq=False)
class World:
    """What one snapshot's code can be asked; with the code of tests or without."""

    graph: CallGraph
    exposure: Exposure
    with_tests: bool

    @staticmethod
    def of(graph: CallGraph, *, with_tests: bool) -> "World":
        """The world of a snapshot."""
        return World(graph, Exposure(graph, with_tests=with_tests), with_tests)

    def has(self, calls: ChunkCalls) -> bool:
        """Whether the code of a chunk belongs to it."""
        return self.with_tests or calls not in self.graph.of_tests


@record(eq=False, frozen=False)
class Openness:
    """The open nodes of a world; guarded uses lead on as well if `despite_guards`.

    `out` has for each open code the use on its shortest way. `leads` has for each use the open code that it may run, on
    the shortest way of those.
    """

    world: World
    despite_guards: bool
    out: dict[Code, Use] = field(default_factory=dict)
    leads: dict[Use, Code] = field(default_factory=dict)
    _ends: dict[Code, Code] = field(default_factory=dict)
    _opened: set[Node] = field(default_factory=set)
    _level: set[Code] = field(default_factory=set)

    def counts(self, calls: ChunkCalls, code: Code, use: Use) -> bool:
        """Whether what a use leads to matters to the code that it stands in."""
        is_in_body = code.body is not None
        if self.despite_guards:
            return is_in_body or Fate.STORED not in use.sites
        return self.world.exposure.counts(calls, use, is_in_body=is_in_body)

    def spread(self) -> None:
        """Find all that is open."""
        level: dict[Code, Use] = {}
        for calls in self.world.graph.leaving:
            for code in calls.leaving if self.world.has(calls) else ():
                use = next((use for use in code.uses if use.leaves and self.counts(calls, code, use)), None)
                if use is not None:
                    level[code] = use
        self._ends = {code: code for code in level}
        while level:
            self.out.update(level)
            level = self._next(level)
            self._ends.update({code: self._ends[self.leads[use]] for code, use in level.items()})

    def _next(self, level: Iterable[Code]) -> dict[Code, Use]:
        """The code that runs code of this level, and was not open before."""
        graph = self.world.graph
        found: dict[Code, Use] = {}
        self._level = set(level)
        shared: list[tuple[Code, Node]] = []
        for code in self._level:
            shared += [(code, node) for node in (*self._lead(code, code, found), *self._before(code))]
        # What several pieces of code lead to is opened by the first of them.
        shared.sort(key=lambda pair: graph.order(pair[0]))
        for code, node in shared:
            self._open(code, node, found)
        return found

    def _open(self, code: Code, node: Node, found: dict[Code, Use]) -> None:
        """Open a node and all that come before it without a hop; they stand for a code of this level."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if node not in self._opened:
                self._opened.add(node)
                waiting += self._lead(code, node, found)
                waiting += self._before(node)

    def _before(self, node: Node) -> list[Between]:
        """The nodes that are no code and come right before a node."""
        if (
            isinstance(node, Code)
            and node.variable is None
            and (node.definition is None or node.definition.owner is None)
        ):
            return []
        world = self.world
        return list(world.graph.callers.between(node, world.exposure, with_tests=world.with_tests))

    def _lead(self, code: Code, node: Node, found: dict[Code, Use]) -> list[Node]:
        """Lead the uses of a node to the code that it stands for; what only hands functions on is given back."""
        graph, leads, out, with_tests = self.world.graph, self.leads, self.out, self.world.with_tests
        onward: list[Node] = []
        despite_guards, of_tests = self.despite_guards, () if with_tests else graph.of_tests
        for caller, use in chain.from_iterable(graph.callers.uses(node)):
            if use.depth >= 0 and not despite_guards:
                continue
            if use.sites and not self.counts(graph.code_homes[caller], caller, use):
                continue
            if of_tests and graph.code_homes[caller] in of_tests:
                continue
            known = leads.get(use)
            if known is None or (known in self._level and graph.order(code) < graph.order(known)):
                leads[use] = code
            if not caller.name:
                onward += self._before(caller)
            elif caller not in out:
                before = found.get(caller)
                if before is None or use.node.start < before.node.start:
                    found[caller] = use
        return onward

    def right_before(self, node: Node) -> Iterator[Node]:
        """The nodes that run a node, or that stand between it and what does."""
        graph = self.world.graph
        yield from self._before(node)
        for caller, use in chain.from_iterable(graph.callers.uses(node)):
            calls = graph.code_homes[caller]
            if self.world.has(calls) and self.counts(calls, caller, use):
                yield caller

    def way(self, code: Code) -> list[tuple[Code, Use]]:
        """The uses from a code out of the process, each with the code that it is in; of a long way not all."""
        hops: list[tuple[Code, Use]] = []
        current = code
        while len(hops) < LONGEST_WAY - 1 and not self.out[current].leaves:
            hops.append((current, self.out[current]))
            current = self.leads[self.out[current]]
        end = self._ends[code]
        return [*hops, (end, self.out[end])]


def reached_from(world: World, bodies: Iterable[Code], codes: Iterable[Code]) -> set[Code]:
    """Those of `codes` that one of the bodies runs or is, guarded or not.

    Asked backwards, from the codes, and then forwards through what that found: the rest of the program costs nothing.
    """
    wanted = set(codes)
    behind: dict[Node, list[Node]] = {}
    seen: set[Node] = set()
    waiting: list[Node] = list(wanted)
    openness = Openness(world, despite_guards=True)
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for before in openness.right_before(node):
            behind.setdefault(before, []).append(node)
            waiting.append(before)
    run: set[Node] = set()
    waiting = [body for body in bodies if body in seen]
    while waiting:
        node = waiting.pop()
        if node not in run:
            run.add(node)
            waiting += behind.get(node, ())
    return {code for code in wanted if code in run}
