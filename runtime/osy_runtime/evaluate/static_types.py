"""What an expression is known to be before it runs: asked only where C# decides by the type and not by the value.

A null has no type of its own, and `c ? 1 : 2m` is a decimal on both sides: there the shape of the type counts. It is
worked out from what is written, on demand, an answer kept for each node; None is an honest answer and leaves the
decision to the values. Which variable a name means is noted while bodies are compiled (`Compiler.variables`).
"""

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING

from osy_grammar.literals import decode
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.patterns import IsPattern, SwitchExpression
from osy_grammar.record import replace
from osy_grammar.walk import walk
from osy_runtime.evaluate.shapes import NUMBERS, item_of, wider, written
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, Shape

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.scope import Scope

Handler = Callable[["Compiler", "Scope", Node], Shape | None]

INT, LONG, DECIMAL, DOUBLE = (Shape(name) for name in NUMBERS)
BOOL, STRING, CHAR = Shape("bool"), Shape("string"), Shape("char")


def static_type(compiler: "Compiler", scope: "Scope", node: Node) -> Shape | None:
    """The shape of the expression's type; None where it is not known."""
    known = compiler.static_types
    if node in known:
        return known[node]
    handler = _HANDLERS.get(type(node))
    # An expression inside itself cannot be; a variable that is declared by itself can, and is not known then.
    known[node] = None
    found = handler(compiler, scope, node) if handler is not None else None
    known[node] = found
    return found


def _literal(compiler: "Compiler", scope: "Scope", node: e.Literal) -> Shape | None:
    match node.kind:
        case "number":
            return number_shape(node)
        case "char":
            return CHAR
        case "string" | "raw":
            return STRING
        case "true" | "false":
            return BOOL
        case _:
            return None


def number_shape(node: e.Literal) -> Shape:
    """The type of a number as written: `1`, `1L` or `3000000000`, `1m`, `1.5`."""
    value, suffix = decode(node), node.text[-1]
    if isinstance(value, int):
        return LONG if suffix in "lL" or value > 0x7FFFFFFF else INT
    return DECIMAL if isinstance(value, Decimal) and suffix in "mM" else DOUBLE


def _name(compiler: "Compiler", scope: "Scope", node: e.Name) -> Shape | None:
    from osy_runtime.evaluate import member_types

    variable = compiler.variables.get(node) or scope.peek(node.text)
    if variable is not None:
        return variable.shape() if callable(variable.shape) else variable.shape
    if scope.owner is not None:
        own = member_types.own_member(compiler, scope.owner, node.text)
        if own is not None:
            return own
    found = compiler.program.globals.find(node.text, scope.site)
    if found is not None:
        return written(compiler.program, found[1].type, found[0])
    info = compiler.program.find_type(node.text, scope.site)
    return Shape(info.name, info, is_type=True) if info is not None else None


def _this(compiler: "Compiler", scope: "Scope", node: e.This) -> Shape | None:
    return Shape(scope.owner.name, scope.owner) if scope.owner is not None else None


def _inner(compiler: "Compiler", scope: "Scope", node: e.Parenthesised) -> Shape | None:
    return static_type(compiler, scope, node.inner)


def _non_null(compiler: "Compiler", scope: "Scope", node: e.NonNull) -> Shape | None:
    # `x!` says nothing at run time: a `T?` stays one, and its `Value` may be asked.
    return static_type(compiler, scope, node.target)


def _member(compiler: "Compiler", scope: "Scope", node: e.Member) -> Shape | None:
    from osy_runtime.evaluate import member_types

    return member_types.member_type(compiler, scope, node)


def _index(compiler: "Compiler", scope: "Scope", node: e.Index) -> Shape | None:
    target = static_type(compiler, scope, node.target)
    if target is not None and target.name == "Dictionary":
        found = target.arguments[1] if len(target.arguments) == 2 else None
    else:
        found = item_of(target)
    return replace(found, is_nullable=True) if found is not None and node.conditional else found


def _call(compiler: "Compiler", scope: "Scope", node: e.Call) -> Shape | None:
    from osy_runtime.evaluate import member_types

    return member_types.call_type(compiler, scope, node)


def _unary(compiler: "Compiler", scope: "Scope", node: e.Unary) -> Shape | None:
    found = static_type(compiler, scope, node.operand)
    return INT if found is not None and found.name in ("char", "byte") else found


def _step(compiler: "Compiler", scope: "Scope", node: e.Step) -> Shape | None:
    return static_type(compiler, scope, node.target)


def _binary(compiler: "Compiler", scope: "Scope", node: e.Binary) -> Shape | None:
    chain: list[e.Binary] = [node]
    inner: e.Expression = node.left
    while isinstance(inner, e.Binary) and inner not in compiler.static_types:
        chain.append(inner)
        inner = inner.left
    left = static_type(compiler, scope, inner)
    for link in reversed(chain):
        left = _joined(link.operator, left, static_type(compiler, scope, link.right))
        compiler.static_types[link] = left
    return left


