"""Finds the calls of a chunk: one walk over each piece of its code, without recursion.

A lambda's calls belong to the code that it stands in. What comes between is where the lambda goes (`Site`): one that
is handed to a function in view is run as far as that function runs it, one that is kept as far as its variable is
called, and one that is handed to the platform, or to something unknown, right here.
"""

from collections.abc import Callable, Iterator

from osy_analysis.calls.guards import catches_failure
from osy_analysis.calls.outbound import deals_with_answers, leaves_process
from osy_analysis.calls.pieces import pieces_of
from osy_analysis.calls.shapes import (
    ChunkCalls,
    Code,
    Created,
    Fate,
    Given,
    Held,
    Kept,
    Passed,
    Site,
    Target,
    Use,
    VariableUse,
    key_of,
)
from osy_analysis.calls.targets import Meaning, Source
from osy_analysis.code_walk import parts
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_grammar.language.model import MemberFact
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Entity, Field, Parameter, Property
from osy_grammar.nodes.expressions import (
    Arguments,
    Assignment,
    Call,
    Expression,
    InitialiserMember,
    Lambda,
    Member,
    Name,
    New,
)
from osy_grammar.nodes.statements import Local, Try
from osy_grammar.tree import Chunk


def calls_of(chunk: Chunk, definition: Definition | None, bound: Bound) -> ChunkCalls:
    """The calls of a chunk; none for one with a fault of syntax."""
    if chunk.problems:
        return ChunkCalls((), definition=definition)
    found = _Found(bound, definition)
    codes: list[Code] = []
    for piece in pieces_of(chunk.node, definition):
        codes += found.walk(piece)
    return _indexed(codes, found, definition)


def _indexed(codes: list[Code], found: "_Found", definition: Definition | None) -> ChunkCalls:
    calls = ChunkCalls(
        tuple(codes),
        {variable: tuple(uses) for variable, uses in found.variables.items()},
        {code.node: code for code in codes if code.name},
        {},
        tuple(code for code in codes if any(use.leaves for use in code.uses)),
        tuple(code for code in codes if code.body is not None),
        frozenset(each for each, site in found.sites.items() if site is None),
        frozenset(
            code for code in codes if code.name and code.variable is None and deals_with_answers(code, found.bound)
        ),
        definition,
    )
    for code in codes:
        for use in code.uses:
            for target in use.targets:
                calls.entries.setdefault(key_of(target), []).append((code, use, target))
    return calls


_Around = tuple[int, tuple[Site, ...]]
"""The depth of the nearest guard, and the sites of the lambdas around a node."""


