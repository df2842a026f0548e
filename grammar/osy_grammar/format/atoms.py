"""The pieces of a file that the formatter moves and never changes: its tokens and its comments, with their places.

An interpolated string is one piece, whatever stands in its holes; so is a declaration that has a fault of syntax,
together with all that stands before it back to the declaration before.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from osy_grammar.format.bodies import item_starts
from osy_grammar.format.widths import width_of
from osy_grammar.retag import retag
from osy_grammar.scan import scan
from osy_grammar.tree import Comment, Item

COMMENT, BLOCK_COMMENT, OPAQUE, TEXT = "COMMENT", "BLOCK_COMMENT", "OPAQUE", "TEXT_CLOSE"
COMMENTS = frozenset((COMMENT, BLOCK_COMMENT))
_LINE_END = re.compile(r"\r\n|\n|\r")
_MARKS = str.maketrans("", "", "\ufeff")

Piece = tuple[str, int, int]
"""A kind, a start and an end."""


@dataclass(slots=True)
class Atoms:
    """A file's pieces as columns of a table. Columns of text count from 0, as the author wrote it."""

    kinds: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    newlines: list[int] = field(default_factory=list)
    """How many line ends stood before it."""
    gaps: list[int] = field(default_factory=list)
    """How many columns stood between it and the one before, on one line."""
    columns: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    """How wide it is, or its last line where it has more than one."""
    tall: set[int] = field(default_factory=set)
    """Those that have more than one line."""
    heads: set[int] = field(default_factory=set)
    """Those that begin an item of a body, or of the file."""
    ends: list[int] = field(default_factory=list)
    """Where it ends in the text, blanks at the end of a comment left out."""

    def __len__(self) -> int:
        return len(self.kinds)


def atoms_of(text: str, items: Sequence[Item], start: int, end: int, opaque: Container[int] = ()) -> Atoms:
    """The pieces of neighbouring items and of what follows them up to `end`; `start` is where the first one begins.

    Items at these starts, and those with faults, are one piece each.
    """
    out = Atoms()
    reader = _Reader(text, out, start)
    for item in items:
        known = None if item.chunk.problems or item.start in opaque else _pieces(item)
        if known is None:
            reader.opaque(item.start, item.end)
        else:
            reader.take(known[0], item.start, known[1])
    behind = items[-1].end if items else start
    rest = text[behind:end]
    reader.take([(_comment_kind(rest, one), one[0], one[1]) for one in scan(rest).comments], behind, set())
    return out


def _pieces(item: Item) -> tuple[list[Piece], set[int]] | None:
    """The item's pieces and the offsets at which items begin; None if it holds what no piece covers."""
    text = item.chunk.text
    scanned = scan(text, is_start=item.start == 0)
    kinds, lexemes, _ = retag(text, scanned.kinds, scanned.lexemes)
    pieces: list[Piece] = []
    comments = iter(item.chunk.comments)
    comment = next(comments, None)
    depth = 0
    for kind, (start, end, _word) in zip(kinds, lexemes, strict=True):
        if kind == "TEXT_OPEN":
            if depth == 0:
                opened = start
            depth += 1
        elif kind == "TEXT_CLOSE":
            depth -= 1
            if depth == 0:
                start = opened
        if depth or start == end:
            continue
        while comment is not None and comment.start < start:
            pieces.append((_kind_of(text, comment), comment.start, comment.end))
            comment = next(comments, None)
        while comment is not None and comment.start < end:
            comment = next(comments, None)
        pieces.append((kind, start, end + 1 if kind == "SHIFT_RIGHT" else end))
    heads = item_starts(item.node, [start for kind, start, _ in pieces if kind == "LBRACE"])
    heads.add(item.node.start)
    return (pieces, heads) if _covers(text, pieces) else None


def _kind_of(text: str, comment: Comment) -> str:
    return BLOCK_COMMENT if text.startswith("/*", comment.start) else COMMENT


def _comment_kind(text: str, comment: tuple[int, int, bool]) -> str:
    return BLOCK_COMMENT if text.startswith("/*", comment[0]) else COMMENT


def _covers(text: str, pieces: list[Piece]) -> bool:
    at = 0
    for _, start, end in pieces:
        between = text[at:start]
        if start < at or (between and not between.isspace() and between.translate(_MARKS).strip()):
            return False
        at = end
    return True


class _Reader:
    """Measures pieces as they come."""

    def __init__(self, text: str, out: Atoms, start: int) -> None:
        self._text = text
        self._out = out
        self._at = start
        self._column = 0

    def take(self, pieces: list[Piece], base: int, heads: set[int]) -> None:
        text, out = self._text, self._out
        for kind, start, end in pieces:
            if start in heads:
                out.heads.add(len(out))
            start, end = start + base, end + base
            gap = text[self._at : start]
            word = text[start:end].rstrip() if kind == COMMENT else text[start:end]
            self._add(kind, word, start, gap)
            self._at = end

    def opaque(self, start: int, end: int) -> None:
        out = self._out
        out.heads.add(len(out))
        # A mark at the file's start belongs to no piece.
        start = max(start, self._at)
        self._add(OPAQUE, self._text[start:end], start, "")
        self._at = end

    def _add(self, kind: str, word: str, start: int, gap: str) -> None:
        out = self._out
        lines = 0
        if gap in ("", " "):
            width = len(gap)
        else:
            ends = [one.end() for one in _LINE_END.finditer(gap)]
            lines = len(ends)
            if lines:
                self._column = 0
            width = width_of(gap[ends[-1] :] if ends else gap, self._column)
        column = self._column + width
        wide = width_of(word, column)
        if kind in _MAY_BE_TALL and ("\n" in word or "\r" in word):
            out.tall.add(len(out))
            wide = width_of(_LINE_END.split(word)[-1])
            self._column = wide
        else:
            self._column = column + wide
        out.kinds.append(kind)
        out.words.append(word)
        out.starts.append(start)
        out.ends.append(start + len(word))
        out.newlines.append(lines)
        out.gaps.append(width)
        out.columns.append(column)
        out.widths.append(wide)


_MAY_BE_TALL = frozenset((BLOCK_COMMENT, OPAQUE, TEXT, "RAW_STRING", "VERBATIM", "STRING"))


def partners_of(atoms: Atoms) -> dict[int, int]:
    """Who closes whom of the brackets, both ways."""
    partner: dict[int, int] = {}
    opened: list[int] = []
    for i, kind in enumerate(atoms.kinds):
        if kind in OPENERS:
            opened.append(i)
        elif kind in CLOSERS and opened:
            other = opened.pop()
            partner[i], partner[other] = other, i
    return partner


OPENERS = frozenset(
    ("LBRACE", "LPAR", "LSQB", "_LAMBDA_OPEN", "_CAST_OPEN", "_ROW_OPEN", "_TUPLE_OPEN", "_PATTERN_OPEN")
)
CLOSERS = frozenset(("RBRACE", "RPAR", "RSQB"))
