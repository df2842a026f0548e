"""Messages in and out on stdio.

A thread reads stdin, so that a client that stops talking never blocks the loop, nor the end of the process. What is not
a message is answered or logged, and reading goes on at the next header.
"""

import json
import logging
import re
import threading
from collections.abc import Callable
from typing import BinaryIO

logger = logging.getLogger(__name__)

LINE_BYTES = 4096
HEADER_BYTES = 64
_HEADER = re.compile(rb"content-length[ \t]*:([^\r\n]*)\r?\n\Z", re.IGNORECASE)
MAX_MESSAGE_BYTES = 256 * 1024 * 1024


class BadMessage(Exception):  # noqa: N818 - a message, not the server, is wrong
    """Bytes that are no JSON."""


class Reader:
    """Reads messages from a stream in a thread of its own, in order."""

    def __init__(self, stream: BinaryIO, receive: Callable[[object], None], ended: Callable[[], None]) -> None:
        """`receive` gets each decoded message, or a `BadMessage`; `ended` is called once when the stream is over.

        Both are called in the reading thread.
        """
        self._stream = stream
        self._receive = receive
        self._ended = ended

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._run, name="stdin", daemon=True).start()

    def _run(self) -> None:
        try:
            while (length := self._read_headers()) is not None:
                body = self._stream.read(length)
                if len(body) < length:
                    break
                self._receive(_decode(body))
        except (OSError, ValueError):
            logger.info("the client's stream broke off", exc_info=True)
        finally:
            self._ended()

    def _read_headers(self) -> int | None:
        """The length of the next body; None at the stream's end."""
        length: int | None = None
        rest = b""
        while line := self._stream.readline(LINE_BYTES):
            if line in (b"\r\n", b"\n") and not rest:
                if length is not None:
                    return length
                continue
            # A client that told too small a length is understood again from its next header on, wherever that begins.
            found = _HEADER.search(rest + line)
            if found is not None:
                if found.start():
                    logger.warning("what is no message is skipped")
                length = _length(found[1])
            rest = b"" if line.endswith(b"\n") else line[-HEADER_BYTES:]
        return None


def _length(value: bytes) -> int | None:
    digits = value.strip()
    if not digits.isdigit() or int(digits[:12]) > MAX_MESSAGE_BYTES:
        logger.warning("a message with an impossible length is skipped")
        return None
    return int(digits)


def _decode(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        logger.warning("a message is no JSON: %s", error)
        return BadMessage(str(error))


def message_bytes(data: object, default: Callable[[object], object] | None = None) -> bytes:
    """A message as it goes over the stream; `default` turns what JSON does not know into what it knows."""
    return framed(json.dumps(data, default=default).encode("ascii"))


def framed(body: bytes) -> bytes:
    """A message's body with its header before it."""
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Writer:
    """Writes to a stream; once the client is gone, what is written is dropped."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.is_broken = False

    def write(self, data: bytes) -> None:
        """Send the bytes now."""
        with self._lock:
            if self.is_broken:
                return
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                self.is_broken = True
                logger.info("the client no longer reads")

    def close(self) -> None:
        """Nothing to do: the stream is closed with the process."""
