"""Every request that is answered, asked of healthy, half-typed, strange and closed documents, rightly and wrongly."""

import asyncio
import statistics
import time
from pathlib import Path

import pytest

from osy_server.registration import FEATURES
from osy_testing.lsp import Message, RawClient
from osy_testing.order_app import program

pytestmark = pytest.mark.asyncio

URI = "file:///nowhere/order.test.osy"
ITEM = {
    "name": "x",
    "kind": 12,
    "uri": URI,
    "range": {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 4}},
    "selectionRange": {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 4}},
}
REFUSALS = (-32803, -32802, -32800)
PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


def params(method: str, uri: str, line: int, character: int) -> Message:
    """Params that hold whatever any of the requests needs."""
    place = {"line": line, "character": character}
    return {
        "textDocument": {"uri": uri},
        "position": place,
        "positions": [place],
        "range": {"start": place, "end": {"line": line + 1, "character": 0}},
        "context": {"includeDeclaration": True, "diagnostics": []},
        "newName": "Renamed",
        "query": "or",
        "previousResultId": "x",
        "previousResultIds": [],
        "files": [{"oldUri": uri, "newUri": f"{uri}x"}],
        "item": ITEM,
        "label": "x",
        "options": {"tabSize": 4, "insertSpaces": True},
        "ch": "}",
    } | ({"range": {"start": place, "end": place}} if method == "codeLens/resolve" else {})


async def ask_all(client: RawClient, uri: str, line: int, character: int) -> None:
    """Ask everything once; an error is none but a refusal."""
    for method in FEATURES:
        asked = params(method, uri, line, character)
        if method.endswith(("completion", "signatureHelp")):
            asked.pop("context")
        answer = await client.response(client.ask(method, asked))
        assert "error" not in answer or answer["error"]["code"] in REFUSALS, (method, answer["error"])


@pytest.mark.parametrize(
    "text",
    [
        program(),
        program("arm", "slot.Assign(Person.Single(u => slot."),
        program("file", "class Box { Box(int size) { } } Box F() { return new Box("),
        "workflow W { state A { subscribe E() as S { Assigned { Within = ",
        "",
        "\n\n",
        "\ufeff// nothing",
        'entity 😀 { string é; }\r\nint F() => "',
    ],
    ids=["healthy", "arm", "call", "workflow", "empty", "blank", "comment", "strange"],
)
async def test_whatever_the_text(text: str) -> None:
    async with RawClient() as client:
        await client.initialize(PULLS)
        client.open(URI, text)
        lines = text.split("\n")
        for line in {0, 3, 40, len(lines) - 1}:
            await ask_all(client, URI, line, 8)
        await ask_all(client, URI, 2**31 - 2, 2**31 - 1)
        assert await client.end() == 0


async def test_of_a_document_that_is_closed() -> None:
    async with RawClient() as client:
        await client.initialize(PULLS)
        await ask_all(client, "file:///nowhere/never.osy", 0, 0)
        client.open(URI, program())
        client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        await ask_all(client, URI, 3, 3)
        await ask_all(client, "untitled:x", 0, 0)
        await ask_all(client, "no uri at all", 0, 0)
        assert await client.end() == 0


@pytest.mark.parametrize(
    "wrong", [[], {}, {"textDocument": 3}, {"textDocument": {"uri": 3}, "position": "x"}, None, "x"]
)
async def test_params_of_another_shape(wrong: object) -> None:
    async with RawClient() as client:
        await client.initialize(PULLS)
        for method in FEATURES:
            answer = await client.response(client.ask(method, wrong))
            if "error" in answer:
                assert answer["error"]["code"] in (-32602, *REFUSALS), (method, answer["error"])
        client.open(URI, program())
        assert await client.result("textDocument/hover", params("", URI, 13, 4)) is not None


async def test_fifty_requests_a_second_with_cancels() -> None:
    """The requests that nobody cancels are answered in time."""
    times: list[float] = []
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, program())
        await client.result("textDocument/hover", params("", URI, 20, 4))
        for number in range(100):
            method = ("textDocument/completion", "textDocument/references", "textDocument/signatureHelp")[number % 3]
            asked = params(method, URI, 20 + number % 20, 4)
            if not method.endswith("references"):
                asked.pop("context")
            client.notify("$/cancelRequest", {"id": client.ask(method, asked)})
            began = time.perf_counter()
            await client.result("textDocument/hover", params("", URI, 20 + number % 20, 4))
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.02)
        assert statistics.quantiles(times, n=20)[-1] < 1.0
        assert await client.end() == 0


# ── Workspaces ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_workspace_that_vanishes(tmp_path: Path) -> None:
    folder = tmp_path / "app"
    folder.mkdir()
    path = folder / "order.test.osy"
    path.write_text(program(), encoding="utf-8")
    async with RawClient() as client:
        await client.initialize(PULLS, workspaceFolders=[{"uri": folder.as_uri(), "name": "a"}])
        client.open(path.as_uri(), program())
        await client.result("osy/tests", {})
        path.unlink()
        folder.rmdir()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
        client.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
        await ask_all(client, path.as_uri(), 20, 4)
        assert await client.result("textDocument/hover", params("", path.as_uri(), 13, 4)) is not None
        assert await client.end() == 0


