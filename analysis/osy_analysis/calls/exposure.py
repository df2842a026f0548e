"""Whether the functions that a variable holds are run where a failure of theirs would come out.

A parameter or a local is exposed if it is called with no `try` around, or handed over to one that is. What a function
does with its parameter depends on other functions in the same way, so a question is answered for all variables that it
leads to at once: the answer starts out as no, and spreads from the calls to whom they concern. Nothing is asked twice.
"""

from collections.abc import Iterable, Iterator

from osy_analysis.calls.graph import CallGraph
from osy_analysis.calls.shapes import ChunkCalls, Exact, Fate, Kept, Passed, Site, Target, Use, Variable, Virtual
from osy_analysis.calls.spots import Spots
from osy_analysis.semantics.definitions import Definition
from osy_grammar.record import field, record


def definitions_of(spots: Spots, target: Target, *, with_tests: bool) -> Iterator[Definition]:
    """The functions of the latest snapshot that a target may be, with or without code."""
    match target:
        case Exact(definition=definition):
            spot = spots.of(definition)
            yield from () if spot is None else (spot.definition,)
        case Virtual(definition=definition, of=of):
            type_, method = spots.of(of), spots.of(definition)
            if type_ is not None and method is not None:
                yield from spots.runs(type_, method.name, method.count, with_tests=with_tests)
        case _:
            pass


@record(eq=False, frozen=False)
class _Clause:
    """`head` is exposed once one of each of `needs` (by number) is."""

    head: Variable
    open_needs: set[int] = field(default_factory=set)


class Exposure:
    """Answers for one snapshot."""

    def __init__(self, graph: CallGraph, *, with_tests: bool) -> None:
        """Ask this graph; the types of tests are asked `with_tests`."""
        self.graph = graph
        self._with_tests = with_tests
        self._known: dict[Variable, bool] = {}
        self._parameters: dict[Passed, tuple[Variable, ...]] = {}

    def counts(self, calls: ChunkCalls, use: Use, *, is_in_body: bool) -> bool:
        """Whether the failure of a use comes out of the code that it stands in, a workflow's body or other code.

        A lambda that a workflow's body puts away belongs to the body (ruling R34); elsewhere it is run by whoever calls
        it.
        """
        if use.depth >= 0:
            return False
        return all(self._lets_out(calls, site, is_in_body=is_in_body) for site in use.sites)

    def _lets_out(self, calls: ChunkCalls, site: Site, *, is_in_body: bool) -> bool:
        match site:
            case Fate():
                return is_in_body
            case Kept(variable=variable):
                return self._is_exposed((calls, variable))
            case Passed():
                parameters = self.parameters(site)
                return any(map(self._is_exposed, parameters)) if parameters else site.is_lambda

    def parameters(self, site: Passed) -> tuple[Variable, ...]:
        """The parameters, of functions with code in view, that take what is passed."""
        found = self._parameters.get(site)
        if found is None:
            all_ = (self._parameter(one, site.index) for one in self._callees(site))
            found = self._parameters[site] = tuple(dict.fromkeys(one for one in all_ if one is not None))
        return found

    def _callees(self, site: Passed) -> Iterable[Definition]:
        spots = self.graph.spots
        for target in site.callees:
            yield from definitions_of(spots, target, with_tests=self._with_tests)

    def _parameter(self, function: Definition, index: int) -> Variable | None:
        facts = self.graph.chunks.get(function.chunk)
        if facts is None or function.node not in facts.calls.by_node or function.parameters is None:
            return None
        items = function.parameters.items
        if index >= len(items) and not (items and items[-1].is_params):
            return None
        return facts.calls, items[min(index, len(items) - 1)]

    # ── Spreading ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _is_exposed(self, variable: Variable) -> bool:
        if variable not in self._known:
            self._answer(variable)
        return self._known[variable]

    def _answer(self, asked: Variable) -> None:
        """Answer for a variable and all that it leads to."""
        waiters: dict[Variable, list[tuple[_Clause, int]]] = {}
        facts: list[Variable] = []
        seen, waiting = {asked}, [asked]
        while waiting:
            variable = waiting.pop()
            for needs in self._clauses(variable):
                clause = _Clause(variable)
                for number, need in enumerate(needs):
                    if any(self._known.get(one) for one in need):
                        continue
                    clause.open_needs.add(number)
                    for one in need:
                        waiters.setdefault(one, []).append((clause, number))
                        if one not in self._known and one not in seen:
                            seen.add(one)
                            waiting.append(one)
                if not clause.open_needs:
                    facts.append(variable)
        self._known.update(dict.fromkeys(seen, False))
        while facts:
            variable = facts.pop()
            if self._known[variable]:
                continue
            self._known[variable] = True
            for clause, number in waiters.get(variable, ()):
                clause.open_needs.discard(number)
                if not clause.open_needs:
                    facts.append(clause.head)

    def _clauses(self, variable: Variable) -> Iterable[list[tuple[Variable, ...]]]:
        """For each place that runs the variable with no `try` around: of which variables one each must be exposed."""
        calls, node = variable
        for use in calls.variables.get(node, ()):
            sites = (*use.sites, *(() if use.into is None else (use.into,)))
            if use.depth >= 0 or any(isinstance(site, Fate) for site in sites):
                continue
            needs = [self._alternatives(calls, site) for site in sites]
            if all(need is None or need for need in needs):
                yield [need for need in needs if need is not None]

    def _alternatives(self, calls: ChunkCalls, site: Site) -> tuple[Variable, ...] | None:
        """The variables of which one must be exposed; None where it is run anyway."""
        match site:
            case Kept(variable=variable):
                return ((calls, variable),)
            case Passed():
                parameters = self.parameters(site)
                return parameters if parameters or not site.is_lambda else None
            case _:
                return ()
