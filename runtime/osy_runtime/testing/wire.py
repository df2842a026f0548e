"""How a process that runs tests talks to the one that started it: values one after the other through a pipe.

What comes back may have been made while a stranger's program ran, so nothing but the shapes of events, and the plain
values in them, can come out of what is read.
"""

import io
import os
import pickle
from collections.abc import Iterator

from osy_runtime import events

_LENGTH_BYTES = 8
_MOST_AT_ONCE = 1 << 20


class Broken(Exception):  # noqa: N818 -- it says what was read
    """What was read is no value of ours."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        """Only the shapes of events."""
        found = getattr(events, name, None) if module == events.__name__ else None
        if not isinstance(found, type):
            raise Broken(f"`{module}.{name}` is no shape of an event")
        return found


def send(pipe: int, value: object) -> None:
    """Write a value, all of it."""
    data = pickle.dumps(value, protocol=5)
    rest = memoryview(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
    while rest:
        rest = rest[os.write(pipe, rest[:_MOST_AT_ONCE]) :]


class Inbox:
    """What has come through a pipe so far."""

    def __init__(self, pipe: int) -> None:
        """Read from that pipe."""
        self.pipe = pipe
        self.is_closed = False
        self._bytes = bytearray()

    def read(self) -> None:
        """Take in what is there now; wait if there is nothing."""
        data = os.read(self.pipe, _MOST_AT_ONCE)
        self.is_closed = not data
        self._bytes += data

    def values(self) -> Iterator[object]:
        """The values that are there whole."""
        while len(self._bytes) >= _LENGTH_BYTES:
            end = _LENGTH_BYTES + int.from_bytes(self._bytes[:_LENGTH_BYTES], "big")
            if len(self._bytes) < end:
                return
            data = bytes(self._bytes[_LENGTH_BYTES:end])
            del self._bytes[:end]
            yield loaded(data)


def loaded(data: bytes) -> object:
    """The value that the bytes are."""
    try:
        return _Reader(io.BytesIO(data)).load()
    except Broken:
        raise
    except Exception as problem:
        raise Broken(f"what the test's process sent cannot be read: {problem}") from problem


def receive(pipe: int) -> object | None:
    """The next value; None when the other end is closed."""
    inbox = Inbox(pipe)
    while True:
        for value in inbox.values():
            return value
        inbox.read()
        if inbox.is_closed:
            return None
