"""Statements. Each answers None when it just ended, or how it left: `break`, `continue`, `return`."""

from collections.abc import Callable, Sequence

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_grammar.nodes.base import Node
from osy_grammar.record import record
from osy_runtime.builtins.sequences import iterated
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.compiler import Compiler, StatementHandler, for_statement
from osy_runtime.evaluate.failures import throw_statement, try_statement
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.lambdas import lambda_value
from osy_runtime.evaluate.literals import mark_spoken
from osy_runtime.evaluate.operators import equals
from osy_runtime.evaluate.scope import Scope, Variable
from osy_runtime.evaluate.shapes import item_of
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.type_arguments import mentions, type_code
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.evaluate.units import run_as
from osy_runtime.model import Shape
from osy_runtime.signals import CodeFrame, Failure, Flow, Goto


@record()
class Part:
    """A statement of a block, compiled; one that `leaves` can answer how it left, others answer nothing that counts."""

    run: Callable[[Frame], object]
    place: CodeFrame
    leaves: bool


def part_of(compiler: Compiler, scope: Scope, node: s.Statement) -> Part:
    """A statement as a part of a block: an expression needs nothing around it."""
    if isinstance(node, s.ExpressionStatement):
        code = compiler.counted(scope, node, compiler.value(scope, node.expression))
        return Part(code, scope.place(node), leaves=False)
    return Part(compiler.step(scope, node), scope.place(node), leaves=True)


def block(compiler: Compiler, scope: Scope, node: s.Block) -> Step:
    """`{ … }`."""
    scope.open_block()
    parts = [part_of(compiler, scope, inner) for inner in node.statements]
    scope.close_block()
    return _sequence(parts)


def _sequence(parts: Sequence[Part]) -> Step:
    if len(parts) == 1:
        return _single(parts[0])
    rows = tuple((part.run, part.place, part.leaves) for part in parts)

    def run(f: Frame) -> Flow | None:
        try:
            for step, place, leaves in rows:  # noqa: B007 -- the place is asked for when the step failed
                flow = step(f)
                if leaves and flow is not None:
                    return flow  # type: ignore[return-value]  # a statement's answer is a flow
        except Failure as failure:
            failure.locate(place)
            raise
        return None

    return run


def _single(part: Part) -> Step:
    step, place, leaves = part.run, part.place, part.leaves

    def run(f: Frame) -> Flow | None:
        try:
            flow = step(f)
        except Failure as failure:
            failure.locate(place)
            raise
        return flow if leaves else None  # type: ignore[return-value]  # a statement's answer is a flow

    return run


def body_of(compiler: Compiler, scope: Scope, node: s.Statement) -> Step:
    """A statement that is a body: one without braces is a block of one."""
    if isinstance(node, s.Block):
        return compiler.step(scope, node)
    scope.open_block()
    step = _sequence([part_of(compiler, scope, node)])
    scope.close_block()
    return step


def empty(compiler: Compiler, scope: Scope, node: s.Empty) -> Step:
    """`;`."""
    return lambda f: None


def local(compiler: Compiler, scope: Scope, node: s.Local) -> Step:
    """`type name = value;`."""
    if node.is_function and isinstance(node.value, e.Lambda):
        return _local_function(compiler, scope, node, node.value)
    if node.type.name.text == "var":
        return _local_var(compiler, scope, node)
    shape = compiler.shape(node.type, scope.site)
    value = into(compiler, scope, node.value, shape) if node.value is not None else _default(compiler, scope, node)
    return _putting(scope.declare(node.name.text, conversion_to(shape), shape), value)


def _local_var(compiler: Compiler, scope: Scope, node: s.Local) -> Step:
    given = node.value
    if given is None:
        return _putting(scope.declare(node.name.text), lambda f: None)
    value = compiler.value(scope, given)
    shape = static_type(compiler, scope, given)
    return _putting(scope.declare(node.name.text, None, shape), value)


