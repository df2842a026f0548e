"""Clients that misbehave: the server answers, keeps the text right, and ends when it is told to."""

import asyncio
import random
from pathlib import Path

import pytest

from osy_grammar.span import Position, Units
from osy_server.text import Change, Document
from osy_testing.lsp import RawClient
from osy_testing.order_app import program

pytestmark = pytest.mark.asyncio

URI = "file:///nowhere/order.test.osy"
PIECES = ["slot.", "goto ", "{", "}", "(", '"', "\n", "\r\n", "\f", "é😀", "state X { ", "[Test] ", ";", "\0", '$"{']
CANCELLED, MODIFIED = -32800, -32801
METHODS = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/semanticTokens/full",
    "textDocument/foldingRange",
    "textDocument/codeLens",
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_random_edits_with_requests_and_cancels(encoding: str) -> None:
    chance = random.Random(encoding)
    document = Document(URI, "/nowhere/order.test.osy", 1, program())
    async with RawClient() as client:
        await client.initialize({"general": {"positionEncodings": [encoding]}})
        client.open(URI, document.text)
        asked = []
        for version in range(2, 120):
            start = (chance.randrange(60), chance.randrange(60))
            end = start if chance.random() < 0.7 else (chance.randrange(70), chance.randrange(90))
            text = chance.choice(PIECES)
            document = document.edited([Change(text, Position(*start), Position(*end))], version, Units(encoding))
            places = [{"line": line, "character": column} for line, column in (start, end)]
            edit = {"range": {"start": places[0], "end": places[1]}, "text": text}
            client.notify(
                "textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [edit]}
            )
            params = {"textDocument": {"uri": URI}, "position": places[0]}
            asked.append(client.ask(chance.choice(METHODS), params))
            if chance.random() < 0.5:
                client.notify("$/cancelRequest", {"id": asked[-1]})
        for identity in asked:
            answer = await client.response(identity)
            if "error" in answer:
                assert isinstance(answer["error"], dict)
                assert answer["error"]["code"] in (CANCELLED, MODIFIED), answer["error"]
        # The server's text is ours: a last declaration that only a right text can place.
        lines = document.lines
        end_of_text = lines.position(len(document.text), Units(encoding))
        place = {"line": end_of_text.line, "character": end_of_text.column}
        client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": URI, "version": 1000},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": "\n" * 3 + "enum Last { A }\n"}],
            },
        )
        symbols = await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert isinstance(symbols, list)
        found = [each for each in symbols if each["name"] == "Last"]
        if found:
            expected = Document(URI, "x", 1, document.text + "\n\n\nenum Last { A }\n")
            line = expected.lines.line_of(expected.text.rindex("enum Last"))
            assert found[0]["location"]["range"]["start"]["line"] == line
        assert await client.end() == 0


async def test_a_flood_of_cancelled_requests() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, program())
        await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        for _ in range(50):
            cancelled = client.ask(
                "textDocument/completion", {"textDocument": {"uri": URI}, "position": {"line": 5, "character": 3}}
            )
            client.notify("$/cancelRequest", {"id": cancelled})
            await client.result(
                "textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 5, "character": 3}}
            )
            assert "id" in await client.response(cancelled)
            await asyncio.sleep(0.01)
        assert await client.end() == 0


@pytest.mark.parametrize(
    "text",
    [
        "x" * 2_000_000,
        '"' + "é😀" * 200_000,
        "{" * 20_000,
        "(" * 20_000,
        "entity E { string " + "a" * 500_000 + "; }",
        "\0" * 10_000,
        "\ufeffentity E { }\r\n",
        "\r" * 50_000,
        "/*" * 50_000,
        '$"{' * 5_000,
        "workflow W { state A { on B { goto " * 2_000,
    ],
    ids=lambda text: repr(text[:12]),
)
async def test_strange_texts(text: str) -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, text)
        place = {"line": 0, "character": min(len(text), 400_000)}
        for method in METHODS:
            answer = await client.response(client.ask(method, {"textDocument": {"uri": URI}, "position": place}))
            assert "error" not in answer, (method, answer["error"])
        assert await client.end() == 0


async def test_positions_far_outside() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, "enum E { A }\n")
        for line, character in ((0, 10**9), (10**9, 0), (2**31 - 1, 2**31 - 1)):
            place = {"line": line, "character": character}
            for method in METHODS[:3]:
                assert "error" not in await client.response(
                    client.ask(method, {"textDocument": {"uri": URI}, "position": place})
                )
            edit = {"range": {"start": place, "end": place}, "text": "// end\n"}
            client.notify(
                "textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [edit]}
            )
        symbols = await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert isinstance(symbols, list)
        assert [each["name"] for each in symbols if "location" in each] == ["E", "A"]
        assert await client.end() == 0


async def test_versions_out_of_order_and_documents_opened_twice() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, "enum E { A }\n", version=5)
        client.open(URI, "enum F { A }\n", version=3)
        client.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": URI, "version": 1}, "contentChanges": [{"text": "enum G { A }\n"}]},
        )
        symbols = await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert isinstance(symbols, list)
        assert symbols[0]["name"] == "G"
        assert any("version 1 comes after version 3" in line for line in client.log)
        client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        assert await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}}) is None


async def test_unreadable_folders(tmp_path: Path) -> None:
    (tmp_path / "a.osy").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "b.osy").write_bytes(b"\xff\xfe\x00enum")
    (tmp_path / "folder.osy").mkdir()
    async with RawClient() as client:
        folders = [{"uri": tmp_path.as_uri(), "name": "a"}, {"uri": "file:///nowhere/at/all", "name": "b"}]
        await client.initialize({}, workspaceFolders=folders)
        client.open((tmp_path / "c.osy").as_uri(), "enum E { A }\n")
        symbols = await client.result(
            "textDocument/documentSymbol", {"textDocument": {"uri": (tmp_path / "c.osy").as_uri()}}
        )
        assert symbols
        assert await client.end() == 0