def _joined(operator: str, left: Shape | None, right: Shape | None) -> Shape | None:
    if operator in ("==", "!=", "<", ">", "<=", ">=", "&&", "||"):
        return BOOL
    if operator == "+" and STRING.name in (left and left.name, right and right.name):
        return STRING
    if left is None or right is None:
        return None
    if operator == "??":
        return wider(replace(left, is_nullable=False), right)
    if (left.name, right.name) in (("DateTime", "DateTime"), ("DateTimeOffset", "DateTimeOffset")):
        return Shape("TimeSpan", is_nullable=left.is_nullable or right.is_nullable)
    if right.name == "TimeSpan" and left.name == "TimeSpan" and operator == "/":
        return DOUBLE
    if right.name == "TimeSpan" and operator in "+-":
        return left
    if "TimeSpan" in (left.name, right.name):
        return Shape("TimeSpan")
    if left.name in ("char", "byte") and right.name in ("char", "byte"):
        return INT
    return wider(left, right)


def _truth(compiler: "Compiler", scope: "Scope", node: e.Is) -> Shape | None:
    return BOOL


def _as(compiler: "Compiler", scope: "Scope", node: e.As) -> Shape | None:
    return replace(written(compiler.program, node.type, scope.site), is_nullable=True)


def _cast(compiler: "Compiler", scope: "Scope", node: e.Cast) -> Shape | None:
    return written(compiler.program, node.type, scope.site)


def _conditional(compiler: "Compiler", scope: "Scope", node: e.Conditional) -> Shape | None:
    then, otherwise = (static_type(compiler, scope, part) for part in (node.then, node.otherwise))
    if then is None or otherwise is None:
        other = then or otherwise
        is_null = any(is_null_literal(part) for part in (node.then, node.otherwise))
        return replace(other, is_nullable=True) if other is not None and is_null else None
    return wider(then, otherwise)


def is_null_literal(node: e.Expression) -> bool:
    """Whether the expression is the word `null`."""
    return isinstance(node, e.Literal) and node.kind == "null"


def _assignment(compiler: "Compiler", scope: "Scope", node: e.Assignment) -> Shape | None:
    return static_type(compiler, scope, node.target)


def _tuple(compiler: "Compiler", scope: "Scope", node: e.TupleLiteral) -> Shape | None:
    from osy_runtime.evaluate.tuples import tuple_shape

    return tuple_shape(compiler, scope, node)


def _switch(compiler: "Compiler", scope: "Scope", node: SwitchExpression) -> Shape | None:
    found: Shape | None = None
    is_null = False
    for arm in node.arms:
        if is_null_literal(arm.value):
            is_null = True
            continue
        if isinstance(arm.value, e.Foreign):
            continue
        type_ = _arm_type(compiler, scope, arm.value)
        if type_ is None:
            return None
        found = type_ if found is None else wider(found, type_)
        if found is None:
            return None
    return replace(found, is_nullable=True) if found is not None and is_null else found


def _arm_type(compiler: "Compiler", scope: "Scope", node: e.Expression) -> Shape | None:
    """The type of an arm's value, where it does not hang on the names of its pattern, which are not in view yet."""
    if any(isinstance(each, e.Name) and scope.peek(each.text) is None for each in walk(node)):
        return None if not isinstance(node, e.Member) else static_type(compiler, scope, node)
    return static_type(compiler, scope, node)


def _with(compiler: "Compiler", scope: "Scope", node: e.With) -> Shape | None:
    return static_type(compiler, scope, node.target)


def _new(compiler: "Compiler", scope: "Scope", node: e.New) -> Shape | None:
    return written(compiler.program, node.type, scope.site) if node.type is not None else None


def _text(compiler: "Compiler", scope: "Scope", node: e.Interpolation) -> Shape | None:
    return STRING


def _collection(compiler: "Compiler", scope: "Scope", node: e.Collection) -> Shape | None:
    items = [static_type(compiler, scope, item) for item in node.items]
    if not items or items[0] is None or any(item != items[0] for item in items):
        return None
    return Shape("List", None, (items[0],))


_HANDLERS: dict[type[Node], Callable[..., Shape | None]] = {
    e.Literal: _literal,
    e.Interpolation: _text,
    e.Name: _name,
    e.This: _this,
    e.Parenthesised: _inner,
    e.NonNull: _non_null,
    e.Member: _member,
    e.Index: _index,
    e.Call: _call,
    e.Unary: _unary,
    e.Step: _step,
    e.Binary: _binary,
    e.Is: _truth,
    e.As: _as,
    e.Cast: _cast,
    e.Conditional: _conditional,
    e.Assignment: _assignment,
    e.New: _new,
    e.Collection: _collection,
    e.TupleLiteral: _tuple,
    e.With: _with,
    IsPattern: _truth,
    SwitchExpression: _switch,
}


def row_or_instance(shape: Shape | None) -> EntityInfo | ClassInfo | None:
    """What declares the members of such a value."""
    if shape is None or shape.is_type or isinstance(shape.info, EnumInfo):
        return None
    return shape.info
