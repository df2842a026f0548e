"""What the output can show: colours, box drawings, wide characters."""

import os
import sys
from enum import StrEnum
from typing import TextIO

from osy_grammar.record import record


class Style(StrEnum):
    """A colour or weight, as the number of its escape sequence."""

    BOLD = "1"
    DIM = "2"
    RED = "1;31"
    GREEN = "32"
    YELLOW = "1;33"
    BLUE = "34"
    CYAN = "36"


@record(kw_only=True)
class Terminal:
    """What the stream that is written to can show."""

    is_colored: bool = False
    is_unicode: bool = True

    def paint(self, text: str, style: Style) -> str:
        """The text in that style, where colours are shown."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.is_colored and text else text

    def glyph(self, fancy: str, plain: str) -> str:
        """The character to draw with: `plain` where the encoding has no `fancy`."""
        return fancy if self.is_unicode else plain


def terminal_of(stream: TextIO) -> Terminal:
    """What `stream` can show: colour only on a terminal, and not against `NO_COLOR` (any value but the empty one)."""
    wants_color = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Terminal(is_colored=wants_color and stream.isatty(), is_unicode=_shows(stream, "│✓✗⚠·—…⋮"))


def open_output() -> TextIO:
    """The standard output, made so that no character of a program can break it.

    A closed standard output is replaced by one that swallows everything: the exit status still tells the result.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it lives as long as the process
    return sys.stdout


def use_utf8(stream: TextIO) -> None:
    """Make a stream carry JSON: UTF-8 whatever the locale says, lone surrogates as the escapes that JSON knows."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def printable(text: str) -> str:
    """One line of a program as a terminal may show it: control characters as their pictures, so that none is obeyed."""
    if text.isprintable():
        return text
    return "".join(_picture(character) for character in text)


def _picture(character: str) -> str:
    if character == "\ufeff":
        return ""
    import unicodedata

    code = ord(character)
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def _columns(character: str) -> int:
    import unicodedata

    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _shows(stream: TextIO, characters: str) -> bool:
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
