"""The bare protocol: every request has an answer, nothing ends the server but its client."""

import asyncio
import sys
from pathlib import Path

import pytest

from osy_testing.lsp import Message, RawClient

pytestmark = pytest.mark.asyncio

SLOW_HOVER = """
import os
import osy_analysis.ide.hover as module
def slow(project, path, offset):
    while not os.path.exists(GATE):
        pass
module.hover = slow
from osy_server.app import main
main()
"""

SLOW_CHECK = """
import os
import osy_server.jobs as module
def slow(snapshot, paths, token):
    while not os.path.exists(GATE):
        pass
    return ()
module.check_files = slow
from osy_server.app import main
main()
"""

BROKEN_HOVER = """
from pathlib import Path
import osy_analysis.ide.hover as module
def broken(project, path, offset):
    raise ZeroDivisionError("on purpose")
module.hover = broken
from osy_server.app import main
main()
"""

URI = "file:///nowhere/a.osy"
AT_START = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}


def error_code(message: Message) -> object:
    """The code of an error response."""
    error = message["error"]
    assert isinstance(error, dict)
    return error["code"]


async def test_the_whole_life() -> None:
    async with RawClient() as client:
        result = await client.initialize()
        assert result["serverInfo"] == {"name": "osy", "version": "0.1.0"}
        assert await client.end() == 0


async def test_exit_without_shutdown_is_a_failure() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.notify("exit")
        assert await asyncio.wait_for(client.process.wait(), 5) == 1


@pytest.mark.parametrize("shuts_down", [False, True])
async def test_the_server_ends_with_the_stream(shuts_down: bool) -> None:
    async with RawClient() as client:
        await client.initialize()
        if shuts_down:
            await client.response(client.ask("shutdown"))
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert await asyncio.wait_for(client.process.wait(), 5) == (0 if shuts_down else 1)


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        (["utf-16"], "utf-16"),
        (["utf-16", "utf-8"], "utf-8"),
        (["utf-32", "utf-16"], "utf-32"),
        (["ebcdic"], "utf-16"),
    ],
)
async def test_units_are_negotiated(offered: list[str] | None, chosen: str) -> None:
    async with RawClient() as client:
        result = await client.initialize({"general": {"positionEncodings": offered}} if offered else {})
        capabilities = result["capabilities"]
        assert isinstance(capabilities, dict)
        assert capabilities["positionEncoding"] == chosen


async def test_a_request_without_params_has_an_answer() -> None:
    async with RawClient() as client:
        await client.initialize()
        for number, (method, code) in enumerate(
            [("textDocument/hover", -32602), ("osy/unheardOf", -32601), ("workspace/executeCommand", -32602)], 100
        ):
            client.send({"jsonrpc": "2.0", "id": number, "method": method})
            assert error_code(await client.response(number)) == code
        client.send({"jsonrpc": "2.0", "id": "tests", "method": "osy/tests"})
        assert (await client.response("tests"))["result"] == {"tests": []}


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, -32602),
        ([], -32602),
        ({"textDocument": 3, "position": []}, -32602),
        ({"textDocument": {"uri": URI}, "position": {"line": "x", "character": None}}, -32602),
    ],
)
async def test_wrong_params_are_refused(params: object, code: int) -> None:
    async with RawClient() as client:
        await client.initialize()
        assert error_code(await client.response(client.ask("textDocument/hover", params))) == code
        assert await client.result("textDocument/hover", AT_START) is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{no json", -32700),
        (b"\xff\xfe\x00", -32700),
        (b"[" * 200_000, -32700),
        (b"3", -32600),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]', -32600),
        (b'{"jsonrpc": "1.0", "method": "x"}', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": 7}', -32600),
    ],
)
async def test_what_is_no_message_is_answered(body: bytes, code: int) -> None:
    async with RawClient() as client:
        await client.initialize()
        client.send_bytes(body)
        assert error_code(await client.response(None)) == code
        assert await client.end() == 0


