"""A client that speaks the bare protocol with a server process: it sends what it is told to, however wrong that is."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

TIMEOUT_S = 20.0

Message = dict[str, Any]
"""A message as JSON has it: its shape is what the tests are about, so it has no type of its own."""


class RawClient:
    """A connection to `python -m osy_server`, or to another command."""

    def __init__(
        self, command: Sequence[str] = (sys.executable, "-m", "osy_server"), env: Mapping[str, str] | None = None
    ) -> None:
        self._command = command
        self._env = {**os.environ, **(env or {})}
        self._next = 0
        self.received: list[Message] = []
        self._arrived = asyncio.Condition()
        self.log: list[str] = []

    async def __aenter__(self) -> "RawClient":
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._env,
            limit=2**26,
        )
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._read_log())]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := await self.process.stdout.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                break
            message = json.loads(await self.process.stdout.readexactly(length))
            async with self._arrived:
                self.received.append(message)
                self._arrived.notify_all()
            if "method" in message and "id" in message:
                self._answer(message)
        async with self._arrived:
            self._arrived.notify_all()

    async def _read_log(self) -> None:
        assert self.process.stderr is not None
        while line := await self.process.stderr.readline():
            self.log.append(line.decode("utf-8", "replace").rstrip())

    def _answer(self, request: Message) -> None:
        result: object = None
        if request["method"] == "workspace/configuration":
            result = [self.settings]
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    settings: object = None
    """What the client tells as its settings when it is asked."""

    def send(self, message: object) -> None:
        """Send one message."""
        self.send_bytes(json.dumps(message).encode("ascii"))

    def send_bytes(self, body: bytes) -> None:
        """Send a body that need not be JSON."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: object = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object = None) -> int:
        """Send a request; what comes back is its id."""
        self._next += 1
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    async def response(self, identity: object) -> Message:
        """The response to a request."""
        return await self.wait(lambda message: message.get("id") == identity and "method" not in message)

    async def result(self, method: str, params: object = None) -> Any:
        """Ask, and give the result; fails on an error."""
        answer = await self.response(self.ask(method, params))
        assert "error" not in answer, answer["error"]
        return answer["result"]

    async def wait(self, wanted: Callable[[Message], bool], after: int = 0, timeout_s: float = TIMEOUT_S) -> Message:
        """The first received message of that kind, of those behind the first `after`."""

        def find() -> Message | None:
            return next((message for message in self.received[after:] if wanted(message)), None)

        async with self._arrived:
            await asyncio.wait_for(self._arrived.wait_for(lambda: find() is not None), timeout_s)
        found = find()
        assert found is not None
        return found

    async def notification(self, method: str, after: int = 0) -> Message:
        """The first notification of that method."""
        return await self.wait(lambda message: message.get("method") == method, after)

    async def initialize(self, capabilities: Message | None = None, **params: object) -> Message:
        """Shake hands; what comes back is the result of `initialize`."""
        given = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **params}
        result = await self.result("initialize", given)
        self.notify("initialized", {})
        assert isinstance(result, dict)
        return result

    def open(self, uri: str, text: str, version: int = 1, *, language: str = "osy") -> None:
        """Open a document."""
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    async def end(self) -> int:
        """Shut down politely; what comes back is the exit code."""
        await self.response(self.ask("shutdown"))
        self.notify("exit")
        return await asyncio.wait_for(self.process.wait(), TIMEOUT_S)
