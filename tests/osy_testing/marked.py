"""Samples whose lines are followed by marks: `// ^^^^ kind` says what the text above the carets should be."""

import re
from dataclasses import dataclass

_MARK = re.compile(r"//(?P<blank> *)(?P<carets>\^+) (?P<kind>[a-z-]+)$")


@dataclass(frozen=True, slots=True)
class Mark:
    """One expectation: the columns (from 0) of a line (from 0), the text there, and its kind."""

    line: int
    start: int
    end: int
    text: str
    kind: str


def read(sample: str) -> tuple[list[str], list[Mark]]:
    """The sample's lines without the marks, and the marks."""
    lines: list[str] = []
    marks: list[Mark] = []
    for line in sample.splitlines():
        found = _MARK.match(line)
        if found is None:
            lines.append(line)
            continue
        start, end = found.span("carets")
        marks.append(Mark(len(lines) - 1, start, end, lines[-1][start:end], found["kind"]))
    return lines, marks