async def test_broken_headers_are_skipped() -> None:
    async with RawClient() as client:
        await client.initialize()
        assert client.process.stdin is not None
        client.process.stdin.write(b"nonsense\r\n\r\nContent-Length: many\r\n\r\nContent-Length: 999999999999\r\n\r\n")
        assert await client.end() == 0


async def test_nothing_is_answered_before_initialize() -> None:
    async with RawClient() as client:
        client.notify("textDocument/didOpen", {})
        assert error_code(await client.response(client.ask("textDocument/hover", AT_START))) == -32002
        await client.initialize()
        assert error_code(await client.response(client.ask("initialize", {"capabilities": {}}))) == -32600


async def test_nothing_is_answered_after_shutdown() -> None:
    async with RawClient() as client:
        await client.initialize()
        await client.response(client.ask("shutdown"))
        assert error_code(await client.response(client.ask("textDocument/hover", AT_START))) == -32600


async def test_an_unheard_of_notification_changes_nothing() -> None:
    async with RawClient() as client:
        await client.initialize()
        for method in ("$/unheardOf", "osy/unheardOf", "$/setTrace", "textDocument/didChange"):
            client.notify(method, {"x": 1})
        client.send({"jsonrpc": "2.0", "method": "textDocument/didSave"})
        client.send({"jsonrpc": "2.0", "id": 999, "result": 1})
        client.send({"jsonrpc": "2.0", "id": "x", "error": {"code": 1, "message": "?"}})
        client.notify("$/cancelRequest", {"id": 4711})
        assert await client.end() == 0


async def test_a_cancelled_request_is_answered_while_its_work_goes_on_and_the_next_one_too(tmp_path: Path) -> None:
    async with RawClient(behind_gate(SLOW_HOVER, tmp_path)) as client:
        await client.initialize()
        client.open(URI, "entity A { }\n")
        slow = client.ask("textDocument/hover", AT_START)
        await asyncio.sleep(0.2)
        client.notify("$/cancelRequest", {"id": slow})
        assert error_code(await client.response(slow)) == -32800
        await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        (tmp_path / "gate").touch()
        assert await client.end() == 0


async def test_a_long_check_holds_up_no_request_nor_the_end(tmp_path: Path) -> None:
    async with RawClient(behind_gate(SLOW_CHECK, tmp_path)) as client:
        await client.initialize()
        client.open(URI, "entity A { }\n")
        await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert await client.end() == 0
    assert not (tmp_path / "gate").exists()


def behind_gate(program: str, folder: Path) -> tuple[str, ...]:
    """A server whose slow work burns the processor until the file `gate` is there, however long that takes."""
    return sys.executable, "-c", f"GATE = {str(folder / 'gate')!r}\n{program}"


async def test_a_failing_feature_is_an_error_in_the_log_and_in_the_answer() -> None:
    async with RawClient((sys.executable, "-c", BROKEN_HOVER)) as client:
        await client.initialize()
        client.open(URI, "entity A { }\n")
        answer = await client.response(client.ask("textDocument/hover", AT_START))
        assert error_code(answer) == -32603
        assert await client.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert any("ZeroDivisionError: on purpose" in line for line in client.log)
        assert any("Traceback" in line for line in client.log)
        assert not [message for message in client.received if message.get("method") == "window/showMessage"]
        assert await client.end() == 0


async def test_edits_of_a_closed_document_are_told_of() -> None:
    async with RawClient() as client:
        await client.initialize()
        change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "x"}]}
        client.notify("textDocument/didChange", change)
        told = await client.notification("window/logMessage")
        assert "not open" in str(told["params"])
        client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        assert await client.end() == 0


async def test_lone_surrogates_pass() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.send_bytes(
            rb'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": '
            rb'{"uri": "file:///nowhere/\ud800.osy", "languageId": "osy", "version": 1, "text": "entity \ud800 { }"}}}'
        )
        uri = "file:///nowhere/\ud800.osy"
        assert isinstance(await client.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}}), list)
        assert await client.end() == 0
