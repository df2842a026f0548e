"""Random nonsense, led by seeds: the server answers every request once, logs, keeps the texts right, and lives."""

import asyncio
import json
import random
from collections import Counter

import pytest

from osy_server.registration import FEATURES
from osy_testing.lsp import Message, RawClient
from osy_testing.order_app import program

pytestmark = pytest.mark.asyncio

KEPT, FUZZED = "file:///nowhere/kept.test.osy", "file:///nowhere/fuzzed.test.osy"
TEXT = program("test", 'var s = "漢 😀 e\u0301";')
NUMBERS = (-1, -(2**31), -(2**63), 2**31, 2**53, 2**70, 1e308, 0.5, True, False)
TEXTS = (None, "", "x", "\0", "\ud800", "😀" * 1000, "file:///", "untitled:", "%")
SCALARS: tuple[object, ...] = (*NUMBERS, *TEXTS, [], {}, [[]], {"a": 1})
NOTIFICATIONS = (
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didChangeConfiguration",
    "window/workDoneProgress/cancel",
    "$/setTrace",
    "$/cancelRequest",
    "no/such/thing",
    "$/nothing",
)
REQUESTS = (*FEATURES, "workspace/executeCommand", "osy/tests", "osy/stateGraph", "osy/text", "no/such/thing", "$/no")


def whole(chance: random.Random) -> Message:
    """Params that are right for whatever takes them."""
    place = {"line": chance.randrange(70), "character": chance.randrange(50)}
    end = {"line": chance.randrange(70), "character": chance.randrange(50)}
    return {
        "textDocument": {"uri": FUZZED, "version": chance.randrange(9), "languageId": "osy", "text": "enum E { A }\n"},
        "contentChanges": [{"range": {"start": place, "end": end}, "text": chance.choice(["", "}", "state ", "😀"])}],
        "position": place,
        "positions": [place, end],
        "range": {"start": place, "end": end},
        "context": {"includeDeclaration": True, "diagnostics": [], "triggerKind": 1},
        "newName": "Renamed",
        "query": "o",
        "previousResultId": "1",
        "previousResultIds": [{"uri": FUZZED, "value": "1"}],
        "files": [{"oldUri": FUZZED, "newUri": KEPT}],
        "changes": [{"uri": FUZZED, "type": 1 + chance.randrange(3)}],
        "event": {"added": [{"uri": "file:///nowhere", "name": "a"}], "removed": []},
        "settings": {"osy": {"exclude": ["**/x"]}},
        "command": chance.choice(["osy.test.run", "osy.test.cancel", "osy.references.show", "no"]),
        "arguments": [{"uri": "file:///nowhere/none.osy", "runId": "x"}],
        "item": {"name": "x", "kind": 12, "uri": FUZZED, "range": {}, "selectionRange": {}},
        "label": "x",
        "id": chance.randrange(99),
        "token": "x",
        "value": "off",
        "uri": FUZZED,
    }