def _local_function(compiler: Compiler, scope: Scope, node: s.Local, given: e.Lambda) -> Step:
    """A function inside a body: its own name means it there already."""
    variable = scope.declare(node.name.text)
    put = variable_setter(variable)
    gives = None if node.type.name.text == "void" else compiler.shape(node.type, scope.site)
    target = Shape("Func", None, (*(None for _ in given.parameters), gives)) if gives is not None else None
    value = lambda_value(compiler, scope, given, target)
    index = variable.index

    def run(f: Frame) -> Flow | None:
        put(f, None)
        made = value(f)
        cell = f.locals[index]
        if variable.in_cell and isinstance(cell, list):
            cell[0] = made
        else:
            put(f, made)
        return None

    return run


def _default(compiler: Compiler, scope: Scope, node: s.Local) -> Code:
    # C# lets nobody read a variable before it is given a value; what it holds until then is its type's default.
    if not mentions(scope, node.type):
        value = default_of(compiler.shape(node.type, scope.site))
        return lambda f: value
    shape = type_code(compiler, scope, node.type)
    return lambda f: default_of(shape(f))


def _putting(variable: Variable, value: Code) -> Step:
    index = variable.index
    if variable.in_cell:

        def run_shared(f: Frame) -> Flow | None:
            f.locals[index] = [value(f)]
            return None

        return run_shared

    def run(f: Frame) -> Flow | None:
        f.locals[index] = value(f)
        return None

    return run


def expression_statement(compiler: Compiler, scope: Scope, node: s.ExpressionStatement) -> Step:
    """An expression for its effect."""
    code = compiler.value(scope, node.expression)

    def run(f: Frame) -> Flow | None:
        code(f)
        return None

    return run


def if_statement(compiler: Compiler, scope: Scope, node: s.If) -> Step:
    """`if`, with the `else if`s of a chain taken one after the other, not inside each other."""
    arms: list[tuple[Code, Step]] = []
    inner: s.Statement | None = node
    while isinstance(inner, s.If):
        condition = compiler.value(scope, inner.condition)
        arms.append((condition, body_of(compiler, scope, inner.then)))
        inner = inner.otherwise
    otherwise = body_of(compiler, scope, inner) if inner is not None else None

    def run(f: Frame) -> Flow | None:
        for condition, body in arms:
            holds = condition(f)
            if holds is True or (holds is not False and truth(holds)):
                return body(f)
        return otherwise(f) if otherwise else None

    return run


def while_statement(compiler: Compiler, scope: Scope, node: s.While) -> Step:
    """`while (condition) body`."""
    return _loop(compiler.value(scope, node.condition), body_of(compiler, scope, node.body), None)


def do_while(compiler: Compiler, scope: Scope, node: s.DoWhile) -> Step:
    """`do body while (condition);`."""
    body = body_of(compiler, scope, node.body)
    again = _loop(compiler.value(scope, node.condition), body, None)

    def run(f: Frame) -> Flow | None:
        flow = body(f)
        if flow is Flow.BREAK:
            return None
        return flow if flow is Flow.RETURN else again(f)

    return run


def for_statement_(compiler: Compiler, scope: Scope, node: s.For) -> Step:
    """`for (initialiser; condition; update) body`."""
    scope.open_block()
    first: Step | None = None
    if isinstance(node.initialiser, s.Local):
        first = compiler.step(scope, node.initialiser)
    elif node.initialiser is not None:
        first = _effect(compiler.value(scope, node.initialiser))
    condition = compiler.value(scope, node.condition) if node.condition is not None else None
    update = compiler.value(scope, node.update) if node.update is not None else None
    loop = _loop(condition, body_of(compiler, scope, node.body), update)
    scope.close_block()

    def run(f: Frame) -> Flow | None:
        if first is not None:
            first(f)
        return loop(f)

    return run


def _effect(code: Code) -> Step:
    def run(f: Frame) -> Flow | None:
        code(f)
        return None

    return run


def _loop(condition: Code | None, body: Step, update: Code | None) -> Step:
    def run(f: Frame) -> Flow | None:
        world = f.world
        while True:
            if condition is not None:
                holds = condition(f)
                if holds is not True and (holds is False or not truth(holds)):
                    return None
            world.fuel -= 1
            if world.fuel < 0:
                world.refuel()
            flow = body(f)
            if flow is not None and flow is not Flow.CONTINUE:
                return None if flow is Flow.BREAK else flow
            if update is not None:
                update(f)

    return run


