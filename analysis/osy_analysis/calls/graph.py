"""The calls of a whole project, kept up to date from one snapshot to the next.

What a chunk calls is kept with the chunk for as long as it means the same. The graph holds these pieces and, for each
name, the chunks that mention it in a call; a snapshot that asks takes out the chunks that are gone and puts in those
that came. No edge is drawn here: who calls whom is asked by name, from what is called (`callers`), so a snapshot pays
for the calls on some way out of the process and for no others.
"""

from collections.abc import Iterator
from threading import RLock
from weakref import WeakKeyDictionary

from osy_analysis.calls.collect import calls_of
from osy_analysis.calls.shapes import ChunkCalls, Code
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
        self.homes: dict[ChunkCalls, tuple[str, Item]] = {}
        self.chunks: dict[Chunk, ChunkCalls] = {}
        self.code_homes: dict[Code, ChunkCalls] = {}
        self.mentions: dict[str, dict[ChunkCalls, None]] = {}
        self.leaving: dict[ChunkCalls, None] = {}
        self.with_bodies: dict[ChunkCalls, None] = {}
        self._files: dict[str, tuple[SourceFile, dict[Chunk, ChunkCalls]]] = {}
        self._version = -1

    def advance(self, project: Project, semantics: Semantics) -> None:
        """Become the graph of that snapshot."""
        renewed = frozenset() if semantics.version == self._version else semantics.renewed_since(self._version)
        for path, source in project.files.items():
            known = self._files.get(path)
            if known is not None and known[0] is source and renewed.isdisjoint(known[1]):
                continue
            found = {}
            for item in source.items:
                if isinstance(item.node, _HAVE_CODE) and not item.chunk.problems:
                    found[item.chunk] = _of_chunk(semantics, path, item)
            self._exchange(path, {} if known is None else known[1], found, source)
        for path in self._files.keys() - project.files.keys():
            self._exchange(path, self._files.pop(path)[1], {}, None)
        self._version = semantics.version

    def _exchange(
        self, path: str, old: dict[Chunk, ChunkCalls], new: dict[Chunk, ChunkCalls], source: SourceFile | None
    ) -> None:
        for chunk, calls in old.items():
            if new.get(chunk) is not calls:
                self._remove(chunk, calls)
        for item in source.items if source is not None else ():
            found = new.get(item.chunk)
            if found is not None:
                if old.get(item.chunk) is not found:
                    self._add(item.chunk, found)
                self.homes[found] = (path, item)
        if source is not None:
            self._files[path] = (source, new)

    def _remove(self, chunk: Chunk, calls: ChunkCalls) -> None:
        self.homes.pop(calls, None)
        if self.chunks.get(chunk) is calls:
            del self.chunks[chunk]
        self.leaving.pop(calls, None)
        self.with_bodies.pop(calls, None)
        for code in calls.codes:
            self.code_homes.pop(code, None)
        for key in calls.entries:
            mentioning = self.mentions.get(key) if isinstance(key, str) else None
            if mentioning is not None and isinstance(key, str):
                mentioning.pop(calls, None)
                if not mentioning:
                    del self.mentions[key]

    def _add(self, chunk: Chunk, calls: ChunkCalls) -> None:
        self.chunks[chunk] = calls
        if calls.leaving:
            self.leaving[calls] = None
        if calls.bodies:
            self.with_bodies[calls] = None
        for code in calls.codes:
            self.code_homes[code] = calls
        for key in calls.entries:
            if isinstance(key, str):
                self.mentions.setdefault(key, {})[calls] = None

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


def _of_chunk(semantics: Semantics, path: str, item: Item) -> ChunkCalls:
    def make(bound: Bound) -> ChunkCalls:
        return calls_of(item.chunk, semantics.table.own(path, item.chunk), bound)

    return semantics.derived(path, item, _KEY, make)


_graphs: WeakKeyDictionary[Memo, CallGraph] = WeakKeyDictionary()


def graph_of(project: Project) -> CallGraph:
    """The graph that the project's snapshots share; who uses it holds its lock, and advances it first."""
    return _graphs.setdefault(project.memo, CallGraph())
