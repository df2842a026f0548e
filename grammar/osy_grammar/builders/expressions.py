"""Expressions."""

from collections.abc import Sequence

from osy_grammar.builders.lists import TypeArguments
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import expressions, statements, types
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Expression

_WORDS = {"true": "true", "false": "false", "null": "null"}


def assignment(start: int, end: int, target: Expression, operator: Lexeme, value: Expression) -> expressions.Assignment:
    """`target = value`, and C#'s compound forms."""
    return expressions.Assignment(start, end, target, operator[2], value)


def short_lambda(start: int, end: int, name: Lexeme, body: Expression | statements.Block) -> expressions.Lambda:
    """`x => body`."""
    parameter = expressions.LambdaParameter(name[0], name[1], None, Identifier(*name))
    return expressions.Lambda(start, end, (parameter,), body)


def lambda_(
    start: int,
    end: int,
    parameters: tuple[expressions.LambdaParameter, ...] | None,
    body: Expression | statements.Block,
) -> expressions.Lambda:
    """`(a, b) => body`."""
    return expressions.Lambda(start, end, parameters or (), body)


def lambda_parameters(
    _start: int, _end: int, items: list[expressions.LambdaParameter]
) -> tuple[expressions.LambdaParameter, ...]:
    """What stands between a lambda's parentheses."""
    return tuple(items)


def lambda_parameter(start: int, end: int, name: Lexeme) -> expressions.LambdaParameter:
    """`name`."""
    return expressions.LambdaParameter(start, end, None, Identifier(*name))


def typed_lambda_parameter(
    start: int,
    end: int,
    _passing: Lexeme | None,
    type_: types.TypeName,
    name: Lexeme,
) -> expressions.LambdaParameter:
    """`type name`."""
    return expressions.LambdaParameter(start, end, type_, Identifier(*name))


def conditional(
    start: int, end: int, condition: Expression, then: Expression, otherwise: Expression
) -> expressions.Conditional:
    """`condition ? then : otherwise`."""
    return expressions.Conditional(start, end, condition, then, otherwise)


def binary(start: int, end: int, left: Expression, operator: Lexeme, right: Expression) -> expressions.Binary:
    """`left operator right`."""
    return expressions.Binary(start, end, left, operator[2], right)


def as_(start: int, end: int, operand: Expression, type_: types.TypeName) -> expressions.As:
    """`x as T`."""
    return expressions.As(start, end, operand, type_)


def unary(start: int, end: int, operator: Lexeme, operand: Expression) -> expressions.Unary:
    """`!x`, `-x`, `+x`, `~x`."""
    return expressions.Unary(start, end, operator[2], operand)


def prefix_step(start: int, end: int, operator: Lexeme, operand: Expression) -> expressions.Step:
    """`++x`, `--x`."""
    return expressions.Step(start, end, operand, operator[2], True)


def cast(start: int, end: int, type_: types.TypeName, operand: Expression) -> expressions.Cast:
    """`(T)x`."""
    return expressions.Cast(start, end, type_, operand)


def member(
    start: int, end: int, target: Expression, dot: Lexeme, name: Lexeme, arguments: TypeArguments | None
) -> expressions.Member:
    """`target.name`, `target?.name`."""
    types = arguments.types if arguments else ()
    return expressions.Member(start, end, target, dot[2] == "?.", Identifier(*name), types)


def predefined_member(
    start: int, end: int, word: Lexeme, name: Lexeme, arguments: TypeArguments | None
) -> expressions.Member:
    """`int.Parse`."""
    target = expressions.Name(*word, ())
    return expressions.Member(start, end, target, False, Identifier(*name), arguments.types if arguments else ())


def call(start: int, end: int, target: Expression, arguments: expressions.Arguments) -> expressions.Call:
    """`target(arguments)`."""
    return expressions.Call(start, end, target, arguments)


def index(start: int, end: int, target: Expression, index: Expression) -> expressions.Index:
    """`target[index]`."""
    return expressions.Index(start, end, target, False, index)


def conditional_index(start: int, end: int, target: Expression, _mark: Lexeme, index: Expression) -> expressions.Index:
    """`target?[index]`."""
    return expressions.Index(start, end, target, True, index)


def non_null(start: int, end: int, target: Expression) -> expressions.NonNull:
    """`target!`."""
    return expressions.NonNull(start, end, target)


def step(start: int, end: int, target: Expression, operator: Lexeme) -> expressions.Step:
    """`x++`, `x--`."""
    return expressions.Step(start, end, target, operator[2], False)


# ── Primaries ────────────────────────────────────────────────────────────────────────────────────────────────────────


def literal(start: int, end: int, token: Lexeme) -> expressions.Literal:
    """A literal as written; its first characters tell its kind."""
    text = token[2]
    kind = _WORDS.get(text)
    if kind is None:
        mark = text[0]
        if mark == '"':
            kind = "raw" if text.startswith('"""') else "string"
        elif mark == "'":
            kind = "char"
        else:
            kind = "string" if mark == "@" else "number"
    return expressions.Literal(start, end, kind, text)


def name(start: int, end: int, token: Lexeme, arguments: TypeArguments | None) -> expressions.Name:
    """A bare name."""
    return expressions.Name(start, end, token[2], arguments.types if arguments else ())


def this(start: int, end: int, _word: Lexeme) -> expressions.This:
    """`this`."""
    return expressions.This(start, end)


def base(start: int, end: int, _word: Lexeme) -> expressions.Base:
    """`base`."""
    return expressions.Base(start, end)


