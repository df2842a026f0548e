"""`python -m osy_runtime PATH…`: runs tests and prints each event as one line of JSON.

Only events go to stdout; what the program logs is an event too. Exit status: 0 all passed, 1 a failure, 2 the project
does not compile or could not be run, 5 no tests.
"""

# Paths are strings throughout, as everywhere in a project.
# ruff: noqa: PTH100, PTH119

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.disk import load
from osy_analysis.paths import shown_path
from osy_analysis.project import Project
from osy_grammar.span import Span
from osy_runtime.events import DiscoveredTest, Event, RunFinished, RunStarted, Summary
from osy_runtime.testing.coverage import Coverage
from osy_runtime.testing.runs import Plan, run_plan
from osy_runtime.testing.selection import BadSelection, words

COULD_NOT_RUN, NO_TESTS = 2, 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line names; gives the exit status."""
    options = _parser().parse_args(arguments)
    emit = _printer()
    try:
        overlay = _overlay(options.overlay)
        wanted = set(options.id) | set(_ids(options.ids) if options.ids else ())
    except (OSError, ValueError) as problem:
        return _refuse(emit, f"an option's file cannot be used: {problem}")
    loaded = load([os.path.abspath(path) for path in options.paths], overlay)
    diagnostics = [*loaded.diagnostics]
    for project in loaded.projects:
        diagnostics.extend(check(project))
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.level is Level.ERROR]
    if errors:
        return _refuse(
            emit, "the program does not compile", [_row(error, loaded.projects, overlay) for error in errors]
        )
    try:
        selection = _selection(options, wanted)
    except BadSelection as problem:
        return _refuse(emit, str(problem))
    plan = Plan(
        jobs=options.jobs,
        limit_s=options.timeout,
        limit_mib=options.memory,
        stop_at_failure=options.fail_fast,
        coverage=Coverage() if options.coverage else None,
    )
    summary = run_plan(loaded.projects, selection, emit, plan)
    if plan.coverage is not None:
        _write_coverage(options.coverage, loaded.projects, plan.coverage)
    total = summary.passed + summary.failed + summary.errored + summary.skipped
    if total == 0:
        return NO_TESTS
    return 1 if summary.failed or summary.errored else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m osy_runtime", description="Run tests; events as lines of JSON.")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--file", help="only the tests of this file, a name or a path")
    parser.add_argument("-k", dest="text", help="only tests whose name has these words, as `osy test -k` does")
    parser.add_argument("--id", action="append", default=[], help="only the test of this id; may be repeated")
    parser.add_argument("--ids", help="a file with a JSON list of ids")
    parser.add_argument("--overlay", help="a file with a JSON object: path to text, in place of what is on disk")
    parser.add_argument("--timeout", type=float, help="seconds that one test may run")
    parser.add_argument("--memory", type=int, help="MiB that one test may take; 0: no bound")
    parser.add_argument("--fail-fast", action="store_true", help="stop after the first failure")
    parser.add_argument("-j", dest="jobs", type=int, default=1, help="how many processes run tests; 0: this one does")
    parser.add_argument("--coverage", metavar="FILE", help="write what the tests reached into this file, as JSON")
    return parser


def _printer() -> Callable[[Event], None]:
    output = sys.stdout
    # What else is printed by accident must not break the stream of events.
    sys.stdout = sys.stderr

    def emit(event: Event) -> None:
        output.write(event.model_dump_json() + "\n")
        output.flush()

    return emit


def _ids(path: str) -> list[str]:
    value = json.loads(_text(path))
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{path} does not hold a list of ids")
    return value


def _overlay(path: str | None) -> dict[str, str]:
    if path is None:
        return {}
    value = json.loads(_text(path))
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError(f"{path} does not hold an object of texts")
    return {os.path.abspath(name): text for name, text in value.items()}


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 -- a string, as everywhere here
        return file.read()


def _selection(options: argparse.Namespace, wanted: set[str]) -> Callable[[DiscoveredTest], bool]:
    file: str | None = options.file
    has_words = words(options.text) if options.text else None
    files = _asked_files(options.paths)

    def is_selected(test: DiscoveredTest) -> bool:
        if wanted and test.id not in wanted:
            return False
        if has_words is not None and not has_words(test):
            return False
        if file is not None and test.file != shown_path(os.path.abspath(file)) and os.path.basename(test.file) != file:
            return False
        return not files or test.file in files

    return is_selected


def _asked_files(paths: Sequence[str]) -> set[str]:
    """The files named, if nothing but files is: then only their tests run, though the whole project is loaded."""
    if any(os.path.isdir(path) for path in paths):  # noqa: PTH112
        return set()
    return {shown_path(os.path.abspath(path)) for path in paths}


def _write_coverage(path: str, projects: Sequence[Project], coverage: Coverage) -> None:
    from osy_runtime.testing.measure import measured

    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 -- a string, as everywhere here
        file.write(measured(projects, coverage).model_dump_json())


def _refuse(emit: Callable[[Event], None], message: str, rows: Sequence[dict[str, object]] = ()) -> int:
    emit(RunStarted())
    emit(RunFinished(summary=Summary(), diagnostics=tuple(rows), message=message))
    return COULD_NOT_RUN


def _row(diagnostic: Diagnostic, projects: Sequence[Project], overlay: Mapping[str, str]) -> dict[str, object]:
    return {
        "file": shown_path(diagnostic.path),
        "code": diagnostic.code,
        "level": diagnostic.level.value,
        "message": diagnostic.message,
        "range": _range(diagnostic.path, diagnostic.span, projects),
        "related": [
            {"file": shown_path(r.path), "range": _range(r.path, r.span, projects), "message": r.message}
            for r in diagnostic.related
        ],
        "url": diagnostic.url,
    }


def _range(path: str, span: Span, projects: Sequence[Project]) -> dict[str, object]:
    file = next((project.files[path] for project in projects if path in project.files), None)
    places = [file.lines.position(offset) if file is not None else None for offset in (span.start, span.end)]
    start, end = ({"line": p.line + 1, "column": p.column + 1} if p else {"line": 1, "column": 1} for p in places)
    return {"start": start, "end": end}


if __name__ == "__main__":
    sys.exit(main())
