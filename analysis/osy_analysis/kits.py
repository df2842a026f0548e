"""The app or package of a manifest and the kits that it uses, as units of a project.

From the manifest along its `use`s, breadth first; a `use` without a version is a part of the platform (ruling R85). An
app is then joined by the packages that complete what it uses (R110). What tests alone use counts for the project's
own manifest only: nobody runs the tests of a kit that he uses.
"""

# Paths are strings throughout, as everywhere in a project.
# ruff: noqa: PTH120

import os
from collections import deque
from collections.abc import Iterable

from osy_analysis.manifests import Manifest
from osy_analysis.project import Unit
from osy_analysis.territory import Territory
from osy_analysis.workspaces import Packages
from osy_grammar.record import field, record


@record(eq=False)
class Uses:
    """What one manifest uses: the manifests of the kits that were found, by name, and the rest by name."""

    kits: dict[str, str] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    for_tests: set[str] = field(default_factory=set)
    capabilities: set[str] = field(default_factory=set)
    doubles: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The kits, found or not."""
        return {*self.kits, *self.missing}


@record(frozen=False)
class KitFinder:
    """Finds the units of projects; what is found of a kit is kept for the next one that uses it."""

    territory: Territory
    packages: Packages
    _uses: dict[tuple[str, bool], Uses] = field(default_factory=dict)
    _units: dict[str, Unit] = field(default_factory=dict)

    def units(self, manifest: Manifest, own: Iterable[str], tests: Iterable[str], *, is_read: bool) -> list[Unit]:
        """The project's own unit with those files, and then those of its kits, nearest first."""
        uses = self.uses(manifest, with_tests=True)
        kits = dict(uses.kits)
        if not manifest.is_package:
            kits |= self._bridges(manifest, uses)
        unit = Unit(
            name=manifest.name,
            manifest=manifest.path,
            is_package=manifest.is_package,
            is_bridge=bool(manifest.completes),
            paths=frozenset(own),
            tests=frozenset(tests),
            kits=frozenset(kits),
            missing=frozenset(uses.missing),
            for_tests=frozenset(uses.for_tests),
            capabilities=frozenset(uses.capabilities),
            cycles=tuple(self._cycles(manifest, uses)),
            doubles=uses.doubles,
            is_complete=is_read and manifest.is_sound,
        )
        return [unit, *(self._unit(path) for path in self._closure(kits.values()) if path != manifest.path)]

    def uses(self, manifest: Manifest, *, with_tests: bool) -> Uses:
        """What the manifest uses itself."""
        key = (manifest.path, with_tests)
        if key in self._uses:
            return self._uses[key]
        uses = self._uses[key] = Uses()
        root = os.path.dirname(manifest.path)
        plain = {use.package.name.text for use in manifest.uses if not use.for_tests}
        for use in manifest.uses:
            name = use.package.name.text
            if use.for_tests and not with_tests:
                continue
            if use.package.major is None:
                uses.capabilities.add(name)
                continue
            if use.for_tests and name not in plain:
                uses.for_tests.add(name)
            found = self.packages.manifests(root, name)
            if found:
                uses.kits[name] = found[0]
                if len(found) > 1:
                    uses.doubles[name] = found
            else:
                uses.missing.add(name)
        return uses

    def _closure(self, manifests: Iterable[str]) -> dict[str, Uses]:
        """The manifests of all kits that are reached from there, nearest first, with what they use."""
        closure: dict[str, Uses] = {}
        waiting = deque(manifests)
        while waiting:
            path = waiting.popleft()
            if path not in closure:
                closure[path] = self.uses(self.territory.manifest(path), with_tests=False)
                waiting.extend(closure[path].kits.values())
        return closure

    def _bridges(self, manifest: Manifest, uses: Uses) -> dict[str, str]:
        """The packages around the app of which it uses all that they complete, by name."""
        used = set(uses.names).union(*(inner.names for inner in self._closure(uses.kits.values()).values()))
        found: dict[str, str] = {}
        candidates = [self.territory.manifest(p) for p in self.packages.bridges(os.path.dirname(manifest.path))]
        is_grown = True
        while is_grown:
            is_grown = False
            for bridge in candidates:
                if bridge.completes and bridge.name not in used and used.issuperset(bridge.completes):
                    found[bridge.name] = bridge.path
                    used.add(bridge.name)
                    is_grown = True
        return found

    def _cycles(self, manifest: Manifest, uses: Uses) -> Iterable[tuple[str, ...]]:
        """For each kit through which a package uses itself the shortest way back to it, by name."""
        if not manifest.is_package:
            return
        for name, start in sorted(uses.kits.items()):
            if name in uses.for_tests:
                continue
            came_from: dict[str, tuple[str, str | None]] = {start: (name, None)}
            waiting = deque([start])
            while waiting and manifest.path not in came_from:
                path = waiting.popleft()
                for inner, following in self.uses(self.territory.manifest(path), with_tests=False).kits.items():
                    if following not in came_from:
                        came_from[following] = (inner, path)
                        waiting.append(following)
            if manifest.path in came_from:
                yield (manifest.name, *_way(came_from, manifest.path))

    def _unit(self, path: str) -> Unit:
        """A kit as others see it: without its tests."""
        if path not in self._units:
            manifest = self.territory.manifest(path)
            uses = self.uses(manifest, with_tests=False)
            files = {path, *self.territory.claimed(manifest, manifest.patterns(with_tests=False))}
            read = frozenset(file for file in files if self.territory.disk.peek(file) is not None)
            self._units[path] = Unit(
                name=manifest.name,
                manifest=path,
                is_package=True,
                is_bridge=bool(manifest.completes),
                paths=read,
                kits=frozenset(uses.kits),
                missing=frozenset(uses.missing),
                capabilities=frozenset(uses.capabilities),
                is_complete=len(read) == len(files) and manifest.is_sound and not self._is_partial(path),
            )
        return self._units[path]

    def _is_partial(self, path: str) -> bool:
        return self.territory.disk.listing(os.path.dirname(path)).is_partial


def _way(came_from: dict[str, tuple[str, str | None]], end: str) -> list[str]:
    """The names on the way to a manifest, first to last."""
    names = []
    at: str | None = end
    while at is not None:
        name, at = came_from[at]
        names.append(name)
    return names[::-1]