class _Found:
    """What the walks over the pieces of one chunk have found."""

    def __init__(self, bound: Bound, definition: Definition | None) -> None:
        self.meaning = Meaning(bound, definition)
        self.bound = bound
        self.variables: dict[Node, list[VariableUse]] = {}
        self._uses: list[Use] = []
        self._handed_on: list[Code] = []
        self.sites: dict[Lambda, Site | None] = {}
        self._lambda_of: dict[Lambda, list[Definition | Node | Passed]] = {}
        self._inside: dict[Lambda, tuple[int, list[Use]]] = {}

    def walk(self, piece: Code) -> Iterator[Code]:
        """The piece with its uses, the lambdas in it that variables hold, and the functions that they do."""
        self._uses, self._handed_on = [], []
        self._lambda_of, self._inside = {}, {}
        stack: list[tuple[Node, int, tuple[Site, ...], tuple[Lambda, ...]]] = [
            (root, -1, (), ()) for root in reversed(piece.roots)
        ]
        if isinstance(piece.node, Class | Entity):
            self._class(piece.node, (-1, ()))
        while stack:
            node, depth, sites, lambdas = stack.pop()
            kind = node.__class__
            handler = _HANDLERS.get(kind)
            if handler is not None:
                before = len(self._uses)
                handler(self, node, (depth, sites))
                for each in lambdas:
                    self._inside[each][1].extend(self._uses[before:])
            if isinstance(node, Try):
                caught = len(sites) if catches_failure(node) else depth
                stack.append((node.body, caught, sites, lambdas))
                stack.extend((catch, depth, sites, lambdas) for catch in node.catches)
                if node.final is not None:
                    stack.append((node.final, depth, sites, lambdas))
                continue
            if isinstance(node, Lambda):
                site = self.sites.get(node, Fate.STORED)
                if site is not None:
                    sites = (*sites, site)
                if node in self._lambda_of:
                    lambdas = (*lambdas, node)
                    self._inside[node] = (len(sites), [])
            stack += [(part, depth, sites, lambdas) for part in parts(node)]
        yield Code(
            piece.name,
            piece.node,
            piece.roots,
            tuple(sorted(self._uses, key=lambda use: use.node.start)),
            piece.definition,
            piece.body,
        )
        yield from self._handed_on
        yield from self._held_lambdas()

    def _held_lambdas(self) -> Iterator[Code]:
        for each, variables in self._lambda_of.items():
            depth, uses = self._inside.get(each, (0, []))
            inner = tuple(_from(use, depth) for use in uses)
            for variable in variables:
                yield Code("the lambda", each, (each.body,), inner, variable=variable)

    # ── Nodes ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _call(self, node: Call, around: _Around) -> None:
        found = self.bound.calls.get(node)
        if found is None:
            held = self.meaning.held(node.target) or self.meaning.invoked(node.target)
            if held is not None:
                self._use(node, (Held(held),), around)
                self._mention(held, None, around)
            for source in self.meaning.sources(node.target):
                if source.lambda_ is not None:
                    self.sites[source.lambda_] = None
        targets = self.meaning.targets(node)
        leaves = leaves_process(self.bound, node)
        if targets or leaves:
            self._use(node, targets, around, leaves=leaves)
        self._arguments(node.arguments, found, targets, around)

    def _new(self, node: New, around: _Around) -> None:
        targets = self.meaning.created(node)
        if targets:
            self._use(node, targets, around)
        if node.arguments is not None:
            self._arguments(node.arguments, self.bound.calls.get(node), targets, around)

    def _member(self, node: Member | Name, around: _Around) -> None:
        getter = self.meaning.getter(node)
        if getter is not None:
            self._use(node, (getter,), around)

    def _local(self, node: Local, around: _Around) -> None:
        if node.value is not None:
            self._flow(node, node.value, around)

    def _field(self, node: Field | Property, around: _Around) -> None:
        member = self.meaning.member(node)
        if member is not None and node.value is not None:
            self._flow(member, node.value, around)

    def _class(self, node: Class | Entity, around: _Around) -> None:
        """Before a class's own initial values those of its base are made, and its constructor runs."""
        for base in self.meaning.bases(node):
            self._use(node.name, (Created(base),), around)

    def _assignment(self, node: Assignment, around: _Around) -> None:
        variable = self.meaning.held(node.target)
        if variable is not None:
            self._flow(variable, node.value, around)

    def _initialiser(self, node: InitialiserMember, around: _Around) -> None:
        meant = self.bound.targets.get(node.name)
        if isinstance(meant, Definition):
            self._flow(meant, node.value, around)

    # ── Function values ──────────────────────────────────────────────────────────────────────────────────────────────

    def _arguments(
        self,
        arguments: Arguments,
        found: tuple[Definition | MemberFact, ...] | None,
        targets: tuple[Target, ...],
        around: _Around,
    ) -> None:
        for number, argument in enumerate(arguments.items):
            sources = self.meaning.sources(argument.value) if isinstance(argument.value, Expression) else []
            if not sources:
                continue
            if not found:
                self._hand_to_unknown(sources, around)
            elif isinstance(found[0], MemberFact):
                # A function of the platform that takes functions runs them; one that takes anything keeps it.
                is_run = "Func<" in found[0].signature or "Action" in found[0].signature
                self._hand(sources, None if is_run else Fate.STORED, around)
            else:
                called = tuple(one for one in targets if not isinstance(one, Created))
                index = self.meaning.index_of(found[0], number, argument.name)
                self._hand(sources, Passed(called, index, is_lambda=False), around)

    def _hand_to_unknown(self, sources: list[Source], around: _Around) -> None:
        """What nobody in view declares may run a lambda right away; of other functions nothing is known."""
        for source in sources:
            if source.lambda_ is not None:
                self.sites[source.lambda_] = None
            self._mention(source.held, None, around)

    def _hand(self, sources: list[Source], site: Site | None, around: _Around) -> None:
        depth, sites = around
        for source in sources:
            if source.lambda_ is not None:
                if isinstance(site, Passed):
                    self.sites[source.lambda_] = Passed(site.callees, site.index, is_lambda=True)
                    self._lambda_of.setdefault(source.lambda_, []).append(site)
                else:
                    self.sites[source.lambda_] = site
                continue
            if site is not Fate.STORED:
                inner = sites if site is None else (*sites, site)
                self._use(source.node, source.targets, (depth, inner), leaves=source.leaves)
            if isinstance(site, Passed):
                self._hand_on(source, site)
            self._mention(source.held, site, around)

    def _flow(self, variable: Definition | Node, value: Expression, around: _Around) -> None:
        """A variable takes functions."""
        site: Site = Kept(variable) if isinstance(variable, Node) else Fate.STORED
        for source in self.meaning.sources(value):
            if source.lambda_ is not None:
                self.sites[source.lambda_] = site
                self._lambda_of.setdefault(source.lambda_, []).append(variable)
                continue
            if source.held is None or source.held is not variable:
                self._hand_on(source, variable)
            self._mention(source.held, site, around)

    def _hand_on(self, source: Source, variable: Definition | Node | Passed) -> None:
        targets = source.targets
        if isinstance(source.held, Parameter):
            targets = (Given(source.held), *targets)
        use = Use(source.node, targets, source.leaves, -1, ())
        self._handed_on.append(Code("", source.node, uses=(use,), variable=variable))

    def _mention(self, variable: Definition | Node | None, into: Site | None, around: _Around) -> None:
        if isinstance(variable, Node) and not isinstance(into, Fate):
            self.variables.setdefault(variable, []).append(VariableUse(into, *around))

    def _use(self, node: Node, targets: tuple[Target, ...], around: _Around, *, leaves: bool = False) -> None:
        self._uses.append(Use(node, targets, leaves, *around))


def _from(use: Use, depth: int) -> Use:
    """The use as the lambda at that depth sees it."""
    return Use(use.node, use.targets, use.leaves, max(use.depth - depth, -1), use.sites[depth:])


_HANDLERS: dict[type[Node], Callable[..., None]] = {
    Call: _Found._call,
    New: _Found._new,
    Member: _Found._member,
    Name: _Found._member,
    Local: _Found._local,
    Assignment: _Found._assignment,
    InitialiserMember: _Found._initialiser,
    Field: _Found._field,
    Property: _Found._field,
}
