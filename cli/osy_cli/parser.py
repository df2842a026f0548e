"""Reads a command line that has options, and words what is wrong with one."""

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from osy_cli.exits import Exit, complain
from osy_cli.options import spelled_out

if TYPE_CHECKING:
    from osy_cli.main import CommandModule

HELP_WIDTH = 80


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints look like every other complaint of `osy`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the options are listed."""
        complain(f"{message}\n     `{self.prog} --help` lists the options")
        raise SystemExit(Exit.FAILED)


def parse(name: str, module: "CommandModule", words: Sequence[str]) -> argparse.Namespace:
    """The options of the command. SystemExit if help was asked for, or if a word is wrong, when that was said."""
    asks_help = any(one == "--help" or (one.startswith("-") and one[1:2] != "-" and "h" in one) for one in words)
    # With every option argparse asks how wide the terminal is, by a module that loads three libraries of compression;
    # the usage it puts together for complaints, which `Parser` words otherwise.
    formatter = partial(argparse.RawDescriptionHelpFormatter, width=None if asks_help else HELP_WIDTH)
    usage = None if asks_help else f"osy {name}"
    parser = Parser(prog=f"osy {name}", usage=usage, formatter_class=formatter, allow_abbrev=False)
    module.add_arguments(parser)
    parser.add_argument("--debug", action="store_true", help="show the traceback of an internal error")
    return parser.parse_intermixed_args(spelled_out(words))
