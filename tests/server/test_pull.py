"""Findings that the client asks for: of a document, of the workspace, again when they are others."""

import asyncio
from pathlib import Path

import pytest

from osy_testing.lsp import Message, RawClient

pytestmark = pytest.mark.asyncio

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
GOOD = "enum Stage { A, B }\n"
USER = "Stage First() => Stage.A;\n"
BROKEN = USER.replace("Stage.A", "Stage.C")


async def started(client: RawClient, folder: Path, **texts: str) -> dict[str, str]:
    """A workspace of these files; what comes back are their URIs."""
    for name, text in texts.items():
        (folder / f"{name}.osy").write_text(text, encoding="utf-8")
    await client.initialize(PULLS, workspaceFolders=[{"uri": folder.as_uri(), "name": "a"}])
    await client.result("osy/tests", {})
    return {name: (folder / f"{name}.osy").as_uri() for name in texts}


async def pull(client: RawClient, uri: str, known: str | None = None) -> Message:
    """The report about a document."""
    params = {"textDocument": {"uri": uri}, "identifier": "osy", "previousResultId": known}
    found = await client.result("textDocument/diagnostic", params)
    assert isinstance(found, dict)
    return found


async def workspace(client: RawClient, known: dict[str, str] | None = None) -> dict[str, Message]:
    """The reports about all files, by URI."""
    previous = [{"uri": uri, "value": value} for uri, value in (known or {}).items()]
    found = await client.result("workspace/diagnostic", {"previousResultIds": previous})
    return {item["uri"]: item for item in found["items"]}


def codes(report: Message) -> list[str]:
    """The codes of a report's findings."""
    return [str(item["code"]) for item in report["items"]]


async def test_only_clients_that_can_ask_again_are_offered_it() -> None:
    for capabilities, is_offered in ((PULLS, True), ({"textDocument": {"diagnostic": {}}}, False), ({}, False)):
        async with RawClient() as client:
            result = await client.initialize(capabilities)
            assert ("diagnosticProvider" in result["capabilities"]) is is_offered


async def test_a_document_after_each_edit(tmp_path: Path) -> None:
    async with RawClient() as client:
        uris = await started(client, tmp_path, a=GOOD, b=BROKEN)
        client.open(uris["b"], BROKEN)
        first = await pull(client, uris["b"])
        assert codes(first) == ["name-unknown-member"]
        assert (await pull(client, uris["b"], first["resultId"]))["kind"] == "unchanged"
        client.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uris["b"], "version": 2}, "contentChanges": [{"text": USER}]},
        )
        second = await pull(client, uris["b"], first["resultId"])
        assert (second["kind"], codes(second)) == ("full", [])
        assert not [m for m in client.received if m.get("method") == "textDocument/publishDiagnostics"]


async def test_the_workspace_with_what_is_known(tmp_path: Path) -> None:
    async with RawClient() as client:
        uris = await started(client, tmp_path, a=GOOD, b=BROKEN)
        found: dict[str, Message] = {}
        for _ in range(100):
            found = await workspace(client)
            if uris["b"] in found:
                break
            await asyncio.sleep(0.05)
        assert codes(found[uris["b"]]) == ["name-unknown-member"]
        again = await workspace(client, {uri: item["resultId"] for uri, item in found.items()})
        assert {item["kind"] for item in again.values()} == {"unchanged"}


async def test_an_edit_elsewhere_makes_the_client_ask_again(tmp_path: Path) -> None:
    async with RawClient() as client:
        uris = await started(client, tmp_path, a=GOOD, b=USER)
        client.open(uris["a"], GOOD)
        client.open(uris["b"], USER)
        assert codes(await pull(client, uris["b"])) == []
        seen = len(client.received)
        change = {"textDocument": {"uri": uris["a"], "version": 2}, "contentChanges": [{"text": "enum Stage { B }\n"}]}
        client.notify("textDocument/didChange", change)
        await client.wait(lambda message: message.get("method") == "workspace/diagnostic/refresh", seen)
        assert codes(await pull(client, uris["b"])) == ["name-unknown-member"]


async def test_a_file_that_goes_is_told_of_as_empty(tmp_path: Path) -> None:
    async with RawClient() as client:
        uris = await started(client, tmp_path, a=GOOD, b=BROKEN)
        client.open(uris["b"], BROKEN)
        known = (await pull(client, uris["b"]))["resultId"]
        client.notify("textDocument/didClose", {"textDocument": {"uri": uris["b"]}})
        (tmp_path / "b.osy").unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uris["b"], "type": 3}]})
        for _ in range(100):
            found = await workspace(client, {uris["b"]: known})
            if found[uris["b"]]["kind"] == "full":
                break
            await asyncio.sleep(0.05)
        assert found[uris["b"]]["items"] == []


async def test_a_document_that_nobody_opened() -> None:
    async with RawClient() as client:
        await client.initialize(PULLS)
        assert (await pull(client, "file:///nowhere/a.osy"))["items"] == []
        answer = await client.response(client.ask("textDocument/diagnostic", {"textDocument": {}}))
        assert answer["error"]["code"] == -32602


async def test_many_edits_with_a_question_each(tmp_path: Path) -> None:
    async with RawClient() as client:
        uris = await started(client, tmp_path, a=GOOD, b=USER)
        client.open(uris["b"], USER)
        asked = []
        for version in range(2, 40):
            text = BROKEN if version % 2 else USER
            client.notify(
                "textDocument/didChange",
                {"textDocument": {"uri": uris["b"], "version": version}, "contentChanges": [{"text": text}]},
            )
            asked.append(client.ask("textDocument/diagnostic", {"textDocument": {"uri": uris["b"]}}))
        for identity in asked[:-1]:
            answer = await client.response(identity)
            if "error" in answer:
                assert (answer["error"]["code"], answer["error"]["data"]) == (-32802, {"retriggerRequest": True})
        last = await client.response(asked[-1])
        assert codes(last["result"]) == ["name-unknown-member"]
