"""The graph of a body, out of its statements.

`goto` leaves a body as `return` does. A `finally` is gone through once, after the blocks before it: neither a failure
nor a `return` inside of the `try` comes by. What no statement of Osy# says (C#'s `lock` and the like) is gone through
part by part.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from osy_analysis.flow.effects import Effects
from osy_analysis.flow.graph import Change, Copy, Graph, Step
from osy_analysis.flow.values import Values
from osy_analysis.flow.walk import Walk, run
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.patterns import CaseLabel
from osy_grammar.nodes.statements import (
    Block,
    Break,
    CheckedBlock,
    Continue,
    Deconstruction,
    DoWhile,
    ExpressionStatement,
    For,
    ForEach,
    ForeignStatement,
    Goto,
    GotoCase,
    If,
    Local,
    Lock,
    Return,
    RunAs,
    Statement,
    Switch,
    Throw,
    Try,
    UsingStatement,
    While,
    YieldReturn,
)

_INNER_FUNCTION = "a function inside a body"
_LEAVES = "`yield break`"


def graph_of(roots: Iterable[Node], effects: Effects) -> Graph:
    """The graph of a body: blocks, or expressions for what has no block."""
    effects.seal()
    builder = _Builder(effects)
    run(builder.body(roots))
    return builder.graph


@dataclass(slots=True)
class _Loop:
    """Where `break` and `continue` go; a `switch` has no `continue` of its own."""

    after: int
    again: int | None


class _Builder:
    """Puts stretches together; `here` is the one that what comes next belongs to."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.graph = Graph()
        self.here = self.graph.add()
        self.values = Values(self)
        self._loops: list[_Loop] = []
        self._tries: list[list[int]] = []
        self._returns: int | None = None

    # ── What the parts of a body are put together with ───────────────────────────────────────────────────────────────

    def emit(self, steps: Iterable[Step]) -> None:
        """Take steps here."""
        for step in steps:
            self.graph.steps[self.here].append(step)
            if self._tries:
                self._note(step)

    def _note(self, step: Step) -> None:
        tried = self._tries[-1]
        match step:
            case Change(keep=keep, gain=gain):
                tried[0] |= ~keep
                tried[1] |= gain
            case Copy(target=target):
                tried[0] |= target
                tried[1] |= target
            case _:
                pass

    def emit_after(self, node: Node) -> None:
        """Take the steps after a node here."""
        self.emit(self.effects.of(node))

    def lead(self, target: int, change: Change | None = None) -> None:
        """Go on from here to `target`."""
        self.graph.join(self.here, target, change)
        if change is not None and self._tries:
            self._note(change)

    def leave(self) -> None:
        """Nothing goes on from here; what follows in the text is reached by no way."""
        self.here = self.graph.add()

    def go_on(self) -> int:
        """Begin a stretch that follows this one."""
        following = self.graph.add()
        self.lead(following)
        self.here = following
        return following

    # ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────────

    def body(self, roots: Iterable[Node]) -> Walk:
        """The whole body."""
        for root in roots:
            yield self.part(root)
        self.emit(self.effects.at_end)

    def inner_body(self, node: Node, after: int) -> Walk:
        """The body of a lambda, whose end and whose `return`s lead to `after`."""
        around = self._loops, self._returns
        self._loops, self._returns = [], after
        yield self.part(node)
        self.lead(after)
        self._loops, self._returns = around

    def part(self, node: Node) -> Walk:
        """A statement or an expression."""
        if isinstance(node, Expression):
            yield self.values.value(node)
        elif isinstance(node, Statement):
            handler = _HANDLERS.get(type(node))
            if handler is not None:
                yield handler(self, node)

    def _block(self, node: Block) -> Walk:
        for statement in node.statements:
            yield self.part(statement)

    def _local(self, node: Local) -> Walk:
        if node.value is not None:
            yield self.values.value(node.value)
        self.emit_after(node)

    def _expression(self, node: ExpressionStatement) -> Walk:
        yield self.values.value(node.expression)
        self.emit_after(node)

    def _if(self, node: If) -> Walk:
        then, otherwise, after = self.graph.add(), self.graph.add(), self.graph.add()
        yield self.values.condition(node.condition, then, otherwise)
        self.here = then
        yield self.part(node.then)
        self.lead(after)
        self.here = otherwise
        if node.otherwise is not None:
            yield self.part(node.otherwise)
        self.lead(after)
        self.here = after

    def _while(self, node: While) -> Walk:
        again = self.go_on()
        body, after = self.graph.add(), self.graph.add()
        yield self.values.condition(node.condition, body, after)
        yield self._round(body, node.body, _Loop(after, again))
        self.lead(again)
        self.here = after

    def _round(self, start: int, body: Statement, loop: _Loop) -> Walk:
        self.here = start
        self._loops.append(loop)
        yield self.part(body)
        self._loops.pop()

    def _do_while(self, node: DoWhile) -> Walk:
        body = self.go_on()
        asked, after = self.graph.add(), self.graph.add()
        yield self._round(body, node.body, _Loop(after, asked))
        self.lead(asked)
        self.here = asked
        yield self.values.condition(node.condition, body, after)
        self.here = after

    def _for(self, node: For) -> Walk:
        for start in (node.initialiser, *node.more):
            if start is not None:
                yield self.part(start)
        again = self.go_on()
        body, update, after = self.graph.add(), self.graph.add(), self.graph.add()
        if node.condition is None:
            self.lead(body)
        else:
            yield self.values.condition(node.condition, body, after)
        yield self._round(body, node.body, _Loop(after, update))
        self.lead(update)
        self.here = update
        for step in (node.update, *node.updates):
            if step is not None:
                yield self.values.value(step)
        self.lead(again)
        self.here = after

    def _for_each(self, node: ForEach) -> Walk:
        yield self.values.value(node.source)
        again = self.go_on()
        body, after = self.graph.add(), self.graph.add()
        self.lead(body)
        self.lead(after)
        self.here = body
        self.emit_after(node)
        yield self._round(body, node.body, _Loop(after, again))
        self.lead(again)
        self.here = after

    def _try(self, node: Try) -> Walk:
        before = self.go_on()
        catches, after = [self.graph.add() for _ in node.catches], self.graph.add()
        self.here = self.graph.add()
        self.graph.join(before, self.here)
        self._tries.append([0, 0])
        yield self.part(node.body)
        self.lead(after)
        lost, gained = self._tries.pop()
        change = self.effects.caught(lost, gained)
        if self._tries:
            self._note(Change(~lost, gained))
        for start, catch in zip(catches, node.catches, strict=True):
            self.graph.join(before, start, change)
            self.here = start
            self.emit_after(catch)
            if catch.filter is not None:
                yield self.values.value(catch.filter)
            yield self.part(catch.body)
            self.lead(after)
        self.here = after
        if node.final is not None:
            yield self.part(node.final)

    def _return(self, node: Return) -> Walk:
        if node.value is not None:
            yield self.values.value(node.value)
        self.emit_after(node)
        if self._returns is not None:
            self.lead(self._returns)
        self.leave()

    def _throw(self, node: Throw) -> Walk:
        if node.value is not None:
            yield self.values.value(node.value)
        self.leave()

    def _goto(self, node: Goto) -> Walk:
        self.emit_after(node)
        self.leave()
        yield from ()

    def _break(self, _node: Break) -> Walk:
        if self._loops:
            self.lead(self._loops[-1].after)
        self.leave()
        yield from ()

    def _continue(self, _node: Continue) -> Walk:
        again = next((loop.again for loop in reversed(self._loops) if loop.again is not None), None)
        if again is not None:
            self.lead(again)
        self.leave()
        yield from ()

    def _yield_return(self, node: YieldReturn) -> Walk:
        yield self.values.value(node.value)
        self.emit_after(node)

    def _run_as(self, node: RunAs) -> Walk:
        yield self.values.value(node.principal)
        yield self.part(node.body)

    def _switch(self, node: Switch) -> Walk:
        yield self.values.value(node.value)
        self.emit_after(node)
        before, after = self.here, self.graph.add()
        self._loops.append(_Loop(after, None))
        has_default = False
        for section in node.sections:
            self.here = self.graph.add()
            self.graph.join(before, self.here)
            for label in section.labels:
                has_default |= label is None
                if isinstance(label, CaseLabel):
                    if label.condition is not None:
                        yield self.values.value(label.condition)
                elif label is not None:
                    yield self.values.value(label)
            for statement in section.statements:
                yield self.part(statement)
            self.lead(after)
        self._loops.pop()
        self.here = after
        if not has_default:
            self.graph.join(before, after)

    def _goto_case(self, node: GotoCase) -> Walk:
        if node.value is not None:
            yield self.values.value(node.value)
        if self._loops:
            # Some section of the switch, and then what is behind it.
            self.lead(self._loops[-1].after)
        self.leave()

    def _deconstruction(self, node: Deconstruction) -> Walk:
        yield self.values.value(node.value)
        self.emit_after(node)

    def _using(self, node: UsingStatement) -> Walk:
        for resource in node.resources:
            yield self.part(resource)
        if node.body is not None:
            yield self.part(node.body)
        self.emit_after(node)

    def _held(self, node: Lock | CheckedBlock) -> Walk:
        if isinstance(node, Lock):
            yield self.values.value(node.value)
        yield self.part(node.body)
        self.emit_after(node)

    def _foreign(self, node: ForeignStatement) -> Walk:
        if node.form == _INNER_FUNCTION:
            return
        for part in node.parts:
            yield self.part(part)
        self.emit_after(node)
        if node.form == _LEAVES:
            self.leave()


_HANDLERS: dict[type[Node], Callable[..., Walk]] = {
    Block: _Builder._block,
    Local: _Builder._local,
    ExpressionStatement: _Builder._expression,
    If: _Builder._if,
    While: _Builder._while,
    DoWhile: _Builder._do_while,
    For: _Builder._for,
    ForEach: _Builder._for_each,
    Try: _Builder._try,
    Return: _Builder._return,
    Throw: _Builder._throw,
    Goto: _Builder._goto,
    Break: _Builder._break,
    Continue: _Builder._continue,
    YieldReturn: _Builder._yield_return,
    RunAs: _Builder._run_as,
    Switch: _Builder._switch,
    ForeignStatement: _Builder._foreign,
    GotoCase: _Builder._goto_case,
    Deconstruction: _Builder._deconstruction,
    UsingStatement: _Builder._using,
    Lock: _Builder._held,
    CheckedBlock: _Builder._held,
}
"""Blank and broken statements are not in it: they do nothing."""
