"""A sheet of character cells to draw on: lines that join where they meet, arrow heads, frames, texts.

A line is kept as the directions in which it leaves each cell; what stands there in the end is chosen from all lines
that pass the cell. Texts and frames go over lines. A wide character takes two cells.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8

Cell = tuple[int, int]
"""A column and a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """The characters to draw with.

    `joints` are found by the directions of a cell, `heads` by the one that they point in. A frame is its corners from
    the upper left one on, its horizontal and its vertical line. `broken` are the lines, lying and standing, of arrows
    that are not whole.
    """

    joints: str
    heads: dict[int, str]
    frame: tuple[str, ...]
    double: tuple[str, ...]
    broken: dict[str, tuple[str, str]]
    dot: str
    again: str
    ellipsis: str


UNICODE = Pen(
    joints=" │─└││┌├─┘─┴┐┤┬┼",
    heads={UP: "▲", RIGHT: "▶", DOWN: "▼", LEFT: "◀"},
    frame=tuple("╭╮╰╯─│"),
    double=tuple("╔╗╚╝═║"),
    broken={"clock": ("╌", "╎"), "redirect": ("┈", "┊"), "illegal": ("┈", "┊")},
    dot="●",
    again="↻",
    ellipsis="…",
)
ASCII = Pen(
    joints=" |-+||++-+-++++++",
    heads={UP: "^", RIGHT: ">", DOWN: "v", LEFT: "<"},
    frame=tuple("++++-|"),
    double=tuple("####=#"),
    broken={"clock": ("-", ":"), "redirect": (".", ":"), "illegal": (".", ":")},
    dot="*",
    again="@",
    ellipsis="...",
)


def columns(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


@dataclass(slots=True)
class Canvas:
    """The sheet; it grows as it is drawn on."""

    pen: Pen
    _ways: dict[Cell, int] = field(default_factory=dict)
    _looks: dict[Cell, set[str]] = field(default_factory=dict)
    _letters: dict[Cell, str] = field(default_factory=dict)

    def line(self, points: Sequence[Cell], look: str) -> None:
        """A line along cells that lie in one row or column with the next."""
        for (x, y), (to_x, to_y) in pairwise(points):
            step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
            there, back = _STEPS[step_x, step_y] if step_x or step_y else (0, 0)
            while (x, y) != (to_x, to_y):
                self.join((x, y), there, look)
                # A line that is not straight, by a mistake of rounding, makes its way in steps.
                x, y = (x + step_x, y) if x != to_x else (x, y + step_y)
                self.join((x, y), back, look)

    def join(self, cell: Cell, way: int, look: str) -> None:
        """Let a line leave the cell that way."""
        self._ways[cell] = self._ways.get(cell, 0) | way
        self._looks.setdefault(cell, set()).add(look)

    def head(self, cell: Cell, way: int) -> None:
        """An arrow head that points that way."""
        self._letters[cell] = self.pen.heads[way]

    def text(self, cell: Cell, text: str) -> None:
        """A text that begins in the cell."""
        x, y = cell
        last = x
        for letter in text:
            size = _columns(letter)
            if size:
                last = x
                self._letters[x, y] = letter
                if size > 1:
                    self._letters[x + 1, y] = ""
                x += size
            else:
                self._letters[last, y] = self._letters.get((last, y), "") + letter

    def frame(self, cell: Cell, width: int, height: int, *, is_double: bool) -> None:
        """A frame with nothing in it."""
        signs = self.pen.double if is_double else self.pen.frame
        upper_left, upper_right, lower_left, lower_right, lying, standing = signs
        x, y = cell
        self.text((x, y), upper_left + lying * (width - 2) + upper_right)
        for row in range(y + 1, y + height - 1):
            self.text((x, row), standing + " " * (width - 2) + standing)
        self.text((x, y + height - 1), lower_left + lying * (width - 2) + lower_right)

    def show(self) -> list[str]:
        """The lines of the sheet, without blanks at their ends."""
        cells = [*self._ways, *self._letters]
        if not cells:
            return []
        first_x, first_y = min(x for x, _ in cells), min(y for _, y in cells)
        last_x, last_y = max(x for x, _ in cells), max(y for _, y in cells)
        return [
            "".join(self._at((x, y)) for x in range(first_x, last_x + 1)).rstrip() for y in range(first_y, last_y + 1)
        ]

    def _at(self, cell: Cell) -> str:
        letter = self._letters.get(cell)
        if letter is not None:
            return letter
        way = self._ways.get(cell, 0)
        looks = self._looks.get(cell, set())
        if len(looks) == 1 and way and (not way & (UP | DOWN) or not way & (LEFT | RIGHT)):
            lying, standing = self.pen.broken.get(next(iter(looks)), ("", ""))
            return (standing if way & (UP | DOWN) else lying) or self.pen.joints[way]
        return self.pen.joints[way]


_STEPS = {(0, -1): (UP, DOWN), (1, 0): (RIGHT, LEFT), (0, 1): (DOWN, UP), (-1, 0): (LEFT, RIGHT)}
_STEPS |= {(x, y): _STEPS[x, 0] for x in (-1, 1) for y in (-1, 1)}
