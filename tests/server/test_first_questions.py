"""What is asked right behind `didOpen`, before the project has been read, waits for it: ruling R198."""

from pathlib import Path

import pytest

from osy_testing.lsp import Message, RawClient
from osy_testing.shop import CASES, SHOP

pytestmark = pytest.mark.asyncio

CANCELLED, MODIFIED = -32800, -32801
LINE = next(number for number, line in enumerate(CASES.splitlines()) if "new Order" in line)
COLUMN = CASES.splitlines()[LINE].index("Order") + 1


def written(folder: Path) -> str:
    """The URI of the shop's tests, which mention its model."""
    (folder / "app.osy").write_text('app Shop { model "model/**/*.osy"; tests "tests/**/*.osy"; }\n', encoding="utf-8")
    for name, text in (("model/order.osy", SHOP), ("tests/order.test.osy", CASES)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    return (folder / "tests/order.test.osy").as_uri()


def place(uri: str) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": LINE, "character": COLUMN}}


@pytest.mark.parametrize("is_in_folder", [True, False])
async def test_r198_the_first_definition_is_found_in_another_file(tmp_path: Path, is_in_folder: bool) -> None:
    uri = written(tmp_path)
    folders = [{"uri": tmp_path.as_uri(), "name": "shop"}] if is_in_folder else []
    async with RawClient() as client:
        await client.initialize(workspaceFolders=folders)
        client.open(uri, CASES)
        found = await client.result("textDocument/definition", place(uri))
        assert {one["uri"] for one in found} == {(tmp_path / "model/order.osy").as_uri()}
        assert await client.end() == 0


async def test_r198_a_question_that_waits_can_be_cancelled_or_overtaken(tmp_path: Path) -> None:
    uri = written(tmp_path)
    async with RawClient() as client:
        await client.initialize(workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "shop"}])
        client.open(uri, CASES)
        cancelled = client.ask("textDocument/definition", place(uri))
        client.notify("$/cancelRequest", {"id": cancelled})
        overtaken = client.ask("textDocument/definition", place(uri))
        identity = {"uri": uri, "version": 2}
        client.notify("textDocument/didChange", {"textDocument": identity, "contentChanges": [{"text": CASES + "\n"}]})
        assert (await client.response(cancelled))["error"]["code"] == CANCELLED
        assert (await client.response(overtaken))["error"]["code"] == MODIFIED
        assert await client.end() == 0
