"""Where each piece stands on its line.

An item of a body stands two columns inside what the body belongs to. A line inside an expression keeps its column if
that means something: it is the column of what the line belongs to, or a step beside it. Such a line goes along when
what it is aligned with moves. A line whose column means nothing gets the one that the style gives it.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from osy_grammar.format.atoms import BLOCK_COMMENT, CLOSERS, COMMENT, COMMENTS, OPAQUE, OPENERS, Atoms
from osy_grammar.format.lines import Lines
from osy_grammar.format.spacing import Spacing

STEP = 2
_FOLLOWERS = frozenset(("ELSE", "CATCH", "FINALLY"))
_ALIGNS = frozenset((
    "EQUAL", "ARROW", "COLON", "QMARK", "RETURN", "AND", "OR", "COALESCE", "PLUS", "MINUS", "VBAR", "EQUALS",
    "DIFFERS", "IN", "LAMBDA_NAME", "WHEN", "WHERE", "INVARIANT", "COMPOUND", "THROW", "DOT", "MAYBE_DOT",
))  # fmt: skip
"""Behind and under these, lines of an expression align."""
_UNDER_BRACKET = (0, 2, 4)
_UNDER_VALUE = (0, 2, 4)
_UNDER_ITEM = (2, 4, 6, 8)
_MOST_ANCHORS, _FIRST_ANCHORS = 24, 8
_LOOK_AHEAD = 200
"""So many pieces ahead a line of the same kind is looked for."""
_ELEMENT_ENDS = frozenset(("COMMA", "SEMICOLON", COMMENT, BLOCK_COMMENT))
_LOOSE = frozenset(("COMMA", "SEMICOLON"))
_OPERATORS = frozenset(("AND", "OR", "COALESCE", "VBAR", "PLUS", "MINUS", "QMARK", "COLON", "DOT", "MAYBE_DOT"))


@dataclass(slots=True)
class _Frame:
    """An open bracket, or the file: what its lines go by."""

    opener: int
    is_body: bool
    line: int
    """The first piece of the line that the bracket stands on."""
    base: int = 0
    """Of a body, the column of what it belongs to."""
    first: int = -1
    """Of a list, its first piece."""
    element: int = -1
    """Of a list, the first piece of the element that is under way."""
    row: int = -1
    """Of a list, the last element that begins a line."""
    item: int = -1
    """Of a body, the item that is under way; the first piece of its line."""
    last_row: int = -1
    """The last piece in it that begins a line."""
    is_switch: bool = False
    choices: list[int] = field(default_factory=list)
    """Of a body, the lines of the item's `if`s to which an `else` may still belong."""
    values: list[int] = field(default_factory=list)
    """What lines may align with: values, operators, and lines before, the latest last."""


