"""Expressions, lowest precedence last. Source: the grammar's section 10."""

from typing import TYPE_CHECKING

from osy_grammar.nodes.base import Identifier, Node, Token, node
from osy_grammar.nodes.types import TypeName

if TYPE_CHECKING:
    from osy_grammar.nodes.statements import Block


@node
class Expression(Node):
    """Anything that has a value."""


@node
class ErrorExpression(Expression):
    """Where an expression is missing or does not parse; holds what recovery skipped, often nothing."""

    tokens: tuple[Token, ...]


@node
class Literal(Expression):
    """A literal as written; `kind` is one of `number char string raw true false null`, `literals.decode` its value."""

    kind: str
    text: str


@node
class TextPart(Node):
    """Literal text inside `$"…"`, escapes and doubled braces as written."""

    text: str


@node
class Hole(Node):
    """`{expression,alignment:format}` inside `$"…"`; `format` has no colon, and is None where none is written."""

    expression: Expression
    format: str | None
    alignment: Expression | None


@node
class Interpolation(Expression):
    """`$"…"`; `opening` tells the forms apart: `$"`, and C#'s `$@"` and `$\"\"\"`."""

    parts: tuple[TextPart | Hole, ...]
    opening: str


@node
class Name(Expression):
    """A bare name used as a value, a function, a type; `Name<T>` (before a call) carries its type arguments.

    A predefined type word before `.` (`int.Parse`) is a name as well.
    """

    text: str
    type_arguments: tuple[TypeName, ...]


@node
class This(Expression):
    """`this`."""


@node
class Base(Expression):
    """`base`."""


@node
class Parenthesised(Expression):
    """`(expression)`."""

    inner: Expression


@node
class TupleItem(Node):
    """One value of a tuple, perhaps with its name: `Name: value`."""

    name: Identifier | None
    value: Expression


@node
class TupleLiteral(Expression):
    """`(a, Name: b)`."""

    items: tuple[TupleItem, ...]


@node
class Collection(Expression):
    """`[a, b]`."""

    items: tuple[Expression, ...]


@node
class Member(Expression):
    """`target.name`, `target?.name`, `target.name<T>` (before a call). A half-typed `target.` has an empty name."""

    target: Expression
    conditional: bool
    name: Identifier
    type_arguments: tuple[TypeName, ...]


@node
class OutArgument(Node):
    """`out var name` or `out T name`."""

    type: TypeName
    name: Identifier


@node
class Passed(Expression):
    """`ref x`, `in x`, `out x`: an argument that is a place; `mode` is the word."""

    mode: str
    target: Expression


@node
class Argument(Node):
    """`value`, `name: value`, `out var x`."""

    name: Identifier | None
    value: Expression | OutArgument


@node
class Arguments(Node):
    """`(…)` after what is called; spans the parentheses."""

    items: tuple[Argument, ...]


@node
class Call(Expression):
    """`target(arguments)`."""

    target: Expression
    arguments: Arguments


@node
class Index(Expression):
    """`target[index]`, or `target?[index]` when conditional."""

    target: Expression
    conditional: bool
    index: Expression


@node
class NonNull(Expression):
    """`target!`."""

    target: Expression


@node
class Step(Expression):
    """`x++`, `x--`, `++x`, `--x`; `operator` is `++` or `--`."""

    target: Expression
    operator: str
    is_prefix: bool


@node
class Unary(Expression):
    """`!x`, `-x`, `+x`, `~x`."""

    operator: str
    operand: Expression


@node
class Binary(Expression):
    """A binary operator, `??` and the logical ones included. Chains lean left (`??` right) and may be very deep."""

    left: Expression
    operator: str
    right: Expression


@node
class Is(Expression):
    """`x is T`, `x is T name`, `x is not T`, `x is null`; a constant pattern has a `literal` and no `type`."""

    operand: Expression
    negated: bool
    type: TypeName | None
    literal: Literal | None
    name: Identifier | None


@node
class As(Expression):
    """`x as T`."""

    operand: Expression
    type: TypeName


@node
class Cast(Expression):
    """`(T)x`."""

    type: TypeName
    operand: Expression


@node
class Conditional(Expression):
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@node
class Assignment(Expression):
    """`target = value`, and C#'s compound forms; `operator` is `=`, `+=`, `??=` …."""

    target: Expression
    operator: str
    value: Expression


@node
class LambdaParameter(Node):
    """A lambda's parameter; the type is None where it is not written."""

    type: TypeName | None
    name: Identifier


@node
class Lambda(Expression):
    """`x => e`, `(a, b) => { … }`."""

    parameters: tuple[LambdaParameter, ...]
    body: "Expression | Block"


@node
class InitialiserMember(Node):
    """`Name = value` between an initialiser's braces."""

    name: Identifier
    value: Expression


@node
class InitialiserPair(Node):
    """`{ key, value }` between an initialiser's braces."""

    key: Expression
    value: Expression


@node
class InitialiserItem(Node):
    """A bare value between an initialiser's braces."""

    value: Expression


@node
class Initialiser(Node):
    """`{ … }` after `new`."""

    elements: tuple[InitialiserMember | InitialiserPair | InitialiserItem, ...]


@node
class New(Expression):
    """`new T(…) { … }`; no type is an anonymous object (`new { }`) or a target-typed one (`new() { }`)."""

    type: TypeName | None
    arguments: Arguments | None
    initialiser: Initialiser | None


@node
class With(Expression):
    """`record with { Name = value }`."""

    target: Expression
    initialiser: Initialiser


@node
class TypeOf(Expression):
    """`typeof(T)`."""

    type: TypeName


@node
class Foreign(Expression):
    """A form of C# that Osy# is not known to have (`await x`, `a..b`, `throw` as a value …).

    It parses so that the analyser can say so by name; `form` is that name, `parts` what it is made of.
    """

    form: str
    parts: tuple[Expression, ...]
