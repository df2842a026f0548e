"""From the paths of a command line to what was found in them.

A path that cannot be read, or a folder with nothing in it, is a reason not to run. What is wrong inside a file is a
diagnostic.
"""

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.disk import Loaded, load
from osy_analysis.project import Project
from osy_cli.exits import CommandError, InternalError
from osy_cli.sources import Sources, shown_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The findings of all levels, by file, place and code, and in how many files they were looked for."""

    projects: tuple[Project, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    files: int


def check_paths(paths: Sequence[str]) -> Checked:
    """Check what the paths name: of each project around them only the files that were asked for."""
    wanted = [os.path.abspath(path) for path in paths or ["."]]  # noqa: PTH100 - a lone surrogate must survive
    loaded = load_paths(wanted)
    found = list(loaded.diagnostics)
    files = 0
    for project in loaded.projects:
        asked = [path for path in project.files if _is_asked_for(path, wanted)]
        files += len(asked)
        found += check_project(project, asked)
    texts = {path: file.text for project in loaded.projects for path, file in project.files.items()}
    return Checked(
        projects=loaded.projects,
        diagnostics=tuple(sorted(found, key=lambda d: (shown_path(d.path), d.span, d.code))),
        sources=Sources(texts),
        files=files,
    )


def load_paths(paths: Sequence[str]) -> Loaded:
    """The projects around the paths. CommandError if a path cannot be read, or if nothing is in them."""
    for path in paths:
        _insist_on_readable(Path(path))
    try:
        loaded = load(paths)
    except OSError:
        raise
    except Exception as error:
        raise InternalError(", ".join(map(shown_path, paths))) from error
    if not loaded.projects and not loaded.diagnostics:
        where = " or ".join(f"`{shown_path(path)}`" for path in paths)
        raise CommandError(f"there is no .osy file, and no document with an `osy` block, in {where}")
    return loaded


def check_project(project: Project, paths: Collection[str] | None = None) -> tuple[Diagnostic, ...]:
    """What the checker says; a fault of the checker itself names the file that brings it about."""
    try:
        return check(project, paths)
    except Exception as error:
        raise InternalError(shown_path(_culprit(project, paths))) from error


def _culprit(project: Project, paths: Collection[str] | None) -> str:
    for path in project.files if paths is None else paths:
        try:
            check(project, [path])
        except Exception:
            return path
    return project.root


def _is_asked_for(path: str, wanted: Sequence[str]) -> bool:
    return any(path == one or path.startswith(one.rstrip(os.sep) + os.sep) for one in wanted)


def _insist_on_readable(path: Path) -> None:
    shown = shown_path(str(path))
    try:
        if path.is_dir():
            os.scandir(path).close()
        else:
            path.open("rb").close()
    except FileNotFoundError:
        raise CommandError(f"there is no file or folder `{shown}`") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"`{shown}` cannot be read: {reason}") from None
