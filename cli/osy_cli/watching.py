"""`osy test --watch`: run once, then again whenever a file of the project changes, until Ctrl-C.

What runs again: where only files with tests changed, the tests of these files and those that failed the last time;
where anything else changed, all of them. Nothing on the screen is cleared.
"""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100, PTH112, PTH119, PTH120

import os
import sys
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from osy_analysis.settings import FILE_NAME as SETTINGS
from osy_analysis.workspaces import FILE_NAME as WORKSPACE
from osy_cli.exits import CommandError, Exit
from osy_cli.inputs import DOCUMENT_ENDINGS, PROGRAM_ENDING
from osy_runtime import discover

if TYPE_CHECKING:
    from osy_cli.commands.test import Ended

Run = Callable[[Collection[str] | None], "Ended"]
WAITING = "waiting for changes; Ctrl-C ends"
_LOOK_MS = 200
"""How often the watch answers that nothing has changed."""

_QUIET_MS = 100
"""How long files must be left alone before the tests run again: an editor writes in several steps."""


def watch(paths: Sequence[str], run: Run) -> Exit:
    """Run, and run again what changes; gives a status when Ctrl-C ends it."""
    from watchfiles import watch as changes_of

    try:
        last = _run(run, None)
        while True:
            roots = _roots(paths, last)
            is_watching = False
            for changes in changes_of(
                *roots,
                watch_filter=lambda _, path: _matters(path),
                step=_QUIET_MS,
                rust_timeout=_LOOK_MS,
                yield_on_timeout=True,
            ):
                # What is written before the first answer would be missed, so nobody is told to go on before.
                if not is_watching:
                    is_watching = True
                    _say(WAITING)
                if not changes:
                    continue
                changed = frozenset(path for _, path in changes)
                _say(f"changed: {', '.join(sorted(os.path.basename(path) for path in changed))}")
                last = _run(run, _wanted(changed, last)) or last
                if _roots(paths, last) != roots:
                    break
                _say(WAITING)
            else:
                return Exit.OK
    except KeyboardInterrupt:
        _say("ended")
        return Exit.OK


def _run(run: Run, files: Collection[str] | None) -> "Ended | None":
    """Run once; that nothing can be run now is told, and may be mended by the next change."""
    try:
        ended = run(files)
    except CommandError as problem:
        _say(str(problem))
        return None
    sys.stdout.flush()
    return ended


def _wanted(changed: frozenset[str], last: "Ended | None") -> frozenset[str] | None:
    """The files whose tests are to run again; None is all of them."""
    if last is None or last.status not in (Exit.OK, Exit.FOUND):
        return None
    with_tests = {os.path.abspath(test.file) for test in discover(last.checked.projects)}
    return changed | last.failed if changed <= with_tests else None


def _roots(paths: Sequence[str], last: "Ended | None") -> tuple[str, ...]:
    """The folders to watch: those that were asked for, and those of the projects around them."""
    asked = [os.path.abspath(path) for path in paths or ["."]]
    roots = {path if os.path.isdir(path) else os.path.dirname(path) for path in asked}
    if last is not None:
        roots |= {project.root for project in last.checked.projects if os.path.isdir(project.root)}
    inner = {
        one for one in roots if any(one != other and one.startswith(other.rstrip(os.sep) + os.sep) for other in roots)
    }
    return tuple(sorted(roots - inner))


def _matters(path: str) -> bool:
    name = os.path.basename(path)
    return name.endswith((PROGRAM_ENDING, *DOCUMENT_ENDINGS)) or name in (SETTINGS, WORKSPACE)


def _say(text: str) -> None:
    sys.stderr.write(f"osy: {text}\n")
    sys.stderr.flush()
