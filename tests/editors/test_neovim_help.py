"""`:help osy` has an entry for whatever can be typed, mapped or set."""

import json
import re
from pathlib import Path

import pytest

from osy_server.settings import Settings
from tools.generate import nvim_settings

PLUGIN = Path(__file__).parent.parent.parent / "editors" / "nvim"
PAGE = (PLUGIN / "doc" / "osy.txt").read_text("utf-8")
TAGS = frozenset(re.findall(r"(?<!\S)\*(\S+)\*(?!\S)", PAGE))


def lua(path: str) -> str:
    return (PLUGIN / path).read_text("utf-8")


def between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]


def commands() -> list[str]:
    table = between(lua("lua/osy/command.lua"), "M.commands = {", "\n}\n")
    return [f":Osy-{name}" for name in re.findall(r"^  (\w+) = \{$", table, re.MULTILINE)]


def mappings() -> list[str]:
    return [f"<Plug>(osy-{name})" for name in re.findall(r"^  \['([\w-]+)'\] = '", lua("plugin/osy.lua"), re.MULTILINE)]


def highlights() -> list[str]:
    table = between(lua("plugin/osy.lua"), "for group, target in pairs({", "})")
    return [f"hl-{name}" for name in re.findall(r"(\w+) = '", table)]


def settings() -> list[str]:
    return [f"osy.{name}" for name, _ in nvim_settings.settings()]


def test_everything_is_looked_for() -> None:
    assert len(commands()) >= 9
    assert len(mappings()) >= 9
    assert len(highlights()) == 3
    assert len(settings()) >= 16


@pytest.mark.parametrize("tag", [*commands(), *mappings(), *highlights(), *settings()])
def test_an_entry(tag: str) -> None:
    assert tag in TAGS


def test_no_entry_for_what_is_not_there() -> None:
    def told(prefix: str) -> set[str]:
        return {tag for tag in TAGS if tag.startswith(prefix)}

    assert told(":Osy-") == {*commands(), ":Osy-graph-svg"}
    assert told("<Plug>") == set(mappings())
    assert told("osy.") - {"osy.txt", "osy.status()"} == set(settings())


def test_the_options_are_those_of_the_plugin() -> None:
    table = between(lua("lua/osy/options.lua"), "M.all = {", "\n}\n")
    wanted = re.findall(r"name = '(\w+)', default = (\w+)", table)
    assert re.findall(r"^      (\w+) = (\w+),", between(PAGE, "vim.g.osy = {", "    }"), re.MULTILINE) == wanted


def default(name: str) -> object:
    value: object = json.loads(Settings().model_dump_json(by_alias=True))
    for part in name.removeprefix("osy.").split("."):
        assert isinstance(value, dict)
        value = value[part]
    return value


@pytest.mark.parametrize("tag", settings())
def test_the_default_of_a_setting(tag: str) -> None:
    found = re.search(rf"^{re.escape(tag.removeprefix('osy.'))}  \(default: (.+?)\) +\*", PAGE, re.MULTILINE)
    assert found
    told = None if found[1] == "none" else json.loads(found[1])
    assert told == default(tag)
