"""Columns that the author kept free: pieces that stand under each other on neighbouring lines stay so.

A wide gap is kept where what follows it begins at the column of a piece of the line above or below, which stands in
the same bracket, or in the next item of the same body. Such pieces are a group, and when what is before one of them
gets longer, the whole group moves. A piece without a wide gap before it holds its group where it is, or the group is
none. A gap before a comment at the end of a line is kept in any case. All other wide gaps become one blank.
"""

from osy_grammar.format.atoms import CLOSERS, COMMENT, OPAQUE, OPENERS, Atoms
from osy_grammar.format.spacing import Spacing


class Alignment:
    """The groups of one stretch, for one way to end its lines."""

    def __init__(self, atoms: Atoms, spacing: Spacing, breaks: list[int], starts: list[int]) -> None:
        """Find the groups; `starts` are the first pieces of the lines."""
        self._atoms = atoms
        self._spacing = spacing
        self._breaks = breaks
        self._leader: dict[int, int] = {}
        self._wide = {i for i, gap in enumerate(atoms.gaps) if gap > 1 and self._may_be_wide(i)}
        self._openers = _openers(atoms) if self._wide else []
        if self._wide:
            self._link(starts)
        self._groups: dict[int, list[int]] = {}
        for i in self._leader:
            self._groups.setdefault(self._find(i), []).append(i)
        self.members = {i for i in self._leader if i in self._wide}
        """The pieces with wide gaps that belong to a group."""

    def moved(self, columns: list[int]) -> dict[int, int]:
        """Where the pieces of the groups stand, if all else stands as in `columns`."""
        found: dict[int, int] = {}
        for members in self._groups.values():
            free = [i for i in members if i in self._wide]
            least = max(self._natural(i, columns) for i in free)
            target = least + min(self._atoms.gaps[i] for i in free) - 1
            fixed = {columns[i] for i in members if i not in self._wide}
            if fixed:
                target = fixed.pop()
                if fixed or target < least:
                    continue
            found.update(dict.fromkeys(free, target))
        return found

    def forget(self, pieces: set[int]) -> None:
        """Let the groups of these pieces be none."""
        for leader in {self._find(i) for i in pieces}:
            self._groups.pop(leader, None)

    def holds(self, i: int) -> bool:
        """Whether the piece belongs to a group still."""
        return self._find(i) in self._groups

    def _may_be_wide(self, i: int) -> bool:
        breaks, newlines = self._breaks, self._atoms.newlines
        return i > 0 and not breaks[i] and not newlines[i] and self._spacing.between(i, 1) > 0

    def _natural(self, i: int, columns: list[int]) -> int:
        """The column of a piece with one blank before it."""
        before = i - 1
        atoms = self._atoms
        return 1 + (atoms.widths[before] if before in atoms.tall else columns[before] + atoms.widths[before])

    def _link(self, starts: list[int]) -> None:
        atoms, columns, wide = self._atoms, self._atoms.columns, self._wide
        before: dict[int, int] = {}
        before_wide = False
        above = 0
        for start, end in zip(starts, [*starts[1:], len(atoms)], strict=True):
            first, last = self._ends(start, end)
            line = {columns[i]: i for i in first}
            has_wide = any(i in wide for i in first)
            if atoms.kinds[start] == COMMENT and start + 1 == end and self._breaks[start] < 2:
                continue
            if self._breaks[start] < 2 and (has_wide or before_wide):
                are_siblings = self._are_siblings(start, above)
                for column, i in line.items():
                    other = before.get(column, -1)
                    is_gap = i in wide or other in wide
                    if other >= 0 and is_gap and self._belong(i, other, are_siblings):
                        self._leader[self._find(i)] = self._find(other)
            before = line if last is first else {columns[i]: i for i in last}
            before_wide, above = any(i in wide for i in last), start
        for i in wide:
            if atoms.kinds[i] == COMMENT:
                self._leader.setdefault(i, i)

    def _ends(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """The pieces of the first line that is printed and those of the last: a text may have lines of its own."""
        atoms = self._atoms
        pieces = [i for i in range(start, end) if atoms.kinds[i] != OPAQUE]
        tall = [n for n, i in enumerate(pieces) if i in atoms.tall]
        return (pieces[: tall[0] + 1], pieces[tall[-1] + 1 :]) if tall else (pieces, pieces)

    def _are_siblings(self, start: int, above: int) -> bool:
        """Whether two lines that begin with these pieces are two items of one body."""
        heads = self._atoms.heads
        return start in heads and above in heads and self._openers[start] == self._openers[above]

    def _belong(self, i: int, other: int, are_siblings: bool) -> bool:
        """Whether a piece may be aligned with another: comments go with comments, code with code nearby."""
        kinds = self._atoms.kinds
        if kinds[i] == COMMENT or kinds[other] == COMMENT:
            return kinds[i] == kinds[other]
        return are_siblings or self._openers[i] == self._openers[other]

    def _find(self, i: int) -> int:
        leader = self._leader
        leader.setdefault(i, i)
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i


def _openers(atoms: Atoms) -> list[int]:
    """Of each piece the bracket that it stands in; -1 outside of all."""
    found = []
    inside = [-1]
    for i, kind in enumerate(atoms.kinds):
        if kind in CLOSERS and len(inside) > 1:
            inside.pop()
        found.append(inside[-1])
        if kind in OPENERS:
            inside.append(i)
    return found
