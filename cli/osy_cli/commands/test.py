"""`osy test`: run the tests of a project, in this process, on a virtual clock.

A project with errors is not run: what its tests would show is not what is written.
"""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100, PTH119

import argparse
import os
from collections.abc import Callable
from typing import TextIO

from osy_analysis.diagnostic import Level
from osy_cli.exits import Exit
from osy_cli.inputs import check_whole_projects, is_within
from osy_cli.options import Unbuilt, add_format, add_paths, chosen_format
from osy_cli.tellers import TELLERS
from osy_runtime import discover, run_tests
from osy_runtime.events import DiscoveredTest

FORMATS = tuple(TELLERS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.description = "Run the tests, on a virtual clock that only they move."
    parser.epilog = "exit status: 0 all passed, 1 a failure, 2 errors in the program or could not run, 5 no tests"
    add_paths(parser)
    parser.add_argument("-k", dest="text", metavar="TEXT", help="only tests whose name contains TEXT (case is ignored)")
    parser.add_argument("--file", metavar="FILE", help="only the tests of this file, a name or a path")
    parser.add_argument("--list", action="store_true", help="list the tests, run none")
    parser.add_argument("--fail-fast", action="store_true", help="stop after the first failure")
    add_format(parser, FORMATS)
    for option in ("--shard", "-j", "--watch"):
        parser.add_argument(option, action=Unbuilt, nargs="?", help=argparse.SUPPRESS)


def run(options: argparse.Namespace, output: TextIO) -> int:
    """Run the tests and tell how they went."""
    form = chosen_format(options, FORMATS)
    checked = check_whole_projects(options.paths)
    teller = TELLERS[form](output, checked.sources)
    errors = [diagnostic for diagnostic in checked.diagnostics if diagnostic.level is Level.ERROR]
    if errors:
        teller.refuse(errors)
        return Exit.FAILED
    is_selected = selection(options)
    tests = [test for test in discover(checked.projects) if is_selected(test)]
    if not tests:
        teller.nothing(reason_for_nothing(options))
        return Exit.NO_TESTS
    if options.list:
        teller.list_tests(tests)
        return Exit.OK
    summary = run_tests(checked.projects, is_selected, teller.hear, stop_at_failure=options.fail_fast)
    return Exit.FOUND if summary.failed or summary.errored else Exit.OK


def selection(options: argparse.Namespace) -> Callable[[DiscoveredTest], bool]:
    """Which tests are asked for: those in the paths, of that file, with that text in their names."""
    folders = [os.path.abspath(path) for path in options.paths or ["."]]
    text = (options.text or "").lower()

    def is_selected(test: DiscoveredTest) -> bool:
        path = os.path.abspath(test.file)
        is_of_file = not options.file or options.file == os.path.basename(path) or os.path.abspath(options.file) == path
        return is_of_file and text in test.name.lower() and is_within(path, folders)

    return is_selected


def reason_for_nothing(options: argparse.Namespace) -> str:
    """Why there is nothing to run, as a sentence."""
    limits = [
        *([f"a name with `{options.text}`"] if options.text else []),
        *([f"the file `{options.file}`"] if options.file else []),
    ]
    if limits:
        return f"no test here matches {' and '.join(limits)}"
    return "there is no test here: a test is a function with the attribute `[Test]`"
