"""Finds and reads the projects around some paths; with `files.py`, the part of analysis that reads files.

The project of a file is the nearest manifest (`app.osy` or `package.osy` with such a block) upward. Its files are the
manifest, what its globs match, the locale files, and whatever file under it was asked for by name; folders with a
manifest of their own are other projects. The kits that it uses are looked for among the packages of the repository and
those that were asked for with it, and their model files join the project. A file under no manifest makes a project with
the `.osy` files beside it (ruling R30). Every other file is a document.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH100, PTH110, PTH112, PTH118, PTH119, PTH120

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from osy_analysis.diagnostic import Diagnostic
from osy_analysis.files import EXTENSION, Disk
from osy_analysis.globs import excludes, matches
from osy_analysis.manifests import NAMES, Manifest, head, read_manifest
from osy_analysis.project import Project
from osy_analysis.settings import FILE_NAME, Settings
from osy_grammar.parse import parse
from osy_grammar.tree import SourceFile

_REPOSITORY_MARKS = ("osy.workspace", ".git")
_LOCALES = "locales/**/*.osy"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The projects in a steady order, and what was wrong with files, folders and settings.

    `left_out` are the programs below the folders that lie under a manifest, but that its globs do not match.
    """

    projects: tuple[Project, ...]
    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[str, ...] = ()


def load(paths: Sequence[str], overlay: Mapping[str, str] | None = None) -> Loaded:
    """The projects of `paths` (files or folders), with the texts of `overlay` in place of the files of those paths."""
    disk = Disk({os.path.abspath(path): text for path, text in (overlay or {}).items()})
    loader = _Loader(disk)
    for path in paths:
        loader.add(os.path.abspath(path))
    projects = tuple(loader.projects())
    order = sorted(disk.diagnostics.values(), key=lambda d: (d.path, d.span, d.message))
    return Loaded(projects, tuple(order), tuple(loader.left_out(projects)))


@dataclass(slots=True)
class _Kits:
    """Kits that were found, by name, with their model files; `is_whole` if none is missing."""

    names: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    is_whole: bool = True


