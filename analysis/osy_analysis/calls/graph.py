"""The calls of a whole project, kept up to date from one snapshot to the next.

What a chunk calls is kept with the chunk for as long as it means the same. A snapshot that asks takes out the chunks
that are gone and puts in those that came; who calls whom is kept in `callers`. Only when answers about names may have
become others (after an edit of a signature, say) is that found out anew, and then for the names that somebody asks for.
"""

from _thread import RLock
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

from osy_analysis.calls.callers import Callers
from osy_analysis.calls.shapes import ChunkCalls, Code
from osy_analysis.calls.spots import Spots
from osy_analysis.code_facts import CodeFacts, code_facts
from osy_analysis.problems.base import Place
from osy_analysis.project import Memo, Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics
from osy_analysis.steps import checkpoint
from osy_grammar.nodes.base import Node
from osy_grammar.tree import Chunk, Item, SourceFile

if TYPE_CHECKING:
    from osy_analysis.answers.shapes import Plan

_Found = dict[Chunk, CodeFacts]


class CallGraph:
    """The calls of one snapshot. `homes` tell where each chunk's calls stand, `chunks` has a chunk's facts."""

    def __init__(self) -> None:
        """The calls of nothing."""
        self.lock = RLock()
        self.spots = Spots()
        self.callers = Callers(self.spots)
        self.homes: dict[ChunkCalls, tuple[str, Item]] = {}
        self.chunks: dict[Chunk, CodeFacts] = {}
        self.code_homes: dict[Code, ChunkCalls] = {}
        self.of_tests: set[ChunkCalls] = set()
        self.leaving: dict[ChunkCalls, None] = {}
        self.with_bodies: dict[ChunkCalls, None] = {}
        self.answering: dict[ChunkCalls, None] = {}
        self._files: dict[str, tuple[SourceFile, _Found]] = {}
        self._version = -1
        self._at: ref[Project] | None = None

    def is_at(self, project: Project) -> bool:
        """Whether it is the graph of that snapshot."""
        return self._at is not None and self._at() is project

    def prepare(self, project: Project, semantics: Semantics) -> None:
        """Find out what `advance` will need and what is kept where it belongs: the long part of it, without the lock.

        If others advance the graph meanwhile, this may have been too much or too little, and nothing is wrong.
        """
        if not self.is_at(project):
            for path, source in self._others(project, semantics):
                for item in source.items:
                    checkpoint()
                    code_facts(semantics, path, item)

    def _others(self, project: Project, semantics: Semantics) -> list[tuple[str, SourceFile]]:
        """The files of the snapshot that are others than those that the graph is of, or mean something else."""
        is_same = semantics.version == self._version
        renewed = frozenset() if is_same else semantics.renewed_since(self._version)
        return [
            (path, source)
            for path, source in project.files.items()
            if (known := self._files.get(path)) is None or known[0] is not source or not renewed.isdisjoint(known[1])
        ]

    def advance(self, project: Project, semantics: Semantics) -> None:
        """Become the graph of that snapshot."""
        is_same = semantics.version == self._version
        come: dict[str, tuple[SourceFile, _Found]] = {}
        for path, source in self._others(project, semantics):
            facts = ((item.chunk, code_facts(semantics, path, item)) for item in source.items)
            come[path] = source, {chunk: one for chunk, one in facts if one is not None}
        left = [one for path, (_, new) in come.items() for one in self._left(path, new)]
        for path in self._files.keys() - project.files.keys():
            left += self._left(path, {})
            del self._files[path]
        for chunk, calls in left:
            self._remove(chunk, calls)
        if is_same:
            self.spots.move(semantics.table, [calls.definition for _, calls in left if calls.definition is not None])
        else:
            self.spots.begin(semantics.table)
            self.callers.begin()
        for path, (source, new) in come.items():
            self._enter(path, source, new, is_of_tests=semantics.table.scope(path).is_test)
        self._version = semantics.version
        self._at = ref(project)

    def _left(self, path: str, new: _Found) -> list[tuple[Chunk, ChunkCalls]]:
        """The chunks of a file that are gone, or mean something else now."""
        old = self._files[path][1] if path in self._files else {}
        return [(chunk, facts.calls) for chunk, facts in old.items() if new.get(chunk) is not facts]

    def _enter(self, path: str, source: SourceFile, new: _Found, *, is_of_tests: bool) -> None:
        old = self._files[path][1] if path in self._files else {}
        for item in source.items:
            facts = new.get(item.chunk)
            if facts is not None:
                self.homes[facts.calls] = (path, item)
                (self.of_tests.add if is_of_tests else self.of_tests.discard)(facts.calls)
                if old.get(item.chunk) is not facts:
                    self._add(item.chunk, facts)
        self._files[path] = (source, new)

    def _remove(self, chunk: Chunk, calls: ChunkCalls) -> None:
        self.callers.remove(calls)
        self.homes.pop(calls, None)
        self.chunks.pop(chunk, None)
        self.of_tests.discard(calls)
        self.leaving.pop(calls, None)
        self.with_bodies.pop(calls, None)
        self.answering.pop(calls, None)
        for code in calls.codes:
            self.code_homes.pop(code, None)

    def _add(self, chunk: Chunk, facts: CodeFacts) -> None:
        calls = facts.calls
        self.chunks[chunk] = facts
        self.callers.add(calls)
        if calls.leaving:
            self.leaving[calls] = None
        if calls.bodies:
            self.with_bodies[calls] = None
        if calls.answering:
            self.answering[calls] = None
        for code in calls.codes:
            self.code_homes[code] = calls

    # ── Questions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def place(self, code: Code, node: Node) -> Place:
        """Where a node of the code stands."""
        path, item = self.homes[self.code_homes[code]]
        return Place(path, item, node)

    def order(self, code: Code) -> tuple[str, int]:
        """Where the code stands among all other."""
        path, item = self.homes[self.code_homes[code]]
        return path, item.start + code.node.start

    def path(self, code: Code) -> str:
        """The file of the code."""
        return self.homes[self.code_homes[code]][0]

    def code(self, definition: Definition) -> Code | None:
        """The code of a definition of this snapshot."""
        facts = self.chunks.get(definition.chunk)
        return None if facts is None else facts.calls.by_node.get(definition.node)

    def plan(self, code: Code) -> "Plan | None":
        """The answers in the code; None where there are none."""
        calls = self.code_homes[code]
        if code not in calls.answering:
            return None
        return self.chunks[self.homes[calls][1].chunk].plans.get(code)

    def bodies(self) -> Iterator[Code]:
        """The bodies of all workflows, those of kits too."""
        for calls in sorted(self.with_bodies, key=lambda one: (self.homes[one][0], self.homes[one][1].start)):
            yield from calls.bodies


_graphs: WeakKeyDictionary[Memo, CallGraph] = WeakKeyDictionary()


def graph_of(project: Project) -> CallGraph:
    """The graph that the project's snapshots share; who uses it holds its lock, and advances it first."""
    return _graphs.setdefault(project.memo, CallGraph())