def missing(start: int, end: int, _token: Lexeme) -> expressions.ErrorExpression:
    """Where recovery put an expression."""
    return expressions.ErrorExpression(start, end, ())


def parenthesised(start: int, end: int, inner: Expression) -> expressions.Parenthesised:
    """`(inner)`."""
    return expressions.Parenthesised(start, end, inner)


def collection(start: int, end: int, items: Sequence[Expression] = ()) -> expressions.Collection:
    """`[a, b]`."""
    return expressions.Collection(start, end, tuple(items))


def typeof(start: int, end: int, type_: types.TypeName) -> expressions.TypeOf:
    """`typeof(T)`."""
    return expressions.TypeOf(start, end, type_)


def arguments(start: int, end: int, items: Sequence[expressions.Argument] = ()) -> expressions.Arguments:
    """`(…)` after what is called."""
    return expressions.Arguments(start, end, tuple(items))


def argument(start: int, end: int, value: Expression | expressions.OutArgument) -> expressions.Argument:
    """`value`."""
    return expressions.Argument(start, end, None, value)


def named_argument(
    start: int, end: int, name: Lexeme, value: Expression | expressions.OutArgument
) -> expressions.Argument:
    """`name: value`."""
    return expressions.Argument(start, end, Identifier(*name), value)


def out(start: int, end: int, type_: types.TypeName, name: Lexeme) -> expressions.OutArgument:
    """`out var name`."""
    return expressions.OutArgument(start, end, type_, Identifier(*name))


def passed(start: int, end: int, word: Lexeme, target: Expression) -> expressions.Passed:
    """`ref x`, `in x`, `out x`."""
    return expressions.Passed(start, end, word[2], target)


def with_value(
    start: int, end: int, target: Expression, _word: Lexeme, initialiser: expressions.Initialiser
) -> expressions.With:
    """`target with { … }`."""
    return expressions.With(start, end, target, initialiser)


def named_tuple_item(start: int, end: int, name: Lexeme, value: Expression) -> expressions.TupleItem:
    """`Name: value`."""
    return expressions.TupleItem(start, end, Identifier(*name), value)


def tuple_(
    start: int,
    end: int,
    head: Expression | expressions.TupleItem,
    rest: list[Expression | expressions.TupleItem],
) -> expressions.TupleLiteral:
    """`(a, b)`."""
    items = tuple(
        item if isinstance(item, expressions.TupleItem) else expressions.TupleItem(item.start, item.end, None, item)
        for item in (head, *rest)
    )
    return expressions.TupleLiteral(start, end, items)


def new_anonymous(start: int, end: int, initialiser: expressions.Initialiser) -> expressions.New:
    """`new { … }`."""
    return expressions.New(start, end, None, None, initialiser)


def new_target(
    start: int, end: int, arguments: expressions.Arguments, initialiser: expressions.Initialiser | None
) -> expressions.New:
    """`new(…) { … }`."""
    return expressions.New(start, end, None, arguments, initialiser)


def new(
    start: int,
    end: int,
    type_: types.TypeName,
    arguments: expressions.Arguments,
    initialiser: expressions.Initialiser | None,
) -> expressions.New:
    """`new T(…) { … }`."""
    return expressions.New(start, end, type_, arguments, initialiser)


def new_with_initialiser(
    start: int,
    end: int,
    type_: types.TypeName,
    initialiser: expressions.Initialiser,
) -> expressions.New:
    """`new T { … }`."""
    return expressions.New(start, end, type_, None, initialiser)


def initialiser(
    start: int,
    end: int,
    elements: Sequence[expressions.InitialiserMember | expressions.InitialiserPair | expressions.InitialiserItem] = (),
) -> expressions.Initialiser:
    """`{ … }` after `new`."""
    return expressions.Initialiser(start, end, tuple(elements))


def member_element(start: int, end: int, name: Lexeme, value: Expression) -> expressions.InitialiserMember:
    """`Name = value`."""
    return expressions.InitialiserMember(start, end, Identifier(*name), value)


def pair_element(start: int, end: int, key: Expression, value: Expression) -> expressions.InitialiserPair:
    """`{ key, value }`."""
    return expressions.InitialiserPair(start, end, key, value)


def keyed_element(start: int, end: int, key: expressions.Collection, value: Expression) -> expressions.InitialiserPair:
    """`[key] = value`."""
    return expressions.InitialiserPair(start, end, key.items[0] if len(key.items) == 1 else key, value)


def initialiser_element(start: int, end: int, value: Expression) -> expressions.InitialiserItem:
    """A bare value."""
    return expressions.InitialiserItem(start, end, value)


# ── Interpolated strings ─────────────────────────────────────────────────────────────────────────────────────────────


def text(start: int, end: int, token: Lexeme) -> expressions.TextPart:
    """The text between two holes."""
    return expressions.TextPart(start, end, token[2])


def hole(
    start: int,
    end: int,
    _open: Lexeme,
    expression: Expression,
    alignment: Expression | None,
    format_: Lexeme | None,
    _close: Lexeme,
) -> expressions.Hole:
    """`{expression,alignment:format}`."""
    return expressions.Hole(start, end, expression, format_[2] if format_ else None, alignment)


def interpolation(
    start: int,
    end: int,
    opening: Lexeme,
    parts: Sequence[expressions.TextPart | expressions.Hole] | Lexeme,
    closing: Lexeme | None = None,
) -> expressions.Interpolation:
    """`$"…"`; without parts the second child is the closing mark."""
    return expressions.Interpolation(start, end, tuple(parts) if closing else (), opening[2])  # type: ignore[arg-type]