@dataclass(slots=True)
class _Loader:
    """Gathers what belongs to which project, then reads it. Each file is read and parsed once."""

    disk: Disk
    _manifest_paths: dict[str, str | None] = field(default_factory=dict)
    _parsed: dict[str, SourceFile | None] = field(default_factory=dict)
    _packages: dict[str, dict[str, str]] = field(default_factory=dict)
    _settings: dict[str, Settings] = field(default_factory=dict)
    _asked: dict[str, set[str]] = field(default_factory=dict)
    _below: dict[str, str] = field(default_factory=dict)
    _lone: dict[str, set[str]] = field(default_factory=dict)
    _documents: dict[str, None] = field(default_factory=dict)

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
        manifest = self._manifest_above(path)
        if manifest is None:
            files = self._lone.setdefault(_folder(path), set())
            files.add(path)
            return
        asked = self._asked.setdefault(manifest, set())
        if by_name:
            asked.add(path)
        else:
            self._below[path] = manifest

    def projects(self) -> Iterator[Project]:
        """The projects of everything that was taken in."""
        for manifest in sorted(self._asked):
            yield self._project(manifest, self._asked[manifest])
        for folder in sorted(self._lone):
            yield self._lone_project(folder, self._lone[folder])
        for path in self._documents:
            yield from self._document(path)

    def left_out(self, projects: Iterable[Project]) -> Iterator[str]:
        """The files below the folders that belong to none of the projects, those that settings exclude excepted."""
        read = {path for project in projects for path in project.files}
        for path, manifest in self._below.items():
            root = _folder(manifest)
            relative = os.path.relpath(path, root).replace(os.sep, "/")
            if path not in read and not excludes(self._settings_of(root).exclude, relative):
                yield path

    # ── Projects with a manifest ─────────────────────────────────────────────────────────────────────────────────────

    def _project(self, manifest_path: str, asked: set[str]) -> Project:
        root = _folder(manifest_path)
        settings = self._settings_of(root)
        manifest = self._manifest(manifest_path)
        own = {manifest_path, *asked, *self._matching(root, (*manifest.patterns(), _LOCALES), settings.exclude)}
        kits = self._kits(root, manifest)
        files = self._read({*own, *kits.files})
        return Project(
            root=root,
            files=files,
            is_whole=kits.is_whole,
            kit_paths=frozenset(kits.files - own),
            kits=frozenset(kits.names),
            settings=settings,
        )

    def _manifest(self, path: str) -> Manifest:
        file = self._parse(path)
        return read_manifest(path, file) if file is not None else Manifest(path, "", False, (), ())

    def _matching(self, root: str, globs: tuple[str, ...], excluded: tuple[str, ...]) -> Iterator[str]:
        own = os.path.join(root, "")
        for path in self.disk.osy_files(root):
            relative = path[len(own) :].replace(os.sep, "/")
            fits = any(matches(glob, relative) for glob in globs) and not excludes(excluded, relative)
            if fits and _folder(self._manifest_above(path) or "") == root:
                yield path

    def _manifest_above(self, path: str) -> str | None:
        """The nearest manifest upward of a file, its own folder included."""
        folder = _folder(path)
        passed = []
        while folder not in self._manifest_paths:
            passed.append(folder)
            candidates = (os.path.join(folder, name) for name in NAMES)
            found = next((one for one in candidates if self._is_manifest(one)), None)
            above = _folder(folder)
            if found is not None or above == folder:
                self._manifest_paths[folder] = found
                break
            folder = above
        answer = self._manifest_paths[folder]
        for one in passed:
            self._manifest_paths[one] = answer
        return answer

    def _is_manifest(self, path: str) -> bool:
        # A file of this name may hold something else: the test application of a kit has a model file called `app.osy`.
        text = self.disk.text(path) if self.disk.is_file(path) else None
        return text is not None and head(text) is not None

    # ── Kits ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _kits(self, root: str, manifest: Manifest) -> _Kits:
        """The kits that are used, theirs included.

        A use without a version is a part of the platform, and is not looked for.
        """
        kits = _Kits()
        seen = {manifest.path}
        waiting = [manifest]
        while waiting:
            for _, use in waiting.pop().uses:
                if use.package.major is None:
                    continue
                path = self._package(root, use.package.name.text)
                if path is None:
                    kits.is_whole = False
                    continue
                kits.names.add(use.package.name.text)
                if path not in seen:
                    seen.add(path)
                    kit = self._manifest(path)
                    waiting.append(kit)
                    folder = _folder(path)
                    kits.files.update((path, *self._matching(folder, kit.patterns(with_tests=False), ())))
        return kits

    def _package(self, root: str, name: str) -> str | None:
        """The manifest of a package: from the repository around a folder, else from what was asked for."""
        top = self._repository(root)
        if top not in self._packages:
            self._packages[top] = self._packages_in((*self.disk.osy_files(top), *sorted(self._asked)))
        return self._packages[top].get(name)

    def _packages_in(self, paths: Iterable[str]) -> dict[str, str]:
        """The manifests of packages among the paths, the first of each name."""
        found: dict[str, str] = {}
        for path in paths:
            if os.path.basename(path) in NAMES:
                text = self.disk.text(path)
                begun = head(text) if text is not None else None
                if begun is not None and begun[0] == "package":
                    found.setdefault(begun[1], path)
        return found

    def _repository(self, root: str) -> str:
        """Where kits are looked for: in the workspace, the repository, else the topmost folder with a manifest."""
        folder, topmost = root, root
        while True:
            if any(os.path.exists(os.path.join(folder, mark)) for mark in _REPOSITORY_MARKS):
                return folder
            manifest = self._manifest_above(os.path.join(folder, NAMES[0]))
            if manifest is not None and _folder(manifest) == folder:
                topmost = folder
            above = _folder(folder)
            if above == folder:
                return topmost
            folder = above

    # ── Lone files and documents ─────────────────────────────────────────────────────────────────────────────────────

    def _lone_project(self, folder: str, asked: set[str]) -> Project:
        settings = self._settings_of(folder)
        beside = (path for path in self.disk.beside(folder) if not excludes(settings.exclude, os.path.basename(path)))
        return Project(root=folder, files=self._read({*asked, *beside}), is_whole=True, settings=settings)

    def _document(self, path: str) -> Iterator[Project]:
        text = self.disk.text(path)
        if text is not None and "osy" in text:
            # The Markdown parser is read only where there is a document with a block.
            from osy_analysis.markdown import programs

            yield from programs(path, text, self._settings_of(_folder(path)))

    # ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, paths: set[str]) -> dict[str, SourceFile]:
        files = {}
        for path in sorted(paths):
            file = self._parse(path)
            if file is not None:
                files[path] = file
        return files

    def _parse(self, path: str) -> SourceFile | None:
        if path not in self._parsed:
            text = self.disk.text(path)
            self._parsed[path] = parse(text) if text is not None else None
        return self._parsed[path]

    def _settings_of(self, root: str) -> Settings:
        """The settings of the nearest `osy.toml` upward, within the repository."""
        if root not in self._settings:
            path = os.path.join(root, FILE_NAME)
            above = _folder(root)
            if self.disk.is_file(path):
                self._settings[root] = self._read_settings(path)
            elif above == root or any(os.path.exists(os.path.join(root, m)) for m in _REPOSITORY_MARKS):
                self._settings[root] = Settings()
            else:
                self._settings[root] = self._settings_of(above)
        return self._settings[root]

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


def _folder(path: str) -> str:
    return os.path.dirname(path)
