"""The formatter's face: a file and a width in, edits out.

A file is laid out stretch by stretch; a stretch ends where a blank line stands before a declaration, so that nothing
is aligned with anything beyond. What comes out is compared with what went in, token by token and comment by comment.
Where they differ, the declarations that differ by themselves are left as they are; where that is not enough, the whole
stretch is. That is a net: it catches faults of the formatter, not of programs.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from osy_grammar.format.atoms import Atoms, atoms_of
from osy_grammar.format.edits import FormatEdit, applied, gap_edits, line_end_of, tail_edit
from osy_grammar.format.lines import MOST_LINES
from osy_grammar.format.printing import laid_out
from osy_grammar.parse import parse
from osy_grammar.scan import scan
from osy_grammar.span import Span
from osy_grammar.split import split
from osy_grammar.tree import Item, SourceFile

WIDTH = 120
_BLANK_LINE = re.compile(r"[^\S\r\n]*(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)")
_DEEPEST = 200
"""Bodies inside each other beyond this depth are left alone: their indentation would outgrow their text."""


def format_text(text: str, width: int = WIDTH) -> str:
    """The text formatted; `text` itself where nothing changes."""
    edits = format_edits(parse(text), width)
    return applied(text, edits) if edits else text


def format_edits(source: SourceFile, width: int = WIDTH, within: Span | None = None) -> tuple[FormatEdit, ...]:
    """The edits that format a file, in order; of a stretch of it all those that may matter for the stretch."""
    text = source.text
    if not text.strip("\ufeff \t\r\n\f\v"):
        return ()
    newline = line_end_of(text)
    edits: list[FormatEdit] = []
    for start, end, items in _stretches(source):
        if within is None or (start <= within.end and within.start <= end):
            edits += _stretch(text, start, end, items, width, newline)
    # Where a declaration with a fault ends may hang on how the text around it is indented. Where formatting would move
    # an end or change a fault nothing is touched: the rest, formatted, would be another text, which formats otherwise.
    return tuple(edits) if edits and _is_sound(source, edits) else ()


def _stretches(source: SourceFile) -> Iterator[tuple[int, int, list[Item]]]:
    """The parts of the file that are laid out by themselves; each with where it starts and ends."""
    text = source.text
    start = _beginning(text)
    items: list[Item] = []
    for item in source.items:
        if items and _BLANK_LINE.match(item.chunk.text):
            yield start, item.start, items
            start, items = item.start, []
        items.append(item)
    yield start, len(text), items


def _beginning(text: str) -> int:
    """Where the text begins, behind a byte order mark."""
    return 1 if text.startswith("\ufeff") else 0


def _stretch(text: str, start: int, end: int, items: list[Item], width: int, newline: str) -> tuple[FormatEdit, ...]:
    """The edits for one stretch; none for its declarations, or for all of it, that would say something else."""
    edits = _attempt(text, start, end, items, width, newline, ())
    if _says_the_same(text[start:end], start, edits):
        return edits
    spoilt = {
        item.start
        for item in items
        if not _says_the_same(
            item.chunk.text, item.start, _attempt(text, item.start, item.end, [item], width, newline, ())
        )
    }
    edits = _attempt(text, start, end, items, width, newline, spoilt)
    return edits if _says_the_same(text[start:end], start, edits) else ()


def _attempt(
    text: str, start: int, end: int, items: Sequence[Item], width: int, newline: str, opaque: Container[int]
) -> tuple[FormatEdit, ...]:
    """The edits for one stretch, with the items at these starts left alone."""
    atoms = atoms_of(text, items, start, end, opaque)
    if not len(atoms) or _is_too_deep(atoms):
        return ()
    begins = 0 if start <= _beginning(text) else min(max(atoms.newlines[0], 1), MOST_LINES)
    edits = [*gap_edits(text, atoms, laid_out(atoms, width), start, newline, begins=begins)]
    if end == len(text) and atoms.kinds[-1] != "OPAQUE":
        last = tail_edit(text, atoms.ends[-1], newline)
        edits += [last] if last else []
    return tuple(edits)


def _is_too_deep(atoms: Atoms) -> bool:
    depth = 0
    for kind in atoms.kinds:
        if kind == "LBRACE":
            depth += 1
            if depth > _DEEPEST:
                return True
        elif kind == "RBRACE":
            depth -= 1
    return False


# ── The net ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _says_the_same(text: str, start: int, edits: Sequence[FormatEdit]) -> bool:
    """Whether a stretch has the same tokens and comments with the edits as without."""
    if not edits:
        return True
    moved = (FormatEdit(edit.start - start, edit.end - start, edit.text) for edit in edits)
    return _said(text) == _said(applied(text, moved))


def _said(text: str) -> tuple[list[str], list[str], Counter[str]]:
    scanned = scan(text)
    comments = Counter(text[start:end].rstrip() for start, end, _ in scanned.comments)
    return scanned.kinds, [word for _, _, word in scanned.lexemes], comments


def _is_sound(source: SourceFile, edits: Sequence[FormatEdit]) -> bool:
    """Whether the formatted file is cut into as many declarations, each with the same faults or none."""
    text = applied(source.text, edits)
    if not any(item.chunk.problems for item in source.items):
        scanned = scan(text)
        ends = [scanned.lexemes[part.last - 1][1] for part in split(text, scanned, is_start=True)]
        return ends == [*_moved_ends(source, edits)]
    return _faults(source) == _faults(parse(text))


def _faults(source: SourceFile) -> list[list[str]]:
    """What is said of each declaration."""
    return [[problem.message for problem in item.chunk.problems] for item in source.items]


def _moved_ends(source: SourceFile, edits: Sequence[FormatEdit]) -> Iterator[int]:
    """Where the declarations end in the formatted file."""
    shift = at = 0
    for item in source.items:
        while at < len(edits) and edits[at].end <= item.end and edits[at].start < item.end:
            shift += len(edits[at].text) - (edits[at].end - edits[at].start)
            at += 1
        yield item.end + shift