def for_each(compiler: Compiler, scope: Scope, node: s.ForEach) -> Step:
    """`foreach (type name in source) body`."""
    source, put = each_item(compiler, scope, node)
    body = body_of(compiler, scope, node.body)
    scope.close_block()

    def run(f: Frame) -> Flow | None:
        world = f.world
        for item in iterated(world, source(f)):
            world.fuel -= 1
            if world.fuel < 0:
                world.refuel()
            put(f, item)
            flow = body(f)
            if flow is not None and flow is not Flow.CONTINUE:
                return None if flow is Flow.BREAK else flow
        return None

    return run


def each_item(compiler: Compiler, scope: Scope, node: s.ForEach) -> tuple[Code, Setter]:
    """The source of a `foreach`, and what puts each item into its variable; a block is opened for that."""
    source = compiler.value(scope, node.source)
    item = item_of(static_type(compiler, scope, node.source))
    scope.open_block()
    if node.type.name.text == "var":
        return source, variable_setter(scope.declare(node.name.text, None, item))
    shape = compiler.shape(node.type, scope.site)
    convert = conversion_to(shape)
    put = variable_setter(scope.declare(node.name.text, convert, shape))
    if convert is None:
        return source, put
    return source, lambda f, value: put(f, convert(value))


def return_statement(compiler: Compiler, scope: Scope, node: s.Return) -> Step:
    """`return value;`."""
    if node.value is None:
        return lambda f: Flow.RETURN
    mark_spoken(compiler, node.value)
    value = into(compiler, scope, node.value, scope.returns)

    def run(f: Frame) -> Flow | None:
        f.result = value(f)
        return Flow.RETURN

    return run


def break_statement(compiler: Compiler, scope: Scope, node: s.Break) -> Step:
    """`break;`."""
    return lambda f: Flow.BREAK


def continue_statement(compiler: Compiler, scope: Scope, node: s.Continue) -> Step:
    """`continue;`."""
    return lambda f: Flow.CONTINUE


def goto(compiler: Compiler, scope: Scope, node: s.Goto) -> Step:
    """`goto State;`."""
    state = node.state.text

    def run(_: Frame) -> Flow | None:
        raise Goto(state)

    return run


def switch(compiler: Compiler, scope: Scope, node: s.Switch) -> Step:
    """`switch (value) { … }` over constants."""
    value = compiler.value(scope, node.value)
    scope.open_block()
    sections: list[tuple[list[Code | None], Step]] = []
    for section in node.sections:
        labels = [None if label is None else compiler.value(scope, label) for label in section.labels]
        sections.append((labels, _sequence([part_of(compiler, scope, inner) for inner in section.statements])))
    scope.close_block()
    default = next((body for labels, body in sections if None in labels), None)

    def run(f: Frame) -> Flow | None:
        given = value(f)
        chosen = default
        for labels, body in sections:
            if any(label is not None and equals(given, label(f)) for label in labels):
                chosen = body
                break
        flow = chosen(f) if chosen else None
        return None if flow is Flow.BREAK else flow

    return run


TABLE: dict[type[Node], StatementHandler] = dict(
    (
        for_statement(s.Block, block),
        for_statement(s.Empty, empty),
        for_statement(s.Local, local),
        for_statement(s.ExpressionStatement, expression_statement),
        for_statement(s.If, if_statement),
        for_statement(s.While, while_statement),
        for_statement(s.DoWhile, do_while),
        for_statement(s.For, for_statement_),
        for_statement(s.ForEach, for_each),
        for_statement(s.Try, try_statement),
        for_statement(s.Return, return_statement),
        for_statement(s.Throw, throw_statement),
        for_statement(s.Break, break_statement),
        for_statement(s.Continue, continue_statement),
        for_statement(s.Goto, goto),
        for_statement(s.RunAs, run_as),
        for_statement(s.Switch, switch),
    )
)
