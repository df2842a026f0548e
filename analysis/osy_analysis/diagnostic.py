"""What a check reports. Places are absolute: a path and a span in that file's text."""

from enum import StrEnum

from osy_grammar.record import record
from osy_grammar.span import Span


class Level(StrEnum):
    """How much a finding weighs: an error refuses the program, a warning is likely wrong, a hint is worth a look."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@record()
class Related:
    """Another place that explains a diagnostic."""

    path: str
    span: Span
    message: str


@record()
class Edit:
    """Replace the span by the text."""

    path: str
    span: Span
    text: str


@record()
class Fix:
    """A repair that an editor can offer: its title and the edits that make it."""

    title: str
    edits: tuple[Edit, ...]


@record()
class Diagnostic:
    """One finding. `url` is the reference page of the construct, where the rule has one; `hint` says what to do."""

    path: str
    span: Span
    code: str
    level: Level
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    url: str | None = None
    hint: str | None = None
