"""From the paths of a command line to what was found in them.

A path that cannot be read, or a folder with nothing in it, is a reason not to run. What is wrong inside a file is a
diagnostic. While a project is checked nothing is collected: what is read and found stays, and looking through it again
and again would take as long as the check.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that was given.
# ruff: noqa: PTH100, PTH112, PTH119

import gc
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from osy_analysis.diagnostic import Diagnostic
from osy_analysis.disk import projects_of, told
from osy_analysis.paths import shown_path
from osy_analysis.project import Project
from osy_analysis.settings import FILE_NAME as SETTINGS
from osy_analysis.survey import Outline, Surveyor
from osy_analysis.workspaces import FILE_NAME as WORKSPACE
from osy_cli.exits import CommandError, InternalError
from osy_cli.sources import Sources
from osy_grammar.driver import collector_off
from osy_grammar.record import record, replace
from osy_grammar.tree import SourceFile

if TYPE_CHECKING:
    from osy_cli.cache import Entry

T = TypeVar("T")

PROGRAM_ENDING = ".osy"
DOCUMENT_ENDINGS = (".md", ".markdown", ".mdx", ".txt")
SMALLEST_KEPT = 60_000
"""So many characters a project must have for its findings to be kept: a smaller one is checked as soon as found."""


@record(kw_only=True)
class Checked:
    """The findings of all levels, by file, place and code, and in how many files they were looked for.

    `left_out` counts the programs below the folders asked for that the globs of their project do not match.
    `unread` are the files that were asked for by name and could not be read; why is among the findings. `projects` are
    empty where only the findings were wanted.
    """

    projects: tuple[Project, ...] = ()
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    files: int
    left_out: int
    unread: tuple[str, ...]


def check_paths(paths: Sequence[str], *, uses_cache: bool = True) -> Checked:
    """Check what the paths name: of each project around them only the files that were asked for."""
    wanted = _absolute(paths)
    is_asked = within(wanted)
    surveyor, outlines = _look(wanted)
    found = [one for one in told(surveyor) if is_asked(one.path) or _is_about_many(one.path)]
    for number, outline in enumerate(outlines):
        if number and not gc.isenabled():
            # The collector may be off throughout, and much of what was made for the project before is garbage.
            gc.collect(0)
        with collector_off():
            found += _findings(surveyor, outline, [path for path in outline.paths if is_asked(path)], uses_cache)
    return _checked(surveyor, outlines, found, wanted)


def check_whole_projects(paths: Sequence[str], meanwhile: Callable[[Callable[[], bool]], None]) -> Checked:
    """Check the projects around the paths, every file of them, and keep them.

    `meanwhile` is called while they are checked, with the question whether they still are.
    """
    # Only this needs the modules behind it.
    from osy_cli.apart import Apart

    wanted = _absolute(paths)
    surveyor, outlines = _look(wanted)
    with collector_off():
        projects = [project for outline in outlines for project in _parsed(surveyor, outline)]
        checking = Apart(lambda: [found for project in projects for found in check_project(project, project.own_paths)])
        try:
            meanwhile(checking.is_under_way)
            found = [*told(surveyor), *checking.value()]
        finally:
            checking.end()
    return replace(_checked(surveyor, outlines, found, wanted), projects=tuple(projects))


@record(kw_only=True)
class Parsed:
    """Files with their trees, by path; a document is there once for each program in it. What could not be read."""

    files: tuple[tuple[str, SourceFile], ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources


def parse_files(paths: Sequence[str], word: str) -> Parsed:
    """The files that the paths name and in which the word stands, without anything else of their projects."""
    wanted = _absolute(paths)
    is_asked = within(wanted)
    surveyor, outlines = _look(wanted)
    files: list[tuple[str, SourceFile]] = []
    for outline in outlines:
        asked = [path for path in outline.paths if is_asked(path) and word in (surveyor.disk.peek(path) or "")]
        if asked and outline.is_document:
            files += [each for project in _parsed(surveyor, outline) for each in project.files.items()]
        for path in asked if not outline.is_document else ():
            file = _guarded([path], partial(surveyor.territory.parsed, path))
            files += [(path, file)] if file is not None else []
    return Parsed(files=tuple(files), diagnostics=told(surveyor), sources=Sources(surveyor.disk.texts))


def _look(paths: Sequence[str]) -> tuple[Surveyor, tuple[Outline, ...]]:
    """The projects around the paths. CommandError if a path cannot be read, or if nothing is in them."""
    for path in paths:
        _insist_on_readable(path)
    surveyor = _guarded(paths, lambda: _surveyed(paths))
    outlines = _guarded(paths, lambda: tuple(surveyor.outlines()))
    if not outlines and not told(surveyor) and not all(map(_is_document, paths)):
        where = " or ".join(f"`{shown_path(path)}`" for path in paths)
        raise CommandError(f"there is no .osy file, and no document with an `osy` block, in {where}")
    return surveyor, outlines


def _findings(surveyor: Surveyor, outline: Outline, asked: Sequence[str], uses_cache: bool) -> list[Diagnostic]:
    """What the checker says of the files that were asked for; from the cache, if nothing has changed since."""
    entry = _entry(surveyor, outline, asked) if uses_cache and asked and not outline.is_document else None
    known = entry.read() if entry is not None else None
    if known is not None:
        return known
    found: list[Diagnostic] = []
    for project in _parsed(surveyor, outline):
        found += check_project(project, asked)
    if entry is not None:
        entry.write(found)
    return found


def _entry(surveyor: Surveyor, outline: Outline, asked: Sequence[str]) -> "Entry | None":
    """The place of the findings in the cache; None for a small project, which pays for nothing that a cache needs."""
    paths = sorted({*outline.paths, *outline.kit_paths})
    texts = {path: surveyor.disk.peek(path) or "" for path in paths}
    if sum(map(len, texts.values())) < SMALLEST_KEPT:
        return None
    from osy_cli.cache import entry

    return entry(texts, outline, asked)


def _parsed(surveyor: Surveyor, outline: Outline) -> list[Project]:
    return _guarded(outline.paths, lambda: [*projects_of(surveyor, outline)])


def _guarded(paths: Sequence[str], work: Callable[[], T]) -> T:
    """What the work gives; a fault of ours in it names the paths."""
    try:
        return work()
    except OSError:
        raise
    except Exception as error:
        raise InternalError(", ".join(map(shown_path, paths[:3]))) from error


def check_project(project: Project, paths: Collection[str]) -> tuple[Diagnostic, ...]:
    """What the checker says of these files; a fault of the checker itself names the file that brings it about."""
    # What a check needs is imported only where it is not known already what it would say.
    from osy_analysis.checker import check

    try:
        return check(project, paths)
    except Exception as error:
        raise InternalError(shown_path(_culprit(project, paths))) from error


def is_within(path: str, folders: Sequence[str]) -> bool:
    """Whether an absolute path is one of `folders` or lies in one."""
    return within(folders)(path)


def within(paths: Sequence[str]) -> Callable[[str], bool]:
    """The question whether an absolute path is one of `paths` or lies in one."""
    exact = frozenset(paths)
    folders = tuple(path.rstrip(os.sep) + os.sep for path in paths)
    return lambda path: path in exact or path.startswith(folders)


def _absolute(paths: Sequence[str]) -> list[str]:
    if "" in paths:
        raise CommandError("a path is empty; `.` is the working directory")
    return [os.path.abspath(path) for path in paths or ["."]]


def _is_about_many(path: str) -> bool:
    """Whether a file says something about more files than itself."""
    return os.path.basename(path) in (SETTINGS, WORKSPACE)


def _checked(
    surveyor: Surveyor, outlines: Sequence[Outline], found: Iterable[Diagnostic], wanted: Sequence[str]
) -> Checked:
    refused = {diagnostic.path for diagnostic in told(surveyor)}
    read = {path for outline in outlines for path in (*outline.paths, *outline.kit_paths)}
    is_asked = within(wanted)
    checked = {path for outline in outlines for path in outline.paths if is_asked(path)}
    return Checked(
        diagnostics=tuple(sorted(set(found), key=lambda d: (shown_path(d.path), d.span, d.code, d.message))),
        sources=Sources(surveyor.disk.texts),
        files=len(checked | set(filter(_is_document, wanted))),
        left_out=len(set(surveyor.left_out(outlines)) - refused),
        unread=tuple(path for path in wanted if path in refused and path not in read and not os.path.isdir(path)),
    )


def _is_document(path: str) -> bool:
    return not path.endswith(PROGRAM_ENDING) and not os.path.isdir(path)


def _culprit(project: Project, paths: Collection[str]) -> str:
    from osy_analysis.checker import check

    for path in paths:
        try:
            check(project, [path])
        except Exception:
            return path
    return project.root


def _surveyed(paths: Sequence[str]) -> Surveyor:
    """Take in the paths; in the place of a folder that has documents but no program, its documents."""
    surveyor = Surveyor({}, {})
    for path in paths:
        has_documents_only = os.path.isdir(path) and not surveyor.disk.osy_files(path)
        documents = surveyor.documents_below(path, DOCUMENT_ENDINGS) if has_documents_only else ()
        for one in documents or (path,):
            surveyor.add(one)
    return surveyor


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
