"""The values that the questions of this package are answered with.

Spans are absolute, in the file that was asked about.
"""

from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.diagnostic import Edit
from osy_grammar.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover:
    """A text in Markdown about what stands at `span`."""

    span: Span
    markdown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionItem:
    """A proposal for what could stand at `span`, which covers the word being typed.

    `insert` is the plain text where it differs from the label, `snippet` the same with `$0`, `${1:name}` stops.
    `subject` is what `completion.documentation` explains later; empty if there is nothing to say. `more` are edits
    elsewhere in the file that go with it: a `using`. A block `is_template` that makes no sense as plain text.
    """

    label: str
    kind: str
    span: Span
    detail: str = ""
    insert: str = ""
    snippet: str | None = None
    subject: str = ""
    more: tuple[Edit, ...] = ()
    is_template: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """An entry of the outline."""

    name: str
    kind: str
    span: Span
    name_span: Span
    detail: str = ""
    children: tuple["Symbol", ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldingRange:
    """What may be folded to its first line; `keeps_last_line` leaves the line of the closing brace in view."""

    span: Span
    kind: str = ""
    keeps_last_line: bool = False


class LensKind(StrEnum):
    """What a lens runs."""

    TEST = "test"
    FIXTURE = "fixture"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLens:
    """A line above a declaration that runs the tests named: a test, those of a fixture, those of a file."""

    kind: LensKind
    span: Span
    name: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place to go to."""

    path: str
    span: Span
    name_span: Span
