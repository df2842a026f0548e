"""`osy test`: run the tests of a project, in processes of their own, on a virtual clock.

A project with errors is not run: what its tests would show is not what is written.
"""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100, PTH119

import gc
import os
import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TextIO

from osy_analysis.diagnostic import Level
from osy_cli.exits import CommandError, Exit
from osy_cli.inputs import Checked, check_whole_projects, is_within
from osy_cli.options import add_format, add_paths, chosen_format
from osy_cli.render.terminal import Terminal, terminal_of
from osy_cli.tellers import TELLERS
from osy_cli.warming import warm_up
from osy_grammar.record import record
from osy_runtime.events import DiscoveredTest, Event, Summary, TestFinished

# What runs tests is loaded while they are checked.
if TYPE_CHECKING:
    import argparse

    from osy_runtime.testing.coverage import Coverage
    from osy_runtime.testing.runs import Plan
    from osy_runtime.testing.selection import Question

FORMATS = tuple(TELLERS)
COVERAGE_FORMATS = ("text", "json", "lcov")
_ENDINGS = {".json": "json", ".info": "lcov", ".lcov": "lcov"}


@record()
class Ended:
    """How a run ended: its status, the files of the tests that failed, and what was loaded for it."""

    status: Exit
    failed: frozenset[str]
    checked: Checked


def add_arguments(parser: "argparse.ArgumentParser") -> None:
    """Declare the options."""
    parser.description = "Run the tests, on a virtual clock that only they move."
    parser.epilog = "exit status: 0 all passed, 1 a failure, 2 errors in the program or could not run, 5 no tests"
    add_paths(parser)
    expression = "only tests whose name contains TEXT (case is ignored); `and`, `or`, `not` and parentheses join words"
    parser.add_argument("-k", dest="text", metavar="TEXT", help=expression)
    parser.add_argument("--file", metavar="FILE", help="only the tests of this file, a name or a path")
    parser.add_argument("--list", action="store_true", help="list the tests, run none")
    parser.add_argument("--shard", metavar="I/N", help="only the I-th of N shares; a test stays in its share")
    parser.add_argument(
        "-j", dest="jobs", metavar="N", help="run in N processes at once; `auto`: one for each processor"
    )
    parser.add_argument("--fail-fast", action="store_true", help="stop after the first failure")
    parser.add_argument("--watch", action="store_true", help="run again what changes, until Ctrl-C")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="how long a test may run (default: 30)")
    parser.add_argument("--memory", type=int, metavar="MIB", help="how much memory a test may take (default: 1024)")
    coverage = "tell what the tests reached, or write it into FILE"
    parser.add_argument("--coverage", nargs="?", metavar="FILE", default=None, help=coverage)
    by_ending = "how to tell it (default: by the ending of FILE, else text)"
    parser.add_argument("--coverage-format", metavar="|".join(COVERAGE_FORMATS), help=by_ending)
    add_format(parser, FORMATS)


def run(options: "argparse.Namespace", output: TextIO) -> int:
    """Run the tests and tell how they went; with `--watch` again and again."""
    form = chosen_format(options, FORMATS)
    _insist_on_bounds(options)
    if options.watch or not hasattr(os, "fork"):
        # It lasts, or what the tests make is made in this process.
        gc.enable()
    if not options.watch:
        return run_once(options, output, form, None).status
    from osy_cli.watching import watch

    return watch(options.paths, lambda files: run_once(options, output, form, files))


def run_once(options: "argparse.Namespace", output: TextIO, form: str, files: Collection[str] | None) -> Ended:
    """Run the tests that are asked for: all, or of these files (absolute paths) only."""
    checked = check_whole_projects(options.paths, warm_up)
    teller = TELLERS[form](output, checked.sources)
    errors = [diagnostic for diagnostic in checked.diagnostics if diagnostic.level is Level.ERROR]
    if errors:
        teller.refuse(errors)
        return Ended(Exit.FAILED, frozenset(), checked)
    from osy_runtime import discover
    from osy_runtime.testing.runs import run_plan

    is_selected = selection(options, files)
    tests = [test for test in discover(checked.projects) if is_selected(test)]
    if not tests:
        teller.nothing(reason_for_nothing(options))
        return Ended(Exit.NO_TESTS, frozenset(), checked)
    if options.list:
        teller.list_tests(tests)
        return Ended(Exit.OK, frozenset(), checked)
    failed: set[str] = set()

    def hear(event: Event) -> None:
        if isinstance(event, TestFinished) and event.result.outcome in ("failed", "errored"):
            failed.add(os.path.abspath(event.result.file))
        teller.hear(event)

    coverage = _coverage() if options.coverage is not None else None
    summary = run_plan(checked.projects, {test.id for test in tests}, hear, _plan(options, checked, coverage))
    if coverage is not None:
        _tell_coverage(options, output if form == "text" else sys.stderr, checked, coverage)
    return Ended(_status(summary), frozenset(failed), checked)


