"""The texts that results point into, and the places in them as people count."""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100, PTH113, PTH123

import os
from collections.abc import Mapping

from osy_grammar.record import record
from osy_grammar.span import LineIndex, Span


@record()
class SourceText:
    """A file's text with its lines."""

    text: str
    lines: LineIndex


@record(order=True)
class HumanPlace:
    """A place as people count: line and column from 1, columns in characters."""

    line: int
    column: int


class Sources:
    """The texts by path: those that were analysed, and from the disk those that were not (a program in a document)."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Start from the texts that are at hand, by absolute path."""
        self._texts = texts
        self._opened: dict[str, SourceText] = {}

    def source(self, path: str) -> SourceText:
        """The text of `path`; empty if it cannot be read any more, so that a result can still be shown without it."""
        found = self._opened.get(path)
        if found is None:
            text = self._texts.get(os.path.abspath(path))
            if text is None:
                text = _read(path)
            found = self._opened[path] = SourceText(text, LineIndex(text))
        return found

    def place(self, path: str, offset: int) -> HumanPlace:
        """Where `offset` is in the file."""
        position = self.source(path).lines.position(offset)
        return HumanPlace(position.line + 1, position.column + 1)

    def has_line(self, path: str, line: int) -> bool:
        """Whether the file can be read and is that long; lines count from 1."""
        text = self.source(path).text
        return bool(text) and 1 <= line <= text.count("\n") + 1

    def span_at(self, path: str, line: int, column: int) -> Span:
        """The place of a line and column that count from 1, as an empty span."""
        lines = self.source(path).lines
        stretch = lines.line_span(line - 1)
        at = min(stretch.start + column - 1, stretch.end)
        return Span(at, at)


def _read(path: str) -> str:
    try:
        # A pipe or a device could last for ever.
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except (OSError, ValueError):
        return ""
