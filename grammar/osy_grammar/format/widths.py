"""How wide text is: in columns of a fixed-width font, which is what alignment goes by."""

from functools import lru_cache
from unicodedata import combining, east_asian_width

TAB = 4
"""A tab goes to the next column that this divides."""


def width_of(text: str, column: int = 0) -> int:
    """How many columns `text` takes that begins at `column`; wide characters take two, combining ones none."""
    if text.isascii() and "\t" not in text:
        return len(text)
    at = column
    for character in text:
        at = at // TAB * TAB + TAB if character == "\t" else at + _character(character)
    return at - column


@lru_cache(maxsize=4096)
def _character(character: str) -> int:
    if combining(character) or character in "\u200b\u200d\ufe0e\ufe0f\ufeff":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
