"""Expressions on their way into a place whose type is known: a variable, a field, a parameter, a result, an item.

The type of the place decides what `[a, b]`, `new()`, a lambda and the branches of a conditional are. Everything else
is converted where C# converts silently, unless its own type says that there is nothing to convert.
"""

from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.patterns import SwitchExpression
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import item_of
from osy_runtime.evaluate.static_types import is_null_literal, static_type
from osy_runtime.evaluate.types import Conversion, conversion_to
from osy_runtime.model import Shape
from osy_runtime.values import Bytes, HashSet, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler


def into(compiler: "Compiler", scope: Scope, node: e.Expression, shape: Shape | None, *, converts: bool = True) -> Code:
    """The expression as a value of that type; `converts` is False where what takes the value converts it itself."""
    if shape is None:
        return compiler.value(scope, node)
    match node:
        case e.Parenthesised():
            return into(compiler, scope, node.inner, shape, converts=converts)
        case e.Collection():
            return _collection(compiler, scope, node, shape)
        case e.New(type=None) if node.arguments is not None:
            from osy_runtime.evaluate.creation import new_of

            return new_of(compiler, scope, node, shape)
        case e.Lambda():
            from osy_runtime.evaluate.lambdas import lambda_value

            return lambda_value(compiler, scope, node, shape)
        case e.Conditional():
            return _conditional(compiler, scope, node, shape)
        case e.TupleLiteral():
            from osy_runtime.evaluate.tuples import tuple_literal

            return tuple_literal(compiler, scope, node, shape)
        case SwitchExpression():
            from osy_runtime.evaluate.patterns import switch_expression

            return switch_expression(compiler, scope, node, shape)
        case e.Name(text="default"):
            return _default(compiler, scope, node, shape)
        case _:
            pass
    code = compiler.value(scope, node)
    return converted(compiler, scope, node, code, shape) if converts else code


def converted(compiler: "Compiler", scope: Scope, node: e.Expression, code: Code, shape: Shape | None) -> Code:
    """The code with what makes its value one of that type."""
    if shape is not None and shape.name == "string":
        return _document_text(compiler, scope, node, code)
    convert = conversion_to(shape)
    if convert is None or shape is None or is_null_literal(node):
        return code
    if isinstance(node, e.Literal):
        value = convert(code(_NOWHERE))
        return lambda f: value
    own = static_type(compiler, scope, node)
    if own is not None and own.name == shape.name and own.arguments == shape.arguments and own.names == shape.names:
        return code
    return _then(code, convert)


def _document_text(compiler: "Compiler", scope: Scope, node: e.Expression, code: Code) -> Code:
    """A `Json` that goes where text is wanted is its own text."""
    own = static_type(compiler, scope, node) if not isinstance(node, e.Literal | e.Interpolation) else None
    if own is None or own.name != "Json":
        return code

    def run(f: Frame) -> Value:
        value = code(f)
        if value is None or isinstance(value, str):
            return value
        from osy_runtime.builtins.json_writing import serialize

        return serialize(value)

    return run


# A literal looks at nothing of its frame.
_NOWHERE: Frame = Frame(None, None, [])  # type: ignore[arg-type]


def _then(code: Code, convert: Conversion) -> Code:
    return lambda f: convert(code(f))


def _collection(compiler: "Compiler", scope: Scope, node: e.Collection, shape: Shape) -> Code:
    item = item_of(shape)
    items = [into(compiler, scope, inner, item) for inner in node.items]
    if item == Shape("byte"):
        return lambda f: Bytes(code(f) for code in items)
    if shape.name == "HashSet":
        return lambda f: HashSet(code(f) for code in items)
    return lambda f: [code(f) for code in items]


def _conditional(compiler: "Compiler", scope: Scope, node: e.Conditional, shape: Shape) -> Code:
    from osy_runtime.evaluate.choices import chosen

    condition = compiler.value(scope, node.condition)
    then, otherwise = (into(compiler, scope, part, shape) for part in (node.then, node.otherwise))
    return chosen(condition, then, otherwise)


def _default(compiler: "Compiler", scope: Scope, node: e.Name, shape: Shape) -> Code:
    from osy_runtime.evaluate.types import default_of

    if scope.peek(node.text) is not None:
        return compiler.value(scope, node)
    value: Value = default_of(shape)
    return lambda f: value
