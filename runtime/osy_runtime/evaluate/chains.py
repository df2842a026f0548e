"""Chains with `?.`: where the value before a `?.` is null, the rest of the chain is skipped and the whole is null.

Only a `?.` cuts a chain short. A null that is read further on is an error as anywhere, and parentheses end a chain: all
as in C#.
"""

from collections.abc import Callable
from enum import Enum

from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.values import Value


class _Cut(Enum):
    """What a link gives once the chain is cut short; no program sees it."""

    SHORT = "cut short"


class Chain:
    """The code of a chain with a `?.` in it; `link` tells a chain that was cut short from one that ends in null."""

    __slots__ = ("link",)

    def __init__(self, link: Code) -> None:
        """A chain so far."""
        self.link = link

    def __call__(self, f: Frame) -> Value:
        """The chain's value."""
        value = self.link(f)
        return None if value is _Cut.SHORT else value


def linked(holder: Code, use: Callable[[Frame, Value], Value], *, conditional: bool = False) -> Code:
    """One more link: `use` takes what `holder` gives, unless the chain is cut short here or was before."""
    is_chain = isinstance(holder, Chain)
    if not is_chain and not conditional:
        return lambda f: use(f, holder(f))
    link = holder.link if isinstance(holder, Chain) else holder

    def run(f: Frame) -> Value:
        value = link(f)
        if value is _Cut.SHORT or (conditional and value is None):
            return _Cut.SHORT
        return use(f, value)

    return Chain(run)


def closed(code: Code) -> Code:
    """The chain as a value of its own: a link put after it is not skipped with it."""
    return (lambda f: code(f)) if isinstance(code, Chain) else code
