"""`Text`, `Encoding`, `WebUtility`, `Uri`: texts as bytes, and as parts of pages and addresses."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import is_blank, is_empty, split, text
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.utf16 import plain, units
from osy_runtime.values import Bytes, Value
from osy_runtime.world import World


def data(value: Value) -> bytes:
    """The value as bytes."""
    if value is None:
        raise throw("ArgumentException", "bytes are needed here, not null")
    if not isinstance(value, list) or not all(isinstance(item, int) and 0 <= item <= 255 for item in value):
        raise BadProgram(f"bytes are needed here, not {kind(value)}")
    return bytes(value)


def to_bytes(world: World, value: Value) -> Value:
    """The text's bytes in UTF-8."""
    return Bytes(plain(text(value)).encode("utf-8"))


def from_bytes(world: World, value: Value) -> Value:
    """The text of bytes in UTF-8; what is none becomes U+FFFD."""
    return units(data(value).decode("utf-8", "replace"))


class Utf8(HostObject):
    """`Encoding.UTF8`."""

    type_name: ClassVar[str] = "UTF8Encoding"

    def __init__(self, world: World) -> None:
        self._world = world

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`GetBytes(text)`, `GetString(bytes)`, `GetByteCount(text)`."""
        match name, [*arguments]:
            case "GetBytes", [value]:
                return to_bytes(self._world, value)
            case "GetString", [value]:
                return from_bytes(self._world, value)
            case "GetByteCount", [value]:
                return len(plain(text(value)).encode("utf-8"))
            case (("GetBytes" | "GetString" | "GetByteCount"), _):
                raise BadProgram(f"`Encoding.UTF8.{name}` takes one argument, not {len(arguments)}")
            case _:
                raise MissingMember(name)


def html_decode(world: World, value: Value) -> Value:
    """`WebUtility.HtmlDecode(text)`: `&amp;`, `&#229;`, `&#xE5;` and the named ones of HTML 4, with a `;` only."""
    import re
    from html.entities import name2codepoint

    def decoded(found: "re.Match[str]") -> str:
        decimal, hexadecimal, name = found.groups()
        code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else name2codepoint.get(name, 0)
        if name == "apos":
            return "'"
        if not 0 < code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            return found.group(0)
        return units(chr(code))

    if value is None:
        return None
    return re.sub(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(\w+));", decoded, text(value))


_HTML = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "&": "&amp;"}


def html_encode(world: World, value: Value) -> Value:
    """`WebUtility.HtmlEncode(text)`: the five marks of markup, Latin-1's upper half and what lies beyond U+FFFF."""
    if value is None:
        return None
    shown = []
    for mark in plain(text(value)):
        code = ord(mark)
        shown.append(_HTML.get(mark) or (f"&#{code};" if 160 <= code <= 255 or code > 0xFFFF else mark))
    return "".join(shown)


def escape(world: World, value: Value) -> Value:
    """`Uri.EscapeDataString(text)`."""
    from urllib.parse import quote

    return quote(plain(to_text(value)), safe="-_.~")


def unescape(world: World, value: Value) -> Value:
    """`Uri.UnescapeDataString(text)`."""
    from urllib.parse import unquote

    return units(unquote(plain(text(value))))


def url_encode(world: World, value: Value) -> Value:
    """`WebUtility.UrlEncode(text)`: a space is a `+`."""
    from urllib.parse import quote

    return None if value is None else quote(plain(text(value)), safe="-_.!*() ").replace(" ", "+")


def url_decode(world: World, value: Value) -> Value:
    """`WebUtility.UrlDecode(text)`: a `+` is a space."""
    from urllib.parse import unquote

    return None if value is None else units(unquote(plain(text(value)).replace("+", " ")))


STATICS = {
    "Text": Static(
        "Text",
        functions={
            "FromBytes": from_bytes,
            "IsBlank": is_blank,
            "IsEmpty": is_empty,
            "Split": lambda world, value, separator: split(world, text(value), separator),
            "ToBytes": to_bytes,
        },
    ),
    "Encoding": Static("Encoding", values={"UTF8": Utf8}),
    "WebUtility": Static(
        "WebUtility",
        functions={
            "HtmlDecode": html_decode,
            "HtmlEncode": html_encode,
            "UrlDecode": url_decode,
            "UrlEncode": url_encode,
        },
    ),
    "Uri": Static("Uri", functions={"EscapeDataString": escape, "UnescapeDataString": unescape}),
}
