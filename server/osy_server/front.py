"""The first to talk to the client: answers `initialize` and keeps what follows until the server is there.

It is made before anything heavy is imported. The server takes over with `attach`, and finds `initialize` among the
messages, marked as answered.
"""

import threading
from collections.abc import Callable
from typing import BinaryIO

from osy_server import handshake
from osy_server.transport import Reader, Writer, message_bytes


class Answered:
    """An `initialize` that has had its answer."""

    def __init__(self, message: dict[str, object]) -> None:
        self.message = message


class End:
    """The end of the client's stream."""


class Front:
    """The connection, from the first byte on."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self.writer = Writer(stdout)
        self._lock = threading.Lock()
        self._early: list[object] = []
        self._take: Callable[[object], None] | None = None
        self._is_first = True
        Reader(stdin, self._receive, lambda: self._hand_over(End())).start()

    def attach(self, take: Callable[[object], None]) -> None:
        """Hand over what has come, here, and whatever comes, in the reading thread."""
        with self._lock:
            for message in self._early:
                take(message)
            self._early = []
            self._take = take

    def _receive(self, message: object) -> None:
        if self._is_first and isinstance(message, dict) and message.get("method") == "initialize":
            message = self._answered(message)
        self._is_first = False
        self._hand_over(message)

    def _hand_over(self, message: object) -> None:
        with self._lock:
            if self._take is None:
                self._early.append(message)
            else:
                self._take(message)

    def _answered(self, message: dict[str, object]) -> object:
        """Answer, if the request is sound as far as can be seen here; else leave the refusal to the protocol."""
        identity, params = message.get("id"), message.get("params")
        is_sound = isinstance(params, dict) and isinstance(params.get("capabilities"), dict)
        if not is_sound or message.get("jsonrpc") != "2.0" or not isinstance(identity, int | str):
            return message
        result = handshake.result(handshake.encoding(params), params)
        self.writer.write(message_bytes({"jsonrpc": "2.0", "id": identity, "result": result}))
        return Answered(message)
