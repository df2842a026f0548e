"""One planted fault, and what the analyser says of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Edit
from osy_analysis.project import Project
from osy_grammar.nodes.base import Node
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile
from osy_grammar.walk import walk


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a valid program that makes the finding `code` due.

    The finding is due in `path`, on the line of `at`, a place of the valid text; `inside` counts characters into the
    text that the change writes there.
    """

    code: str
    path: str
    at: int
    edits: tuple[Edit, ...]
    inside: int = 0

    def line(self, project: Project) -> int:
        """The line, from 0, on which the finding is due, in the changed text."""
        moved = sum(
            len(edit.text) - (edit.span.end - edit.span.start)
            for edit in self.edits
            if edit.path == self.path and edit.span.start < self.at
        )
        text = self.apply(project).files[self.path].text
        return text.count("\n", 0, self.at + moved + self.inside)

    def apply(self, project: Project) -> Project:
        """The project with the fault in it."""
        for path in {edit.path for edit in self.edits}:
            text = project.files[path].text if path in project.files else ""
            for edit in sorted((e for e in self.edits if e.path == path), key=lambda e: e.span, reverse=True):
                text = text[: edit.span.start] + edit.text + text[edit.span.end :]
            project = project.with_file(path, text)
        return project


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the fault was found on its line, and what else was new."""

    mutant: Mutant
    is_found: bool
    others: tuple[Diagnostic, ...]


def judge(project: Project, before: tuple[Diagnostic, ...], mutant: Mutant) -> Verdict:
    """Check the program with the fault; `before` are the findings of the valid one."""
    mutated = mutant.apply(project)
    wanted = mutant.line(project)
    known = Counter((found.path, found.code, found.message) for found in before)
    is_found, others = False, []
    for found in check(mutated):
        key = (found.path, found.code, found.message)
        if known[key]:
            known[key] -= 1
            continue
        line = mutated.files[found.path].text.count("\n", 0, found.span.start)
        if found.code == mutant.code and found.path == mutant.path and line == wanted:
            is_found = True
        else:
            others.append(found)
    return Verdict(mutant, is_found, tuple(others))


@dataclass(frozen=True, slots=True)
class Site:
    """A declaration of a valid program, where faults are planted."""

    project: Project
    path: str
    file: SourceFile
    item: Item

    def nodes(self) -> Iterator[Node]:
        """Every node of the declaration, from the outside in."""
        return walk(self.item.node)

    def text(self, node: Node) -> str:
        """The node as written."""
        return self.item.chunk.text[node.start : node.end]

    def start(self, node: Node) -> int:
        """Where the node begins in the file."""
        return self.item.span(node).start

    def end(self, node: Node) -> int:
        """Where the node ends in the file."""
        return self.item.span(node).end

    def write(self, code: str, node: Node, text: str, due: int | None = None) -> Mutant:
        """The fault of writing `text` in the node's place; due at its own start, or at the place `due`."""
        at = self.start(node)
        return Mutant(code, self.path, at if due is None else due, (Edit(self.path, self.item.span(node), text),))

    def insert(self, code: str, at: int, text: str, inside: int | None = None) -> Mutant:
        """The fault of inserting `text` at a place; due inside of it, after its leading blanks."""
        skipped = len(text) - len(text.lstrip()) if inside is None else inside
        return Mutant(code, self.path, at, (Edit(self.path, Span(at, at), text),), skipped)


def sites(project: Project) -> Iterator[Site]:
    """The declarations of a project's own files."""
    for path in project.own_paths:
        file = project.files[path]
        for item in file.items:
            yield Site(project, path, file, item)
