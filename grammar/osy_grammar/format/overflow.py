"""Lines that are too long: which bodies open, and where an expression goes on on the next line.

First what can stand on lines of its own gets them: the items of a body that was written on one line, statements beside
each other. What is still too long becomes a document, in which a line may end behind a comma, before an operator,
before the `?` and the `:` of a choice, before a call in a chain, before a clause of a rule.
"""

from bisect import bisect_left
from collections.abc import Iterator

from osy_grammar.format.atoms import CLOSERS, COMMENTS, OPENERS, Atoms
from osy_grammar.format.columns import STEP, Columns
from osy_grammar.format.document import Align, Document, Fill, HardLine, Line, Nest, Page, Text, broken_lines
from osy_grammar.format.lines import Lines
from osy_grammar.format.spacing import Spacing

_ROOM = 40
"""So much of the width an alignment leaves free at least."""
_LIST, _CLAUSE, _CHOICE, _TIGHT_LIST, _CHAIN = 0, 1, 2, 8, 9
_OPERATORS = {"COALESCE": 3, "OR": 4, "AND": 5, "VBAR": 6, "PLUS": 7, "MINUS": 7}
_CLAUSES = frozenset(("WHEN", "WHERE", "BY", "MESSAGE"))
_CALLS = frozenset(("LPAR", "_GENERIC_OPEN"))
_FOLLOWERS = frozenset(("ELSE", "CATCH", "FINALLY"))


