"""What is said of faulty text, and what is kept of it: the cases of `faults.md`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from osy_grammar import SourceFile, parse
from osy_grammar.nodes import Node
from osy_grammar.walk import walk

PAGE = Path(__file__).with_name("faults.md")
_CASE = re.compile(
    r"^## (?P<name>.+?)\n+```osy\n(?P<text>.*?)```\n(?:kept: (?P<kept>.*?)\n\n|\Z)?", re.MULTILINE | re.DOTALL
)
_SAID = re.compile(r'error(?P<below> below)?: "(?P<part>(?:[^"`]|`[^`]*`)*)"')
_NAMES = ("name", "event", "word", "keyword", "state")


class Case(NamedTuple):
    """A block of the page with what must be said of it and kept of it."""

    name: str
    text: str
    kept: tuple[str, ...]


def _cases() -> Iterator[Case]:
    for match in _CASE.finditer(PAGE.read_text(encoding="utf-8")):
        kept = match["kept"] or ""
        yield Case(match["name"], match["text"], tuple(" ".join(kept.split()).split(", ")) if kept else ())


CASES = list(_cases())


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def test_what_is_said_is_what_is_announced(case: Case) -> None:
    file = parse(case.text)
    announced = [
        (number + (1 if match["below"] else 0), match["part"])
        for number, line in enumerate(case.text.split("\n"), 1)
        for match in _SAID.finditer(line.partition("//")[2])
    ]
    said = [(file.lines.line_of(item.start + problem.start) + 1, problem.message) for item, problem in file.problems]
    assert len(said) == len(announced), said
    for (line, part), (said_line, message) in zip(sorted(announced), sorted(said), strict=True):
        assert line == said_line, said
        assert part in message


def test_what_is_around_a_fault_is_kept(case: Case) -> None:
    found = _kept(parse(case.text))
    for wanted in case.kept:
        assert wanted in found, sorted(found)


def test_a_missing_text_makes_nothing_worse(case: Case) -> None:
    file = parse(case.text)
    before = len(list(file.problems))
    for item, problem in file.problems:
        if problem.missing:
            at = item.start + problem.insert_at
            mended = parse(case.text[:at] + problem.missing + case.text[at:])
            assert len(list(mended.problems)) <= before, problem


def test_the_page_has_its_cases() -> None:
    assert len(CASES) == PAGE.read_text(encoding="utf-8").count("\n## ")


def _kept(file: SourceFile) -> set[str]:
    return {label for item in file.items for node in walk(item.node) for label in _labels(node)}


def _labels(node: Node) -> Iterator[str]:
    kind = type(node).__name__
    yield kind
    for field in _NAMES:
        name = getattr(node, field, None)
        if isinstance(name, Node):
            yield f"{kind} {getattr(name, 'text', '')}".rstrip()
            return
