"""Expressions that are no chains: literals, operators, tests, casts."""

from osy_analysis.problems.types import Mismatch
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.fit import BOOL as TRUTH
from osy_analysis.semantics.bind.fit import ENTITY, ENUM, ID, INSTANT, MANY, NUMBER, SPAN, TEXT, kind_of, never_fits
from osy_analysis.semantics.bind.lattice import joined, wider_number, width
from osy_analysis.semantics.bind.names import value_of
from osy_analysis.semantics.bind.patterns import type_or_constant
from osy_analysis.semantics.builtins import (
    BOOL,
    CHAR,
    DECIMAL,
    DOUBLE,
    INT,
    LONG,
    STRING,
    TIME_SPAN,
    named,
)
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, Named, Null, Type, Unknown, non_null, nullable, show
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    As,
    Assignment,
    Base,
    Binary,
    Cast,
    Conditional,
    Expression,
    Foreign,
    Hole,
    Interpolation,
    Is,
    Literal,
    Member,
    Name,
    Parenthesised,
    Passed,
    Step,
    This,
    TypeOf,
    Unary,
    With,
)

NULL = Null()
_LITERALS: dict[str, Type] = {
    "char": CHAR,
    "string": STRING,
    "raw": STRING,
    "true": BOOL,
    "false": BOOL,
    "null": NULL,
}
_LONGEST_INT = 2**31 - 1
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_LOGICAL = frozenset(("&&", "||"))
_NEVER_COUNTED = frozenset((TEXT, TRUTH, ID, ENTITY, MANY))
_COMPARED = frozenset((TEXT, NUMBER, TRUTH, INSTANT, SPAN, ENUM, ID))
_ENUM_AND_NUMBER = {ENUM, NUMBER}
_TYPES = frozenset((SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.ENTITY))


def literal(binder: Binder, node: Literal, wanted: Type | None) -> Type:
    """A literal."""
    type_ = _LITERALS.get(node.kind)
    return _number(node.text) if type_ is None else type_


def _number(text: str) -> Type:
    last = text[-1:].lower()
    if last == "m":
        return DECIMAL
    if last == "l":
        return LONG
    digits = text.replace("_", "")
    if digits.isdigit():
        return INT if len(digits) < 10 or int(digits[:20]) <= _LONGEST_INT else LONG
    return DOUBLE if "." in text or last in "df" else INT


def interpolation(binder: Binder, node: Interpolation, wanted: Type | None) -> Type:
    """`$"…"`."""
    for part in node.parts:
        if isinstance(part, Hole):
            binder.expression(part.expression)
            if part.alignment is not None:
                binder.expression(part.alignment)
    return STRING


def name(binder: Binder, node: Name, wanted: Type | None) -> Type:
    """A bare name that stands alone."""
    return value_of(binder, node)


def this(binder: Binder, node: This, wanted: Type | None) -> Type:
    """`this` in a method."""
    owner = binder.owner
    if owner is None or owner.kind not in _TYPES:
        return UNKNOWN
    return Named(owner, tuple(binder.parameters[each] for each in owner.type_parameters if each in binder.parameters))


def base(binder: Binder, node: Base, wanted: Type | None) -> Type:
    """`base`: the first declared base."""
    if binder.owner is None:
        return UNKNOWN
    found = binder.table.bases(binder.owner, binder.used)
    return Named(found[0]) if found else UNKNOWN


def parenthesised(binder: Binder, node: Parenthesised, wanted: Type | None) -> Type:
    """`(e)`."""
    return binder.expression(node.inner, wanted)


# ── Operators ────────────────────────────────────────────────────────────────────────────────────────────────────────


def unary(binder: Binder, node: Unary, wanted: Type | None) -> Type:
    """`!x`, `-x`."""
    type_ = binder.expression(node.operand)
    if node.operator == "!":
        binder.expect(node.operand, BOOL, "`!`")
        return BOOL
    return type_


def step(binder: Binder, node: Step, wanted: Type | None) -> Type:
    """`x++`."""
    return binder.expression(node.target)