async def test_two_servers_on_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "order.test.osy"
    path.write_text(program(), encoding="utf-8")
    folders = [{"uri": tmp_path.as_uri(), "name": "a"}]
    async with RawClient() as one, RawClient() as other:
        for client in (one, other):
            await client.initialize({}, workspaceFolders=folders)
            client.open(path.as_uri(), program())
        change = {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": "enum E { A }\n"}]}
        one.notify("textDocument/didChange", change)
        symbols = [
            await client.result("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
            for client in (one, other)
        ]
        assert [len(found) > 3 for found in symbols] == [False, True]
        assert path.read_text(encoding="utf-8") == program()
        assert await one.end() == 0
        assert await other.end() == 0


async def test_settings_of_a_wrong_shape_while_it_runs() -> None:
    async with RawClient() as client:
        client.settings = {"inlayHints": {"types": False}}
        await client.initialize({"workspace": {"configuration": True}})
        client.open(URI, program("test", "var o = Order.Single();"))
        shapes: tuple[object, ...] = (3, [], "x", {"inlayHints": 3}, {"codeLens": {"tests": "yes"}}, {"no": {}}, None)
        for wrong in shapes:
            client.settings = wrong
            client.notify("workspace/didChangeConfiguration", {"settings": wrong})
            await ask_all(client, URI, 20, 4)
        assert any("settings" in str(m) for m in client.received if m.get("method") == "window/showMessage")
        assert await client.end() == 0


async def test_settings_hold_at_once() -> None:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    async with RawClient() as client:
        await client.initialize({"workspace": {"configuration": True}})
        client.open(URI, program("test", "var o = Order.Single();"))
        question = {"textDocument": {"uri": URI}, "range": whole}
        assert [hint["label"] for hint in await client.result("textDocument/inlayHint", question)] == [": Order"]
        client.settings = {"inlayHints": {"types": False}, "codeLens": {"references": False, "tests": False}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        for _ in range(100):
            if not await client.result("textDocument/inlayHint", question):
                break
            await asyncio.sleep(0.02)
        assert await client.result("textDocument/inlayHint", question) == []
        assert await client.result("textDocument/codeLens", {"textDocument": {"uri": URI}}) == []


async def test_folders_come_and_go(tmp_path: Path) -> None:
    folders = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.osy").write_text(f"enum {name.title()} {{ A }}\n", encoding="utf-8")
        folders.append({"uri": (tmp_path / name).as_uri(), "name": name})

    async def names(client: RawClient) -> set[str]:
        found = await client.result("workspace/symbol", {"query": ""})
        return {one["name"] for one in found} & {"One", "Two"}

    async def until(client: RawClient, wanted: set[str]) -> None:
        for _ in range(200):
            if await names(client) == wanted:
                return
            await asyncio.sleep(0.02)
        assert await names(client) == wanted

    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=folders)
        await until(client, {"One", "Two"})
        gone = {"event": {"added": [], "removed": [folders[0]]}}
        client.notify("workspace/didChangeWorkspaceFolders", gone)
        await until(client, {"Two"})
        back = {"event": {"added": [folders[0]], "removed": [folders[1]]}}
        client.notify("workspace/didChangeWorkspaceFolders", back)
        await until(client, {"One"})
        assert await client.end() == 0


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_folder_gets_another_name(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "a.osy").write_text("enum E { A }\n", encoding="utf-8")
    manifest = tmp_path / "app.osy"
    manifest.write_text('app Shop { model "model/**/*.osy"; }\n', encoding="utf-8")
    (tmp_path / "osy.workspace").write_text("model\n", encoding="utf-8")
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "a"}])
        files = [{"oldUri": (tmp_path / "model").as_uri(), "newUri": (tmp_path / "core").as_uri()}]
        edit = await client.result("workspace/willRenameFiles", {"files": files})
        assert {uri: [one["newText"] for one in found] for uri, found in edit["changes"].items()} == {
            manifest.as_uri(): ["core/**/*.osy"],
            (tmp_path / "osy.workspace").as_uri(): ["core"],
        }
        other = [{"oldUri": (tmp_path / "docs").as_uri(), "newUri": (tmp_path / "papers").as_uri()}]
        assert await client.result("workspace/willRenameFiles", {"files": other}) is None


async def test_a_manifest_that_was_just_written_counts_when_its_file_moves(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    model, manifest = tmp_path / "model" / "a.osy", tmp_path / "app.osy"
    model.write_text("enum E { A }\n", encoding="utf-8")
    manifest.write_text('app Shop { model "model/**/*.osy"; }\n', encoding="utf-8")
    files = [{"oldUri": model.as_uri(), "newUri": (tmp_path / "model" / "b.osy").as_uri()}]
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "a"}])
        assert await client.result("workspace/willRenameFiles", {"files": files}) is None
        manifest.write_text('app Shop { model "model/a.osy"; }\n', encoding="utf-8")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": manifest.as_uri(), "type": 2}]})
        edit = await client.result("workspace/willRenameFiles", {"files": files})
        assert [one["newText"] for one in edit["changes"][manifest.as_uri()]] == ["model/b.osy"]
        assert await client.end() == 0


async def test_progress_of_a_request_that_is_cancelled_by_it() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(URI, program())
        asked = params("", URI, 20, 4) | {"workDoneToken": "mine"}
        identity = client.ask("textDocument/references", asked)
        client.notify("window/workDoneProgress/cancel", {"token": "mine"})
        answer = await client.response(identity)
        assert "result" in answer or answer["error"]["code"] == -32800
        client.notify("window/workDoneProgress/cancel", {"token": "nobody's"})
        assert await client.end() == 0
