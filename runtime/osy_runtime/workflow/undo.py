"""Changes of the engine's records, remembered in the store's log: a step that fails leaves no trace.

A record is remembered whole, once for a stretch of time in which nobody takes a mark of the log and nothing is
committed: an *epoch* of the store. What an epoch made itself needs no remembering: if it is undone, nothing refers to
it any more.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from osy_runtime.faces import StoreFace

if TYPE_CHECKING:
    from osy_runtime.workflow.run import Clock, Run

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
        self._remember = store.remember
        self._on_restored = on_restored

    def save(self, record: Record) -> None:
        """Remember the record before it is changed, once in an epoch."""
        epoch = self._store.epoch
        if record.saved == epoch:
            return
        record.saved = epoch
        self._remember((Records._restore, self, record, record.snapshot(), 4))

    def save_clocks(self, run: "Run") -> None:
        """Remember of a run what a clock that fires changes for sure, its clocks and its audit: less than the whole."""
        if run.saved != self._store.epoch:
            self._remember((Records._restore_clocks, self, run, run.clocks, len(run.audit), 5))

    def _restore_clocks(self, run: "Run", clocks: "tuple[Clock, ...]", kept: int) -> None:
        run.clocks = clocks
        del run.audit[kept:]
        self._on_restored(run)

    def _restore(self, record: Record, snapshot: tuple[object, ...]) -> None:
        record.restore(snapshot)
        record.saved = -1
        self._on_restored(record)

    def put(self, record: Record, name: str, value: object) -> None:
        """Set an attribute of a record."""
        self.save(record)
        setattr(record, name, value)

    def append(self, entries: list[T], entry: T) -> None:
        """Add to the end of a list that only grows."""
        self._store.log_undo(_shorten, entries, len(entries))
        entries.append(entry)

    def assign(self, table: dict[str, T], key: str, value: T | None) -> None:
        """Put a value under a key of a table, or take the key out."""
        self._store.log_undo(_put, table, key, table.get(key))
        _put(table, key, value)


def _shorten(entries: list[T], length: int) -> None:
    del entries[length:]


def _put(table: dict[str, T], key: str, value: T | None) -> None:
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value