def binary(binder: Binder, node: Binary, wanted: Type | None) -> Type:
    """A chain of operators: what leans left is bound from its beginning on, `??` from left to right."""
    if node.operator == "??":
        return _coalesce(binder, node, wanted)
    chain = [node]
    first: Expression = node.left
    while isinstance(first, Binary) and first.operator != "??":
        chain.append(first)
        first = first.left
    left = binder.expression(first)
    for each in reversed(chain):
        right = binder.expression(each.right)
        left = operated(binder, each, left, right)
        if each is not node and left.__class__ is not Unknown:
            binder.types[each] = left
    return left


def _coalesce(binder: Binder, node: Binary, wanted: Type | None) -> Type:
    parts: list[Expression] = []
    nodes: list[Binary] = []
    rest: Expression = node
    while isinstance(rest, Binary) and rest.operator == "??":
        nodes.append(rest)
        parts.append(rest.left)
        rest = rest.right
    types = [binder.expression(part, wanted) for part in parts]
    type_ = binder.expression(rest, wanted if wanted is not None or not types else non_null(types[-1]))
    for each, left in zip(reversed(nodes), reversed(types), strict=True):
        together = joined(non_null(left), type_)
        type_ = together
        if each is not node and type_.__class__ is not Unknown:
            binder.types[each] = type_
    return type_


def operated(binder: Binder, node: Binary, left: Type, right: Type) -> Type:
    """What a binary operator gives."""
    operator = node.operator
    if operator in _LOGICAL:
        binder.expect(node.left, BOOL, "`{}`", operator)
        binder.expect(node.right, BOOL, "`{}`", operator)
        return BOOL
    if operator in _COMPARISONS:
        _compare(binder, node, left, right)
        return BOOL
    if operator == "+":
        return _added(left, right)
    if operator in "-*/%":
        return _counted(binder, node, left, right)
    return left if left == right else UNKNOWN


def _added(left: Type, right: Type) -> Type:
    if kind_of(left) == TEXT or kind_of(right) == TEXT:
        return STRING
    return _of_numbers_or_times(left, right, "+")


def _counted(binder: Binder, node: Binary, left: Type, right: Type) -> Type:
    for side, type_, other in ((node.left, left, right), (node.right, right, left)):
        if kind_of(type_) in _NEVER_COUNTED and (kind_of(other) in (NUMBER, SPAN, INSTANT) or kind_of(other) == TEXT):
            _tell_operand(binder, side, type_, other, node.operator)
            return UNKNOWN
    return _of_numbers_or_times(left, right, node.operator)


def _tell_operand(binder: Binder, node: Expression, type_: Type, other: Type, operator: str) -> None:
    wanted = INT if kind_of(other) == TEXT else non_null(other)
    binder.tell(Mismatch(value=node, place=f"`{operator}`", expected=show(wanted), actual=show(type_)))


def _of_numbers_or_times(left: Type, right: Type, operator: str) -> Type:
    is_nullable = _is_nullable(left) or _is_nullable(right)
    one, other = non_null(left), non_null(right)
    type_ = _arithmetic(one, other, operator)
    return nullable(type_) if is_nullable else type_


def _arithmetic(left: Type, right: Type, operator: str) -> Type:
    wider = wider_number(left, right)
    if wider is not None:
        return INT if width(wider) == 0 else wider
    one, other = kind_of(left), kind_of(right)
    if one == INSTANT:
        if other == SPAN:
            return left
        return TIME_SPAN if other == INSTANT and operator == "-" else UNKNOWN
    if one == SPAN:
        if other == SPAN:
            return DOUBLE if operator == "/" else left
        return left if other == NUMBER and operator in "*/" else UNKNOWN
    return right if one == NUMBER and other == SPAN and operator == "*" else UNKNOWN


def _is_nullable(type_: Type) -> bool:
    return isinstance(type_, Named) and type_.is_nullable


