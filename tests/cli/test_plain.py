"""A command line without options is read without argparse, and as argparse reads it."""

from importlib import import_module

import pytest

from osy_cli.main import COMMANDS, CommandModule
from osy_cli.parser import parse
from osy_cli.plain import parse_plain

WITH_MORE_THAN_PATHS = {"graph", "explain"}


def module_of(name: str) -> CommandModule:
    module: CommandModule = import_module(f"osy_cli.commands.{COMMANDS[name].module}")
    return module


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("words", [[], ["a.osy"], ["b", "", "ä ö", "@c"]], ids=len)
def test_it_is_read_as_argparse_reads_it(name: str, words: list[str]) -> None:
    module = module_of(name)
    plain = parse_plain(module, words)
    if name in WITH_MORE_THAN_PATHS:
        assert plain is None
    elif name == "lsp" and words:
        # It takes no path, and says so.
        assert plain is None
    else:
        assert plain is not None
        assert vars(plain) == vars(parse(name, module, words))


@pytest.mark.parametrize("word", ["-", "--", "-j", "--format=json", "--help"])
def test_a_line_with_anything_like_an_option_is_left_to_argparse(word: str) -> None:
    assert parse_plain(module_of("test"), ["a.osy", word]) is None