def spoilt(value: object, chance: random.Random) -> object:
    """The value with something in it replaced, taken away or put in twice."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice([*value])
        if chance.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: spoilt(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return [*value[:at], spoilt(value[at], chance), *value[at:]]
    return chance.choice(SCALARS)


@pytest.mark.parametrize("seed", range(4))
async def test_spoilt_messages(seed: int) -> None:
    chance = random.Random(seed)
    async with RawClient() as client:
        await client.initialize({"general": {"positionEncodings": [chance.choice(["utf-8", "utf-16", "utf-32"])]}})
        client.open(KEPT, TEXT)
        client.open(FUZZED, TEXT)
        asked = []
        for _ in range(250):
            params = whole(chance)
            if chance.random() < 0.8:
                params = spoilt(params, chance)  # type: ignore[assignment]  # it may be anything now
            if chance.random() < 0.5:
                client.notify(chance.choice(NOTIFICATIONS), params)
            else:
                asked.append(client.ask(chance.choice(REQUESTS), params))
        await answered_once(client, asked)
        await is_well(client, KEPT, TEXT)
        assert await client.end() == 0


async def answered_once(client: RawClient, asked: list[int]) -> None:
    """Each request has one answer, which is a result or an error with a code."""
    for identity in asked:
        answer = await client.response(identity)
        assert "result" in answer or isinstance(answer["error"]["code"], int)
    counts = Counter(message["id"] for message in client.received if "method" not in message and message["id"])
    assert set(counts.values()) <= {1}


async def is_well(client: RawClient, uri: str, text: str) -> None:
    """The server answers, and has the text."""
    told = await client.result("osy/text", {"uri": uri})
    assert told["text"] == text
    place = {"line": text[: text.index("ReviewFlow")].count("\n"), "character": len("workflow R")}
    assert await client.result("textDocument/hover", {"textDocument": {"uri": uri}, "position": place}) is not None
    assert not [line for line in client.log if "Traceback" in line], client.log


BODIES = (
    b"",
    b"{",
    b"nonsense",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b'"text"',
    b"3",
    b"{}",
    b'{"jsonrpc": "1.0", "method": "x"}',
    b'{"jsonrpc": "2.0"}',
    b'{"jsonrpc": "2.0", "id": null, "method": null}',
    b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}',
    b'{"jsonrpc": "2.0", "id": 1e400, "method": "x"}',
    b'{"jsonrpc": "2.0", "id": "never asked", "result": 3}',
    b'{"jsonrpc": "2.0", "method": {"a": 1}, "params": []}',
    b"[" * 100_000,
    b'{"a":' * 20_000,
    json.dumps([{"jsonrpc": "2.0", "method": "exit"}]).encode(),
)
HEADERS = (
    b"Content-Length: x\r\n\r\n",
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: 99999999999999999999\r\n\r\n",
    b"Content-Length\r\n\r\n",
    b"\r\n\r\n\n\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\0" * 10_000 + b"\r\n",
    b"x" * 4090 + b"\r\n",
    b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
)


@pytest.mark.parametrize("seed", range(3))
async def test_noise_between_messages(seed: int) -> None:
    """What is no message is skipped, and what follows it understood."""
    chance = random.Random(seed)
    async with RawClient() as client:
        await client.initialize()
        client.open(KEPT, TEXT)
        assert client.process.stdin is not None
        for _ in range(60):
            if chance.random() < 0.5:
                client.send_bytes(chance.choice(BODIES))
            else:
                client.process.stdin.write(chance.choice(HEADERS))
            if chance.random() < 0.2:
                await is_well(client, KEPT, TEXT)
        await is_well(client, KEPT, TEXT)
        assert await client.end() == 0


@pytest.mark.parametrize("by", [-40, -7, -1, 1, 9, 60])
@pytest.mark.parametrize("padding", [0, 4096, 10_000])
async def test_a_length_that_is_a_lie(by: int, padding: int) -> None:
    """Too small or too big: a message or two are lost, and those after them are not."""
    body = json.dumps({"jsonrpc": "2.0", "method": "osy/nothing", "params": "x" * padding}).encode()
    async with RawClient() as client:
        await client.initialize()
        client.open(KEPT, TEXT)
        await client.result("osy/text", {"uri": KEPT})
        assert client.process.stdin is not None
        client.process.stdin.write(b"Content-Length: %d\r\n\r\n" % (len(body) + by) + body)
        for _ in range(3):
            client.notify("osy/nothing", {"padding": "y" * 100})
        await is_well(client, KEPT, TEXT)
        assert await client.end() == 0


async def test_nothing_is_answered_but_refused_after_shutdown() -> None:
    async with RawClient() as client:
        await client.initialize()
        client.open(KEPT, TEXT)
        await client.response(client.ask("shutdown"))
        for method in REQUESTS:
            answer = await client.response(client.ask(method, {"textDocument": {"uri": KEPT}, "uri": KEPT}))
            assert answer["error"]["code"] == -32600
        client.open(FUZZED, TEXT)
        client.notify("exit")
        assert await asyncio.wait_for(client.process.wait(), 10) == 0


async def test_halves_of_characters() -> None:
    """A place inside a pair of UTF-16 units is its start, for every edit and every question."""
    text = "// 😀😀\nenum É { A }\n"
    async with RawClient() as client:
        await client.initialize({"general": {"positionEncodings": ["utf-16"]}})
        client.open(KEPT, text)
        for method in REQUESTS:
            place = {"line": 0, "character": 4}
            params = {"textDocument": {"uri": KEPT}, "position": place, "range": {"start": place, "end": place}}
            assert "id" in await client.response(client.ask(method, params))
        start, end = {"line": 0, "character": 4}, {"line": 0, "character": 6}
        edit = {"range": {"start": start, "end": end}, "text": "!"}
        document = {"uri": KEPT, "version": 2}
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [edit]})
        assert await client.result("osy/text", {"uri": KEPT}) == {
            "version": 2,
            "text": "// !😀\nenum É { A }\n",
        }
