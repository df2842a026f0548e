"""What the tests reached, as data: `osy test --coverage=FILE` writes it, `osy graph --coverage` and editors read it.

Lines count from 1. Lines that no test reached have the count 0; lines where no statement begins are not there.
"""

from dataclasses import dataclass
from typing import Literal

from osy_runtime.events import _Model

ElementKind = Literal["state", "arm", "breach", "reminder", "body", "clock", "transition"]
KINDS: tuple[ElementKind, ...] = ("state", "transition", "arm", "breach", "reminder", "clock", "body")
"""What a workflow has that lines do not show, in the order in which it is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCount(_Model):
    """A line on which statements begin, and how often the one that was reached most was."""

    line: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCoverage(_Model):
    """One file of the project."""

    file: str
    covered: int
    executable: int
    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementCount(_Model):
    """A part of a workflow: a state that is entered, an arm that is taken, a clock that fires.

    `state` is the one around it, None at workflow scope; `line` is where it is written. Arms of one route have its
    `route` in common.
    """

    kind: ElementKind
    name: str
    line: int
    count: int
    state: str | None = None
    route: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowCoverage(_Model):
    """One workflow of the project."""

    name: str
    file: str
    line: int
    elements: tuple[ElementCount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(_Model):
    """How many there are of something, and how many of these were reached."""

    covered: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageReport(_Model):
    """All that a run reached."""

    schema: int = 1
    lines: Share
    files: tuple[FileCoverage, ...] = ()
    workflows: tuple[WorkflowCoverage, ...] = ()
