"""All that bears one name, sorted once: which declarations are parts of one entity, and which are nearest to a file.

Files with the same `namespace` and `using` lines see the same, but for what they declare themselves, which comes before
an equal declaration beside it. So the nearest group is worked out once for such a scope, and a name that every file
declares costs each file no more than its own.
"""

from collections.abc import Callable, Iterable, Mapping

from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.files import FileScope
from osy_analysis.semantics.groups import category, enclosing, is_partial, signature
from osy_analysis.symbols import SymbolKind
from osy_grammar.record import field, record

Definitions = tuple[Definition, ...]

AMBIGUOUS = 2
"""So many equal declarations of other files say that one of them is meant, and not which."""


@record(eq=False)
class _Group:
    """The nearest to a scope: by the file that declares them, and what a file sees that declares none of them."""

    by_home: Mapping[str, Definitions]
    foreign: Definitions
    seen: dict[str, Definitions] = field(default_factory=dict)

    def seen_from(self, path: str) -> Definitions:
        """What the file sees of the group: its own before what is equal elsewhere."""
        own = self.by_home.get(path)
        if own is None:
            return self.foreign
        found = self.seen.get(path)
        if found is None:
            signatures = {signature(one) for one in own}
            others = (one for one in self.foreign if signature(one) not in signatures)
            found = self.seen[path] = (*own, *others)
        return found


@record(eq=False, frozen=False)
class _Spread:
    """Declarations of one sort by where they are, each with whether it is seen from tests only."""

    by_namespace: dict[str, list[tuple[Definition, bool]]] = field(default_factory=dict)
    of_project: list[tuple[Definition, bool]] = field(default_factory=list)
    of_kits: list[tuple[Definition, bool]] = field(default_factory=list)

    def nearest(self, scope: FileScope) -> list[Definition]:
        """Those of the nearest group in which the scope sees one."""
        around = dict.fromkeys((*enclosing(scope.namespace), *scope.usings))
        groups = (
            self.by_namespace.get(scope.namespace, ()),
            (pair for namespace in around for pair in self.by_namespace.get(namespace, ())),
            self.of_project,
            self.of_kits,
        )
        for group in groups:
            found = [one for one, is_test in group if scope.is_test or not is_test]
            if found:
                return found
        return []


@record(eq=False, frozen=False)
class Bearers:
    """The definitions of one name in one snapshot; `scope_of` knows the files, `homes` where each stands."""

    all: Definitions
    homes: Mapping[Definition, str]
    kit_paths: frozenset[str]
    scope_of: Callable[[str], FileScope]
    _families: dict[Definition, Definitions] | None = None
    _whole: Definitions | None = None
    _seen_parts: dict[tuple[Definition, bool], Definitions] = field(default_factory=dict)
    _spread: dict[str, "_Spread"] | None = None
    _mains: dict[tuple[FileScope, str], Definition | None] = field(default_factory=dict)
    _groups: dict[FileScope, _Group] = field(default_factory=dict)

    # ── Parts of entities ────────────────────────────────────────────────────────────────────────────────────────────

    def family(self, definition: Definition) -> Definitions:
        """The definition, or of an entity all its declarations, the main one first if it is in view."""
        if self._families is None:
            self._families = self._sort_parts()
        return self._families.get(definition, (definition,))

    def seen_parts(self, main: Definition, *, is_test: bool) -> Definitions:
        """The family of a main declaration, as far as code in tests or elsewhere sees it."""
        key = (main, is_test)
        found = self._seen_parts.get(key)
        if found is None:
            others = self.family(main)[1:]
            seen = (one for one in others if is_test or not self.scope_of(self.homes[one]).is_test)
            found = self._seen_parts[key] = (main, *seen)
        return found

    def _sort_parts(self) -> dict[Definition, Definitions]:
        members: dict[Definition | str, list[Definition]] = {}
        for one in self.all:
            if one.kind is SymbolKind.ENTITY and not is_partial(one):
                members[one] = [one]
        for one in self.all:
            if is_partial(one):
                main = self._main(one)
                # Parts whose main declaration is out of view are one entity for each namespace.
                members.setdefault(main if main is not None else one.namespace, []).append(one)
        return {one: family for family in map(tuple, members.values()) for one in family}

    def _main(self, part: Definition) -> Definition | None:
        """The entity that a partial declaration adds to."""
        scope = self.scope_of(self.homes[part])
        key = (scope, part.namespace)
        if key not in self._mains:
            whole = [one for one in self.all if one.kind is SymbolKind.ENTITY and not is_partial(one)]
            if part.namespace != scope.namespace:
                named = (part.namespace, *(f"{around}.{part.namespace}" for around in enclosing(scope.namespace)))
                whole = [one for one in whole if one.namespace in named]
            found = self._group(scope, self._spread_out(whole)).foreign
            self._mains[key] = found[0] if found else None
        return self._mains[key]

    @property
    def whole(self) -> Definitions:
        """All but the parts that add to another declaration."""
        if self._whole is None:
            self._whole = tuple(one for one in self.all if self.family(one)[0] is one)
        return self._whole

    # ── Groups ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def nearest(self, path: str) -> Definitions:
        """Of each sort of declaration those that are nearest to the file."""
        scope = self.scope_of(path)
        group = self._groups.get(scope)
        if group is None:
            if self._spread is None:
                self._spread = self._spread_out(self.whole)
            group = self._groups[scope] = self._group(scope, self._spread)
        return group.seen_from(path)

    def nearest_of(self, path: str, some: Iterable[Definition]) -> Definitions:
        """The same of some of them."""
        return self._group(self.scope_of(path), self._spread_out(some)).seen_from(path)

    def _spread_out(self, some: Iterable[Definition]) -> dict[str, "_Spread"]:
        found: dict[str, _Spread] = {}
        for one in some:
            home = self.homes[one]
            spread = found.setdefault(category(one), _Spread())
            is_test = self.scope_of(home).is_test
            spread.by_namespace.setdefault(one.namespace, []).append((one, is_test))
            (spread.of_kits if home in self.kit_paths else spread.of_project).append((one, is_test))
        return found

    def _group(self, scope: FileScope, spread: Mapping[str, "_Spread"]) -> _Group:
        by_home: dict[str, Definitions] = {}
        foreign: list[Definition] = []
        for same in spread.values():
            group = same.nearest(scope)
            for one in group:
                home = self.homes[one]
                by_home[home] = (*by_home.get(home, ()), one)
            foreign += self._told_apart(group)
        return _Group(by_home, tuple(foreign))

    def _told_apart(self, group: list[Definition]) -> list[Definition]:
        """Of equal ones the tests' before the program's, and no more than it takes to say that there are several."""
        equal: dict[tuple[str, ...], list[Definition]] = {}
        for one in group:
            equal.setdefault(signature(one), []).append(one)
        kept: set[Definition] = set()
        for same in equal.values():
            of_tests = [one for one in same if self.scope_of(self.homes[one]).is_test] or same
            kept.update(of_tests[: 1 if of_tests[0].kind is SymbolKind.PRINCIPAL else AMBIGUOUS])
        return [one for one in group if one in kept]
