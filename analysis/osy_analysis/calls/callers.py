"""Who runs what, asked from what is run, in one snapshot.

Between a piece of code and the uses that may run it stand, where they are needed, nodes that are no code: a method as a
type has it, a method asked of a type, what a variable holds. They cost nothing, and each is gone through once however
many lead to it, so a question costs as much as it has answers. Chunks are found by the name that they mention, and what
the uses of a name mean is looked at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from osy_analysis.calls.exposure import Exposure, Variable
from osy_analysis.calls.families import Families, arity
from osy_analysis.calls.graph import CallGraph
from osy_analysis.calls.shapes import Code, Created, Exact, Given, Held, Passed, Target, Use, Virtual
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node as TreeNode
from osy_grammar.nodes.declarations import Class, Constructor, Entity, Function, Property
from osy_grammar.nodes.expressions import New


@dataclass(frozen=True, slots=True)
class Implementation:
    """The method or getter of that name that a type has itself, or inherits."""

    type: Definition
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What may run when a value known to be of the type is asked for it: the type's own, or that of one below."""

    type: Definition
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Contents:
    """What a field, a variable or a local holds."""

    of: Definition | Variable


@dataclass(frozen=True, slots=True)
class Handed:
    """All that is ever handed to a parameter."""

    parameter: Variable


Node = Code | Implementation | Asked | Contents | Handed
Caller = tuple[Node, Use | None]
"""What comes before a node: code, with the use in it, or another node between."""


class Callers:
    """Answers for one snapshot; uses in tests are left out unless it is `with_tests`."""

    def __init__(self, graph: CallGraph, families: Families, exposure: Exposure, *, with_tests: bool) -> None:
        """Ask this graph."""
        self._graph = graph
        self._families = families
        self._exposure = exposure
        self._with_tests = with_tests
        self._named: set[str] = set()
        self._exact: dict[Definition, list[Caller]] = {}
        self._asked: dict[Asked, list[Caller]] = {}
        self._created: dict[Definition, list[Caller]] = {}
        self._held: dict[Definition, list[Caller]] = {}

    def of(self, node: Node) -> Iterable[Caller]:
        """What comes right before a node."""
        match node:
            case Code():
                return self._of_code(node)
            case Implementation():
                return self._of_implementation(node)
            case Asked(type=type_, name=name, count=count):
                self._look_up(name)
                above = map(self._families.current, self._families.above(type_))
                up: list[Caller] = [(Asked(one, name, count), None) for one in above if one is not None]
                return (*self._asked.get(node, ()), *up)
            case Contents(of=of):
                if isinstance(of, Definition):
                    self._look_up(of.name)
                    return self._held.get(of, ())
                calls, local = of
                return [(code, use) for code, use, target in calls.entries.get(local, ()) if isinstance(target, Held)]
            case Handed(parameter=(calls, variable)):
                entries = calls.entries.get(variable, ())
                return [(code, use) for code, use, target in entries if isinstance(target, Given)]
            case _:
                assert_never(node)

    def _of_code(self, code: Code) -> Iterator[Caller]:
        match code.variable:
            case None:
                if code.definition is not None:
                    yield from self._of_definition(code.definition)
            case Definition() as variable:
                now = self._families.current(variable)
                if now is not None:
                    yield Contents(now), None
            case Passed() as site:
                yield from ((Handed(parameter), None) for parameter in self._exposure.parameters(site))
            case TreeNode() as local:
                yield Contents((self._graph.code_homes[code], local)), None

    def _of_definition(self, definition: Definition) -> Iterator[Caller]:
        now = self._families.current(definition)
        if now is None:
            return
        self._look_up(now.name)
        match now.node:
            case Class() | Entity():
                yield from self._created.get(now, ())
            case Constructor():
                yield from self._exact.get(now, ())
                owner = self._families.current(now.owner) if now.owner is not None and now.accepts(0) else None
                implicit = self._created.get(owner, ()) if owner is not None else ()
                yield from ((code, use) for code, use in implicit if use is None or not isinstance(use.node, New))
            case Function() | Property() if now.owner is not None:
                yield from self._exact.get(now, ())
                owner = self._families.current(now.owner)
                if owner is not None:
                    yield Implementation(owner, now.name, arity(now)), None
            case _:
                yield from self._exact.get(now, ())

    def _of_implementation(self, node: Implementation) -> Iterator[Caller]:
        yield Asked(node.type, node.name, node.count), None
        for below in self._families.below(node.type):
            if self._families.own(below, node.name, node.count) is None:
                yield Implementation(below, node.name, node.count), None

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _look_up(self, name: str) -> None:
        """Tell apart all uses of a name."""
        if name in self._named:
            return
        self._named.add(name)
        for calls in self._graph.mentions.get(name, ()):
            if self._with_tests or not self._families.table.scope(self._graph.homes[calls][0]).is_test:
                for code, use, target in calls.entries[name]:
                    self._note(target, (code, use))

    def _note(self, target: Target, caller: Caller) -> None:
        current = self._families.current
        match target:
            case Exact(definition=definition):
                _add(self._exact, current(definition), caller)
            case Created(definition=definition):
                _add(self._created, current(definition), caller)
            case Held(variable=Definition() as variable):
                _add(self._held, current(variable), caller)
            case Virtual(definition=definition, of=of):
                type_ = current(of)
                if type_ is not None:
                    self._asked.setdefault(Asked(type_, definition.name, arity(definition)), []).append(caller)
            case _:
                pass


def _add(callers: dict[Definition, list[Caller]], definition: Definition | None, caller: Caller) -> None:
    if definition is not None:
        callers.setdefault(definition, []).append(caller)
