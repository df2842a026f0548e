"""Changes of the engine's records, each remembered in the store's log: a step that fails leaves no trace."""

from typing import TypeVar

from osy_runtime.faces import StoreFace

T = TypeVar("T")


class Records:
    """Changes records so that the store can undo it."""

    def __init__(self, store: StoreFace) -> None:
        self._store = store

    def put(self, record: object, name: str, value: object) -> None:
        """Set an attribute of a record of the engine."""
        old = getattr(record, name)
        if old is not value:
            self._store.log_undo(lambda: setattr(record, name, old))
            setattr(record, name, value)

    def append(self, entries: list[T], entry: T) -> None:
        """Add to the end of a list that only grows."""
        length = len(entries)

        def shorten() -> None:
            del entries[length:]

        self._store.log_undo(shorten)
        entries.append(entry)
