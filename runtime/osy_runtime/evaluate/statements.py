"""Statements. Each answers None when it just ended, or how it left: `break`, `continue`, `return`."""

from collections.abc import Callable, Sequence

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_grammar.nodes.base import Node
from osy_grammar.record import record
from osy_runtime.builtins.sequences import iterated
from osy_runtime.evaluate import held
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.compiler import Compiler, StatementHandler, for_statement
from osy_runtime.evaluate.failures import throw_statement, try_statement
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.lambdas import lambda_value
from osy_runtime.evaluate.literals import mark_spoken
from osy_runtime.evaluate.patterns import goto_case, switch
from osy_runtime.evaluate.scope import Scope, Variable
from osy_runtime.evaluate.shapes import item_of
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.tuples import deconstruction, targets_setter
from osy_runtime.evaluate.type_arguments import mentions, type_code
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.evaluate.units import run_as
from osy_runtime.model import Shape
from osy_runtime.signals import CodeFrame, Failure, Flow, Goto
from osy_runtime.values import Value


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
    step = sequence_of(compiler, scope, node.statements)
    scope.close_block()
    return step


def sequence_of(compiler: Compiler, scope: Scope, statements: Sequence[s.Statement]) -> Step:
    """Statements one after the other; a `using` without a body holds what it has to the end."""
    parts: list[Part] = []
    for place, inner in enumerate(statements):
        if isinstance(inner, s.UsingStatement) and inner.body is None:
            step = compiler.counted(scope, inner, held.using_rest(compiler, scope, inner, statements[place + 1 :]))
            parts.append(Part(step, scope.place(inner), leaves=True))
            break
        parts.append(part_of(compiler, scope, inner))
    return sequence(parts)


def sequence(parts: Sequence[Part]) -> Step:
    """Compiled statements one after the other."""
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
    step = sequence([part_of(compiler, scope, node)])
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
        return again(f) if flow is None or flow is Flow.CONTINUE else flow

    return run


def for_statement_(compiler: Compiler, scope: Scope, node: s.For) -> Step:
    """`for (initialiser; condition; update) body`."""
    scope.open_block()
    first = for_start(compiler, scope, node)
    condition = compiler.value(scope, node.condition) if node.condition is not None else None
    update = for_update(compiler, scope, node)
    loop = _loop(condition, body_of(compiler, scope, node.body), update)
    scope.close_block()

    def run(f: Frame) -> Flow | None:
        if first is not None:
            first(f)
        return loop(f)

    return run


def for_start(compiler: Compiler, scope: Scope, node: s.For) -> Callable[[Frame], object] | None:
    """What a `for` begins with."""
    starts = [each for each in (node.initialiser, *node.more) if each is not None]
    codes: list[Callable[[Frame], object]] = [
        compiler.step(scope, each) if isinstance(each, s.Local) else compiler.value(scope, each) for each in starts
    ]
    return _all_of(codes) if codes else None


def for_update(compiler: Compiler, scope: Scope, node: s.For) -> Code | None:
    """What a `for` does after each round."""
    updates = [compiler.value(scope, each) for each in (node.update, *node.updates) if each is not None]
    return _all_of(updates) if updates else None


def _all_of(codes: Sequence[Callable[[Frame], object]]) -> Code:
    if len(codes) == 1:
        return codes[0]

    def run(f: Frame) -> Value:
        for code in codes:
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
    if node.targets is not None:
        return source, targets_setter(compiler, scope, node.targets, item)
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
        for_statement(s.GotoCase, goto_case),
        for_statement(s.Deconstruction, deconstruction),
        for_statement(s.UsingStatement, held.using),
        for_statement(s.Lock, held.lock),
        for_statement(s.CheckedBlock, held.checked_block),
    )
)
