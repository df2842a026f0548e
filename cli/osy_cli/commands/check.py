"""`osy check`: what makes the program wrong."""

from typing import TYPE_CHECKING, TextIO

from osy_analysis.diagnostic import Level
from osy_cli.options import add_cache, add_format, add_paths
from osy_cli.report import FORMATS, check_and_report

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: "argparse.ArgumentParser") -> None:
    """Declare the options."""
    parser.description = "Report what makes the program wrong: the errors, without warnings and hints."
    parser.epilog = "exit status: 0 no errors, 1 errors, 2 could not run"
    add_paths(parser)
    add_format(parser, FORMATS)
    add_cache(parser)


def run(options: "argparse.Namespace", output: TextIO) -> int:
    """Print the errors."""
    return check_and_report(options, output, lowest=Level.ERROR, fail_on=Level.ERROR)
