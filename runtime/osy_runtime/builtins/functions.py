"""The platform's functions that belong to no type, found by name, imported when asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from osy_runtime.values import Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.builtins.static import NativeFunction

_MODULES = {"AnnouncedSettings": "functions", "Raise": "app_events", "Translate": "functions"}
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


def announced_settings(world: World) -> Value:
    """`AnnouncedSettings()`: the links of every `ISettingsProvider` that who asks is shown, in their order (R161)."""
    from osy_runtime.builtins.platform import implementations
    from osy_runtime.builtins.sequences import items_of
    from osy_runtime.evaluate.members import call_member, read_member
    from osy_runtime.model import Shape
    from osy_runtime.values import EnumValue, TypeValue

    info = world.program.find_platform_type("ISettingsProvider")
    providers = implementations(world, (TypeValue(Shape("ISettingsProvider", info)),))
    links = [
        link
        for provider in items_of(world, providers)
        for link in items_of(world, call_member(world, provider, "Sections", [], {}))
    ]
    shown = [link for link in links if read_member(world, link, "Shown") is not False]

    def order(link: Value) -> tuple[str, int]:
        group, place = read_member(world, link, "Group"), read_member(world, link, "Order")
        return (group.name if isinstance(group, EnumValue) else str(group or "")), place if isinstance(
            place, int
        ) else 0

    return sorted(shown, key=order)
