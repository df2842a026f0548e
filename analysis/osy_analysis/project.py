"""The files of one app: an immutable value. Changing a file gives a new project that shares the rest."""

from _thread import RLock
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cached_property

from osy_analysis.settings import Settings
from osy_grammar.parse import parse
from osy_grammar.record import field, record, replace
from osy_grammar.tree import SourceFile


class Extent(StrEnum):
    """How much of a program the files are.

    A `PROGRAM` is checked in full. An `EXCERPT` (a plain block of a document) leaves things out, so an unknown name is
    never wrong in it. A `FRAGMENT` (a `syntax` block) is any construct standing alone, and is only parsed.
    """

    PROGRAM = "program"
    EXCERPT = "excerpt"
    FRAGMENT = "fragment"


@record(kw_only=True, eq=False)
class Unit:
    """An app or a package of a project: its files, and what its manifest says that they may use.

    `kits` are the packages that it uses and that are in view, `missing` those that are not; `for_tests` are those of
    both that only tests may name. `capabilities` are the parts of the platform. What a used package uses itself is in
    that package's unit and not in scope here. `tests` are the files that the `tests` globs match, `empty_globs` the
    globs (as written) that match nothing. `cycles` are the ways along `use`s from this package back to itself, its own
    name first and last. `doubles` has for a used package that several manifests declare the
    paths of all of these. A unit is not `is_complete` if a part of it could not be read.
    """

    name: str
    manifest: str
    is_package: bool = False
    is_bridge: bool = False
    paths: frozenset[str] = frozenset()
    tests: frozenset[str] = frozenset()
    kits: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    for_tests: frozenset[str] = frozenset()
    capabilities: frozenset[str] = frozenset()
    empty_globs: frozenset[str] = frozenset()
    cycles: tuple[tuple[str, ...], ...] = ()
    doubles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_complete: bool = True


class Memo:
    """What was found out about one project after another, shared by all its snapshots; `semantics` fills it."""

    __slots__ = ("__weakref__", "known", "lock")

    def __init__(self) -> None:
        self.lock = RLock()
        self.known: object | None = None


@record(eq=False, weakref_slot=True, dict_slot=True)
class Project:
    """Parsed files by absolute path. `root` is the folder of the manifest, or of the lone file.

    `is_whole` says that everything a name could come from is in view; else unknown names are not wrong. `kit_paths` are
    the files of the kits that the project uses: they give names, and are checked where they are at home; `kits` are
    their names. `units` are the project's own app or package, first, and the kits; a project without a manifest (lone
    files, a program in a document) has none, and may use every part of the platform.
    """

    root: str
    files: Mapping[str, SourceFile] = field(default_factory=dict)
    is_whole: bool = False
    kit_paths: frozenset[str] = frozenset()
    kits: frozenset[str] = frozenset()
    settings: Settings = field(default_factory=Settings)
    extent: Extent = Extent.PROGRAM
    units: tuple[Unit, ...] = ()
    memo: Memo = field(default_factory=Memo, repr=False)

    @property
    def own_paths(self) -> Collection[str]:
        """The paths of the project's own files, in order."""
        return sorted(path for path in self.files if path not in self.kit_paths)

    @property
    def unit(self) -> Unit | None:
        """The project's own app or package; None without a manifest."""
        return self.units[0] if self.units else None

    def unit_of(self, path: str) -> Unit | None:
        """The app or package that the file belongs to; None without a manifest."""
        return self._homes.get(path, self.unit)

    def is_test(self, path: str) -> bool:
        """Whether the file is one of tests: what it declares is seen from tests only."""
        unit = self.unit_of(path)
        if unit is None or path not in unit.paths:
            # No glob was asked about this file: it stands alone, or it is new.
            return path.endswith(".test.osy")
        return path in unit.tests

    @cached_property
    def _homes(self) -> Mapping[str, Unit]:
        return {path: unit for unit in reversed(self.units) for path in unit.paths}

    def with_file(self, path: str, text: str) -> "Project":
        """The project with `path` holding `text`; what of the old text still stands is not parsed again."""
        old = self.files.get(path)
        if old is not None and old.text == text:
            return self
        return replace(self, files={**self.files, path: parse(text, previous=old)})

    def after(self, other: "Project") -> "Project":
        """The project, read anew, as the one that follows `other`: what still stands is not found out again."""
        files = {
            path: parse(file.text, previous=old) if (old := other.files.get(path)) is not None else file
            for path, file in self.files.items()
        }
        return replace(self, files=files, memo=other.memo)

    def without_file(self, path: str) -> "Project":
        """The project without `path`."""
        return replace(self, files={p: f for p, f in self.files.items() if p != path})
