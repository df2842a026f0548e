"""The frame of a running function, and what compiled code looks like."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from osy_runtime.model import Shape
from osy_runtime.signals import Flow
from osy_runtime.values import Value
from osy_runtime.world import World


class Frame:
    """One activation: its world, its `this`, its variables by number, and the value a `return` left.

    A variable that a lambda shares sits in a list of one value, its cell. `types` are what the type parameters of a
    generic function are in this call.
    """

    __slots__ = ("locals", "result", "this", "types", "world")

    def __init__(
        self, world: World, this: Value, variables: list[Value], types: Mapping[str, Shape | None] | None = None
    ) -> None:
        self.world = world
        self.this = this
        self.locals = variables
        self.types = types
        self.result: Value = None


Code: TypeAlias = Callable[[Frame], Value]
"""A compiled expression."""

Step: TypeAlias = Callable[[Frame], Flow | None]
"""A compiled statement; None when it just ended."""

Setter: TypeAlias = Callable[[Frame, Value], None]
"""A compiled place that can be assigned to."""
