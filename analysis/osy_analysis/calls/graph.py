"""The calls of a whole project, kept up to date from one snapshot to the next.

What a chunk calls is kept with the chunk for as long as it means the same. A snapshot that asks takes out the chunks
that are gone and puts in those that came; who calls whom is kept in `callers`. Only when answers about names may have
become others (after an edit of a signature, say) is that found out anew, and then for the names that somebody asks for.
"""

from collections.abc import Iterator
from threading import RLock
from weakref import WeakKeyDictionary

from osy_analysis.calls.callers import Callers
from osy_analysis.calls.collect import calls_of
from osy_analysis.calls.shapes import ChunkCalls, Code
from osy_analysis.calls.spots import Spots
from osy_analysis.problems.base import Place
from osy_analysis.project import Memo, Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Entity, Function, Interface, Policy
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import Chunk, Item, SourceFile

_HAVE_CODE = (Function, Class, Entity, Interface, Policy, Workflow)
_KEY = "calls"


class CallGraph:
    """The calls of one snapshot. `homes` tell where each chunk's calls stand, `chunks` has them by chunk."""

    def __init__(self) -> None:
        """The calls of nothing."""
        self.lock = RLock()
        self.spots = Spots()
        self.callers = Callers(self.spots)
        self.homes: dict[ChunkCalls, tuple[str, Item]] = {}
        self.chunks: dict[Chunk, ChunkCalls] = {}
        self.code_homes: dict[Code, ChunkCalls] = {}
        self.of_tests: set[ChunkCalls] = set()
        self.leaving: dict[ChunkCalls, None] = {}
        self.with_bodies: dict[ChunkCalls, None] = {}
        self._files: dict[str, tuple[SourceFile, dict[Chunk, ChunkCalls]]] = {}
        self._version = -1

    def advance(self, project: Project, semantics: Semantics) -> None:
        """Become the graph of that snapshot."""
        is_same = semantics.version == self._version
        found: dict[str, tuple[SourceFile, dict[Chunk, ChunkCalls]]] = {}
        for path, source in project.files.items():
            known = self._files.get(path)
            if known is None or known[0] is not source or not is_same:
                found[path] = source, _of_file(semantics, path, source)
        gone = {path: self._files.pop(path)[1] for path in self._files.keys() - project.files.keys()}
        left = [one for calls in gone.values() for one in calls.items()]
        for path, (_, new) in found.items():
            old = self._files[path][1] if path in self._files else {}
            left += [(chunk, calls) for chunk, calls in old.items() if new.get(chunk) is not calls]
        for chunk, calls in left:
            self._remove(chunk, calls)
        if is_same:
            self.spots.move(semantics.table, [one.definition for _, one in left if one.definition is not None])
        else:
            self.spots.begin(semantics.table)
            self.callers.begin()
        for path, (source, new) in found.items():
            self._enter(path, source, new, is_of_tests=semantics.table.scope(path).is_test)
        self._version = semantics.version

    def _enter(self, path: str, source: SourceFile, new: dict[Chunk, ChunkCalls], *, is_of_tests: bool) -> None:
        old = self._files[path][1] if path in self._files else {}
        for item in source.items:
            calls = new.get(item.chunk)
            if calls is not None:
                self.homes[calls] = (path, item)
                (self.of_tests.add if is_of_tests else self.of_tests.discard)(calls)
                if old.get(item.chunk) is not calls:
                    self._add(item.chunk, calls)
        self._files[path] = (source, new)

    def _remove(self, chunk: Chunk, calls: ChunkCalls) -> None:
        self.callers.remove(calls)
        del self.homes[calls]
        if self.chunks.get(chunk) is calls:
            del self.chunks[chunk]
        self.of_tests.discard(calls)
        self.leaving.pop(calls, None)
        self.with_bodies.pop(calls, None)
        for code in calls.codes:
            self.code_homes.pop(code, None)

    def _add(self, chunk: Chunk, calls: ChunkCalls) -> None:
        self.chunks[chunk] = calls
        self.callers.add(calls)
        if calls.leaving:
            self.leaving[calls] = None
        if calls.bodies:
            self.with_bodies[calls] = None
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
        calls = self.chunks.get(definition.chunk)
        return None if calls is None else calls.by_node.get(definition.node)

    def bodies(self) -> Iterator[Code]:
        """The bodies of all workflows, those of kits too."""
        for calls in sorted(self.with_bodies, key=lambda one: (self.homes[one][0], self.homes[one][1].start)):
            yield from calls.bodies


def _of_file(semantics: Semantics, path: str, source: SourceFile) -> dict[Chunk, ChunkCalls]:
    items = (item for item in source.items if isinstance(item.node, _HAVE_CODE) and not item.chunk.problems)
    return {item.chunk: _of_chunk(semantics, path, item) for item in items}


def _of_chunk(semantics: Semantics, path: str, item: Item) -> ChunkCalls:
    def make(bound: Bound) -> ChunkCalls:
        return calls_of(item.chunk, semantics.table.own(path, item.chunk), bound)

    return semantics.derived(path, item, _KEY, make)


_graphs: WeakKeyDictionary[Memo, CallGraph] = WeakKeyDictionary()


def graph_of(project: Project) -> CallGraph:
    """The graph that the project's snapshots share; who uses it holds its lock, and advances it first."""
    return _graphs.setdefault(project.memo, CallGraph())
