"""Finds the tests of projects without running anything.

A test is a top-level function with `[Test]` in one of a project's own files. Its id is `<file>::<name>`, the file as
the run was told of it. Tests come file by file, each file's in order. A method that is marked as a test, and a
function marked `[test]`, are found too and refused: nobody should take them for tests that pass.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.paths import shown_path
from osy_analysis.project import Extent, Project
from osy_grammar.nodes import declarations as d
from osy_grammar.nodes.base import Node
from osy_grammar.tree import Item
from osy_runtime.events import DiscoveredTest
from osy_runtime.link import attribute, first_argument, literal_text


@dataclass(frozen=True, slots=True, eq=False)
class FoundTest:
    """A test with its place and, if it is to be skipped or cannot run as it stands, the reason."""

    told: DiscoveredTest
    path: str
    item: Item
    node: d.Function
    skip: str | None
    refusal: str | None


def discover(projects: Iterable[Project]) -> tuple[DiscoveredTest, ...]:
    """The tests of the projects, in the order in which they run."""
    return tuple(test.told for _, test in all_tests(projects))


def all_tests(projects: Iterable[Project]) -> Iterator[tuple[Project, FoundTest]]:
    """Every test with its project; no two have one id, even where programs of one document are alike."""
    seen: set[str] = set()
    for project in projects:
        for test in find_tests(project, seen):
            yield project, test


def find_tests(project: Project, seen: set[str] | None = None) -> Iterator[FoundTest]:
    """The tests of one project; an excerpt has none. An id that was `seen` already gets its line after an `@`."""
    if project.extent is not Extent.PROGRAM:
        return
    seen = set() if seen is None else seen
    for path in project.own_paths:
        file = project.files[path]
        for item in file.items:
            for name, node, refusal in _marked(item.node):
                line = file.lines.position(item.span(node.name).start).line + 1
                shown = shown_path(path)
                test_id = f"{shown}::{name}"
                if test_id in seen:
                    test_id = f"{test_id}@{line}"
                seen.add(test_id)
                told = DiscoveredTest(id=test_id, name=name, file=shown, line=line)
                yield FoundTest(told, path, item, node, _skip(node), refusal)


def _marked(node: Node) -> Iterator[tuple[str, d.Function, str | None]]:
    """The functions at a declaration that want to be tests: the name, and why it cannot be one if it cannot."""
    match node:
        case d.Function():
            if attribute(node.attributes, "Test") is not None:
                yield node.name.text, node, None
            elif (written := _miswritten(node)) is not None:
                yield node.name.text, node, f"`[{written}]` makes no test: the attribute is written `[Test]`"
        case d.Class(name=owner, members=members) | d.Entity(name=owner, members=members):
            for member in members:
                if isinstance(member, d.Function) and (attribute(member.attributes, "Test") or _miswritten(member)):
                    name = f"{owner.text}.{member.name.text}"
                    yield name, member, f"`{name}` is a method, and a test is a function at the top of a file"
        case _:
            pass


def _miswritten(node: d.Function) -> str | None:
    names = (mark.name.last.text for mark in node.attributes)
    return next((name for name in names if name != "Test" and name.lower() == "test"), None)


def _skip(node: d.Function) -> str | None:
    mark = attribute(node.attributes, "Skip")
    return None if mark is None else literal_text(first_argument(mark)) or "skipped"