class Columns:
    """Computes columns, once for each way to end the lines."""

    def __init__(self, atoms: Atoms, partner: dict[int, int], spacing: Spacing, lines: Lines, furthest: int) -> None:
        """Remember what the columns go by; no line that the style places begins right of `furthest`."""
        self._furthest = furthest
        self._atoms = atoms
        self._partner = partner
        self._spacing = spacing
        self._lines = lines
        self.columns: list[int] = []
        self.starts: list[int] = []
        """The first pieces of the lines."""

    def compute(self, moved: Mapping[int, int], made: Set[int], kept: Set[int] = frozenset()) -> None:
        """Compute every column.

        Pieces in `moved` stand at these columns, those in `kept` as far behind what is before them as the author put
        them; those in `made` begin lines of ours.
        """
        atoms, breaks = self._atoms, self._lines.breaks
        columns = self.columns = [0] * len(atoms)
        starts = self.starts = []
        widths, kinds, gaps = atoms.widths, atoms.kinds, atoms.gaps
        between = self._spacing.between
        frames = [_Frame(-1, True, 0)]
        line = end = before = 0
        for i, kind in enumerate(kinds):
            if i == 0 or breaks[i] or kind == OPAQUE:
                before, line = line, i
                starts.append(i)
                if kind in CLOSERS and len(frames) > 1:
                    column = self._closing(i, frames)
                else:
                    column = self._starting(i, kind, frames[-1], before if i in made and not atoms.newlines[i] else -1)
            elif i in moved:
                column = moved[i]
            elif i in kept:
                column = end + gaps[i]
            else:
                column = end + between(i, gaps[i] if not atoms.newlines[i] else 1)
            columns[i] = column
            end = widths[i] if i in atoms.tall else column + widths[i]
            if kind in CLOSERS:
                if len(frames) > 1:
                    frames.pop()
            else:
                self._note(i, kind, line, frames)

    # ── What is open ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _note(self, i: int, kind: str, line: int, frames: list[_Frame]) -> None:
        frame = frames[-1]
        if i == line and kind not in COMMENTS:
            frame.last_row = i
        if frame.is_body:
            self._note_in_body(i, kind, line, frame)
        elif kind not in COMMENTS and (frame.first < 0 or self._atoms.kinds[i - 1] in _ELEMENT_ENDS):
            frame.first = i if frame.first < 0 else frame.first
            frame.element = i
            frame.row = i if i == line else frame.row
        if kind in OPENERS:
            frames.append(self._opened(i, line, frames))
        elif kind in _ALIGNS:
            frame.values += (i, i + 1)
        elif kind == "COMMA" and not frame.is_body:
            frame.values.clear()
        elif i == line and kind not in COMMENTS:
            frame.values.append(i)
        if len(frame.values) > _MOST_ANCHORS:
            del frame.values[_FIRST_ANCHORS : len(frame.values) - _FIRST_ANCHORS]

    def _note_in_body(self, i: int, kind: str, line: int, frame: _Frame) -> None:
        is_head = i in self._atoms.heads
        if is_head or frame.item < 0 or (i == line and (kind in ("CASE", "DEFAULT") or i in self._lines.unbraced)):
            frame.item = line
            frame.values.clear()
        if is_head:
            frame.choices.clear()
        if kind == "IF":
            frame.choices.append(line)
        elif kind == "ELSE" and frame.choices:
            frame.item = frame.choices.pop()
            frame.values.clear()

    def _opened(self, i: int, line: int, frames: list[_Frame]) -> _Frame:
        outer = frames[-1]
        if i not in self._lines.is_body:
            return _Frame(i, False, line)
        owner = outer.item if outer.is_body and outer.item >= 0 else line
        following = self._atoms.kinds[i + 1 : i + 3]
        is_switch = following[:1] == ["CASE"] or following == ["DEFAULT", "COLON"]
        return _Frame(i, True, line, base=self.columns[owner], is_switch=is_switch)

    # ── Where a line starts ──────────────────────────────────────────────────────────────────────────────────────────

    def _closing(self, i: int, frames: list[_Frame]) -> int:
        frame = frames[-1]
        if frame.is_body:
            return frame.base
        columns, author = self.columns, self._atoms.columns
        anchors = [frame.line, frame.opener, frame.first]
        for anchor in anchors:
            if anchor >= 0 and author[i] == author[anchor]:
                return columns[anchor]
        return columns[frame.line]

    def _starting(self, i: int, kind: str, frame: _Frame, line: int) -> int:
        """The column of piece `i`, which begins a line; one of ours goes on from the line that begins at `line`."""
        at = i
        kinds = self._atoms.kinds
        while kinds[at] in COMMENTS and at + 1 < len(kinds):
            at += 1
        if frame.is_body:
            inside = self._inside(frame)
            if kinds[at] in COMMENTS or kinds[at] == "RBRACE":
                return inside
            if at in self._atoms.heads or kinds[at] in ("CASE", "OPAQUE", "DEFAULT"):
                return frame.base + STEP if kinds[at] in ("CASE", "DEFAULT") and frame.is_switch else inside
            if kinds[at] == "ELSE" and frame.choices:
                return self.columns[frame.choices[-1]]
            owner = self.columns[frame.item] if frame.item >= 0 else inside
            if at in self._lines.unbraced:
                return owner + STEP
            if kinds[at] in _FOLLOWERS or self._spacing.is_behind_attributes(at) or at in self._lines.is_body:
                return owner
        if frame.is_body and frame.item < 0:
            return self._inside(frame)
        return self._within(i, frame) if line < 0 else self._made(i, frame, line)

    def _inside(self, frame: _Frame) -> int:
        if frame.opener < 0:
            return 0
        return frame.base + (2 * STEP if frame.is_switch else STEP)

    def _within(self, i: int, frame: _Frame) -> int:
        """The column of a line inside an item, where the author began it."""
        author, columns = self._atoms.columns, self.columns
        kinds = self._atoms.kinds
        if not frame.is_body and kinds[i - 1] in _ELEMENT_ENDS:
            fixed = self._element_column(i, frame)
            if fixed is not None:
                return fixed
        if kinds[frame.opener] == "LBRACE" and frame.opener == i - 1 and not frame.is_body:
            return columns[frame.line] + STEP
        for anchor, steps in self._anchors(frame):
            step = author[i] - author[anchor]
            if anchor < i and step in steps:
                return columns[anchor] + step
        return min(self._canonical(i, frame), self._furthest)

    def _element_column(self, i: int, frame: _Frame) -> int | None:
        """The column of an element or a comment that begins a line: that of the first one, or of the last to do so."""
        author, columns = self._atoms.columns, self.columns
        if frame.first < 0:
            # Comments stand before the first element.
            return columns[frame.line] + STEP if self._atoms.kinds[frame.opener] == "LBRACE" else None
        if author[i] == author[frame.first]:
            return columns[frame.first]
        other = frame.first if self._lines.breaks[frame.first] else frame.row
        return min(columns[other], self._furthest) if other >= 0 else None

    def _made(self, i: int, frame: _Frame, line: int) -> int:
        """The column of a line that we begin: that of the author's next line of the same kind, if there is one."""
        kinds = self._atoms.kinds
        if kinds[i] in _OPERATORS:
            if kinds[line] in ("COLON", "QMARK") and kinds[i] != "COLON":
                return min(self.columns[line] + STEP, self._furthest)
            other = self._next_line(i, kinds[i])
            if other > 0:
                return self._within(other, frame)
        return min(self._canonical(i, frame), self._furthest)

    def _next_line(self, i: int, kind: str) -> int:
        """The next line that begins with the same operator in the same bracket and the same element; -1 if none."""
        kinds, breaks, newlines = self._atoms.kinds, self._lines.breaks, self._atoms.newlines
        depth = 0
        for j in range(i + 1, min(i + _LOOK_AHEAD, len(kinds))):
            if kinds[j] in CLOSERS:
                depth -= 1
            if depth < 0 or (depth == 0 and kinds[j] in _LOOSE):
                return -1
            if depth == 0 and kinds[j] == kind and breaks[j] and newlines[j]:
                return j
            if kinds[j] in OPENERS:
                depth += 1
        return -1

    def _anchors(self, frame: _Frame) -> Iterator[tuple[int, tuple[int, ...]]]:
        breaks = self._lines.breaks
        if not frame.is_body and frame.first >= 0:
            yield frame.first, _UNDER_BRACKET if not breaks[frame.first] else (0,)
        for anchor in reversed(frame.values):
            yield anchor, _UNDER_VALUE if anchor < len(breaks) and not breaks[anchor] else (0,)
        if frame.last_row >= 0 and not (frame.is_body and frame.last_row == frame.item):
            yield frame.last_row, (0, STEP)
        start = frame.item if frame.is_body else frame.line
        yield start, (*_UNDER_ITEM, 5, 7) if self._atoms.kinds[start] == "RETURN" else _UNDER_ITEM

    def _canonical(self, i: int, frame: _Frame) -> int:
        columns = self.columns
        choice = self._spacing.choice_of(i)
        if choice >= 0:
            return columns[choice]
        if frame.is_body:
            return columns[frame.item] + STEP
        if frame.first < 0 or frame.first == i:
            return columns[frame.line] + STEP
        if self._atoms.kinds[i - 1] in _ELEMENT_ENDS:
            return columns[frame.row if frame.row >= 0 else frame.first]
        return columns[frame.element if frame.element == frame.row else frame.first] + STEP
