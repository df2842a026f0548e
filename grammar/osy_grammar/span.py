r"""Places in a text: spans in characters, and the conversion to and from lines and columns.

A line ends at `\n`, `\r\n` or `\r` and nowhere else: form feeds, NEL and U+2028 are ordinary characters here, as they
are for the editors. Columns are counted from 0, in the units that a caller names; a lone surrogate counts as the one
unit it is.
"""

import re
from bisect import bisect_right
from enum import StrEnum
from itertools import accumulate

from osy_grammar.record import record

_MARK_EVERY = 1024
_LINE_END = re.compile(r"\r\n|\n|\r")


@record(order=True)
class Span:
    """A stretch of a file's text, in characters from its start; `end` is the offset after the last character."""

    start: int
    end: int

    def covers(self, offset: int) -> bool:
        """Whether `offset` lies inside or at either edge."""
        return self.start <= offset <= self.end

    def text(self, source: str) -> str:
        """The characters of the span in `source`."""
        return source[self.start : self.end]


class Units(StrEnum):
    """What one column is: the three position encodings of the Language Server Protocol."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


@record(order=True)
class Position:
    """A line and a column, both from 0."""

    line: int
    column: int


class LineIndex:
    """Where the lines of one text begin; answers positions for offsets and offsets for positions."""

    __slots__ = ("_ascii", "_ends", "_marks", "_starts", "_text")

    def __init__(self, text: str) -> None:
        """Index `text` once; look-ups are then a bisection."""
        self._text = text
        self._starts, self._ends = _with_returns(text) if "\r" in text else _lines(text)
        self._ascii = text.isascii()
        self._marks: dict[tuple[int, Units], list[int]] = {}

    @property
    def line_count(self) -> int:
        """How many lines there are; an empty text has one."""
        return len(self._starts)

    def line_span(self, line: int) -> Span:
        """The line's characters without its end; `line` is clamped into the text."""
        line = min(max(line, 0), len(self._starts) - 1)
        return Span(self._starts[line], self._ends[line])

    def line_of(self, offset: int) -> int:
        """The line that holds `offset`, which is clamped into the text."""
        return bisect_right(self._starts, min(max(offset, 0), len(self._text))) - 1

    def position(self, offset: int, units: Units = Units.UTF32) -> Position:
        r"""The position of `offset`, which is clamped into the text; one inside `\r\n` is the line's end."""
        line = self.line_of(offset)
        start, end = self._starts[line], self._ends[line]
        offset = min(max(offset, start), end)
        if self._ascii or units is Units.UTF32:
            return Position(line, offset - start)
        if end - start <= _MARK_EVERY:
            return Position(line, _width(self._text[start:offset], units))
        mark = (offset - start) // _MARK_EVERY
        behind = self._text[start + mark * _MARK_EVERY : offset]
        return Position(line, self._line_marks(line, units)[mark] + _width(behind, units))

    def offset(self, position: Position, units: Units = Units.UTF32) -> int:
        """The offset of a position; lines and columns outside are clamped, half a character goes to its start."""
        if position.line < 0:
            return 0
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        column = max(position.column, 0)
        if self._ascii or units is Units.UTF32:
            return min(start + column, end)
        at = start
        if end - start > _MARK_EVERY:
            marks = self._line_marks(position.line, units)
            mark = bisect_right(marks, column) - 1
            at, column = start + mark * _MARK_EVERY, column - marks[mark]
        while at < end:
            column -= _width(self._text[at], units)
            if column < 0:
                break
            at += 1
        return at

    def _line_marks(self, line: int, units: Units) -> list[int]:
        """The columns of every 1024th character of a long line: a look-up must not measure megabytes."""
        marks = self._marks.get((line, units))
        if marks is None:
            start, end = self._starts[line], self._ends[line]
            marks = [0]
            for at in range(start, end - _MARK_EVERY + 1, _MARK_EVERY):
                marks.append(marks[-1] + _width(self._text[at : at + _MARK_EVERY], units))
            self._marks[line, units] = marks
        return marks


def _lines(text: str) -> tuple[list[int], list[int]]:
    """Where the lines begin and end, of a text whose lines all end in the same way: made anew with every keystroke."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return starts[:-1], [start - 1 for start in starts[1:]]


def _with_returns(text: str) -> tuple[list[int], list[int]]:
    starts, ends = [0], []
    for match in _LINE_END.finditer(text):
        ends.append(match.start())
        starts.append(match.end())
    return starts, [*ends, len(text)]


def _width(text: str, units: Units) -> int:
    if text.isascii():
        return len(text)
    if units is Units.UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))
