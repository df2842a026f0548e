"""Which code reaches the network, and by which shortest way.

Openness spreads backwards from what leaves the process: to the code that it stands in, then to all that runs that code,
one hop after the other. Each node is opened once, so recursion ends and the whole is linear in the calls that lead out.
Of several ways of one length the one is taken that comes first by path and place, whatever was asked before.
"""

from dataclasses import dataclass, field

from osy_analysis.calls.callers import Callers, Node
from osy_analysis.calls.exposure import Exposure
from osy_analysis.calls.families import Families
from osy_analysis.calls.graph import CallGraph
from osy_analysis.calls.shapes import ChunkCalls, Code, Fate, Use
from osy_analysis.semantics.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What one snapshot's code can be asked; with the code of tests or without."""

    graph: CallGraph
    families: Families
    exposure: Exposure
    callers: Callers
    with_tests: bool

    @staticmethod
    def of(graph: CallGraph, table: Table, *, with_tests: bool) -> "World":
        """The world of a snapshot."""
        families = Families(table, with_tests=with_tests)
        exposure = Exposure(graph, families)
        callers = Callers(graph, families, exposure, with_tests=with_tests)
        return World(graph, families, exposure, callers, with_tests)

    def has(self, calls: ChunkCalls) -> bool:
        """Whether the code of a chunk belongs to it."""
        return self.with_tests or not self.families.table.scope(self.graph.homes[calls][0]).is_test


@dataclass(slots=True, eq=False)
class Openness:
    """The open nodes of a world; guarded uses lead on as well if `despite_guards`.

    `out` has for each open code the use on its shortest way. `leads` has for each use the open code that it may run, on
    the shortest way of those. `behind` has for each open node the open ones that it may run.
    """

    world: World
    despite_guards: bool
    out: dict[Code, Use] = field(default_factory=dict)
    leads: dict[Use, Code] = field(default_factory=dict)
    behind: dict[Node, list[Node]] = field(default_factory=dict)
    _opened: set[Node] = field(default_factory=set)

    def counts(self, calls: ChunkCalls, code: Code, use: Use) -> bool:
        """Whether what a use leads to matters to the code that it stands in."""
        is_in_body = code.body is not None
        if self.despite_guards:
            return is_in_body or Fate.STORED not in use.sites
        return self.world.exposure.counts(calls, use, is_in_body=is_in_body)

    def spread(self) -> None:
        """Find all that is open."""
        level: list[Code] = []
        for calls in self.world.graph.leaving:
            for code in calls.leaving if self.world.has(calls) else ():
                use = next((use for use in code.uses if use.leaves and self.counts(calls, code, use)), None)
                if use is not None:
                    self.out[code] = use
                    level.append(code)
        while level:
            level = self._next(level)

    def _next(self, level: list[Code]) -> list[Code]:
        """The code that runs code of this level, and was not open before."""
        graph = self.world.graph
        found: dict[Code, Use] = {}
        for code in sorted(level, key=graph.order):
            waiting: list[Node] = [code]
            while waiting:
                node = waiting.pop()
                if node in self._opened:
                    continue
                self._opened.add(node)
                for caller, use in self.world.callers.of(node):
                    if use is None:
                        self.behind.setdefault(caller, []).append(node)
                        waiting.append(caller)
                    elif isinstance(caller, Code):
                        calls = graph.code_homes[caller]
                        if not self.counts(calls, caller, use):
                            continue
                        self.behind.setdefault(caller, []).append(node)
                        self.leads.setdefault(use, code)
                        if not caller.name:
                            waiting.append(caller)
                        elif caller not in self.out:
                            before = found.get(caller)
                            if before is None or use.node.start < before.node.start:
                                found[caller] = use
        self.out.update(found)
        return list(found)

    def chain(self, code: Code) -> list[tuple[Code, Use]]:
        """The uses from a code out of the process, each with the code that it is in."""
        hops = []
        current: Code | None = code
        while current is not None:
            use = self.out[current]
            hops.append((current, use))
            current = None if use.leaves else self.leads[use]
        return hops
