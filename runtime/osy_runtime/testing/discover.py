"""Finds the tests of projects without running anything.

A test is a top-level function with `[Test]` in one of a project's own files. Its id is `<file>::<name>`, the file as
the run was told of it. Tests come file by file, each file's in order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.paths import shown_path
from osy_analysis.project import Extent, Project
from osy_grammar.nodes import declarations as d
from osy_grammar.tree import Item
from osy_runtime.events import DiscoveredTest
from osy_runtime.link import attribute, first_argument, literal_text


@dataclass(frozen=True, slots=True, eq=False)
class FoundTest:
    """A test with its place and, if it is to be skipped, the reason."""

    told: DiscoveredTest
    path: str
    item: Item
    node: d.Function
    skip: str | None


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
            node = item.node
            if isinstance(node, d.Function) and attribute(node.attributes, "Test") is not None:
                name, line = node.name.text, file.lines.position(item.span(node.name).start).line + 1
                shown = shown_path(path)
                test_id = f"{shown}::{name}"
                if test_id in seen:
                    test_id = f"{test_id}@{line}"
                seen.add(test_id)
                told = DiscoveredTest(id=test_id, name=name, file=shown, line=line)
                yield FoundTest(told, path, item, node, _skip(node))


def _skip(node: d.Function) -> str | None:
    mark = attribute(node.attributes, "Skip")
    return None if mark is None else literal_text(first_argument(mark)) or "skipped"
