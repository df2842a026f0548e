"""Changes of the engine's records, remembered in the store's log: a step that fails leaves no trace.

A record is remembered whole, once for a stretch of time in which nobody takes a mark of the log: an *epoch*. A step
begins and ends one, and so does a body, since it may take marks. What a stretch made itself needs no remembering: if
it is undone, nothing refers to it any more.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from osy_runtime.faces import StoreFace

T = TypeVar("T")


class Record(Protocol):
    """What the engine remembers; `saved` is the epoch that it was last remembered in."""

    saved: int

    def snapshot(self) -> tuple[object, ...]:
        """All that may change."""
        ...

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Be as it was."""
        ...


class Records:
    """Changes records so that the store can undo it; `on_restored` is told which record is as it was again."""

    def __init__(self, store: StoreFace, on_restored: Callable[[Record], None]) -> None:
        self._store = store
        self._on_restored = on_restored
        self.epoch = 0

    def save(self, record: Record) -> None:
        """Remember the record before it is changed, once in an epoch."""
        if record.saved == self.epoch:
            return
        record.saved = self.epoch
        snapshot = record.snapshot()

        def undo() -> None:
            record.restore(snapshot)
            record.saved = -1
            self._on_restored(record)

        self._store.log_undo(undo)

    def put(self, record: Record, name: str, value: object) -> None:
        """Set an attribute of a record."""
        if record.saved != self.epoch:
            self.save(record)
        setattr(record, name, value)

    def append(self, entries: list[T], entry: T) -> None:
        """Add to the end of a list that only grows."""
        length = len(entries)

        def shorten() -> None:
            del entries[length:]

        self._store.log_undo(shorten)
        entries.append(entry)

    def assign(self, table: dict[str, T], key: str, value: T | None) -> None:
        """Put a value under a key of a table, or take the key out."""
        before = table.get(key)
        self._store.log_undo(lambda: _put(table, key, before))
        _put(table, key, value)


def _put(table: dict[str, T], key: str, value: T | None) -> None:
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value
