"""Options that several commands share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from osy_cli.exits import CommandError

if TYPE_CHECKING:
    import argparse


def add_paths(parser: "argparse.ArgumentParser") -> None:
    """`PATH…`, by default the working directory."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders (default: the working directory)")


def add_cache(parser: "argparse.ArgumentParser") -> None:
    """`--no-cache`."""
    parser.add_argument(
        "--no-cache",
        dest="uses_cache",
        action="store_false",
        help="check everything anew, and keep nothing for the next time (`OSY_CACHE_DIR` says where it is kept)",
    )


def add_format(parser: "argparse.ArgumentParser", formats: Sequence[str]) -> None:
    """`--format`, one of `formats`; the first is the default."""
    help_text = f"how to print the result (default: {formats[0]})"
    parser.add_argument("--format", default=formats[0], metavar="|".join(formats), help=help_text)


def chosen_format(options: "argparse.Namespace", formats: Sequence[str]) -> str:
    """The format asked for; CommandError if there is none of that name."""
    asked = str(options.format)
    if asked in formats:
        return asked
    there_are = " and ".join(filter(None, [", ".join(f"`{f}`" for f in formats[:-1]), f"`{formats[-1]}`"]))
    raise CommandError(f"unknown format `{asked}`; there are {there_are}")


_BY_EQUALS = frozenset(("--coverage",))
"""Options whose value, if they have one, follows an `=`: a word behind them is something else."""


def spelled_out(arguments: Sequence[str]) -> list[str]:
    """The arguments as the parser takes them: such an option without a value has an empty one."""
    ended = arguments.index("--") if "--" in arguments else len(arguments)
    return [f"{a}=" if a in _BY_EQUALS and at < ended else a for at, a in enumerate(arguments)]
