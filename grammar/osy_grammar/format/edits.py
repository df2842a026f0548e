"""Edits: what formatting changes, as the blanks and line ends between pieces that become others."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_grammar.format.atoms import OPAQUE, Atoms
from osy_grammar.format.printing import Layout

_LINE_END = re.compile(r"\r\n|\n|\r")
_SAMPLE = 4096


@dataclass(frozen=True, slots=True, order=True)
class FormatEdit:
    """The text from `start` to `end` becomes `text`; all three are blanks and line ends only."""

    start: int
    end: int
    text: str


def line_end_of(text: str) -> str:
    """The line end that the text has most of; a line feed if it has none."""
    found = Counter(_LINE_END.findall(text))
    return max(found, key=found.__getitem__) if found else "\n"


def gap_edits(
    text: str, atoms: Atoms, layout: Layout, start: int, newline: str, *, begins: int
) -> Iterator[FormatEdit]:
    """The edits that put the pieces where the layout has them; `start` is where what stands before the first begins.

    `begins` is how many line ends stand before the first piece.
    """
    breaks, columns = layout
    at, end = start, 0
    for i, kind in enumerate(atoms.kinds):
        written = text[at : atoms.starts[i]]
        lines = breaks[i] if i else begins
        if kind == OPAQUE:
            wanted = written
        elif lines or not i:
            wanted = _line_ends(written, lines, newline) + " " * columns[i]
        else:
            wanted = " " * (columns[i] - end)
        if wanted != written:
            yield _least(at, written, wanted)
        at = atoms.ends[i]
        end = atoms.widths[i] if i in atoms.tall else columns[i] + atoms.widths[i]


def applied(text: str, edits: Iterable[FormatEdit]) -> str:
    """The text with the edits, which are in order."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)


def tail_edit(text: str, start: int, newline: str) -> FormatEdit | None:
    """The edit that ends the file with one line end; behind `start` stand blanks only."""
    rest = text[start:]
    ends = _LINE_END.findall(rest)
    wanted = ends[0] if ends else newline
    return _least(start, rest, wanted) if rest != wanted else None


def _line_ends(written: str, count: int, newline: str) -> str:
    """So many line ends, those that are there first."""
    if newline == "\n" and "\r" not in written:
        return "\n" * count
    there = _LINE_END.findall(written)[:count]
    return "".join(there) + newline * (count - len(there))


def _least(start: int, written: str, wanted: str) -> FormatEdit:
    """The edit without what both texts begin and end with."""
    most = min(len(written), len(wanted))
    head = 0
    while head < most and written[head] == wanted[head]:
        head += 1
    tail = 0
    while tail < most - head and written[-1 - tail] == wanted[-1 - tail]:
        tail += 1
    return FormatEdit(start + head, start + len(written) - tail, wanted[head : len(wanted) - tail])