def page_of(width: int) -> Page:
    """The page of that width."""
    return Page(width, max(width - _ROOM, width // 2), STEP)


class Overflow:
    """Finds what to do about the lines of one file that are too long."""

    def __init__(
        self, atoms: Atoms, partner: dict[int, int], spacing: Spacing, lines: Lines, columns: Columns, page: Page
    ) -> None:
        """Look at lines and columns as they are."""
        self._atoms = atoms
        self._partner = partner
        self._spacing = spacing
        self._lines = lines
        self._columns = columns
        self._page = page
        self._placed: set[int] = set()

    def long_lines(self) -> list[tuple[int, int]]:
        """The first piece of each line that is too long, and the one behind its last."""
        atoms, columns = self._atoms, self._columns.columns
        found = []
        starts = self._columns.starts
        for start, end in zip(starts, [*starts[1:], len(atoms)], strict=True):
            last = end - 1
            if atoms.kinds[last] in COMMENTS and last > start:
                last -= 1
            right = columns[last] + atoms.widths[last]
            if right > self._page.width and last not in atoms.tall:
                found.append((start, end))
        return found

    def bodies(self, start: int, end: int) -> Iterator[int]:
        """The bodies on one line that must open: the outermost ones, and those that are too long by themselves."""
        i = start
        while i < end:
            close = self._partner.get(i, -1)
            if i in self._lines.flat and close > i + 1 and close < end:
                yield i
                yield from self._wide_bodies(i + 1, close)
                i = close
            i += 1

    def _wide_bodies(self, start: int, end: int) -> Iterator[int]:
        columns = self._columns.columns
        for i in range(start, end):
            if i in self._lines.flat and columns[self._partner[i]] - columns[i] > self._page.width:
                yield i

    def items(self, start: int, end: int) -> Iterator[int]:
        """The items behind the first on a line of a body that has several lines."""
        depth = 0
        for i in range(start, end):
            kind = self._atoms.kinds[i]
            if kind in CLOSERS:
                depth = max(depth - 1, 0)
            if i > start and depth == 0 and i in self._atoms.heads:
                yield i
            if kind in OPENERS:
                depth += 1

    # ── Documents ────────────────────────────────────────────────────────────────────────────────────────────────────

    def unit(self, start: int) -> tuple[int, int]:
        """The pieces of what the line at `start` is part of: a statement, a head, what follows a body."""
        starts = self._columns.starts
        first = last = bisect_left(starts, start)
        while first > 0 and not self._begins(starts[first]):
            first -= 1
        last += 1
        while last < len(starts) and not self._begins(starts[last]):
            last += 1
        return starts[first], starts[last] if last < len(starts) else len(self._atoms)

    def _begins(self, i: int) -> bool:
        kind = self._atoms.kinds[i]
        return (
            i in self._atoms.heads
            or i in self._lines.unbraced
            or kind in _FOLLOWERS
            or (kind == "RBRACE" and self._partner[i] in self._lines.is_body)
        )

    def breaks(self, start: int, end: int) -> Iterator[int]:
        """The pieces of a unit that begin lines from now on."""
        column = self._columns.columns[start]
        return broken_lines(self._document(start, end), self._page, column, column)

    def _document(self, start: int, end: int) -> Document:
        levels = [_Level()]
        generic = 0
        kinds = self._atoms.kinds
        i = start
        while i < end:
            kind = kinds[i]
            if kind == "_GENERIC_OPEN":
                generic += 1
            elif kind == "_GENERIC_CLOSE":
                generic -= 1
            if kind in CLOSERS and len(levels) > 1:
                level = levels.pop()
                levels[-1].add(level.document())
            self._add_place(i, start, generic, levels[-1], len(levels) == 1)
            for part in self._piece(i, start):
                levels[-1].add(part)
            if kind in OPENERS:
                close = self._partner.get(i, end)
                if i in self._lines.is_body:
                    # What a body on one line holds stays there, or the body would have been opened.
                    for j in range(i + 1, min(close + 1, end)):
                        for part in self._piece(j, start):
                            levels[-1].add(part)
                    i = close
                else:
                    levels.append(_Level())
            i += 1
        while len(levels) > 1:
            level = levels.pop()
            levels[-1].add(level.document())
        return levels[0].document(is_root=True)

    def _piece(self, i: int, start: int) -> Iterator[Document]:
        """What piece `i` takes of its line; whatever place for a line end stands before it holds the blanks."""
        atoms, columns = self._atoms, self._columns.columns
        if i > start and self._lines.breaks[i]:
            yield HardLine(columns[i])
        elif i > start and i not in self._placed:
            gap = columns[i] - self._end(i - 1)
            if gap > 0:
                yield Text(gap)
        if i in atoms.tall:
            yield HardLine(atoms.widths[i])
        else:
            yield Text(atoms.widths[i])

    def _end(self, i: int) -> int:
        atoms = self._atoms
        return atoms.widths[i] if i in atoms.tall else self._columns.columns[i] + atoms.widths[i]

    def _add_place(self, i: int, start: int, generic: int, level: "_Level", is_root: bool) -> None:
        rank = self._rank(i, generic) if i > start else -1
        if rank < 0:
            return
        if rank == _LIST and is_root and self._atoms.kinds[i - 1] == "COMMA":
            # Outside of brackets a list is a part of something: the verbs of a rule, the bases of a class.
            rank = _TIGHT_LIST
        if self._lines.breaks[i]:
            level.place(rank, None)
            return
        self._placed.add(i)
        level.place(rank, Line(i, self._columns.columns[i] - self._end(i - 1)))

    def _rank(self, i: int, generic: int) -> int:
        """How loosely what stands on both sides of the place before piece `i` hangs together; -1 if no line may end."""
        kinds = self._atoms.kinds
        before, kind = kinds[i - 1], kinds[i]
        if kind in COMMENTS or (generic > 0 and kind != "_GENERIC_OPEN"):
            return -1
        if before in ("COMMA", "SEMICOLON") and kind not in CLOSERS:
            return _LIST
        if self._spacing.is_behind_attributes(i):
            return _LIST
        if kind in _CLAUSES:
            return _CLAUSE
        if kind == "QMARK" or (kind == "COLON" and self._spacing.choice_of(i) >= 0):
            return _CHOICE
        if kind in _OPERATORS:
            return _OPERATORS[kind] if self._spacing.operand_ends(i - 1) else -1
        if kind in ("DOT", "MAYBE_DOT") and before in CLOSERS and i + 2 < len(kinds) and kinds[i + 2] in _CALLS:
            return _CHAIN
        return -1


class _Level:
    """What stands in one bracket: lists of parts, one for each rank that is open, the tightest last."""

    def __init__(self) -> None:
        self._ranks = [_LIST]
        self._parts: list[list[Document]] = [[]]
        self._operands = [0]

    def add(self, part: Document) -> None:
        self._parts[-1].append(part)

    def place(self, rank: int, line: Line | None) -> None:
        """A line may end here, between things of that rank; None if it does in any case."""
        while self._ranks[-1] > rank:
            self._close()
        if self._ranks[-1] < rank:
            operand = self._operands[-1]
            parts = self._parts[-1][operand:]
            del self._parts[-1][operand:]
            self._ranks.append(rank)
            self._parts.append([Fill(tuple(parts))])
            self._operands.append(1)
        else:
            operand = self._operands[-1]
            parts = self._parts[-1][operand:]
            self._parts[-1][operand:] = [self._element(tuple(parts), rank)]
        if line is not None:
            self._parts[-1].append(line)
        self._operands[-1] = len(self._parts[-1])

    def document(self, is_root: bool = False) -> Document:
        while len(self._ranks) > 1:
            self._close()
        operand = self._operands[-1]
        parts = self._parts[-1]
        parts[operand:] = [self._element(tuple(parts[operand:]), _LIST)]
        whole = Fill(tuple(parts))
        return whole if is_root else Align(whole)

    def _close(self) -> None:
        self._ranks.pop()
        parts = self._parts.pop()
        operand = self._operands.pop()
        parts[operand:] = [Fill(tuple(parts[operand:]))]
        self._parts[-1].append(Fill(tuple(parts)))

    def _element(self, parts: tuple[Document, ...], rank: int) -> Document:
        return Nest(STEP, Fill(parts)) if rank == _LIST else Fill(parts)
