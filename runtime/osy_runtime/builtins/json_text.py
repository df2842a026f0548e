"""`JsonSerializer`: values to JSON and back."""

from osy_runtime.builtins.json_reading import deserialize, parse_document
from osy_runtime.builtins.json_writing import quoted, serialize
from osy_runtime.builtins.static import Static

__all__ = ["deserialize", "parse_document", "quoted", "serialize"]

STATICS = {
    "JsonSerializer": Static(
        "JsonSerializer",
        functions={"Serialize": lambda world, value, options=None: serialize(value, options)},
        generic={
            "Deserialize": lambda world, types, text, options=None: deserialize(world, types[0], text),
            "Serialize": lambda world, types, value, options=None: serialize(value, options),
        },
    )
}
