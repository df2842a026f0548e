"""Which projects there are around some paths, before their files are parsed.

The project of a file is the nearest manifest (`app.osy` or `package.osy` with such a block) upward. Its files are the
manifest, what its globs match, the locale files, and whatever file under it was asked for by name; folders with a
manifest of their own are other projects. The kits that it uses join it with their model files, those that they use
themselves too. A file under no manifest makes a project with the `.osy` files beside it (ruling R30). Every other file
is a document.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH100, PTH110, PTH112, PTH118, PTH120

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from osy_analysis import lone
from osy_analysis.files import EXTENSION, Disk
from osy_analysis.globs import excludes, matches, split_glob
from osy_analysis.kits import KitFinder
from osy_analysis.manifests import Manifest
from osy_analysis.project import Unit
from osy_analysis.settings import FILE_NAME, Settings
from osy_analysis.territory import LOCALES, Territory
from osy_analysis.workspaces import REPOSITORY_MARKS, Packages
from osy_grammar.record import field, record, replace
from osy_grammar.tree import SourceFile


@record(kw_only=True, eq=False)
class Outline:
    """A project before its files are parsed. `paths` are its own files that can be read, sorted.

    A document with programs in it is one outline, whose one path it is.
    """

    root: str
    paths: tuple[str, ...]
    kit_paths: frozenset[str] = frozenset()
    units: tuple[Unit, ...] = ()
    settings: Settings = field(default_factory=Settings)
    is_whole: bool = True
    is_document: bool = False

    @property
    def kits(self) -> frozenset[str]:
        """The names of the kits in view."""
        return frozenset(unit.name for unit in self.units[1:])


class Surveyor:
    """Gathers what belongs to which project."""

    def __init__(self, overlay: Mapping[str, str], known: Mapping[str, SourceFile]) -> None:
        """Look at the disk with the texts of `overlay` in place of the files of those paths, and use known trees."""
        self.disk = Disk(overlay)
        self.territory = Territory(self.disk, known)
        self._packages = Packages(self.disk)
        self._kits = KitFinder(self.territory, self._packages)
        self._settings: dict[str, Settings] = {}
        self._settings_folders: dict[str, str | None] = {}
        self._asked: dict[str, set[str]] = {}
        self._below: dict[str, str] = {}
        self._lone: dict[str, set[str]] = {}
        self._lone_by_name: set[str] = set()
        self._documents: dict[str, None] = {}

    def add(self, path: str) -> None:
        """Take in a path that was asked for."""
        if os.path.isdir(path):
            for file in self.disk.osy_files(path):
                self._add_file(file, by_name=False)
        elif path.endswith(EXTENSION):
            self._add_file(path, by_name=True)
        else:
            self._documents[path] = None

    def _add_file(self, path: str, *, by_name: bool) -> None:
        manifest = self.territory.manifest_above(path)
        if manifest is None:
            self._lone.setdefault(os.path.dirname(path), set()).add(path)
            return
        asked = self._asked.setdefault(manifest, set())
        if by_name:
            asked.add(path)
        else:
            self._below[path] = manifest

    def outlines(self) -> Iterator[Outline]:
        """The projects of everything that was taken in."""
        self._packages.asked = sorted(self._asked)
        for manifest in sorted(self._asked):
            yield self._outline(manifest, self._asked[manifest])
        for folder in sorted(self._lone):
            yield self._lone_outline(folder, self._lone[folder])
        for path in self._documents:
            text = self.disk.text(path)
            if text is not None and "osy" in text:
                folder = os.path.dirname(path)
                yield Outline(root=folder, paths=(path,), settings=self.settings_of(folder), is_document=True)

    def left_out(self, outlines: Iterable[Outline]) -> Iterator[str]:
        """The files below the folders that belong to none of the projects, those that settings exclude excepted."""
        read = {path for outline in outlines for path in outline.paths}
        read |= {path for outline in outlines for path in outline.kit_paths}
        for path, manifest in self._below.items():
            root = os.path.dirname(manifest)
            if path not in read and not self._is_excluded(root, path):
                yield path

    # ── Projects with a manifest ─────────────────────────────────────────────────────────────────────────────────────

    def _outline(self, manifest_path: str, asked: set[str]) -> Outline:
        root = os.path.dirname(manifest_path)
        manifest = self.territory.manifest(manifest_path)
        tests = self.territory.claimed(manifest, manifest.patterns_of("tests"))
        claimed = tests | self.territory.claimed(manifest, (*manifest.patterns(with_tests=False), LOCALES))
        wanted = {manifest_path, *asked, *(path for path in claimed if not self._is_excluded(root, path))}
        own = sorted(path for path in wanted if self.disk.text(path) is not None)
        is_read = len(own) == len(wanted) and claimed <= wanted and not self.disk.listing(root).is_partial
        units = self._kits.units(manifest, own, tests.intersection(own), is_read=is_read)
        units[0] = replace(units[0], empty_globs=frozenset(self._empty_globs(root, manifest)))
        return Outline(
            root=root,
            paths=tuple(own),
            kit_paths=frozenset(path for unit in units[1:] for path in unit.paths) - wanted,
            units=tuple(units),
            settings=self.settings_of(root),
            is_whole=all(unit.is_complete and not unit.missing for unit in units),
        )

    def _is_excluded(self, root: str, path: str) -> bool:
        globs = self.settings_of(root).exclude
        return bool(globs) and excludes(globs, os.path.relpath(path, root).replace(os.sep, "/"))

    def _empty_globs(self, root: str, manifest: Manifest) -> Iterator[str]:
        for glob in manifest.globs:
            matching = self.territory.matching(root, glob.pattern)
            is_there = self._has_data(root, glob.pattern) if glob.word == "data" else any(matching)
            if not is_there:
                yield glob.written

    def _has_data(self, root: str, glob: str) -> bool:
        fixed, rest = split_glob(glob)
        base = os.path.normpath(os.path.join(root, fixed))
        if not rest:
            return os.path.exists(base)
        return self.disk.has_file(base, lambda path: matches(rest, path))

    # ── Lone files ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _lone_outline(self, folder: str, asked: set[str]) -> Outline:
        settings = self.settings_of(folder)
        own = {path for path in asked if self.disk.text(path) is not None}
        near = [path for path in self.disk.beside(folder) if not self.excludes(path)]
        beside = {path: self.disk.size(path) for path in near if path not in asked}
        texts = {path: self.disk.peek(path) for path, size in beside.items() if size <= lone.LONGEST_NEIGHBOUR}
        readable = {path: text for path, text in texts.items() if text is not None}
        chosen = set(readable)
        if sum(map(len, readable.values())) > lone.FREE_CHARACTERS:
            files = [file for path in own if (file := self.territory.parsed(path)) is not None]
            chosen = lone.needed(files, readable, self.territory.parsed)
        paths = tuple(sorted(own | chosen))
        is_whole = len(own) == len(asked) and len(readable) == len(beside)
        return Outline(root=folder, paths=paths, settings=settings, is_whole=is_whole)

    # ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def settings_of(self, root: str) -> Settings:
        """The settings of the nearest `osy.toml` upward, within the repository."""
        folder = self._settings_folder(root)
        if folder is None:
            return Settings()
        if folder not in self._settings:
            self._settings[folder] = self._read_settings(os.path.join(folder, FILE_NAME))
        return self._settings[folder]

    def _settings_folder(self, root: str) -> str | None:
        """The folder of the nearest `osy.toml` upward, within the repository."""
        if root not in self._settings_folders:
            above = os.path.dirname(root)
            if self.disk.is_file(os.path.join(root, FILE_NAME)):
                self._settings_folders[root] = root
            elif above == root or any(os.path.exists(os.path.join(root, mark)) for mark in REPOSITORY_MARKS):
                self._settings_folders[root] = None
            else:
                self._settings_folders[root] = self._settings_folder(above)
        return self._settings_folders[root]

    def settings_around(self, path: str) -> Settings:
        """The settings for a file of any kind, member of a project or not."""
        return self.settings_of(os.path.dirname(self.territory.manifest_above(path) or path))

    def has_wrong_settings(self, path: str) -> bool:
        """Whether something is wrong with the settings around a file of any kind."""
        self.settings_around(path)
        folder = self._settings_folder(os.path.dirname(self.territory.manifest_above(path) or path))
        settings = os.path.join(folder, FILE_NAME) if folder is not None else None
        return any(told.path == settings for told in self.disk.diagnostics.values())

    def excludes(self, path: str) -> bool:
        """Whether settings exclude a file of any kind.

        Their globs start from the project's root; where no manifest is above, from the folder of the settings or from
        the file's own.
        """
        manifest = self.territory.manifest_above(path)
        own = os.path.dirname(manifest or path)
        roots = {own} if manifest is not None else {own, self._settings_folder(own) or own}
        return any(self._is_excluded(root, path) for root in roots)

    def is_left_out(self, path: str) -> bool:
        """Whether git ignores a file or folder of any kind, or settings exclude it: nobody formats it unasked."""
        return self.disk.is_ignored(path) or self.excludes(path)

    def documents_below(self, folder: str, endings: tuple[str, ...], *, follows_links: bool = True) -> list[str]:
        """The documents under the folder that have one of these endings and are not left out, sorted."""
        found = self.disk.others(folder, endings, follows_links=follows_links)
        return [path for path in found if not self.excludes(path)]

    def _read_settings(self, path: str) -> Settings:
        text = self.disk.text(path)
        if text is None:
            return Settings()
        # pydantic costs a tenth of a second to import, which projects without settings need not pay.
        from osy_analysis.config import read_settings

        settings, faults = read_settings(path, text)
        for fault in faults:
            self.disk.tell(fault)
        return settings


def survey(
    paths: Sequence[str],
    overlay: Mapping[str, str] | None = None,
    known: Mapping[str, SourceFile] | None = None,
) -> Surveyor:
    """Look around the paths (files or folders)."""
    surveyor = Surveyor({os.path.abspath(path): text for path, text in (overlay or {}).items()}, known or {})
    for path in paths:
        surveyor.add(os.path.abspath(path))
    return surveyor
