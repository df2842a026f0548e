"""Who runs what, asked from what is run; kept from snapshot to snapshot.

Between a piece of code and the uses that may run it stand, where they are needed, nodes that are no code: a method as a
type has it, a method asked of a type, what a variable holds. They cost nothing, and each is gone through once however
many lead to it, so a question costs as much as it has answers. Chunks are found by the name that they mention, and what
the uses of a name mean is looked at when the name is first asked for; after that, only in chunks that are new.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar, assert_never

from osy_analysis.calls.shapes import (
    ChunkCalls,
    Code,
    Created,
    Exact,
    Given,
    Held,
    Passed,
    Target,
    Use,
    Variable,
    Virtual,
)
from osy_analysis.calls.spots import Spot, Spots
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node as TreeNode
from osy_grammar.nodes.declarations import Function, Property
from osy_grammar.nodes.expressions import New
from osy_grammar.record import record

if TYPE_CHECKING:
    from osy_analysis.calls.exposure import Exposure

K = TypeVar("K")


@record()
class Implementation:
    """The method or getter of that name that a type has itself, or inherits."""

    type: Spot
    name: str
    count: int


@record()
class Asked:
    """What may run when a value known to be of the type is asked for it: the type's own, or that of one below."""

    type: Spot
    name: str
    count: int


@record()
class Contents:
    """What a field, a variable or a local holds."""

    of: Spot | Variable


@record()
class Handed:
    """All that is ever handed to a parameter."""

    parameter: Variable


Between = Implementation | Asked | Contents | Handed
Node = Code | Between
Pair = tuple[Code, Use]
Pairs = Iterable[Pair]
_Kept = dict[K, dict[ChunkCalls, list[Pair]]]
_NO_PAIRS: dict[ChunkCalls, list[Pair]] = {}


class Callers:
    """The uses of the chunks that are told to it, by what they may run."""

    def __init__(self, spots: Spots) -> None:
        """Nothing is used yet."""
        self._spots = spots
        self._mentions: dict[str, dict[ChunkCalls, None]] = {}
        self.begin()

    def begin(self) -> None:
        """Forget what names mean."""
        self._named: set[str] = set()
        self._exact: _Kept[Spot] = {}
        self._asked: _Kept[Asked] = {}
        self._created: _Kept[Spot] = {}
        self._held: _Kept[Spot] = {}

    def add(self, calls: ChunkCalls) -> None:
        """Take in a chunk's uses."""
        for key in calls.entries:
            if isinstance(key, str):
                self._mentions.setdefault(key, {})[calls] = None
                if key in self._named:
                    self._sort_in(calls, key)

    def remove(self, calls: ChunkCalls) -> None:
        """Drop a chunk's uses."""
        for key, entries in calls.entries.items():
            if not isinstance(key, str):
                continue
            mentioning = self._mentions.get(key, {})
            mentioning.pop(calls, None)
            if not mentioning:
                self._mentions.pop(key, None)
            if key in self._named:
                for _, _, target in entries:
                    self._place_of(target).pop(calls, None)

    # ── Questions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def uses(self, node: Node) -> Iterable[Pairs]:
        """The uses that run just that: code that nothing overrides, a creation, what is asked of a type or held."""
        match node:
            case Code():
                is_called = node.variable is None and node.definition is not None
                spot = self._spots.of(node.definition) if is_called and node.definition is not None else None
                return self._uses_of(spot) if spot is not None else ()
            case Asked():
                self._look_up(node.name)
                return self._asked.get(node, _NO_PAIRS).values()
            case Contents(of=Spot() as spot):
                self._look_up(spot.name)
                return self._held.get(spot, _NO_PAIRS).values()
            case Contents(of=(calls, local)):
                return (_of_local(calls, local, Held),)
            case Handed(parameter=(calls, local)):
                return (_of_local(calls, local, Given),)
            case _:
                return ()

    def _uses_of(self, spot: Spot) -> Iterable[Pairs]:
        self._look_up(spot.name)
        found = self._exact.get(spot, _NO_PAIRS).values()
        kind = spot.definition.kind
        if kind is SymbolKind.FUNCTION:
            return found
        if kind is not SymbolKind.CONSTRUCTOR:
            return (*found, *self._created.get(spot, _NO_PAIRS).values())
        if spot.owner is None or not spot.definition.accepts(0):
            return found
        # The base's constructor is run without being named.
        implicit = self._created.get(spot.owner, _NO_PAIRS).values()
        return (*found, *([(code, use) for code, use in pairs if not isinstance(use.node, New)] for pairs in implicit))

    def between(self, node: Node, exposure: "Exposure", *, with_tests: bool) -> Iterator[Between]:
        """The nodes that are no code and come right before a node."""
        spots = self._spots
        match node:
            case Code():
                yield from self._before_code(node, exposure)
            case Implementation(type=type_, name=name, count=count):
                yield Asked(type_, name, count)
                for below in spots.below(type_):
                    if (with_tests or not below.is_of_tests) and spots.own(below, name, count) is None:
                        yield Implementation(below, name, count)
            case Asked(type=type_, name=name, count=count):
                yield from (Asked(above, name, count) for above in spots.above(type_))
            case Contents() | Handed():
                pass
            case _:
                assert_never(node)

    def _before_code(self, code: Code, exposure: "Exposure") -> Iterator[Between]:
        match code.variable:
            case None:
                spot = self._spots.of(code.definition) if code.definition is not None else None
                if spot is not None and spot.owner is not None and isinstance(code.node, Function | Property):
                    yield Implementation(spot.owner, spot.name, spot.count)
            case Definition() as variable:
                spot = self._spots.of(variable)
                if spot is not None:
                    yield Contents(spot)
            case Passed() as site:
                yield from (Handed(parameter) for parameter in exposure.parameters(site))
            case TreeNode() as local:
                yield Contents((exposure.graph.code_homes[code], local))

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _look_up(self, name: str) -> None:
        """Tell apart all uses of a name."""
        if name not in self._named:
            self._named.add(name)
            for calls in self._mentions.get(name, ()):
                self._sort_in(calls, name)

    def _sort_in(self, calls: ChunkCalls, name: str) -> None:
        for code, use, target in calls.entries[name]:
            self._place_of(target).setdefault(calls, []).append((code, use))

    def _place_of(self, target: Target) -> dict[ChunkCalls, list[Pair]]:
        """Where the uses of a target are kept; a place of no use for one that is gone."""
        match target:
            case Exact(definition=definition):
                return _place(self._exact, self._spots.of(definition))
            case Created(definition=definition):
                return _place(self._created, self._spots.of(definition))
            case Held(variable=Definition() as variable):
                return _place(self._held, self._spots.of(variable))
            case Virtual(definition=definition, of=of):
                type_, method = self._spots.of(of), self._spots.of(definition)
                if type_ is not None and method is not None:
                    return _place(self._asked, Asked(type_, method.name, method.count))
                return {}
            case _:
                return {}


def _place(kept: _Kept[K], key: K | None) -> dict[ChunkCalls, list[Pair]]:
    return {} if key is None else kept.setdefault(key, {})


def _of_local(calls: ChunkCalls, local: TreeNode, kind: type[Target]) -> Pairs:
    return [(code, use) for code, use, target in calls.entries.get(local, ()) if isinstance(target, kind)]
