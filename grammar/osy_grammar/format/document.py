"""Documents: text with the places where its lines may end, and the printer that chooses among them.

The method is Wadler's, with the fill of later printers: a line ends at a place that may end it only if what follows,
up to the next such place outside of it, does not fit on the line. What follows is looked at no further than the line
is wide, so the time is linear; the printer is a loop over a stack of its own, so nesting has no limit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """So many columns of something that has no line end."""

    width: int


@dataclass(frozen=True, slots=True)
class Line:
    """A place where a line may end; else `width` blanks. `key` names it."""

    key: int
    width: int


@dataclass(frozen=True, slots=True)
class HardLine:
    """A line end; the next line begins at `column`."""

    column: int


@dataclass(frozen=True, slots=True)
class Nest:
    """`body`, whose own lines begin `step` columns further right than those around it."""

    step: int
    body: "Document"


@dataclass(frozen=True, slots=True)
class Align:
    """`body`, whose own lines begin at the column where it begins."""

    body: "Document"


@dataclass(frozen=True, slots=True)
class Fill:
    """Parts behind each other; its own lines end one by one, each only if the part behind it does not fit."""

    parts: tuple["Document", ...]


Document: TypeAlias = Text | Line | HardLine | Nest | Align | Fill


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed on: how wide it is, and how far right an alignment may begin; else it is a step inside."""

    width: int
    furthest: int
    step: int


def broken_lines(document: Document, page: Page, column: int, indent: int) -> Iterator[int]:
    """The keys of the lines that end, for a document that begins at `column`; its own new lines begin at `indent`."""
    waiting: list[tuple[int, Document]] = [(indent, document)]
    at = column
    while waiting:
        indent, document = waiting.pop()
        match document:
            case Text():
                at += document.width
            case HardLine():
                at = document.column
            case Line():
                if _fits(waiting, page.width - at - document.width):
                    at += document.width
                else:
                    yield document.key
                    at = indent
            case Nest():
                waiting.append((indent + document.step, document.body))
            case Align():
                begin = at if at <= page.furthest else min(indent + page.step, page.furthest)
                waiting.append((begin, document.body))
            case Fill():
                waiting.extend((indent, part) for part in reversed(document.parts))


def _fits(waiting: list[tuple[int, Document]], room: int) -> bool:
    """Whether the next part of what waits fits into `room` columns, with all up to the next place for a line end."""
    rest = len(waiting)
    ahead: list[Iterator[Document]] = []
    is_inner = True
    while room >= 0:
        if ahead:
            document = next(ahead[-1], None)
            if document is None:
                ahead.pop()
                continue
        elif rest:
            is_inner = rest == len(waiting)
            rest -= 1
            document = waiting[rest][1]
        else:
            return True
        match document:
            case Text():
                room -= document.width
            case HardLine():
                return True
            case Line():
                if not is_inner:
                    return True
                room -= document.width
            case Nest() | Align():
                ahead.append(iter((document.body,)))
            case Fill():
                ahead.append(iter(document.parts))
    return False
