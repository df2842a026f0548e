"""The graph of an expression: what is evaluated in which order, and what only sometimes.

`&&`, `||`, `?:`, `??` and `?.` are forks like `if`. A chain of members and calls is gone through from its inside, in
one step, so that a `?.` in it can lead past all that follows.
"""

from collections.abc import Callable
from typing import Protocol

from osy_analysis.flow.effects import Effects, Lambdas
from osy_analysis.flow.graph import Change, Graph
from osy_analysis.flow.walk import Walk
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    Assignment,
    Binary,
    Call,
    Conditional,
    Expression,
    Foreign,
    Index,
    Lambda,
    Literal,
    Member,
    NonNull,
    Parenthesised,
    Unary,
)
from osy_grammar.nodes.patterns import SwitchExpression
from osy_grammar.walk import children

_THROWN = "`throw` as a value"


class Builder(Protocol):
    """What a graph is put together with; see `build`."""

    effects: Effects
    graph: Graph
    here: int

    def emit_after(self, node: Node) -> None:
        """Take the steps after a node here."""

    def lead(self, target: int, change: Change | None = None) -> None:
        """Go on from here to `target`."""

    def leave(self) -> None:
        """Nothing goes on from here."""

    def inner_body(self, node: Node, after: int) -> Walk:
        """The body of a lambda, whose end and whose `return`s lead to `after`."""


class Values:
    """Adds expressions to the graph of a builder."""

    def __init__(self, builder: Builder) -> None:
        """Add where `builder` is."""
        self._builder = builder

    def value(self, node: Node) -> Walk:
        """Evaluate an expression, or what stands between one and its parts: arguments, an initialiser."""
        if self._builder.effects.touch(node):
            yield _HANDLERS.get(type(node), Values._parts)(self, node)

    def condition(self, node: Expression, holds: int, fails: int) -> Walk:
        """Evaluate a condition, and go on to one place or the other."""
        builder = self._builder
        match node:
            case Parenthesised(inner=inner):
                yield self.condition(inner, holds, fails)
            case Unary(operator="!", operand=operand):
                yield self.condition(operand, fails, holds)
            case Binary(operator="&&", left=left, right=right):
                between = builder.graph.add()
                yield self.condition(left, between, fails)
                builder.here = between
                yield self.condition(right, holds, fails)
            case Binary(operator="||", left=left, right=right):
                between = builder.graph.add()
                yield self.condition(left, holds, between)
                builder.here = between
                yield self.condition(right, holds, fails)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                yield from self._chosen(condition, then, otherwise, holds, fails)
            case Literal(kind="true"):
                builder.lead(holds)
            case Literal(kind="false"):
                builder.lead(fails)
            case _:
                yield self.value(node)
                when, unless = builder.effects.outcomes.get(node, (None, None))
                builder.lead(holds, when)
                builder.lead(fails, unless)

    def _chosen(self, condition: Expression, then: Expression, otherwise: Expression, holds: int, fails: int) -> Walk:
        yes, no = self._builder.graph.add(), self._builder.graph.add()
        yield self.condition(condition, yes, no)
        self._builder.here = yes
        yield self.condition(then, holds, fails)
        self._builder.here = no
        yield self.condition(otherwise, holds, fails)

    # ── Kinds of expressions ─────────────────────────────────────────────────────────────────────────────────────────

    def _parts(self, node: Node) -> Walk:
        for child in children(node):
            yield self.value(child)
        self._builder.emit_after(node)

    def _binary(self, node: Binary) -> Walk:
        if node.operator in ("&&", "||"):
            after = self._builder.graph.add()
            yield self.condition(node, after, after)
            self._builder.here = after
            self._builder.emit_after(node)
        elif node.operator == "??":
            yield self.value(node.left)
            yield self._perhaps(node.right)
            self._builder.emit_after(node)
        else:
            yield self._parts(node)

    def _perhaps(self, node: Node) -> Walk:
        """Evaluate or go past it."""
        builder = self._builder
        inside, after = builder.graph.add(), builder.graph.add()
        builder.lead(inside)
        builder.lead(after)
        builder.here = inside
        yield self.value(node)
        builder.lead(after)
        builder.here = after

    def _conditional(self, node: Conditional) -> Walk:
        builder = self._builder
        then, otherwise, after = builder.graph.add(), builder.graph.add(), builder.graph.add()
        yield self.condition(node.condition, then, otherwise)
        for start, branch in ((then, node.then), (otherwise, node.otherwise)):
            builder.here = start
            yield self.value(branch)
            builder.lead(after)
        builder.here = after
        builder.emit_after(node)

    def _assignment(self, node: Assignment) -> Walk:
        if not isinstance(node.target, Member | Index):
            yield self.value(node.target)
        else:
            yield self._chain(node.target)
        yield self._perhaps(node.value) if node.operator == "??=" else self.value(node.value)
        self._builder.emit_after(node)

    def _chain(self, node: Expression) -> Walk:
        links: list[Member | Call | Index | NonNull] = []
        base = node
        while isinstance(base, Member | Call | Index | NonNull):
            links.append(base)
            base = base.target
        yield self.value(base)
        builder = self._builder
        past: int | None = None
        for link in reversed(links):
            known = builder.effects.links.get(link)
            if known is not None:
                past = builder.graph.add() if past is None else past
                builder.lead(past)
                inside = builder.graph.add()
                builder.lead(inside, known)
                builder.here = inside
            if isinstance(link, Call):
                yield self.value(link.arguments)
            elif isinstance(link, Index):
                yield self.value(link.index)
            builder.emit_after(link)
        if past is not None:
            builder.lead(past)
            builder.here = past

    def _lambda(self, node: Lambda) -> Walk:
        builder = self._builder
        kind = builder.effects.lambdas
        if kind is Lambdas.PASSED_OVER:
            return
        before, inside, after = builder.here, builder.graph.add(), builder.graph.add()
        builder.lead(inside)
        builder.here = inside
        yield builder.inner_body(node.body, after)
        if kind is Lambdas.ASIDE:
            builder.here = builder.graph.add()
            builder.graph.join(before, builder.here)
        else:
            builder.here = after

    def _switch(self, node: SwitchExpression) -> Walk:
        builder = self._builder
        yield self.value(node.value)
        before, after = builder.here, builder.graph.add()
        for arm in node.arms:
            builder.here = builder.graph.add()
            builder.graph.join(before, builder.here)
            if arm.condition is not None:
                yield self.value(arm.condition)
            yield self.value(arm.value)
            builder.lead(after)
        if node.arms:
            builder.here = after
        builder.emit_after(node)

    def _foreign(self, node: Foreign) -> Walk:
        yield self._parts(node)
        if node.form == _THROWN:
            self._builder.leave()


_HANDLERS: dict[type[Node], Callable[..., Walk]] = {
    Binary: Values._binary,
    Conditional: Values._conditional,
    Assignment: Values._assignment,
    Member: Values._chain,
    Call: Values._chain,
    Index: Values._chain,
    NonNull: Values._chain,
    Lambda: Values._lambda,
    Foreign: Values._foreign,
    SwitchExpression: Values._switch,
}
"""All others evaluate their parts in source order."""
