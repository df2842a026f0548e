"""What a static of the library is: functions and values under one name.

A function takes the world and the program's values. One under `generic` takes its type arguments first, as a tuple.
`dynamic` reads a member whose name the library cannot know (`Secret.Name`).
"""

from collections.abc import Callable
from typing import TypeAlias

from osy_grammar.record import field, record
from osy_runtime.values import Value
from osy_runtime.world import World

NativeFunction: TypeAlias = Callable[..., Value]


@record()
class Static:
    """A static of the library."""

    name: str
    functions: dict[str, NativeFunction] = field(default_factory=dict)
    values: dict[str, Callable[[World], Value]] = field(default_factory=dict)
    generic: dict[str, NativeFunction] = field(default_factory=dict)
    dynamic: Callable[[World, str], Value] | None = None
