"""What literals mean: their values, with escapes, suffixes and indentation taken away.

Source: the grammar's section 1; where it is silent the rules are C#'s.
"""

import re
from typing import TYPE_CHECKING, NewType, Union

from osy_grammar.nodes.expressions import Hole, Interpolation, Literal, TextPart

if TYPE_CHECKING:
    from decimal import Decimal

Char = NewType("Char", str)
"""One character as a `char` literal writes it."""

_SIMPLE = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
}
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{1,4}|.)", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"[ \t]*\Z")
_SUFFIX = re.compile(r"[uUlLmMfFdD]+\Z")

Value = Union[int, "Decimal", float, str, Char, bool, None]


def decode(literal: Literal) -> Value:
    """The value: `int`, `Decimal` where it has a fraction (`float` with `f` or `d`), `str`, `Char`, `bool`, None."""
    text = literal.text
    match literal.kind:
        case "number":
            return _number(text)
        case "char":
            return Char(unescape(text[1:-1]))
        case "string":
            return text[2:-1].replace('""', '"') if text[0] == "@" else unescape(text[1:-1])
        case "raw":
            return _raw(text)
        case "true" | "false":
            return literal.kind == "true"
        case _:
            return None


def decode_text(part: TextPart) -> str:
    """The text between two holes of a `$"…"`: escapes resolved, doubled braces single."""
    return unescape(_single_braces(part.text))


def decode_parts(interpolation: Interpolation) -> tuple[str | Hole, ...]:
    """The texts and holes of an interpolated string of any form, texts as they read."""
    opening = interpolation.opening
    if '"""' in opening:
        return _raw_parts(interpolation)
    verbatim = "@" in opening
    return tuple(
        part if isinstance(part, Hole) else _verbatim(part.text) if verbatim else decode_text(part)
        for part in interpolation.parts
    )


def unescape(text: str) -> str:
    """Resolve the escapes of a text or a character; an unknown one stands for the character behind the mark."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _SIMPLE.get(code, code)


def _number(text: str) -> "int | Decimal | float":
    text = text.replace("_", "")
    if text[:2] in ("0x", "0X"):
        return int(_digits(text[2:].rstrip("uUlL")), 16)
    if text[:2] in ("0b", "0B"):
        return int(_digits(text[2:].rstrip("uUlL")), 2)
    match = _SUFFIX.search(text)
    suffix = match[0].lower() if match else ""
    digits = text[: len(text) - len(suffix)]
    if suffix in ("f", "d"):
        return float(digits)
    if suffix == "m" or not digits.isdecimal():
        from decimal import Decimal

        return Decimal(digits)
    return _whole(digits)


def _digits(text: str) -> str:
    return text or "0"


def _whole(digits: str) -> int:
    # Python refuses to read very long numbers; no number of the language is that long, and nothing may fail for it.
    return int(digits) if len(digits) <= 4000 else int(digits[:4000])


def _single_braces(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _verbatim(text: str) -> str:
    return _single_braces(text.replace('""', '"'))


def _quotes(text: str) -> int:
    return len(text) - len(text.lstrip('"'))


def _raw(text: str) -> str:
    quotes = min(_quotes(text), len(text) // 2)
    return _dedented(text[quotes : len(text) - quotes])


def _dedented(inner: str) -> str:
    """A raw text laid out over lines loses its first and last line end and the indentation of its closing line."""
    lines = _LINE_END.split(inner)
    if len(lines) < 2 or not _BLANK.match(lines[0]) or not _BLANK.match(lines[-1]):
        return inner
    indent = lines[-1]
    return "\n".join(line.removeprefix(indent) if line.strip(" \t") else line[len(indent) :] for line in lines[1:-1])


def _raw_parts(interpolation: Interpolation) -> tuple[str | Hole, ...]:
    # The indentation is that of the whole text, so the holes stand in for themselves while it is taken away.
    mark = "\0"
    holes = [part for part in interpolation.parts if isinstance(part, Hole)]
    whole = "".join(mark if isinstance(part, Hole) else part.text for part in interpolation.parts)
    texts = _dedented(whole).split(mark)
    parts: list[str | Hole] = []
    for index, text in enumerate(texts):
        if text:
            parts.append(text)
        if index < len(holes):
            parts.append(holes[index])
    return tuple(parts)