def _compare(binder: Binder, node: Binary, left: Type, right: Type) -> None:
    """Two values of which one can never be the other are not compared."""
    one, other = kind_of(left), kind_of(right)
    if one not in _COMPARED or other not in _COMPARED or (one == other and one != ENUM):
        return
    if {one, other} != _ENUM_AND_NUMBER and never_fits(binder.table, left, right, binder.used):
        place = f"`{node.operator}`"
        binder.tell(Mismatch(value=node.right, place=place, expected=show(non_null(left)), actual=show(right)))


# ── Choices and tests ────────────────────────────────────────────────────────────────────────────────────────────────


def conditional(binder: Binder, node: Conditional, wanted: Type | None) -> Type:
    """`c ? a : b`; a chain of them is bound from left to right."""
    nodes: list[Conditional] = []
    rest: Expression = node
    while isinstance(rest, Conditional):
        nodes.append(rest)
        rest = rest.otherwise
    branches: list[Type] = []
    for each in nodes:
        binder.expression(each.condition)
        binder.expect(each.condition, BOOL, "the condition of `?:`")
        branches.append(binder.expression(each.then, wanted))
    known = next((type_ for type_ in branches if not isinstance(type_, Unknown | Null)), None)
    type_ = binder.expression(rest, wanted if wanted is not None else known)
    for each, branch in zip(reversed(nodes), reversed(branches), strict=True):
        type_ = joined(branch, type_)
        if each is not node and type_.__class__ is not Unknown:
            binder.types[each] = type_
    return type_


def is_(binder: Binder, node: Is, wanted: Type | None) -> Type:
    """`x is T name`: the name is in view from here on."""
    binder.expression(node.operand)
    if node.literal is not None:
        binder.expression(node.literal)
    if node.type is not None:
        type_ = type_or_constant(binder, node.type) if node.name is None else binder.type(node.type)
        if node.name is not None:
            binder.declare(node.name.text, node, type_)
    return BOOL


def as_(binder: Binder, node: As, wanted: Type | None) -> Type:
    """`x as T`."""
    binder.expression(node.operand)
    return nullable(binder.type(node.type))


def cast(binder: Binder, node: Cast, wanted: Type | None) -> Type:
    """`(T)x`."""
    binder.expression(node.operand)
    return binder.type(node.type)


def type_of(binder: Binder, node: TypeOf, wanted: Type | None) -> Type:
    """`typeof(T)`."""
    binder.type(node.type)
    return named("Type")


def assignment(binder: Binder, node: Assignment, wanted: Type | None) -> Type:
    """`target = value`."""
    type_ = binder.expression(node.target)
    given = binder.expression(node.value, type_)
    if node.operator in ("=", "??="):
        _expect_assigned(binder, node, type_)
    return given if isinstance(type_, Unknown) else type_


def _expect_assigned(binder: Binder, node: Assignment, type_: Type) -> None:
    target = node.target
    name = target.name if isinstance(target, Member) else target
    other = binder.targets.get(name)
    other = other if isinstance(other, Definition | Node) else None
    binder.expect(node.value, type_, "`{}`", target, other=other)


def passed(binder: Binder, node: Passed, wanted: Type | None) -> Type:
    """`ref x`, `out x`: the place; `out _` is none."""
    if isinstance(node.target, Name) and node.target.text == "_":
        return UNKNOWN
    binder.expression(node.target)
    # What it takes need not be what it holds, so that nothing is compared.
    return UNKNOWN


def with_(binder: Binder, node: With, wanted: Type | None) -> Type:
    """`record with { Name = value }`: the same type again."""
    type_ = binder.expression(node.target)
    # What makes objects knows how they are initialised, and needs what is here.
    from osy_analysis.semantics.bind.creation import initialise

    initialise(binder, node.initialiser, type_)
    return type_


def foreign(binder: Binder, node: Foreign, wanted: Type | None) -> Type:
    """A form of C# that is not known: its parts are bound, what it gives is unknown."""
    for part in node.parts:
        binder.expression(part)
    return UNKNOWN
