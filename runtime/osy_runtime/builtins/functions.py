"""The platform's functions that belong to no type, found by name, imported when asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from osy_runtime.values import Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.builtins.static import NativeFunction

_MODULES = {"AnnouncedSettings": "announced", "Raise": "app_events", "Translate": "functions"}
"""Which module holds the function of a name."""

_NAMES = {"AnnouncedSettings": "announced_settings", "Raise": "raise_event", "Translate": "translate"}
"""What it is called there."""


@cache
def native_function(name: str) -> "NativeFunction | None":
    """What runs the function of that name; None if nothing does."""
    module = _MODULES.get(name)
    if module is None:
        return None
    found: NativeFunction = getattr(import_module(f"osy_runtime.builtins.{module}"), _NAMES[name])
    return found


def translate(world: World, text: Value, key: Value = None) -> Value:
    """`Translate(text)`: a literal has been put into the reader's language already (R160)."""
    from osy_runtime.show import to_text
    from osy_runtime.translations import translated

    return translated(world, to_text(text))
