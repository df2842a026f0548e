"""Laying pieces out: rounds of deciding where lines end and where pieces stand, until nothing is too long."""

from typing import NamedTuple

from osy_grammar.format.alignment import Alignment
from osy_grammar.format.atoms import OPAQUE, Atoms, partners_of
from osy_grammar.format.columns import Columns
from osy_grammar.format.lines import Lines
from osy_grammar.format.overflow import Overflow, page_of
from osy_grammar.format.spacing import Spacing

_ROUNDS = 60
_SETTLING = 8
"""Rounds in which pieces that move each other find their places."""


class Layout(NamedTuple):
    """For each piece how many line ends stand before it, and its column."""

    breaks: list[int]
    columns: list[int]


def laid_out(atoms: Atoms, width: int) -> Layout:
    """The layout of the pieces on a page of that width."""
    partner = partners_of(atoms)
    spacing = Spacing(atoms.kinds, partner, atoms.heads)
    lines = Lines(atoms, partner, spacing)
    page = page_of(width)
    columns = Columns(atoms, partner, spacing, lines, page.furthest)
    opened: set[int] = set()
    made: set[int] = set()
    for _ in range(_ROUNDS):
        lines.decide(opened, made)
        _place(atoms, spacing, lines, columns, made)
        overflow = Overflow(atoms, partner, spacing, lines, columns, page)
        before = len(opened) + len(made)
        _shorten(overflow, opened, made)
        if len(opened) + len(made) == before:
            break
    return Layout(lines.breaks, columns.columns)


def _place(atoms: Atoms, spacing: Spacing, lines: Lines, columns: Columns, made: set[int]) -> None:
    """Compute the columns; pieces that are aligned move each other, so that may take a few rounds."""
    starts = [i for i, count in enumerate(lines.breaks) if count or not i or atoms.kinds[i] == OPAQUE]
    alignment = Alignment(atoms, spacing, lines.breaks, starts)
    columns.compute({}, made, alignment.members)
    moved: dict[int, int] | None = None
    for turn in range(1, _SETTLING * _SETTLING):
        found = alignment.moved(columns.columns)
        if found == moved or (moved is None and _stand(found, alignment, columns.columns)):
            return
        if turn % _SETTLING == 0:
            # Groups that push each other on and on are none.
            alignment.forget({i for i in found if found[i] != (moved or {}).get(i)})
            found = {i: column for i, column in found.items() if alignment.holds(i)}
        moved = found
        columns.compute(moved, made)
    columns.compute({}, made)


def _stand(wanted: dict[int, int], alignment: Alignment, columns: list[int]) -> bool:
    """Whether the pieces of all groups stand where they should already, as in most files."""
    return len(wanted) == len(alignment.members) and all(columns[i] == column for i, column in wanted.items())


def _shorten(overflow: Overflow, opened: set[int], made: set[int]) -> None:
    """Do something about every line that is too long."""
    done = -1
    for start, end in overflow.long_lines():
        bodies = [*overflow.bodies(start, end)]
        items = [*overflow.items(start, end)]
        if bodies or items:
            opened.update(bodies)
            made.update(items)
        elif start >= done:
            first, done = overflow.unit(start)
            made.update(overflow.breaks(first, done))
