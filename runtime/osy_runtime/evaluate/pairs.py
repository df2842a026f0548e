"""Operators over two values that are most often whole numbers: each is a closure that looks at that first.

What a constant on the right makes faster still is in `constants`.
"""

from collections.abc import Callable

from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import BINARY
from osy_runtime.values import Value


def of_pair(operator: str, left: Code, right: Code) -> Code:
    """The operator over what the two give."""
    make = _MAKERS.get(operator)
    if make is not None:
        return make(left, right)
    operate = BINARY[operator]
    return lambda f: operate(left(f), right(f))


def _minus(left: Code, right: Code) -> Code:
    subtract = BINARY["-"]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        if type(a) is int and type(b) is int and -2147483648 <= (total := a - b) <= 2147483647:
            return total
        return subtract(a, b)

    return run


def _times(left: Code, right: Code) -> Code:
    multiply = BINARY["*"]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        if type(a) is int and type(b) is int and -2147483648 <= (total := a * b) <= 2147483647:
            return total
        return multiply(a, b)

    return run


def _below(left: Code, right: Code) -> Code:
    compare = BINARY["<"]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        return a < b if type(a) is int and type(b) is int else compare(a, b)

    return run


def _at_most(left: Code, right: Code) -> Code:
    compare = BINARY["<="]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        return a <= b if type(a) is int and type(b) is int else compare(a, b)

    return run


def _above(left: Code, right: Code) -> Code:
    compare = BINARY[">"]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        return a > b if type(a) is int and type(b) is int else compare(a, b)

    return run


def _at_least(left: Code, right: Code) -> Code:
    compare = BINARY[">="]

    def run(f: Frame) -> Value:
        a, b = left(f), right(f)
        return a >= b if type(a) is int and type(b) is int else compare(a, b)

    return run


_MAKERS: dict[str, Callable[[Code, Code], Code]] = {
    "-": _minus,
    "*": _times,
    "<": _below,
    "<=": _at_most,
    ">": _above,
    ">=": _at_least,
}
