"""Failures of test runs, kept on their lines while the text moves.

A failure is tied to the text of the declaration that it is in, not to a line: it moves with that declaration, and it is
gone once that declaration or its test has been edited.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from osy_grammar.span import Span

if TYPE_CHECKING:
    from osy_grammar.tree import Item, SourceFile
    from osy_server.runtime_door import TestResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A test that failed at a place; `start` and `end` count from the start of the declaration with text `anchor`."""

    test_id: str
    message: str
    path: str
    anchor: str
    start: int
    end: int
    test_path: str
    test_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFailure:
    """A failure at its present place."""

    path: str
    span: Span
    message: str


def failure(result: "TestResult", sources: "Mapping[str, SourceFile]", test_path: str, path: str) -> Failure | None:
    """The failure as it stands in the texts that were run; None if its place is not in them."""
    source, test_source = sources.get(path), sources.get(test_path)
    if source is None or test_source is None:
        return None
    line = (result.at.line if result.at else result.line) - 1
    shown = source.lines.line_span(line)
    text = shown.text(source.text)
    start = shown.start + len(text) - len(text.lstrip())
    item = source.item_at(start)
    test = _test_item(test_source, result)
    if item is None or test is None:
        return None
    return Failure(
        test_id=result.id,
        message=result.message or result.outcome,
        path=path,
        anchor=item.chunk.text,
        start=start - item.start,
        end=max(start, shown.start + len(text.rstrip())) - item.start,
        test_path=test_path,
        test_text=test.chunk.text,
    )


def _test_item(source: "SourceFile", result: "TestResult") -> "Item | None":
    return source.item_at(source.lines.line_span(result.line - 1).end)


def still_stands(found: Failure, path: str, source: "SourceFile | None") -> bool:
    """Whether neither the failing declaration nor the test was edited, as far as this file shows."""
    texts = {item.chunk.text for item in source.items} if source else set()
    return not (
        (found.path == path and found.anchor not in texts) or (found.test_path == path and found.test_text not in texts)
    )


def shown(found: Failure, source: "SourceFile") -> ShownFailure | None:
    """The failure at its place in the file's present text."""
    for item in source.items:
        if item.chunk.text == found.anchor:
            span = Span(item.start + found.start, item.start + found.end)
            return ShownFailure(path=found.path, span=span, message=found.message)
    return None
