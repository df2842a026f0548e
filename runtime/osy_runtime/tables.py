"""Where rows are kept: the one face between a unit of work and what stores, and the tables that keep them in memory.

The store (`store.py`) knows of units of work, of who writes and of what must hold. Everything else about keeping rows
is behind `Tables`, so that a database can take the place of the memory. What a step changed must be undone exactly if
it fails; therefore each change gives back what undoes it, and the store keeps these in its one log, beside the undoing
of the workflow engine's records.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeAlias

from osy_runtime.model import EntityInfo
from osy_runtime.values import Row, Value

Undo: TypeAlias = tuple[Callable[..., None], *tuple[object, ...]]
"""What takes one change back: what to call, and with what. Undone are always the newest changes first.

A world remembers one for each change. It is not kept as it is: its parts stand in the world's log one after the other,
and then how many they are. A closure or a tuple for each would be an object more for each change, to be made, to be
kept and to be walked through by whoever looks for garbage.
"""


def take_back(log: list[object], length: int) -> None:
    """Undo the newest changes until the log is of that length again."""
    while len(log) > length:
        count = log.pop()
        undo = log[-count:]  # type: ignore[operator]  # the last part of an entry is the number of the others
        del log[-count:]  # type: ignore[operator]  # likewise
        undo[0](*undo[1:])  # type: ignore[operator]  # the first is what to call


class Tables(Protocol):
    """What keeps rows.

    A row is one object as long as its world lasts: whoever asks for a row of an id gets the same `Row`, and its
    `values` are what this unit of work sees. A database that loads rows when they are asked for keeps a map of those
    that it has handed out.
    """

    @property
    def version(self) -> int:
        """A number that grows with every change and every undoing: what was worked out at another one may be stale."""
        ...

    def insert(self, row: Row) -> Undo:
        """Keep a new row, which is found from now on under its entity and each of the entity's bases."""
        ...

    def write(self, row: Row, name: str, value: Value) -> Undo:
        """Put a value into a field of a row that is kept."""
        ...

    def remove(self, row: Row) -> Undo:
        """Take the row out; its values stay readable."""
        ...

    def scan(self, entity: EntityInfo) -> Sequence[Row]:
        """The rows of the entity and of what derives from it, in creation order."""
        ...

    def match(self, entity: EntityInfo, names: tuple[str, ...], values: tuple[Value, ...]) -> Sequence[Row]:
        """Those of them whose fields have these values, in creation order: what an index answers.

        Asked for `[Unique]`, for child collections and for the rows that refer to one that is deleted.
        """
        ...

    def take_number(self, series: str, first: int) -> tuple[int, Undo]:
        """The next number of a series, which begins with `first`."""
        ...

    def keep(self) -> None:
        """The unit of work is over and must outlive the process.

        A database commits its transaction here. If another process changed a row of this unit meanwhile (by the row's
        version, or by its `[ConcurrencyCheck]` fields where it has any), it throws `ConflictException` instead, and
        the store undoes the unit.
        """
        ...


class MemoryTables:
    """Tables in memory, with an index for each set of fields that was ever asked for."""

    def __init__(self) -> None:
        self.version = 0
        self._rows: dict[EntityInfo, dict[Row, None]] = {}
        self._indexes: dict[EntityInfo, dict[tuple[str, ...], _Index]] = {}
        self._numbers: dict[str, int] = {}

    def insert(self, row: Row) -> Undo:
        """Keep a new row."""
        self.version += 1
        for info in row.entity.lineage:
            self._rows.setdefault(info, {})[row] = None
            for index in self._indexes.get(info, {}).values():
                index.add(row)
        return MemoryTables._drop, self, row

    def write(self, row: Row, name: str, value: Value) -> Undo:
        """Put a value into a field."""
        values = row.values
        old = values[name]
        if self._indexes:
            self._put(row, name, value)
        else:
            self.version += 1
            values[name] = value
        return MemoryTables._put, self, row, name, old

    def remove(self, row: Row) -> Undo:
        """Take the row out."""
        self._drop(row)
        return MemoryTables._bring_back, self, row

    def scan(self, entity: EntityInfo) -> Sequence[Row]:
        """The rows of the entity and of what derives from it."""
        return list(self._rows.get(entity, ()))

    def match(self, entity: EntityInfo, names: tuple[str, ...], values: tuple[Value, ...]) -> Sequence[Row]:
        """Those whose fields have these values."""
        indexes = self._indexes.setdefault(entity, {})
        index = indexes.get(names)
        if index is None:
            index = indexes[names] = _Index(names)
            for row in self._rows.get(entity, ()):
                index.add(row)
        return index.rows(values)

    def take_number(self, series: str, first: int) -> tuple[int, Undo]:
        """The next number of a series."""
        number = self._numbers.get(series, first)
        self._numbers[series] = number + 1
        return number, (MemoryTables._set_number, self, series, number)

    def keep(self) -> None:
        """Nothing outlives the process, and nobody else changes these rows."""

    def _set_number(self, series: str, number: int) -> None:
        self._numbers[series] = number

    def _put(self, row: Row, name: str, value: Value) -> None:
        self.version += 1
        if not self._indexes:
            row.values[name] = value
            return
        concerned = [
            index
            for info in row.entity.lineage
            for names, index in self._indexes.get(info, {}).items()
            if name in names and not row.is_deleted
        ]
        for index in concerned:
            index.discard(row)
        row.values[name] = value
        for index in concerned:
            index.add(row)

    def _drop(self, row: Row) -> None:
        self.version += 1
        for info in row.entity.lineage:
            for index in self._indexes.get(info, {}).values():
                index.discard(row)
            self._rows[info].pop(row, None)
        row.is_deleted = True

    def _bring_back(self, row: Row) -> None:
        self.version += 1
        row.is_deleted = False
        for info in row.entity.lineage:
            rows = [*self._rows[info], row]
            rows.sort(key=_number)
            self._rows[info] = dict.fromkeys(rows)
            for index in self._indexes.get(info, {}).values():
                index.add(row)


class _Index:
    """The rows of an entity by the values of some of its fields."""

    __slots__ = ("_names", "_rows")

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._rows: dict[Hashable, dict[Row, None]] = {}

    def add(self, row: Row) -> None:
        """Take the row in, as it stands."""
        self._rows.setdefault(self._key_of(row), {})[row] = None

    def discard(self, row: Row) -> None:
        """Leave the row out; its fields must have the values that it was taken in with."""
        key = self._key_of(row)
        rows = self._rows.get(key)
        if rows is not None:
            rows.pop(row, None)
            if not rows:
                del self._rows[key]

    def rows(self, values: tuple[Value, ...]) -> Sequence[Row]:
        """The rows with these values."""
        found = self._rows.get(tuple(map(_hashable, values)), ())
        return sorted(found, key=_number)

    def _key_of(self, row: Row) -> Hashable:
        return tuple(_hashable(row.values.get(name)) for name in self._names)


def _hashable(value: Value) -> Hashable:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _number(row: Row) -> int:
    return row.number
