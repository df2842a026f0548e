"""`osy test`: run the tests of a project, in this process, on a virtual clock.

A project with errors is not run: what its tests would show is not what is written.
"""

import argparse
from collections.abc import Sequence
from typing import TextIO

from osy_analysis.diagnostic import Level
from osy_cli.exits import Exit
from osy_cli.inputs import check_whole_projects
from osy_cli.options import Unbuilt, add_format, add_paths, chosen_format
from osy_cli.runs import Selection, run_projects, select
from osy_cli.tellers import TELLERS
from osy_runtime.events import Summary

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
    chosen = select(checked.projects, Selection(paths=options.paths, text=options.text, file=options.file))
    tests = [test for _, tests in chosen for test in tests]
    if not tests:
        teller.nothing(reason_for_nothing(options))
        return Exit.NO_TESTS
    if options.list:
        teller.list_tests(tests)
        return Exit.OK
    return status(run_projects(chosen, teller.hear, stop_at_failure=options.fail_fast))


def status(summary: Summary) -> Exit:
    """The exit status that a run deserves."""
    return Exit.FOUND if summary.failed or summary.errored else Exit.OK


def reason_for_nothing(options: argparse.Namespace) -> str:
    """Why there is nothing to run, as a sentence."""
    limits: Sequence[str] = [
        *([f"a name with `{options.text}`"] if options.text else []),
        *([f"the file `{options.file}`"] if options.file else []),
    ]
    if limits:
        return f"no test here matches {' and '.join(limits)}"
    return "there is no test here: a test is a function with the attribute `[Test]`"
