"""What one snapshot of a project means, found out chunk by chunk as somebody asks, and kept for the snapshots after it.

All snapshots of a project share one history. A snapshot that asks for the first time is compared with the latest one
known, whichever that is: its table is derived from that one's, and for each name (a key of `Table`) whose answers may
be others now, the history notes at which version that was. What binding found in a chunk rests on the names that it
looked up. It holds in a snapshot as long as none of them changed between that snapshot and the one in which it was
bound; so after a keystroke in a body one chunk is bound again, and after one in a signature those that mention it. Of a
chunk that is merely checked the problems and the names are kept, and the maps of `Bound` only for the last few files
that somebody asked about: they weigh as much as the trees.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from sys import intern
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from osy_analysis.problems.base import Place, Problem
from osy_analysis.project import Memo, Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.build import Change, gone_chunks, table_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table, outermost
from osy_analysis.steps import checkpoint
from osy_grammar.record import field, record
from osy_grammar.tree import Chunk, Item

T = TypeVar("T")

KEPT_CHARACTERS = 250_000
"""Of so much text, the text asked about last, the maps of `Bound` are kept."""


@record(eq=False, frozen=False)
class _Kept:
    """What is kept of a chunk: it was bound at version `made`, and found to be still true at version `at`."""

    path: str
    made: int
    at: int
    problems: tuple[Problem, ...]
    depends_on: tuple[str, ...]
    namespaces: frozenset[str] = frozenset()
    derived: dict[Hashable, object] | None = None


@record(eq=False, frozen=False)
class _History:
    """What the snapshots of one project share.

    `changed` has the version at which the answers to a key last changed, `renewed` the one at which all may have.
    `since` remembers the keys that changed after a version: many chunks ask the same.
    """

    table: Table
    version: int = 0
    renewed: int = 0
    changed: dict[str, int] = field(default_factory=dict)
    changed_paths: dict[str, int] = field(default_factory=dict)
    since: dict[int, frozenset[str]] = field(default_factory=dict)
    kept: dict[Chunk, _Kept] = field(default_factory=dict)
    bounds: OrderedDict[Chunk, tuple[_Kept, Bound]] = field(default_factory=OrderedDict)
    characters: int = 0

    def advance(self, table: Table, change: Change) -> None:
        """Take in the table of a later snapshot."""
        for chunk in gone_chunks(self.table, table):
            self.kept.pop(chunk, None)
            self.drop_bound(chunk)
        self.table = table
        if change.is_total:
            self.kept.clear()
            self.bounds.clear()
            self.characters = 0
            self.renewed = self.version + 1
        if change.is_total or change.names or change.paths:
            self.version += 1
            self.since.clear()
            self.changed.update(dict.fromkeys(change.names, self.version))
            self.changed_paths.update(dict.fromkeys(change.paths, self.version))

    def is_true(self, kept: _Kept, version: int) -> bool:
        """Whether what was found at one version holds at another."""
        if kept.at == version:
            return True
        since = min(kept.at, version)
        if since < self.renewed or self.changed_paths.get(kept.path, 0) > since:
            return False
        if not self.changed_since(since).isdisjoint(kept.depends_on):
            return False
        kept.at = max(kept.at, version)
        return True

    def changed_since(self, version: int) -> frozenset[str]:
        """The keys whose answers changed after a version."""
        found = self.since.get(version)
        if found is None:
            found = frozenset(key for key, at in self.changed.items() if at > version)
            self.since[version] = found
        return found

    def drop_bound(self, chunk: Chunk) -> None:
        """Forget the maps of a chunk."""
        if self.bounds.pop(chunk, None) is not None:
            self.characters -= len(chunk.text)

    def keep_bound(self, chunk: Chunk, kept: _Kept, bound: Bound) -> None:
        """Remember the maps of a chunk, and forget those that were not asked for in a long time."""
        self.drop_bound(chunk)
        self.bounds[chunk] = (kept, bound)
        self.characters += len(chunk.text)
        while self.characters > KEPT_CHARACTERS and len(self.bounds) > 1:
            old, _ = self.bounds.popitem(last=False)
            self.characters -= len(old.text)


class Semantics:
    """The meaning of one snapshot. Any thread may ask; `semantics_of` makes it."""

    __slots__ = ("__weakref__", "_memo", "_version", "table")

    def __init__(self, memo: Memo, table: Table, version: int) -> None:
        self._memo = memo
        self._version = version
        self.table = table

    @property
    def version(self) -> int:
        """Grows whenever answers about names may have become others."""
        return self._version

    # ── Chunks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def bound(self, path: str, item: Item) -> Bound:
        """All that binding finds in a chunk."""
        chunk = item.chunk
        with self._memo.lock:
            history = self._history
            known = history.bounds.get(chunk)
            if known is not None and known[0] is history.kept.get(chunk) and history.is_true(known[0], self._version):
                history.bounds.move_to_end(chunk)
                return known[1]
        return self._bind(path, chunk)[1]

    def problems(self, path: str, item: Item) -> tuple[Problem, ...]:
        """The problems that binding finds in a chunk."""
        return self._kept(path, item.chunk).problems

    def depends_on(self, path: str, item: Item) -> tuple[str, ...]:
        """The keys that the meaning of a chunk rests on, sorted."""
        return self._kept(path, item.chunk).depends_on

    def namespaces(self, path: str, item: Item) -> frozenset[str]:
        """The namespaces of the declarations that a chunk mentions."""
        return self._kept(path, item.chunk).namespaces

    def derived(self, path: str, item: Item, key: Hashable, make: Callable[[Bound], T]) -> T:
        """What `make` makes of a chunk's meaning, kept for as long as that; `key` tells one `make` from another."""
        kept = self._kept(path, item.chunk)
        known = kept.derived
        if known is not None and key in known:
            # The key's maker is the only one that writes under it.
            return cast("T", known[key])
        made = make(self.bound(path, item))
        if kept.derived is None:
            kept.derived = {}
        kept.derived[key] = made
        return made

    def renewed_since(self, version: int) -> frozenset[Chunk]:
        """The chunks of this snapshot that were bound, or have to be, after that version."""
        with self._memo.lock:
            history, own = self._history, self._version
            kept = history.kept
            return frozenset(
                chunk
                for names in self.table.files.values()
                for chunk in names.items
                if (known := kept.get(chunk)) is None or known.made > version or not history.is_true(known, own)
            )

    def _kept(self, path: str, chunk: Chunk) -> _Kept:
        with self._memo.lock:
            history = self._history
            kept = history.kept.get(chunk)
            if kept is not None and history.is_true(kept, self._version):
                return kept
        return self._bind(path, chunk)[0]

    def _bind(self, path: str, chunk: Chunk) -> tuple[_Kept, Bound]:
        # Whoever asks only what is declared does not load what binds.
        from osy_analysis.semantics.bind import bind

        checkpoint()
        bound = bind(chunk, path, self.table)
        keys = tuple(sorted(map(intern, bound.depends_on)))
        kept = _Kept(path, self._version, self._version, tuple(bound.problems), keys, bound.namespaces)
        with self._memo.lock:
            history = self._history
            # A snapshot that others have overtaken may hold chunks that nobody will forget any more.
            names = history.table.files.get(path)
            before = history.kept.get(chunk)
            if before is not None and history.is_true(before, self._version):
                # Only its maps were dropped: what was made of them stays.
                kept = before
            if names is not None and chunk in names.items and self._is_latest_answer(kept):
                history.kept[chunk] = kept
                history.keep_bound(chunk, kept, bound)
        return kept, bound

    def _is_latest_answer(self, kept: _Kept) -> bool:
        """Whether what was found in this snapshot holds in the latest as well."""
        history = self._history
        return history.is_true(_Kept(kept.path, kept.made, kept.at, (), kept.depends_on), history.version)

    @property
    def _history(self) -> _History:
        history = self._memo.known
        if not isinstance(history, _History):
            raise TypeError("a snapshot's memo holds its history")
        return history

    # ── The whole ────────────────────────────────────────────────────────────────────────────────────────────────────

    def references(self, definition: Definition) -> Iterator[Place]:
        """Every place that mentions the definition, tests included, by path and place; its own name is not among them.

        Only chunks that have its name in their text, and that looked up what it belongs to, can mention it.
        """
        wanted = self.table.current(definition)
        if wanted is None:
            return
        top = outermost(wanted).name
        for path, item in self._items():
            if wanted.name not in item.chunk.text:
                continue
            if item.chunk is not wanted.chunk and top not in self.depends_on(path, item):
                continue
            bound = self.bound(path, item)
            found = [node for node, target in bound.targets.items() if self._means(target, wanted)]
            for node in sorted(found, key=lambda one: one.start):
                if node is not wanted.identifier:
                    yield Place(path, item, node)

    def _means(self, target: object, wanted: Definition) -> bool:
        if target is wanted:
            return True
        if not isinstance(target, Definition) or target.name != wanted.name or target.kind is not wanted.kind:
            return False
        parts = self.table.parts(wanted) if wanted.owner is None else (wanted,)
        return self.table.current(target) in parts

    def _items(self) -> Iterator[tuple[str, Item]]:
        for path in sorted(self.table.files):
            for item in self.table.files[path].source.items:
                yield path, item

    def dependents(self, path: str) -> frozenset[str]:
        """The other files with chunks that rest on a name that the file declares."""
        names = self.table.files.get(path)
        declared = frozenset() if names is None else frozenset(one.name for one in names.definitions)
        return frozenset(
            other
            for other, item in self._items()
            if other != path and not declared.isdisjoint(self.depends_on(other, item))
        )


_semantics: WeakKeyDictionary[Project, Semantics] = WeakKeyDictionary()


def semantics_of(project: Project) -> Semantics:
    """What the project means; made at the first asking out of what its memo has of the snapshots before."""
    found = _semantics.get(project)
    if found is not None:
        return found
    memo = project.memo
    with memo.lock:
        found = _semantics.get(project)
        if found is not None:
            return found
        history = memo.known
        if isinstance(history, _History):
            table, change = table_of(project, history.table)
            history.advance(table, change)
        else:
            history = memo.known = _History(table_of(project)[0])
        made = _semantics[project] = Semantics(memo, history.table, history.version)
        return made
