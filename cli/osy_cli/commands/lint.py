"""`osy lint`: everything that the checker has to say."""

from typing import TYPE_CHECKING, TextIO

from osy_analysis.diagnostic import Level
from osy_cli.options import add_cache, add_format, add_paths
from osy_cli.report import FORMATS, check_and_report

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: "argparse.ArgumentParser") -> None:
    """Declare the options."""
    parser.description = "Report errors, warnings (likely wrong) and hints (worth a look)."
    parser.epilog = "exit status: 0 nothing of that level or above, 1 something, 2 could not run"
    add_paths(parser)
    parser.add_argument(
        "--fail-on",
        choices=[level.value for level in Level],
        default=Level.ERROR.value,
        help="the lowest level that makes the exit status 1 (default: error)",
    )
    add_format(parser, FORMATS)
    add_cache(parser)


def run(options: "argparse.Namespace", output: TextIO) -> int:
    """Print all findings."""
    return check_and_report(options, output, lowest=Level.HINT, fail_on=Level(options.fail_on))
