"""Reads a command line without options: its words are paths, and every option is as its command declares it.

Most starts are of that kind, and argparse with what it loads is a twentieth of one.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import argparse

    from osy_cli.main import CommandModule

_DEFAULTS = {"store_true": False, "store_false": True}


class _NotPlain(Exception):  # noqa: N818 -- it says what the command is
    """The command takes more than paths and options."""


def parse_plain(module: "CommandModule", words: Sequence[str]) -> "argparse.Namespace | None":
    """The options of the command if the words name paths only; None if they have to be parsed."""
    if any(word.startswith("-") for word in words):
        return None
    declared = _Declared([*words])
    try:
        module.add_arguments(cast("argparse.ArgumentParser", declared))
    except _NotPlain:
        return None
    if words and not declared.takes_words:
        return None
    # As far as anybody reads them, the two kinds of namespace are alike.
    return cast("argparse.Namespace", SimpleNamespace(**declared.options, debug=False))


class _Declared:
    """Takes the declarations that a parser takes, and keeps what an option is that is not given."""

    description: str | None = None
    epilog: str | None = None

    def __init__(self, words: list[str]) -> None:
        """The words are the paths."""
        self.options: dict[str, object] = {}
        self.takes_words = False
        self._words = words

    def add_argument(self, *names: str, **said: Any) -> None:
        """An option, or the paths."""
        if not names[0].startswith("-"):
            if said.get("nargs") != "*":
                raise _NotPlain
            self.takes_words = True
            self.options[names[0]] = self._words
            return
        long = next((name for name in names if name.startswith("--")), names[0])
        default = _DEFAULTS.get(said.get("action", ""))
        self.options[said.get("dest", long.lstrip("-").replace("-", "_"))] = said.get("default", default)
