"""Programs that say on their lines what binding finds there.

`// type: x.Name -> string` is the type of the expression that is written so on that line; `// target: Name -> enum
member Stage.Open` what the name there means; `// calls: F(1) -> F(int)` what a call may run; `// problem: Mismatch x` a
problem and the text that it stands on. Several stand behind each other, each with its own `//`. A line `//// path`
begins another file of the same project; `//// whole` or `//// partial` says whether all is in view.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from osy_analysis.problems.names import Unused
from osy_analysis.project import Project
from osy_analysis.semantics.bind import bind
from osy_analysis.semantics.bound import Bound, Target
from osy_analysis.semantics.build import table_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import show
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Call, Expression, Name, New
from osy_grammar.tree import Item
from osy_grammar.walk import walk

PROGRAMS = Path(__file__).parent / "programs"
EXPECTATION = re.compile(r"//\s*(type|target|calls|problem): (.*?)\s*(?=//|$)")


@dataclass(frozen=True)
class Expectation:
    """What a line says: of which kind, of what text, and the answer."""

    line: int
    kind: str
    subject: str
    answer: str


@dataclass(frozen=True)
class Line:
    """The nodes that begin on a line, each with what was found in its chunk."""

    nodes: list[tuple[str, Node, Bound]]
    problems: list[str]


@cache
def texts_of(program: str) -> tuple[bool, dict[str, str]]:
    """Whether the program is whole, and its files."""
    text = (PROGRAMS / program).read_text(encoding="utf-8")
    files: dict[str, list[str]] = {"main.osy": []}
    is_whole, path = True, "main.osy"
    for line in text.split("\n"):
        if line.startswith("////"):
            word = line.removeprefix("////").strip()
            if word in ("whole", "partial"):
                is_whole = word == "whole"
            else:
                path = word
                files[path] = []
            continue
        files[path].append(line)
    return is_whole, {f"/app/{name}": "\n".join(lines) for name, lines in files.items() if lines}


@cache
def lines_of(program: str) -> dict[tuple[str, int], Line]:
    """What binding finds, by file and line."""
    is_whole, texts = texts_of(program)
    project = Project(root="/app", is_whole=is_whole)
    for path, text in texts.items():
        project = project.with_file(path, text)
    table, _ = table_of(project)
    found: dict[tuple[str, int], Line] = {}
    for path, file in project.files.items():
        for item in file.items:
            assert not item.chunk.problems or "broken" in program, item.chunk.problems
            bound = bind(item.chunk, path, table)
            for node in walk(item.node):
                line = _line(found, path, file.text, item, node)
                line.nodes.append((item.chunk.text[node.start : node.end], node, bound))
            for problem in bound.problems:
                if isinstance(problem, Unused):
                    # Whether something is used is no matter of what it means.
                    continue
                place = next(
                    value
                    for name in ("name", "value", "at", "node")
                    if isinstance(value := getattr(problem, name, None), Node)
                )
                where = item.chunk.text[place.start : place.end]
                _line(found, path, file.text, item, place).problems.append(f"{type(problem).__name__} {where}")
    return found


def _line(found: dict[tuple[str, int], Line], path: str, text: str, item: Item, node: Node) -> Line:
    number = text.count("\n", 0, item.start + node.start)
    return found.setdefault((path, number), Line([], []))


def expectations(text: str) -> Iterator[Expectation]:
    for number, line in enumerate(text.split("\n")):
        for kind, words in EXPECTATION.findall(line):
            subject, _, answer = words.partition(" -> ")
            yield Expectation(number, kind, subject.strip(), answer.strip())


def cases() -> Iterator[object]:
    for file in sorted(PROGRAMS.glob("*.osy")):
        for path, text in texts_of(file.name)[1].items():
            for each in expectations(text):
                name = f"{file.stem}:{path.rpartition('/')[2]}:{each.line + 1} {each.kind} {each.subject}"
                yield pytest.param(file.name, path, each, id=name)


@pytest.mark.parametrize(("program", "path", "expected"), list(cases()))
def test_what_a_line_says(program: str, path: str, expected: Expectation) -> None:
    line = lines_of(program)[path, expected.line]
    if expected.kind == "problem":
        assert expected.subject in line.problems
        return
    ask = {"type": typed, "target": targeted, "calls": called}[expected.kind]
    found = [answer for text, node, bound in line.nodes if text == expected.subject and (answer := ask(node, bound))]
    assert found, f"nothing is written `{expected.subject}` there"
    assert expected.answer in found


@pytest.mark.parametrize("program", [file.name for file in sorted(PROGRAMS.glob("*.osy"))])
def test_every_problem_is_expected(program: str) -> None:
    told = {
        (path, each.line, each.subject)
        for path, text in texts_of(program)[1].items()
        for each in expectations(text)
        if each.kind == "problem"
    }
    found = {(path, number, each) for (path, number), line in lines_of(program).items() for each in line.problems}
    assert found == told


def typed(node: Node, bound: Bound) -> str:
    if isinstance(node, Expression) or node in bound.types:
        return show(bound.types[node]) if node in bound.types else "unknown"
    return ""


def targeted(node: Node, bound: Bound) -> str:
    if isinstance(node, Name | Identifier):
        return words_of(bound.targets[node]) if node in bound.targets else "nothing"
    return ""


def called(node: Node, bound: Bound) -> str:
    if isinstance(node, Call | New):
        return ", ".join(map(signature_of, bound.calls[node])) if node in bound.calls else "nothing"
    return ""


def words_of(target: Target) -> str:
    match target:
        case Definition():
            return f"{target.kind.value} {target.qualified}"
        case BuiltinType():
            return f"platform {target.name}"
        case MemberFact():
            return f"platform {target.signature}"
        case _:
            return type(target).__name__


def signature_of(function: Definition | MemberFact) -> str:
    if isinstance(function, MemberFact):
        return function.signature
    parameters = function.parameters.items if function.parameters is not None else ()
    text = function.chunk.text
    return f"{function.name}({', '.join(text[each.type.start : each.type.end] for each in parameters)})"
