"""`yield return`: functions that give their items one by one, each worked out when it is asked for.

A body that yields is made of Python's own generators: a statement with a `yield return` in it is one that yields the
items and returns how it left; the others run as everywhere. Going through the items again runs the body again.
"""

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

from osy_grammar.nodes import statements as s
from osy_grammar.nodes.base import Node
from osy_runtime.builtins.sequences import Stream, iterated
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.frame import Code, Frame, Step
from osy_runtime.evaluate.functions import YIELD_BREAK, enter_call, yields
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import item_of
from osy_runtime.evaluate.targets import into
from osy_runtime.model import Shape
from osy_runtime.signals import CodeFrame, Failure, Flow, OsyThrow
from osy_runtime.values import Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Items = Generator[Value, None, Flow | None]
Giver = Callable[[Frame], Items]


def stream_code(compiler: "Compiler", scope: Scope, body: s.Block, result: Shape | None) -> Code:
    """The body as code that gives a stream of its items."""
    scope.returns = item_of(result)
    give = giver(compiler, scope, body)
    name = scope.function

    def run(f: Frame) -> Value:
        # Each going-through has variables of its own, which begin as the arguments were.
        start = [*f.locals]
        return Stream(lambda: _items(Frame(f.world, f.this, [*start], f.types), give, name))

    return run


def _items(f: Frame, give: Giver, name: str) -> Iterator[Value]:
    world = f.world
    items = give(f)
    while True:
        depth = world.depth
        enter_call(world, name)
        try:
            item = next(items)
        except StopIteration:
            return
        except Failure as failure:
            failure.leave_call()
            raise
        finally:
            world.depth = depth
        yield item


def giver(compiler: "Compiler", scope: Scope, node: s.Statement) -> Giver:
    """The statement as a generator."""
    if isinstance(node, s.ForeignStatement) and node.form == YIELD_BREAK:
        return _plain(lambda f: Flow.RETURN)
    if not yields(node):
        return _plain(compiler.step(scope, node))
    handler = _HANDLERS.get(type(node))
    if handler is None:
        from osy_runtime.evaluate.compiler import form_of, refuse

        refusal = refuse(scope, node, f"`yield return` inside of {form_of(node)}")
        return _plain(lambda f: refusal(f))  # type: ignore[arg-type,return-value]  # it gives nothing, it raises
    return compiler.counted(scope, node, handler(compiler, scope, node))


def _plain(step: Step) -> Giver:
    def run(f: Frame) -> Items:
        return step(f)
        yield

    return run


def _yield(compiler: "Compiler", scope: Scope, node: s.YieldReturn) -> Giver:
    value = into(compiler, scope, node.value, scope.returns)

    def run(f: Frame) -> Items:
        yield value(f)
        return None

    return run


def _block(compiler: "Compiler", scope: Scope, node: s.Block) -> Giver:
    scope.open_block()
    parts = [(giver(compiler, scope, inner), scope.place(inner)) for inner in node.statements]
    scope.close_block()
    return _sequence(parts)


def _sequence(parts: list[tuple[Giver, CodeFrame]]) -> Giver:
    def run(f: Frame) -> Items:
        for give, place in parts:
            try:
                flow = yield from give(f)
            except Failure as failure:
                failure.locate(place)
                raise
            if flow is not None:
                return flow
        return None

    return run


def _body(compiler: "Compiler", scope: Scope, node: s.Statement) -> Giver:
    if isinstance(node, s.Block):
        return giver(compiler, scope, node)
    scope.open_block()
    give = _sequence([(giver(compiler, scope, node), scope.place(node))])
    scope.close_block()
    return give


def _if(compiler: "Compiler", scope: Scope, node: s.If) -> Giver:
    condition = compiler.value(scope, node.condition)
    then = _body(compiler, scope, node.then)
    otherwise = _body(compiler, scope, node.otherwise) if node.otherwise is not None else None

    def run(f: Frame) -> Items:
        if truth(condition(f)):
            return (yield from then(f))
        return (yield from otherwise(f)) if otherwise is not None else None

    return run


def _loop(condition: Code | None, body: Giver, update: Code | None, *, first: bool = False) -> Giver:
    """A loop; `first` runs the body once before the condition is asked."""

    def run(f: Frame) -> Items:
        world, is_first = f.world, first
        while is_first or condition is None or truth(condition(f)):
            is_first = False
            world.fuel -= 1
            if world.fuel < 0:
                world.refuel()
            flow = yield from body(f)
            if flow is not None and flow is not Flow.CONTINUE:
                return None if flow is Flow.BREAK else flow
            if update is not None:
                update(f)
        return None

    return run


def _while(compiler: "Compiler", scope: Scope, node: s.While) -> Giver:
    return _loop(compiler.value(scope, node.condition), _body(compiler, scope, node.body), None)


def _do_while(compiler: "Compiler", scope: Scope, node: s.DoWhile) -> Giver:
    body = _body(compiler, scope, node.body)
    return _loop(compiler.value(scope, node.condition), body, None, first=True)


def _for(compiler: "Compiler", scope: Scope, node: s.For) -> Giver:
    scope.open_block()
    from osy_runtime.evaluate.statements import for_start, for_update

    first = for_start(compiler, scope, node)
    condition = compiler.value(scope, node.condition) if node.condition is not None else None
    update = for_update(compiler, scope, node)
    loop = _loop(condition, _body(compiler, scope, node.body), update)
    scope.close_block()

    def run(f: Frame) -> Items:
        if first is not None:
            first(f)
        return (yield from loop(f))

    return run


def _for_each(compiler: "Compiler", scope: Scope, node: s.ForEach) -> Giver:
    from osy_runtime.evaluate.statements import each_item

    source, put = each_item(compiler, scope, node)
    body = _body(compiler, scope, node.body)
    scope.close_block()

    def run(f: Frame) -> Items:
        world = f.world
        for item in iterated(world, source(f)):
            world.fuel -= 1
            if world.fuel < 0:
                world.refuel()
            put(f, item)
            flow = yield from body(f)
            if flow is not None and flow is not Flow.CONTINUE:
                return None if flow is Flow.BREAK else flow
        return None

    return run


def _try(compiler: "Compiler", scope: Scope, node: s.Try) -> Giver:
    """`try` with `yield return` in it: as in C# in a `try` that has a `finally`, and more freely here."""
    from osy_runtime.evaluate.failures import catch_clauses

    body = giver(compiler, scope, node.body)
    clauses = catch_clauses(compiler, scope, node, lambda block: giver(compiler, scope, block))
    final = giver(compiler, scope, node.final) if node.final is not None else None

    def guarded(f: Frame) -> Items:
        try:
            return (yield from body(f))
        except OsyThrow as failure:
            clause = next((c for c in clauses if c.takes(f, failure)), None)
            if clause is None:
                raise
        return (yield from clause.body(f))

    def run(f: Frame) -> Items:
        if final is None:
            return (yield from guarded(f))
        try:
            flow = yield from guarded(f)
        except GeneratorExit:
            # Nobody asks for more items: the body ends here, and what it leaves to be done is done.
            for _ in final(f):
                pass
            raise
        except Failure:
            yield from final(f)
            raise
        return (yield from final(f)) or flow

    return run


_HANDLERS: dict[type[Node], Callable[..., Giver]] = {
    s.YieldReturn: _yield,
    s.Block: _block,
    s.If: _if,
    s.While: _while,
    s.DoWhile: _do_while,
    s.For: _for,
    s.ForEach: _for_each,
    s.Try: _try,
}
