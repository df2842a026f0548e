"""From the paths of a command line to what was found in them.

A path that cannot be read, or a folder with nothing in it, is a reason not to run. What is wrong inside a file is a
diagnostic.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that was given.
# ruff: noqa: PTH100, PTH112, PTH118

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.disk import Loaded, load
from osy_analysis.paths import shown_path
from osy_analysis.project import Project
from osy_cli.exits import CommandError, InternalError
from osy_cli.sources import Sources

PROGRAM_ENDING = ".osy"
DOCUMENT_ENDINGS = (".md", ".markdown", ".mdx", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The findings of all levels, by file, place and code, and in how many files they were looked for.

    `left_out` counts the programs below the folders asked for that the globs of their project do not match.
    `unread` are the files that were asked for by name and could not be read; why is among the findings.
    """

    projects: tuple[Project, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    files: int
    left_out: int
    unread: tuple[str, ...]


def check_paths(paths: Sequence[str]) -> Checked:
    """Check what the paths name: of each project around them only the files that were asked for."""
    wanted = _absolute(paths)
    loaded = load_paths(wanted)
    asked = {project: [path for path in project.own_paths if is_within(path, wanted)] for project in loaded.projects}
    return _checked(loaded, asked, wanted)


def check_whole_projects(paths: Sequence[str]) -> Checked:
    """Check the projects around the paths, every file of them."""
    wanted = _absolute(paths)
    loaded = load_paths(wanted)
    return _checked(loaded, {project: project.own_paths for project in loaded.projects}, wanted)


def load_paths(paths: Sequence[str]) -> Loaded:
    """The projects around the paths. CommandError if a path cannot be read, or if nothing is in them."""
    for path in paths:
        _insist_on_readable(path)
    try:
        loaded = load([file for path in paths for file in _files_of(path)])
    except OSError:
        raise
    except Exception as error:
        raise InternalError(", ".join(map(shown_path, paths))) from error
    if not loaded.projects and not loaded.diagnostics and not all(map(_is_document, paths)):
        where = " or ".join(f"`{shown_path(path)}`" for path in paths)
        raise CommandError(f"there is no .osy file, and no document with an `osy` block, in {where}")
    return loaded


def check_project(project: Project, paths: Collection[str]) -> tuple[Diagnostic, ...]:
    """What the checker says of these files; a fault of the checker itself names the file that brings it about."""
    try:
        return check(project, paths)
    except Exception as error:
        raise InternalError(shown_path(_culprit(project, paths))) from error


def is_within(path: str, folders: Sequence[str]) -> bool:
    """Whether an absolute path is one of `folders` or lies in one."""
    return any(path == one or path.startswith(one.rstrip(os.sep) + os.sep) for one in folders)


def _absolute(paths: Sequence[str]) -> list[str]:
    return [os.path.abspath(path) for path in paths or ["."]]


def _checked(loaded: Loaded, asked: Mapping[Project, Collection[str]], wanted: Sequence[str]) -> Checked:
    found = list(loaded.diagnostics)
    for project, paths in asked.items():
        found += check_project(project, paths)
    read = {path for project in loaded.projects for path in project.files}
    refused = {diagnostic.path for diagnostic in loaded.diagnostics}
    return Checked(
        projects=loaded.projects,
        diagnostics=tuple(sorted(set(found), key=lambda d: (shown_path(d.path), d.span, d.code, d.message))),
        sources=Sources(_texts(loaded.projects)),
        files=len({path for paths in asked.values() for path in paths} | set(filter(_is_document, wanted))),
        left_out=len(set(loaded.left_out) - refused),
        unread=tuple(path for path in wanted if path in refused and path not in read and not os.path.isdir(path)),
    )


def _texts(projects: Sequence[Project]) -> dict[str, str]:
    """The programs' texts. A document's projects hold it with blanks around the block: its own text is on the disk."""
    return {
        path: file.text for project in projects for path, file in project.files.items() if path.endswith(PROGRAM_ENDING)
    }


def _is_document(path: str) -> bool:
    return not path.endswith(PROGRAM_ENDING) and not os.path.isdir(path)


def _culprit(project: Project, paths: Collection[str]) -> str:
    for path in paths:
        try:
            check(project, [path])
        except Exception:
            return path
    return project.root


def _files_of(path: str) -> Iterator[str]:
    """The path itself; in the place of a folder that has documents but no program, its documents."""
    if not os.path.isdir(path):
        yield path
        return
    documents = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        if any(name.endswith(PROGRAM_ENDING) for name in names):
            yield path
            return
        documents += [os.path.join(folder, name) for name in sorted(names) if name.endswith(DOCUMENT_ENDINGS)]
    yield from documents


def _insist_on_readable(path: str) -> None:
    shown = shown_path(path)
    try:
        if os.path.isdir(path):
            os.scandir(path).close()
        else:
            os.close(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)))
    except FileNotFoundError:
        raise CommandError(f"there is no file or folder `{shown}`") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"`{shown}` cannot be read: {reason}") from None
