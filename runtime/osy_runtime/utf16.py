"""Texts in code units of UTF-16, as the language counts them: a character beyond U+FFFF is two of them.

Inside the runtime a text is a Python text of such units. What comes in from outside is taken apart by `units`, what
leaves is put together by `plain`.
"""

import re

_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_HALVES = re.compile("[\ud800-\udfff]")


def units(text: str) -> str:
    """The text with each character beyond U+FFFF as two units."""
    if text.isascii() or not _BEYOND.search(text):
        return text
    return _BEYOND.sub(_apart, text)


def _apart(found: re.Match[str]) -> str:
    rest = ord(found.group()) - 0x10000
    return chr(0xD800 + (rest >> 10)) + chr(0xDC00 + (rest & 0x3FF))


def plain(text: str) -> str:
    """The text with pairs of units put together; half a pair becomes U+FFFD."""
    if text.isascii() or not _HALVES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
