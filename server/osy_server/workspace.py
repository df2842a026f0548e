"""Open documents over the files on disk: immutable projects, and snapshots of them for those who ask.

The loop owns the documents. Projects live behind a lock, since threads parse: a snapshot holds the documents as they
were when it was taken, and brings its project up to them when it is first asked for, in the thread that asks. What of a
file still stands after an edit is not parsed again, because each project grows out of the one before it.
"""

import logging
import os
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from osy_server.text import Change, Document
from osy_server.uris import is_file, path_of, uri_of

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Diagnostic, Level
    from osy_analysis.project import Project
    from osy_analysis.settings import Settings
    from osy_grammar.span import LineIndex, Units
    from osy_grammar.tree import SourceFile

logger = logging.getLogger(__name__)


class Workspace:
    """What the client has open, and the projects around it."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.folders = folders
        self.documents: dict[str, Document] = {}
        self.disk_problems: tuple[Diagnostic, ...] = ()
        self.levels: Mapping[str, Level | None] = {}
        self.exclude: tuple[str, ...] = ()
        self._projects: dict[str, Project] = {}
        self._lock = threading.Lock()

    # ── Documents ────────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, uri: str, version: int, text: str, *, is_markdown: bool = False) -> Document:
        """Take a document that the client opened."""
        path = path_of(uri)
        if path in self.documents:
            logger.warning("%s is opened a second time; its text is taken anew", uri)
        document = Document(uri, path, version, text, is_markdown)
        self.documents[path] = document
        return document

    def edit(self, uri: str, version: int, changes: Iterable[Change], units: "Units") -> Document | None:
        """The document after the client's changes; None, and a line in the log, if it is not open."""
        path = path_of(uri)
        before = self.documents.get(path)
        if before is None:
            logger.warning("%s is edited but not open; the edit is ignored", uri)
            return None
        if version <= before.version:
            logger.warning("%s: version %d comes after version %d", uri, version, before.version)
        self.documents[path] = before.edited(changes, version, units)
        return self.documents[path]

    def close(self, uri: str) -> Document | None:
        """Forget a document; what is on disk counts again."""
        document = self.documents.pop(path_of(uri), None)
        if document is None:
            logger.warning("%s is closed but was not open", uri)
        return document

    def document(self, uri: str) -> Document | None:
        """The open document of that URI."""
        return self.documents.get(path_of(uri))

    def uri(self, path: str) -> str:
        """The URI by which the client knows the file."""
        document = self.documents.get(path)
        return document.uri if document else uri_of(path)

    @property
    def overlay(self) -> dict[str, str]:
        """The texts of the open files, by path."""
        return {path: document.text for path, document in self.documents.items()}

    @property
    def open_programs(self) -> list[str]:
        """The paths of the open documents that are one program each, as all are but those in Markdown."""
        return [path for path, document in self.documents.items() if not document.is_markdown]

    # ── Projects ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def known(self) -> "dict[str, SourceFile]":
        """The trees of the projects' files, by path."""
        with self._lock:
            return {path: file for project in self._projects.values() for path, file in project.files.items()}

    def replace_projects(self, projects: Iterable["Project"], problems: Iterable["Diagnostic"]) -> None:
        """Take what was read from disk in place of all that was known."""
        with self._lock:
            known = {path: file for project in self._projects.values() for path, file in project.files.items()}
            old, self._projects = self._projects, {}
            for project in projects:
                shared = _sharing(project, known)
                before = old.get(project.root)
                self._projects[project.root] = self.adapted(shared if before is None else shared.after(before))
        self.disk_problems = tuple(problems)

    def add_projects(self, projects: Iterable["Project"]) -> None:
        """Take projects that were not known before."""
        with self._lock:
            for project in projects:
                self._projects.setdefault(project.root, self.adapted(project))

    def adapted(self, project: "Project") -> "Project":
        """The project with the client's levels before its own, and without what the client excludes."""
        settings = replace(project.settings, levels={**project.settings.levels, **self.levels})
        kept = {path: file for path, file in project.files.items() if not self._is_excluded(path)}
        if len(kept) == len(project.files):
            return replace(project, settings=settings)
        units = tuple(replace(unit, is_complete=False) for unit in project.units)
        return replace(project, settings=settings, files=kept, is_whole=False, units=units)

    def _is_excluded(self, path: str) -> bool:
        return path not in self.documents and self.is_excluded_by_client(path)

    def is_excluded_by_client(self, path: str) -> bool:
        """Whether the client's settings exclude the file, open or not."""
        from osy_analysis.globs import excludes

        if not self.exclude:
            return False
        folders = [folder for folder in self.folders if _is_above(folder, path)]
        return any(excludes(self.exclude, os.path.relpath(path, folder).replace(os.sep, "/")) for folder in folders)

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders of the known projects."""
        return tuple(self._projects)

    def settings_of(self, root: str | None) -> "Settings | None":
        """What the project's `osy.toml` sets; None for what is no project."""
        project = self._projects.get(root) if root is not None else None
        return project.settings if project is not None else None

    def root_of(self, path: str) -> str | None:
        """The root of the project that the file belongs to: of those that hold it, the nearest above it."""
        holding = [root for root, project in self._projects.items() if path in project.files]
        return max(holding, key=lambda root: (_is_above(root, path), len(root)), default=None)

    def is_ours(self, path: str) -> bool:
        """Whether the file lies in a folder that is open in the client: its findings stay when it is closed."""
        return any(_is_above(folder, path) for folder in self.folders)

    def snapshot(self, path: str) -> "Snapshot":
        """All there is about the file now. A file of no project is one by itself."""
        root = self.root_of(path)
        known = self._projects[root].files if root is not None else {}
        documents = {p: d for p, d in self.documents.items() if p in known or p == path}
        return Snapshot(self, root, path, documents)

    def project_snapshot(self, root: str) -> "Snapshot":
        """All there is about the project now."""
        known = self._projects[root].files
        return Snapshot(self, root, root, {p: d for p, d in self.documents.items() if p in known})

    def realise(self, root: str | None, path: str, documents: Mapping[str, Document]) -> "Project":
        """The project with the documents' texts in it. Called in threads."""
        from osy_analysis.project import Project

        with self._lock:
            key = root if root is not None else path
            project = self._projects.get(key) if root is not None else self._lone.get(key)
            project = project or self.adapted(Project(root=str(Path(path).parent) if is_file(path) else path))
            for document in documents.values():
                project = project.with_file(document.path, document.text)
            if root is None:
                self._lone[key] = project
            elif key in self._projects:
                self._projects[key] = project
            return project

    @cached_property
    def _lone(self) -> dict[str, "Project"]:
        return {}

    def forget(self, path: str) -> None:
        """Drop what was known of a file that belongs to no project."""
        with self._lock:
            self._lone.pop(path, None)