def _status(summary: Summary) -> Exit:
    return Exit.FOUND if summary.failed or summary.errored else Exit.OK


# ── Which tests, and how ─────────────────────────────────────────────────────────────────────────────────────────────


def selection(options: "argparse.Namespace", files: Collection[str] | None = None) -> "Question":
    """Which tests are asked for: those in the paths, of that file, with those words in their names, of that share."""
    from osy_runtime.testing.selection import BadSelection, shard, words

    folders = [os.path.abspath(path) for path in options.paths or ["."]]
    try:
        asks_words: Callable[[DiscoveredTest], bool] = words(options.text) if options.text else lambda _: True
        share = shard(options.shard) if options.shard is not None else None
    except BadSelection as problem:
        raise CommandError(str(problem)) from None

    def is_selected(test: DiscoveredTest) -> bool:
        path = os.path.abspath(test.file)
        is_of_file = not options.file or options.file == os.path.basename(path) or os.path.abspath(options.file) == path
        is_of_share = share is None or share.has(test.id)
        is_changed = files is None or path in files
        return is_of_file and is_of_share and is_changed and asks_words(test) and is_within(path, folders)

    return is_selected


def _plan(options: "argparse.Namespace", checked: Checked, coverage: "Coverage | None") -> "Plan":
    from osy_runtime.testing.runs import Plan

    return Plan(
        jobs=_jobs(options, checked),
        limit_s=options.timeout,
        limit_mib=options.memory,
        stop_at_failure=options.fail_fast,
        coverage=coverage,
    )


def _jobs(options: "argparse.Namespace", checked: Checked) -> int:
    asked = options.jobs
    if asked is None:
        return max((project.settings.test_parallel or 1 for project in checked.projects), default=1)
    if asked == "auto":
        return os.cpu_count() or 1
    return int(asked)


def _insist_on_bounds(options: "argparse.Namespace") -> None:
    jobs = options.jobs
    if jobs is not None and jobs != "auto" and not (jobs.isascii() and jobs.isdigit() and 0 < int(jobs[:6]) <= 1000):
        raise CommandError(f"`-j` takes a number from 1 to 1000, or `auto`, not `{jobs}`")
    if options.timeout is not None and not 0 < options.timeout < float("inf"):
        raise CommandError(f"`--timeout` takes seconds, more than 0, not `{options.timeout:g}`")
    if options.memory is not None and options.memory < 0:
        raise CommandError(f"`--memory` takes MiB, 0 is without a bound, not `{options.memory}`")
    form = options.coverage_format
    if form is not None and form not in COVERAGE_FORMATS:
        raise CommandError(f"unknown coverage format `{form}`; there are `text`, `json` and `lcov`")
    if form is not None and options.coverage is None:
        raise CommandError("`--coverage-format` says how `--coverage` is told: it needs that")
    if options.watch and options.list:
        raise CommandError("`--watch` runs tests and `--list` runs none: give one of them")


def reason_for_nothing(options: "argparse.Namespace") -> str:
    """Why there is nothing to run, as a sentence."""
    limits = [
        *([f"a name with `{options.text}`"] if options.text else []),
        *([f"the file `{options.file}`"] if options.file else []),
        *([f"the share `{options.shard}`"] if options.shard else []),
    ]
    if limits:
        return f"no test here matches {' and '.join(limits)}"
    return "there is no test here: a test is a function with the attribute `[Test]`"


# ── Coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _coverage() -> "Coverage":
    from osy_runtime.testing.coverage import Coverage

    return Coverage()


def _tell_coverage(options: "argparse.Namespace", output: TextIO, checked: Checked, coverage: "Coverage") -> None:
    from osy_cli.render import coverage as render
    from osy_runtime.testing.measure import measured

    report = measured(checked.projects, coverage)
    file = options.coverage
    form = options.coverage_format or _ENDINGS.get(os.path.splitext(file)[1].lower(), "text")  # noqa: PTH122
    match form:
        case "json":
            text = render.coverage_json(report)
        case "lcov":
            text = render.coverage_lcov(report)
        case _:
            text = render.coverage_text(report, Terminal() if file else terminal_of(output))
    if not file:
        output.write(text)
        return
    try:
        with open(file, "w", encoding="utf-8", errors="surrogateescape") as written:  # noqa: PTH123
            written.write(text)
    except OSError as error:
        raise CommandError(f"`{file}` cannot be written: {error.strerror}") from None
    share = report.lines
    sys.stderr.write(f"osy: {share.covered} of {share.total} lines were reached; `{file}` has the rest\n")
