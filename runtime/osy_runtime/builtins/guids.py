"""`Guid`: its static and its members. New ids come from the world's seeded source."""

import re

from osy_runtime.builtins.formatting import guid_text
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.exceptions import throw
from osy_runtime.values import EMPTY_GUID, Guid, OutReference, Value
from osy_runtime.world import World

_SHAPE = re.compile(r"\{?\(?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\)?\}?")


def parse_guid(text: Value) -> Guid | None:
    """The Guid that a text is; None if it is none."""
    found = _SHAPE.fullmatch(text.strip().lower()) if isinstance(text, str) else None
    return Guid("-".join(found.groups())) if found else None


def parse(world: World, text: Value) -> Value:
    """`Guid.Parse(text)`."""
    found = parse_guid(text)
    if found is None:
        raise throw("FormatException", "this text is no Guid")
    return found


def try_parse(world: World, text: Value, out: OutReference) -> Value:
    """`Guid.TryParse(text, out id)`."""
    found = parse_guid(text)
    out.set(found or EMPTY_GUID)
    return found is not None


def to_string(world: World, value: Guid, pattern: str = "D") -> Value:
    """`ToString()` and `ToString("N")`."""
    return guid_text(value, pattern)


STATICS = {
    "Guid": Static(
        "Guid",
        functions={"NewGuid": lambda world: world.ids.guid(), "Parse": parse, "TryParse": try_parse},
        values={"Empty": lambda world: EMPTY_GUID},
    )
}
METHODS: dict[type, dict[str, NativeFunction]] = {Guid: {"ToString": to_string}}
PROPERTIES: dict[type, dict[str, object]] = {}
