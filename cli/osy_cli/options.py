"""Options that several commands share, and those that are known but not built yet: they are refused by name."""

import argparse
from collections.abc import Sequence

from osy_cli.exits import CommandError

UNBUILT_FORMATS = {"junit"}


class Unbuilt(argparse.Action):
    """An option that later versions will have: using it is an error that says so, not silence."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Refuse."""
        parser.error(f"`{option_string}` is not supported yet")


def add_paths(parser: argparse.ArgumentParser) -> None:
    """`PATH…`, by default the working directory."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders (default: the working directory)")


def add_cache(parser: argparse.ArgumentParser) -> None:
    """`--no-cache`."""
    parser.add_argument(
        "--no-cache",
        dest="uses_cache",
        action="store_false",
        help="check everything anew, and keep nothing for the next time (`OSY_CACHE_DIR` says where it is kept)",
    )


def add_format(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """`--format`, one of `formats`; the first is the default."""
    help_text = f"how to print the result (default: {formats[0]})"
    parser.add_argument("--format", default=formats[0], metavar="|".join(formats), help=help_text)


def chosen_format(options: argparse.Namespace, formats: Sequence[str]) -> str:
    """The format asked for; CommandError if there is none of that name."""
    asked = str(options.format)
    if asked in formats:
        return asked
    there_are = " and ".join(filter(None, [", ".join(f"`{f}`" for f in formats[:-1]), f"`{formats[-1]}`"]))
    if asked in UNBUILT_FORMATS:
        raise CommandError(f"the format `{asked}` is not supported here yet; there are {there_are}")
    raise CommandError(f"unknown format `{asked}`; there are {there_are}")
