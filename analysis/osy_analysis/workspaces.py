"""Where the kits that a project uses are looked for.

First in the folders that the nearest `osy.workspace` upward lists: a folder or a glob of folders a line, `#` begins a
comment. Then in the repository around the project, and last among the packages that were asked for along with it. Of
several packages of one name the nearest counts, which is the one that shares most folders with the project.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH110, PTH112, PTH113, PTH117, PTH118, PTH119, PTH120, PTH206

import os
import re
from collections.abc import Iterator

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.files import Disk, problem
from osy_analysis.globs import matches, split_glob
from osy_analysis.manifests import NAMES, head, may_complete
from osy_grammar.record import field, record
from osy_grammar.span import Span

FILE_NAME = "osy.workspace"
REPOSITORY_MARKS = (FILE_NAME, ".git")
_LINE = re.compile(r"^[ \t]*(?P<folder>[^#\s\r\n][^\r\n]*?)[ \t]*(?:[ \t]#[^\r\n]*)?$", re.MULTILINE)


@record(frozen=False)
class Packages:
    """The packages that can be found from anywhere; each place is searched once."""

    disk: Disk
    asked: list[str] = field(default_factory=list)
    _found: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    _bridges: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _listed: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def manifests(self, root: str, name: str) -> tuple[str, ...]:
        """The manifests of the packages of that name, the one that counts first; none if there is none."""
        for folders in self._places(root):
            found = {path for folder in folders for path in self._packages_in(folder).get(name, ())}
            if found:
                return tuple(sorted(found, key=lambda path: (-_shared(path, root), path)))
        asked = (path for path in self.asked if self._head(path) == ("package", name))
        return tuple(sorted(set(asked)))

    def bridges(self, root: str) -> tuple[str, ...]:
        """The manifests around the project that have a `completes`, sorted."""
        folders = {folder for place in self._places(root) for folder in place}
        for folder in folders:
            self._packages_in(folder)
        return tuple(sorted({path for folder in folders for path in self._bridges[folder]}))

    def _places(self, root: str) -> Iterator[tuple[str, ...]]:
        workspace = self._workspace(root)
        if workspace is not None:
            yield self._folders(workspace)
        yield (self._repository(root),)

    # ── The workspace file ───────────────────────────────────────────────────────────────────────────────────────────

    def _workspace(self, root: str) -> str | None:
        folder = root
        while True:
            path = os.path.join(folder, FILE_NAME)
            if self.disk.is_file(path):
                return path
            above = os.path.dirname(folder)
            if above == folder:
                return None
            folder = above

    def _folders(self, workspace: str) -> tuple[str, ...]:
        """The folders that a workspace file lists; a line that names none is told."""
        if workspace not in self._listed:
            text = self.disk.text(workspace) or ""
            folder = os.path.dirname(workspace)
            found: dict[str, None] = {}
            for match in _LINE.finditer(text.removeprefix("\ufeff")):
                written = match["folder"]
                named = self._named(folder, written)
                found.update(dict.fromkeys(named))
                if not named:
                    shift = int(text.startswith("\ufeff"))
                    span = Span(match.start("folder") + shift, match.end("folder") + shift)
                    self.disk.tell(_nothing_there(workspace, folder, written, span))
            self._listed[workspace] = tuple(found)
        return self._listed[workspace]

    def _named(self, folder: str, written: str) -> list[str]:
        if os.path.isabs(written) or "\0" in written:
            return []
        fixed, rest = split_glob(written.replace("\\", "/").rstrip("/"))
        base = os.path.normpath(os.path.join(folder, fixed))
        if not rest or not os.path.isdir(base):
            return [base] if os.path.isdir(base) else []
        depth = None if "**" in rest else rest.count("/") + 1
        return self.disk.subfolders(base, lambda path: matches(rest, path), depth)

    # ── The repository ───────────────────────────────────────────────────────────────────────────────────────────────

    def _repository(self, root: str) -> str:
        """The repository, or the workspace, around a project; else the topmost folder upward with a manifest."""
        folder, topmost = root, root
        while True:
            if any(os.path.exists(os.path.join(folder, mark)) for mark in REPOSITORY_MARKS):
                return folder
            if any(self._head(os.path.join(folder, name)) for name in NAMES):
                topmost = folder
            above = os.path.dirname(folder)
            if above == folder:
                return topmost
            folder = above

    def _packages_in(self, folder: str) -> dict[str, tuple[str, ...]]:
        """The manifests of the packages under a folder by name, and aside those that complete others."""
        if folder not in self._found:
            found: dict[str, tuple[str, ...]] = {}
            bridges = []
            for path in self.disk.listing(folder).files:
                begun = self._head(path) if os.path.basename(path) in NAMES else None
                if begun is not None and begun[0] == "package":
                    found[begun[1]] = (*found.get(begun[1], ()), path)
                    if may_complete(self.disk.peek(path) or ""):
                        bridges.append(path)
            self._found[folder] = found
            self._bridges[folder] = tuple(bridges)
        return self._found[folder]

    def _head(self, path: str) -> tuple[str, str] | None:
        text = self.disk.peek(path) if self.disk.is_file(path) else None
        return head(text) if text is not None else None


def _shared(path: str, root: str) -> int:
    """How many folders at their start two paths have in common."""
    count = 0
    for one, other in zip(path.split(os.sep), root.split(os.sep), strict=False):
        if one != other:
            break
        count += 1
    return count


def _nothing_there(workspace: str, folder: str, written: str, span: Span) -> Diagnostic:
    if "\0" in written:
        return problem(workspace, "this line is no path", "name a folder, or a glob of folders", span)
    if os.path.isfile(os.path.join(folder, written)):
        said, hint = f"`{written}` is a file; a workspace lists folders", "name the folder that the file is in"
    else:
        said = f"`{written}` names no folder, so no kit is looked for there"
        hint = "name a folder below this file, or a glob of folders, one a line; `#` begins a comment"
    return Diagnostic(workspace, span, "project-glob-empty", Level.WARNING, said, hint=hint)