@dataclass(frozen=True)
class Snapshot:
    """A file and its project as they were when the snapshot was taken."""

    workspace: Workspace
    root: str | None
    path: str
    documents: Mapping[str, Document]

    @property
    def document(self) -> Document | None:
        """The open document, if the snapshot is of an open file."""
        return self.documents.get(self.path)

    @cached_property
    def project(self) -> "Project":
        """The project; the first to ask parses what has changed."""
        return self.workspace.realise(self.root, self.path, self.documents)

    @property
    def source(self) -> "SourceFile":
        """The file's tree."""
        return self.project.files[self.path]

    def lines(self, path: str) -> "LineIndex | None":
        """The lines of a file of the project."""
        document = self.documents.get(path)
        if document is not None:
            return document.lines
        source = self.project.files.get(path)
        return source.lines if source else None

    @property
    def is_current(self) -> bool:
        """Whether none of its documents has been edited since."""
        return all(self.workspace.documents.get(path) is document for path, document in self.documents.items())


def _sharing(project: "Project", known: Mapping[str, "SourceFile"]) -> "Project":
    """The project with the trees that are known already, where the text is the same: what hangs on them is kept."""
    files = {
        path: old if (old := known.get(path)) is not None and old.text == file.text else file
        for path, file in project.files.items()
    }
    return replace(project, files=files)


def _is_above(folder: str, path: str) -> bool:
    return path == folder or path.startswith((folder.rstrip("/\\") + os.sep, folder.rstrip("/") + "/"))
