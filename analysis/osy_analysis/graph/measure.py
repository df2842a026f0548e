"""How wide a text is when it is drawn, without any font: by what its letters take in a common sans-serif face.

What is drawn is fitted to these widths, so that a face that differs cannot make texts overlap.
"""

import unicodedata

_WIDTHS = {
    222: "ijl",
    278: " !',./:;I[\\]ft|",
    340: '"()-`r{}*°·',
    500: "ckvsxyzJ^",
    556: "0123456789abdeghnopqu_#$?L",
    584: "+<=>~",
    667: "ABEKPSVXYFTZ&",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W@→…",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_WIDE = 1040
_OTHER = 640
_ROOM = 1.08
"""Common faces differ; the wider ones need a little more than the narrow ones."""
_BOLD = 1.07


def width(text: str, size: float, *, is_bold: bool = False) -> float:
    """The width of a line of text at a font size."""
    thousandths = sum(_WIDTH.get(letter) or _width(letter) for letter in text)
    return thousandths * size / 1000 * _ROOM * (_BOLD if is_bold else 1)


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _OTHER


def shortened(text: str, size: float, limit: float, *, is_bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is wider than `limit`."""
    if width(text, size, is_bold=is_bold) <= limit:
        return text
    used = width("…", size, is_bold=is_bold)
    kept = []
    for letter in text:
        used += width(letter, size, is_bold=is_bold)
        if used > limit:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + "…"


def wrapped(text: str, size: float, limit: float, lines: int, *, is_bold: bool = False) -> tuple[str, ...]:
    """The text in at most so many lines: broken at blanks, a long word between its parts; the rest is cut."""
    found = [""]
    for word in _pieces(text, " "):
        is_long = width(word.rstrip(), size, is_bold=is_bold) > limit
        for piece in _pieces(word, _JOINTS) if is_long else (word,):
            if found[-1] and width((found[-1] + piece).rstrip(), size, is_bold=is_bold) > limit:
                found.append("")
            found[-1] += piece
    if len(found) > lines:
        found[lines - 1 :] = ["".join(found[lines - 1 :])]
    return tuple(shortened(line.strip(), size, limit, is_bold=is_bold) for line in found)


_JOINTS = "._ "


def _pieces(text: str, ends: str) -> list[str]:
    """The text cut behind each of `ends`; with joints, also between small and capital letters and behind wide ones."""
    pieces = [""]
    for letter in text:
        last = pieces[-1][-1:]
        is_end = bool(last) and last in ends
        if ends is _JOINTS and last and not is_end:
            is_end = (letter.isupper() and last.islower()) or unicodedata.east_asian_width(last) in "WF"
        if is_end:
            pieces.append("")
        pieces[-1] += letter
    return pieces
