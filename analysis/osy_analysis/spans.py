"""What constant spans and numbers amount to: `TimeSpan.FromHours(4) * 2` without running anything.

Literals, `TimeSpan.FromX(…)`, `TimeSpan.Zero`, the arithmetic of both and constants by name are folded; whatever else
stands in an expression makes it unknown. Numbers are exact, so no rounding can turn a comparison. Nothing recurses, and
the work is bounded: constants may name each other in a circle.
"""

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Protocol, Union

from osy_grammar.literals import decode
from osy_grammar.nodes.expressions import (
    Argument,
    Arguments,
    Binary,
    Call,
    Expression,
    Literal,
    Member,
    Name,
    Parenthesised,
    Unary,
)
from osy_grammar.record import record

if TYPE_CHECKING:
    from fractions import Fraction

TICKS_PER_SECOND = 10_000_000
_TICKS = {
    "FromTicks": 1,
    "FromMilliseconds": TICKS_PER_SECOND // 1000,
    "FromSeconds": TICKS_PER_SECOND,
    "FromMinutes": 60 * TICKS_PER_SECOND,
    "FromHours": 3600 * TICKS_PER_SECOND,
    "FromDays": 86_400 * TICKS_PER_SECOND,
}
_LARGEST = 2**63 - 1
_LONGEST_NUMBER = 40
_MOST_STEPS = 1000


@record(order=True)
class Duration:
    """A span of time in ticks of 100 nanoseconds."""

    ticks: int


Constant = Union[int, "Fraction", Duration]


class Names(Protocol):
    """Finds what a constant's name stands for: its value, and how the names in that value are found; else None."""

    def __call__(self, name: Name | Member, /) -> "tuple[Expression, Names] | None":
        """The constant behind the name."""


def no_names(_name: Name | Member, /) -> None:
    """Knows no constant."""
    return


def duration(expression: Expression, names: Names = no_names) -> Duration | None:
    """The span that the expression always is; None if that is not known or it is no span."""
    value = constant(expression, names)
    return value if isinstance(value, Duration) else None


def whole_number(expression: Expression, names: Names = no_names) -> int | None:
    """The whole number that the expression always is; None if that is not known or it is no such number."""
    value = constant(expression, names)
    return value if isinstance(value, int) else None


def constant(expression: Expression, names: Names = no_names) -> Constant | None:
    """The number or span that the expression always is; None where that is not known."""
    waiting: list[tuple[Expression, Names, bool]] = [(expression, names, False)]
    values: list[Constant] = []
    for _ in range(_MOST_STEPS):
        if not waiting:
            return values.pop()
        node, names, is_ready = waiting.pop()
        value = _combined(node, values) if is_ready else _leaf(node)
        if value is not None:
            values.append(value)
            continue
        parts = () if is_ready else _parts(node)
        if parts:
            waiting.append((node, names, True))
            waiting.extend((part, names, False) for part in reversed(parts))
            continue
        found = names(node) if isinstance(node, Name | Member) and not is_ready else None
        if found is None:
            return None
        waiting.append((*found, False))
    return None


def _leaf(node: Expression) -> Constant | None:
    match node:
        case Literal(kind="number"):
            return _number(node)
        case Member(target=Name(text="TimeSpan"), name=name) if name.text == "Zero":
            return Duration(0)
        case _:
            return None


def _number(literal: Literal) -> "int | Fraction | None":
    if len(literal.text) > _LONGEST_NUMBER:
        return None
    known = decode(literal)
    if isinstance(known, int):
        return known
    # Most programs have whole numbers only, and these two modules are a fiftieth of a start.
    from decimal import Decimal
    from fractions import Fraction

    match known:
        case float() as value if isfinite(value):
            return Fraction(value)
        case Decimal() as value if value.is_zero() or abs(value.adjusted()) < _LONGEST_NUMBER:
            return Fraction(value)
        case _:
            return None


def _parts(node: Expression) -> tuple[Expression, ...]:
    """What has to be known before the node is; nothing for what is not folded."""
    match node:
        case Parenthesised(inner=inner):
            return (inner,)
        case Unary(operator="-" | "+", operand=operand):
            return (operand,)
        case Binary(operator=operator) if operator in _ARITHMETIC:
            return node.left, node.right
        case Call(target=Member(target=Name(text="TimeSpan"), name=name), arguments=arguments) if name.text in _TICKS:
            return _only(arguments)
        case _:
            return ()


def _only(arguments: Arguments) -> tuple[Expression, ...]:
    match arguments.items:
        case (Argument(name=None, value=Expression() as value),):
            return (value,)
        case _:
            return ()


def _combined(node: Expression, values: list[Constant]) -> Constant | None:
    match node:
        case Binary(operator=operator):
            right, left = values.pop(), values.pop()
            return _bounded(_ARITHMETIC[operator](left, right))
        case Unary(operator="-"):
            return _bounded(_times(values.pop(), -1))
        case Call(target=Member(name=name)):
            amount = values.pop()
            return None if isinstance(amount, Duration) else _bounded(_times(Duration(_TICKS[name.text]), amount))
        case _:
            return values.pop()


def _bounded(value: Constant | None) -> Constant | None:
    """Nothing for what the platform could not hold."""
    if value is None:
        return None
    size = value.ticks if isinstance(value, Duration) else value
    return value if -_LARGEST <= size <= _LARGEST else None


def _plus(left: Constant, right: Constant) -> Constant | None:
    if isinstance(left, Duration) and isinstance(right, Duration):
        return Duration(left.ticks + right.ticks)
    if isinstance(left, Duration) or isinstance(right, Duration):
        return None
    return left + right


def _minus(left: Constant, right: Constant) -> Constant | None:
    negative = _times(right, -1)
    return None if negative is None else _plus(left, negative)


def _times(left: Constant, right: Constant) -> Constant | None:
    if isinstance(right, Duration):
        left, right = right, left
    if isinstance(right, Duration):
        return None
    return Duration(round(left.ticks * right)) if isinstance(left, Duration) else left * right


def _divided(left: Constant, right: Constant) -> Constant | None:
    if isinstance(right, Duration):
        return _ratio(left.ticks, right.ticks) if isinstance(left, Duration) and right.ticks else None
    if right == 0:
        return None
    if isinstance(left, Duration):
        return Duration(round(left.ticks / _ratio(right, 1)))
    if isinstance(left, int) and isinstance(right, int):
        whole = abs(left) // abs(right)
        return whole if (left < 0) == (right < 0) else -whole
    return _ratio(left, right)


def _ratio(left: "int | Fraction", right: "int | Fraction") -> "Fraction":
    from fractions import Fraction

    return Fraction(left) / Fraction(right)


_ARITHMETIC: dict[str, Callable[[Constant, Constant], Constant | None]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divided,
}
