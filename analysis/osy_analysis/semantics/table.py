"""Who declares what in one snapshot of a project, and what a name means from where it stands.

A name is looked for in ever wider groups: the file's own namespace; the namespaces around it and those of its `using`
lines; the project's own files; everything in view (rulings R76 and R88). The nearest group that has it decides, for
functions apart from types and types apart from the rest, since one name may be each. In a group a file's own
declaration comes before an equal one of another file, and to a test the tests' before the program's. What test files
declare is seen from test files only.

A table is immutable to its callers. The next snapshot's is derived from it at the cost of what changed. Whoever asks
hands in the set `used`, which collects what the answer rests on: short names, and some marked keys beside them.
"""

from collections.abc import Iterable, Iterator

from osy_analysis.problems.base import Place
from osy_analysis.project import Unit
from osy_analysis.semantics.bearers import Bearers, Definitions
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.files import FileNames, FileScope
from osy_analysis.semantics.fingerprint import fingerprint
from osy_analysis.semantics.groups import (
    BASE_KINDS,
    TYPE_KINDS,
    WIDER_TYPE_KINDS,
    base_keys,
    enclosing,
    is_partial,
    marks,
    near_key,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import type_named
from osy_grammar.language.capabilities import CAPABILITIES
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.types import TypeName
from osy_grammar.tree import Chunk, Item

OUT_OF_VIEW = "files out of view"
"""Stands among the missing kits where something else than a kit may be missing."""

_KNOWN_CAPABILITIES = frozenset(row.namespace for row in CAPABILITIES if row.is_complete)
_NOTHING = FileScope()


class Table:
    """The names of one snapshot; `build.table_of` makes it.

    `files` are by path. `names` have top-level definitions by short name, `supertypes` by a base's, `marked_by` by an
    attribute's, in the order of path and place; `homes` are their files. `namespaces` count the files that declare
    each. `units` are the manifests that tell what files may use. `notes` are for whoever works something out that is
    true as long as the table is; what is noted may refer to the table. `views` are the names in view, by who looks.
    """

    __slots__ = (
        "__weakref__",
        "_bearers",
        "_doubtful",
        "_missing",
        "_prefixes",
        "files",
        "homes",
        "is_whole",
        "kit_paths",
        "marked_by",
        "names",
        "namespaces",
        "notes",
        "supertypes",
        "units",
        "views",
    )

    def __init__(self, *, kit_paths: frozenset[str], is_whole: bool, before: "Table | None" = None) -> None:
        """An empty table, or one that begins as a copy of an earlier one but for its files and units."""
        self.kit_paths = kit_paths
        self.is_whole = is_whole
        self.files: dict[str, FileNames] = {}
        self.units: dict[str, Unit | None] = {}
        self.names: dict[str, Definitions] = {} if before is None else before.names.copy()
        self.homes: dict[Definition, str] = {} if before is None else before.homes.copy()
        self.supertypes: dict[str, Definitions] = {} if before is None else before.supertypes.copy()
        self.marked_by: dict[str, Definitions] = {} if before is None else before.marked_by.copy()
        self.namespaces: dict[str, int] = {} if before is None else before.namespaces.copy()
        self.notes: dict[object, object] = {}
        self._doubtful: frozenset[str] | None = None
        self._bearers: dict[str, Bearers] = {}
        self._prefixes: frozenset[str] | None = None
        self._missing: dict[str, frozenset[str]] = {}
        self.views: dict[bool, tuple[str, ...]] = {}

    # ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def scope(self, path: str) -> FileScope:
        """The `namespace` and `using` lines of a file."""
        names = self.files.get(path)
        return names.scope if names is not None else _NOTHING

    def own(self, path: str, chunk: Chunk) -> Definition | None:
        """What a chunk of the file defines."""
        names = self.files.get(path)
        return names.by_chunk.get(chunk) if names is not None else None

    @property
    def doubtful(self) -> frozenset[str]:
        """The words of all that does not parse: each may be a name that is declared there."""
        if self._doubtful is None:
            self._doubtful = frozenset().union(*(names.doubtful for names in self.files.values()))
        return self._doubtful

    def missing(self, path: str) -> frozenset[str]:
        """The kits and namespaces that the file's names may come from and that are out of view; empty if none is."""
        found = self._missing.get(path)
        if found is None:
            found = self._missing[path] = frozenset(self._missing_from(path))
        return found

    def _missing_from(self, path: str) -> Iterator[str]:
        scope, unit = self.scope(path), self.units.get(path)
        yield from (using for using in scope.usings if not self._is_known_namespace(using))
        if unit is None:
            # A project without a manifest may use every part of the platform, but only what it names can be meant.
            yield from () if self.is_whole else (OUT_OF_VIEW,)
            return
        yield from (kit for kit in unit.missing if scope.is_test or kit not in unit.for_tests)
        yield from (one for one in unit.capabilities if one not in _KNOWN_CAPABILITIES)
        yield from () if unit.is_complete else (OUT_OF_VIEW,)

    def _is_known_namespace(self, name: str) -> bool:
        return name in self.namespaces or name in _KNOWN_CAPABILITIES

    def in_view(self, path: str) -> tuple[str, ...]:
        """The short names of the top-level definitions that code in the file sees, sorted."""
        is_test = self.scope(path).is_test
        found = self.views.get(is_test)
        if found is None:
            found = self.views[is_test] = tuple(
                sorted(name for name, all_ in self.names.items() if any(self._sees(is_test, one) for one in all_))
            )
        return found

    def is_namespace(self, path: str, name: str, used: set[str]) -> bool:
        """Whether the dotted name is a namespace or begins one, of the files in view or of what they use."""
        used.add(f"{name}.")
        if self._prefixes is None:
            self._prefixes = frozenset(_begun((*self.namespaces, *_KNOWN_CAPABILITIES)))
        wanted = {name, *(f"{around}.{name}" for around in enclosing(self.scope(path).namespace))}
        return not wanted.isdisjoint(self._prefixes) or not wanted.isdisjoint(_begun(self._used_namespaces(path)))

    def _used_namespaces(self, path: str) -> Iterator[str]:
        yield from self.scope(path).usings
        yield from self.missing(path)
        unit = self.units.get(path)
        yield from () if unit is None else (*unit.kits, *unit.capabilities)

    # ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def current(self, definition: Definition) -> Definition | None:
        """The definition as this snapshot has it, for one that an earlier snapshot gave; None if it is gone."""
        if definition.owner is not None:
            owner = self.current(definition.owner)
            if owner is None or owner is definition.owner:
                return definition if owner is not None else None
            return _same(definition, definition.owner.members, owner.members)
        if definition in self.homes:
            return definition
        named = self.names.get(definition.name, ())
        others = [one for one in named if one.namespace == definition.namespace and one.kind is definition.kind]
        if len(others) > 1:
            # Of parts and overloads the one that looks the same is meant.
            seen = fingerprint(definition)
            alike = [one for one in others if fingerprint(one) == seen]
            others = alike or [one for one in others if one.modifiers == definition.modifiers] or others
        return others[0] if others else None

    def path_of(self, definition: Definition) -> str:
        """The file of a definition."""
        return self.homes[outermost(self._current(definition))]

    def item_of(self, definition: Definition) -> Item:
        """The top-level item that a definition stands in."""
        now = self._current(definition)
        return self.files[self.homes[outermost(now)]].items[now.chunk]

    def place(self, definition: Definition) -> Place:
        """Where the definition's name stands."""
        now = self._current(definition)
        return Place(self.path_of(now), self.item_of(now), now.identifier)

    def _current(self, definition: Definition) -> Definition:
        now = self.current(definition)
        if now is None:
            raise KeyError(f"`{definition.qualified}` is not in this snapshot")
        return now

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def lookup(self, path: str, name: str, used: set[str]) -> Definitions:
        """The top-level definitions that a bare name may mean in the file, of the nearest group that has it.

        Functions and types of one name are both given, and all overloads. An entity comes with its other parts, the
        main declaration first. Several types that are no parts of each other say that it is not known which is meant.
        """
        used.add(name)
        all_ = self.names.get(name, ())
        if len(all_) == 1:
            return all_ if self.sees(path, all_[0]) else ()
        return self._with_parts(path, self.bearers(name).nearest(path)) if all_ else ()

    def bearers(self, name: str) -> Bearers:
        """All that bears a short name."""
        found = self._bearers.get(name)
        if found is None:
            all_ = self.names.get(name, ())
            found = self._bearers[name] = Bearers(all_, self.homes, self.kit_paths, self.scope)
        return found

    def resolve_type(self, path: str, dotted_name: str, used: set[str]) -> Definitions:
        """The types that a written name, qualified or short, may mean in the file; an entity with all its parts."""
        found = self._types(path, dotted_name, used)
        plain = [one for one in found if one.kind in TYPE_KINDS]
        return self._with_parts(path, plain or found)

    def _types(self, path: str, dotted_name: str, used: set[str], without: Definitions = ()) -> list[Definition]:
        """Types in a wider sense (components and themes too), without the parts of partial ones."""
        namespace, _, name = dotted_name.rpartition(".")
        used.add(name)
        all_ = self.names.get(name, ())
        if len(all_) > 1 and not namespace and not without:
            return [one for one in self.bearers(name).nearest(path) if one.kind in WIDER_TYPE_KINDS]
        bearers = self.bearers(name) if len(all_) > 1 else None
        seen = [
            one
            for one in (all_ if bearers is None else bearers.whole)
            if one.kind in WIDER_TYPE_KINDS and one not in without and self.sees(path, one)
        ]
        if not namespace:
            return seen if bearers is None else [*bearers.nearest_of(path, seen)]
        wanted = (namespace, *(f"{around}.{namespace}" for around in enclosing(self.scope(path).namespace)))
        for one_namespace in wanted:
            found = [one for one in seen if one.namespace == one_namespace]
            if found:
                return found
        return []

    def sees(self, path: str, definition: Definition) -> bool:
        """Whether code in the file can mean the definition."""
        home = self.homes[definition]
        return home == path or self._sees(self.scope(path).is_test, definition)

    def _sees(self, is_test: bool, definition: Definition) -> bool:
        return is_test or not self.files[self.homes[definition]].scope.is_test

    # ── Parts of partial entities ────────────────────────────────────────────────────────────────────────────────────

    def parts(self, definition: Definition) -> Definitions:
        """The definition, or of an entity all its declarations, the main one first if it is in view."""
        if definition.kind is not SymbolKind.ENTITY or len(self.names.get(definition.name, ())) < 2:
            return (definition,)
        return self.bearers(definition.name).family(definition)

    def is_one(self, definitions: Definitions) -> bool:
        """Whether the definitions are parts of one, so that it is known which is meant."""
        first = self.parts(definitions[0])
        return len(definitions) == 1 or all(self.parts(one) is first for one in definitions)

    def _with_parts(self, path: str, whole: Iterable[Definition]) -> Definitions:
        is_test = self.scope(path).is_test
        found: list[Definition] = []
        for one in whole:
            if one.kind is SymbolKind.ENTITY and len(self.names[one.name]) > 1:
                found += self.bearers(one.name).seen_parts(one, is_test=is_test)
            else:
                found.append(one)
        return tuple(found)

    # ── Members and bases ────────────────────────────────────────────────────────────────────────────────────────────

    def members(self, definition: Definition, name: str, used: set[str]) -> Definitions:
        """The members of that name: own, of the other parts, inherited, the nearest first."""
        return tuple(
            member for one in self.with_bases(definition, used) for member in one.members if member.name == name
        )

    def all_members(self, definition: Definition, used: set[str]) -> Definitions:
        """Every member: own, of the other parts, inherited, the nearest first; an overridden one is among them."""
        return tuple(member for one in self.with_bases(definition, used) for member in one.members)

    def with_bases(self, definition: Definition, used: set[str]) -> Iterator[Definition]:
        """The definition with its parts, its bases with theirs, and so on, each once, the nearest first."""
        now = self.current(definition)
        level = [] if now is None else [now]
        seen: set[Definition] = set()
        while level:
            above: list[Definition] = []
            for one in level:
                used.add(one.name)
                for part in self.parts(one):
                    if part not in seen:
                        seen.add(part)
                        yield part
                        above += [base for written in part.bases for base in self.base(part, written, used)]
            level = above

    def bases(self, definition: Definition, used: set[str]) -> Definitions:
        """The declared bases, as the files of the definition's parts mean them; of a partial one its first part."""
        now = self.current(definition)
        parts = () if now is None else self.parts(now)
        found = (base for part in parts for written in part.bases for base in self.base(part, written, used))
        return tuple(dict.fromkeys(found))

    def base(self, part: Definition, written: TypeName, used: set[str]) -> list[Definition]:
        """What a base as written at the definition means: never the definition itself; several if that is unclear."""
        kinds = BASE_KINDS.get(part.kind, TYPE_KINDS)
        found = self._types(self.homes[part], written.name.text, used, self.parts(part))
        return [one for one in found if one.kind in kinds]

    def builtin_bases(self, definition: Definition, used: set[str]) -> tuple[BuiltinType, ...]:
        """The bases that are the platform's, at any depth."""
        found: dict[str, BuiltinType] = {}
        for part in self.with_bases(definition, used):
            for written in part.bases:
                row = type_named(written.name.last.text)
                if row is not None and not self.base(part, written, used):
                    found.setdefault(row.name, row)
        return tuple(found.values())

    def unknown_bases(self, definition: Definition, used: set[str]) -> bool:
        """Whether there may be members that are not seen.

        So it is where a base at any depth is out of view or could be several, where the main declaration of a partial
        entity is, and where one of the declarations has a fault of syntax.
        """
        if self.current(definition) is None:
            return True
        for part in self.with_bases(definition, used):
            if part.chunk.problems or (is_partial(part) and is_partial(self.parts(part)[0])):
                return True
            for written in part.bases:
                found = self.base(part, written, used)
                if len(found) > 1 or (not found and type_named(written.name.last.text) is None):
                    return True
        return False

    def subtypes(self, definition: Definition, used: set[str] | None = None) -> Definitions:
        """What has the definition among its bases, directly or not."""
        used = set() if used is None else used
        found: dict[Definition, None] = {}
        waiting = [now] if (now := self.current(definition)) is not None else []
        while waiting:
            one = waiting.pop()
            used.add(f":{one.name}")
            for other in self.supertypes.get(one.name, ()):
                if other not in found and any(base in self.parts(one) for base in self.bases(other, used)):
                    found[other] = None
                    waiting.append(other)
        return tuple(found)

    def marked(self, attribute: str, used: set[str]) -> Definitions:
        """The top-level definitions with that attribute, by path and place."""
        used.add(f"[{attribute}]")
        return self.marked_by.get(attribute, ())


def keys_of(definition: Definition) -> Iterator[str]:
    """What may have been asked for and got, or missed, this top-level definition."""
    yield definition.name
    yield near_key(definition.name)
    yield from (f":{name}" for name in base_keys(definition))
    yield from (f"[{name}]" for name in marks(definition))


def _begun(namespaces: Iterable[str]) -> Iterator[str]:
    """The namespaces and those around them."""
    for namespace in namespaces:
        yield namespace
        yield from enclosing(namespace)


def outermost(definition: Definition) -> Definition:
    """The top-level definition that a definition belongs to."""
    while definition.owner is not None:
        definition = definition.owner
    return definition


def _same(definition: Definition, among: Iterable[Definition], now: Iterable[Definition]) -> Definition | None:
    """The one of `now` that stands where `definition` stands among those of its name and kind."""
    place = next(i for i, one in enumerate(_alike(definition, among)) if one is definition)
    alike = _alike(definition, now)
    return alike[min(place, len(alike) - 1)] if alike else None


def _alike(definition: Definition, among: Iterable[Definition]) -> list[Definition]:
    return [one for one in among if one.name == definition.name and one.kind is definition.kind]
