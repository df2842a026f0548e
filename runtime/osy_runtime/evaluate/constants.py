"""Operators with a number on their right: most of those that a program runs, so each is a closure of its own."""

from collections.abc import Callable

from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import BINARY
from osy_runtime.values import Value


def with_constant(operator: str, left: Code, constant: Value) -> Code | None:
    """The operator over what `left` gives and a constant; None where nothing is gained."""
    if type(constant) is not int:
        return None
    make = _MAKERS.get(operator)
    return make(left, constant) if make is not None else None


def _plus(left: Code, constant: int) -> Code:
    add = BINARY["+"]

    def run(f: Frame) -> Value:
        value = left(f)
        if type(value) is int and -2147483648 <= (total := value + constant) <= 2147483647:
            return total
        return add(value, constant)

    return run


def _minus(left: Code, constant: int) -> Code:
    subtract = BINARY["-"]

    def run(f: Frame) -> Value:
        value = left(f)
        if type(value) is int and -2147483648 <= (total := value - constant) <= 2147483647:
            return total
        return subtract(value, constant)

    return run


def _rest(left: Code, constant: int) -> Code:
    remainder = BINARY["%"]

    def run(f: Frame) -> Value:
        value = left(f)
        if type(value) is int and value >= 0 < constant:
            return value % constant
        return remainder(value, constant)

    return run


def _equal(left: Code, constant: int) -> Code:
    equals = BINARY["=="]

    def run(f: Frame) -> Value:
        value = left(f)
        return value == constant if type(value) is int else equals(value, constant)

    return run


def _differ(left: Code, constant: int) -> Code:
    differs = BINARY["!="]

    def run(f: Frame) -> Value:
        value = left(f)
        return value != constant if type(value) is int else differs(value, constant)

    return run


def _below(left: Code, constant: int) -> Code:
    compare = BINARY["<"]

    def run(f: Frame) -> Value:
        value = left(f)
        return value < constant if type(value) is int else compare(value, constant)

    return run


def _at_most(left: Code, constant: int) -> Code:
    compare = BINARY["<="]

    def run(f: Frame) -> Value:
        value = left(f)
        return value <= constant if type(value) is int else compare(value, constant)

    return run


def _above(left: Code, constant: int) -> Code:
    compare = BINARY[">"]

    def run(f: Frame) -> Value:
        value = left(f)
        return value > constant if type(value) is int else compare(value, constant)

    return run


def _at_least(left: Code, constant: int) -> Code:
    compare = BINARY[">="]

    def run(f: Frame) -> Value:
        value = left(f)
        return value >= constant if type(value) is int else compare(value, constant)

    return run


_MAKERS: dict[str, Callable[[Code, int], Code]] = {
    "+": _plus,
    "-": _minus,
    "%": _rest,
    "==": _equal,
    "!=": _differ,
    "<": _below,
    "<=": _at_most,
    ">": _above,
    ">=": _at_least,
}
