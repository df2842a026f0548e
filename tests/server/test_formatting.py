"""Formatting as editors ask for it: the document, some lines, what was just typed."""

from pathlib import Path
from typing import Any

import pytest

from osy_testing.lsp import RawClient

pytestmark = pytest.mark.asyncio

UGLY = 'enum   Shift { Moored }\r\n\r\nvoid F() {\r\n    Sail(  "é😀"  ,2);\r\n      Moor( );\r\n}\r\n'
NEAT = 'enum Shift { Moored }\r\n\r\nvoid F() {\r\n  Sail("é😀", 2);\r\n  Moor();\r\n}\r\n'
LONG = "void F() { Harbour(one: 1, two: 2, three: 3, four: 4, five: 5); }\n"
OPTIONS = {"tabSize": 8, "insertSpaces": False}


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """The text with the edits, whose places count UTF-16 units."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]

    def offset(place: dict[str, int]) -> int:
        line = lines[place["line"]] if place["line"] < len(lines) else ""
        column = units = 0
        while units < place["character"]:
            units += len(line[column].encode("utf-16-le")) // 2
            column += 1
        return starts[place["line"]] + column

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


async def ask(client: RawClient, method: str, uri: str, **more: object) -> list[dict[str, Any]]:
    """The edits that a request is answered with."""
    result = await client.result(method, {"textDocument": {"uri": uri}, "options": OPTIONS, **more})
    assert isinstance(result, list)
    return result


async def test_a_document_is_formatted_by_small_edits(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize()
        client.open(uri, UGLY)
        edits = await ask(client, "textDocument/formatting", uri)
        assert edited(UGLY, edits) == NEAT
        assert all(not edit["newText"].strip() and len(edit["newText"]) < 3 for edit in edits)
        client.open(uri, NEAT, 2)
        assert await ask(client, "textDocument/formatting", uri) == []
        assert await client.end() == 0


async def test_some_lines_are_formatted_and_no_others(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize()
        client.open(uri, UGLY)
        line = {"start": {"line": 4, "character": 7}, "end": {"line": 5, "character": 0}}
        edits = await ask(client, "textDocument/rangeFormatting", uri, range=line)
        assert edited(UGLY, edits) == UGLY.replace("      Moor( )", "  Moor()")
        assert {edit["range"]["start"]["line"] for edit in edits} == {4}
        assert await client.end() == 0


async def test_what_a_character_finished_is_formatted(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize()
        client.open(uri, UGLY)
        place = {"line": 3, "character": 23}
        edits = await ask(client, "textDocument/onTypeFormatting", uri, position=place, ch=";")
        assert edited(UGLY, edits) == UGLY.replace('    Sail(  "é😀"  ,2)', '  Sail("é😀", 2)')
        place = {"line": 5, "character": 1}
        edits = await ask(client, "textDocument/onTypeFormatting", uri, position=place, ch="}")
        assert edited(UGLY, edits) == NEAT.replace("enum Shift", "enum   Shift")
        assert await client.end() == 0


async def test_the_width_is_the_projects_unless_the_client_chose_one(tmp_path: Path) -> None:
    (tmp_path / "app.osy").write_text('app Harbour { model "*.osy"; }\n')
    (tmp_path / "osy.toml").write_text("[format]\nwidth = 60\n")
    path = tmp_path / "a.osy"
    path.write_text(LONG)
    async with RawClient() as client:
        await client.initialize(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        client.open(path.as_uri(), LONG)
        edits = await ask(client, "textDocument/formatting", path.as_uri())
        assert edited(LONG, edits).count("\n") == 3
        client.notify("workspace/didChangeConfiguration", {"settings": {"osy": {"format": {"width": 100}}}})
        assert await ask(client, "textDocument/formatting", path.as_uri()) == []
        assert await client.end() == 0


async def test_an_excluded_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "app.osy").write_text('app Harbour { model "**/*.osy"; }\n')
    (tmp_path / "osy.toml").write_text('[project]\nexclude = ["old/**"]\n')
    (tmp_path / "old").mkdir()
    path = tmp_path / "old" / "a.osy"
    path.write_text(UGLY, newline="")
    async with RawClient() as client:
        await client.initialize(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        client.open(path.as_uri(), UGLY)
        assert await ask(client, "textDocument/formatting", path.as_uri()) == []
        assert await client.end() == 0


@pytest.mark.parametrize("path", ["made/a.osy", "old/a.osy", "away/a.osy"])
async def test_what_git_or_a_lone_osy_toml_or_the_client_leaves_out_is_left_alone(tmp_path: Path, path: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("made/\n")
    (tmp_path / "osy.toml").write_text('[project]\nexclude = ["old/**"]\n')
    uri = (tmp_path / path).as_uri()
    async with RawClient() as client:
        client.settings = {"exclude": ["away/**"]}
        await client.initialize(
            {"workspace": {"configuration": True}}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}]
        )
        client.open(uri, UGLY)
        assert await ask(client, "textDocument/formatting", uri) == []
        beside = (tmp_path / "a.osy").as_uri()
        client.open(beside, UGLY)
        assert edited(UGLY, await ask(client, "textDocument/formatting", beside)) == NEAT
        assert await client.end() == 0
