"""Cases out of Markdown pages: each fenced block is a program, with its expectations in comments.

`// error: [code] "part of the message"` stands at the end of the line that it speaks of, or alone on a line above it;
`warning` and `hint` likewise, and `#` in place of `//` in a `toml` block, which is an `osy.toml`. Everything that is
reported must be expected. An `osy` block with lines `// file: model/orders.osy` is a project of these files; each goes
up to the next such line.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_it import MarkdownIt

from osy_analysis.checker import check
from osy_analysis.config import read_settings
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_grammar.span import LineIndex, Span
from osy_testing.extent import is_whole

_EXPECTATION = re.compile(r'(?://|#)\s*(?P<level>error|warning|hint):\s*\[(?P<code>[\w-]+)\](?:\s*"(?P<part>[^"]*)")?')
_FILE = re.compile(r"^// file: (?P<path>\S+)\n", re.MULTILINE)
_FOLDER = "/page"
_LANGUAGES = ("osy", "toml")


@dataclass(frozen=True, slots=True)
class Expectation:
    """A finding that must be: on which line of the block (from 0), of which level and code, with which words."""

    line: int
    level: str
    code: str
    part: str

    def fits(self, line: int, diagnostic: Diagnostic) -> bool:
        """Whether the diagnostic on that line is the one."""
        same = (self.line, self.level, self.code) == (line, diagnostic.level.value, diagnostic.code)
        return same and self.part in diagnostic.message


@dataclass(frozen=True, slots=True)
class Case:
    """One block: the page and heading that it stands under, its language and its text."""

    page: Path
    heading: str
    number: int
    language: str
    text: str

    @property
    def id(self) -> str:
        """A name for the test report."""
        return f"{self.page.stem} · {self.heading} · {self.number}"

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        """What the comments of the block announce."""
        return tuple(_expectations(self.text))


def cases(page: Path) -> tuple[Case, ...]:
    """The page's blocks. ValueError if it has none: a page that tests nothing would pass unseen."""
    found: list[Case] = []
    heading, number = "", 0
    tokens = MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8"))
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading, number = tokens[index + 1].content, 0
        language = token.info.split()[0] if token.type == "fence" and token.info.strip() else ""
        if language in _LANGUAGES:
            number += 1
            found.append(Case(page, heading, number, language, token.content))
    if not found:
        raise ValueError(f"{page} has no `osy` block")
    return tuple(found)


def _expectations(text: str) -> Iterator[Expectation]:
    waiting: list[re.Match[str]] = []
    for number, line in enumerate(text.split("\n")):
        matches = list(_EXPECTATION.finditer(line))
        if matches and not line[: matches[0].start()].strip():
            waiting += matches
            continue
        if line.strip():
            for match in (*waiting, *matches):
                yield Expectation(number, match["level"], match["code"], match["part"] or "")
            waiting = []
    if waiting:
        raise ValueError(f"an expectation stands above no line: {waiting[0][0]}")


def diagnose(case: Case) -> tuple[Diagnostic, ...]:
    """What is reported for the block alone."""
    return _DIAGNOSE[case.language](case.text)


def _program(text: str) -> tuple[Diagnostic, ...]:
    if _FILE.search(text):
        return tuple(_project(text))
    return check(Project(root=_FOLDER, is_whole=is_whole(text)).with_file(f"{_FOLDER}/block.osy", text))


def _project(text: str) -> Iterator[Diagnostic]:
    """What is reported for the files of a block, with places in the block."""
    marks = [*_FILE.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        starts: dict[str, int] = {}
        for mark, end in zip(marks, ends, strict=True):
            path = root / mark["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text[mark.end() : end], encoding="utf-8", newline="")
            starts[str(path)] = mark.end()
        loaded = load([str(root)])
        for found in (*loaded.diagnostics, *(one for project in loaded.projects for one in check(project))):
            start = starts[found.path]
            yield replace(found, span=Span(found.span.start + start, found.span.end + start))


def _settings(text: str) -> tuple[Diagnostic, ...]:
    return read_settings("/page/osy.toml", text)[1]


_DIAGNOSE: dict[str, Callable[[str], tuple[Diagnostic, ...]]] = {"osy": _program, "toml": _settings}


def mismatches(case: Case, diagnostics: Sequence[Diagnostic]) -> list[str]:
    """What was reported and not expected, and what was expected and not reported, in sentences."""
    lines = LineIndex(case.text)
    missing = list(case.expectations)
    told = []
    for diagnostic in diagnostics:
        line = lines.line_of(diagnostic.span.start)
        fitting = next((expectation for expectation in missing if expectation.fits(line, diagnostic)), None)
        if fitting is not None:
            missing.remove(fitting)
        else:
            told.append(
                f"line {line + 1}: unexpected {diagnostic.level.value}: [{diagnostic.code}] {diagnostic.message}"
            )
    told += [f'line {one.line + 1}: missing {one.level}: [{one.code}] "{one.part}"' for one in missing]
    return told
