"""All rows of one world, in memory, with one undo log.

A change happens at once, so a unit of work sees its own changes; the log holds how to undo each, newest last. What is
*staged* is what was made or changed since the last commit. A commit checks it, keeps it and tells the listeners which
rows are new; what a listener stages is committed by the same commit. Rolling back to a mark undoes everything after
it, also what was committed since; `rollback_unit` stops at the last commit, as an exception that leaves a unit does.
"""

from collections.abc import Callable, Iterable, Sequence

from osy_runtime.faces import MissingMember, RowFace
from osy_runtime.model import EntityInfo, FieldInfo
from osy_runtime.values import DateTime, Guid, Row, Value


class ChildRows(list[Value]):
    """The rows that refer to one row by a field: a child collection, read when it was asked for."""

    __slots__ = ("field", "owner")

    def __init__(self, rows: Iterable[Row], owner: Row, field: FieldInfo) -> None:
        super().__init__(rows)
        self.owner = owner
        self.field = field


class Store:
    """The rows of a world."""

    def __init__(self, next_id: Callable[[], Guid], now: Callable[[], int]) -> None:
        """An empty store that takes ids and instants from these."""
        self._next_id = next_id
        self._now = now
        self._rows: dict[str, dict[Row, None]] = {}
        self._log: list[Callable[[], None]] = []
        self._floor = 0
        self._new: list[Row] = []
        self._changed: dict[Row, None] = {}
        self._created: dict[Row, int] = {}
        self._listeners: list[Callable[[Iterable[RowFace]], None]] = []
        self.validate: Callable[[Row], None] = lambda _row: None
        self.before_delete: Callable[[Row], None] = lambda _row: None
        self.count = 0
        self.reads = 0

    @property
    def staged(self) -> Sequence[Row]:
        """The new rows that are not committed yet, oldest first."""
        return self._new

    # ── Rows ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def create(self, entity: EntityInfo, values: dict[str, Value], row_id: Guid | None = None) -> Row:
        """Stage a new row with those field values."""
        self.count += 1
        row = Row(entity, row_id or self._next_id(), self.count, self)
        row.values = values
        self._created[row] = self._now()
        for info in entity.lineage:
            self._rows.setdefault(info.full_name, {})[row] = None
        self._new.append(row)
        self._log.append(lambda: self._forget(row))
        return row

    def change(self, row: Row, name: str, value: Value) -> None:
        """Set a field, remembering the old value."""
        values = row.values
        old = values[name]
        if old is value:
            return
        values[name] = value
        was_changed = row in self._changed
        self._changed[row] = None

        def undo() -> None:
            values[name] = old
            if not was_changed:
                self._changed.pop(row, None)

        self._log.append(undo)

    def delete(self, row: Row) -> None:
        """Take the row out; what refers to it keeps its reference."""
        if row.is_deleted:
            return
        self.before_delete(row)
        row.is_deleted = True
        for info in row.entity.lineage:
            self._rows[info.full_name].pop(row, None)
        self._log.append(lambda: self._bring_back(row))

    def rows(self, entity_name: str) -> Sequence[Row]:
        """The entity's rows (its sub-entities' included) in creation order; the name is the full one."""
        self.reads += 1
        return list(self._rows.get(entity_name, ()))

    def all_rows(self) -> Sequence[Row]:
        """Every row that is there, in creation order."""
        return [row for row in self._created if not row.is_deleted]

    def computed(self, row: Row, name: str) -> Value:
        """A member that is not stored in the row: `Id`, `CreatedAt`, a child collection."""
        if name == "Id":
            return row.id
        if name == "CreatedAt":
            return DateTime(self._created[row])
        field = row.entity.fields.get(name)
        if field is not None and field.is_collection:
            child = field.type.name.last.text
            found = (r for r in self._rows_by_short_name(child) if r.values.get(field.foreign_key) is row)
            return ChildRows(found, row, field)
        raise MissingMember(name)

    def _rows_by_short_name(self, name: str) -> Iterable[Row]:
        if name in self._rows:
            return self._rows[name]
        full = next((key for key in self._rows if key.rpartition(".")[2] == name), None)
        return self._rows[full] if full else ()

    def _forget(self, row: Row) -> None:
        row.is_deleted = True
        self._created.pop(row, None)
        for info in row.entity.lineage:
            self._rows[info.full_name].pop(row, None)
        if row in self._new:
            self._new.remove(row)
        self._changed.pop(row, None)

    def _bring_back(self, row: Row) -> None:
        row.is_deleted = False
        for info in row.entity.lineage:
            rows = [*self._rows[info.full_name], row]
            rows.sort(key=lambda r: r.number)
            self._rows[info.full_name] = dict.fromkeys(rows)

    # ── Units of work ─────────────────────────────────────────────────────────────────────────────────────────────

    def mark(self) -> int:
        """The log's present length."""
        return len(self._log)

    def rollback(self, mark: int) -> None:
        """Undo everything logged since `mark`, newest first."""
        while len(self._log) > mark:
            self._log.pop()()
        self._floor = min(self._floor, len(self._log))

    def rollback_unit(self, mark: int) -> None:
        """Undo what was staged since `mark`; what was committed since then stays."""
        self.rollback(max(mark, self._floor))

    def log_undo(self, undo: Callable[[], None]) -> None:
        """Remember how to undo a change that somebody else made."""
        self._log.append(undo)

    def flush(self) -> None:
        """Check what is staged without ending the unit of work."""
        for row in [*self._new, *self._changed]:
            if not row.is_deleted:
                self.validate(row)

    def commit(self) -> None:
        """Check what is staged, keep it, and tell the listeners which rows are new."""
        while self._new or self._changed:
            self.flush()
            new = self._take_staged()
            alive = [row for row in new if not row.is_deleted]
            if alive:
                for listener in self._listeners:
                    listener(alive)
        self._floor = len(self._log)

    def on_commit(self, listener: Callable[[Iterable[RowFace]], None]) -> None:
        """Call `listener` with the new rows, in creation order, before a commit returns."""
        self._listeners.append(listener)

    @property
    def has_staged(self) -> bool:
        """Whether anything was made, changed or deleted since the last commit."""
        return len(self._log) > self._floor

    def discard(self) -> None:
        """Undo what was staged since the last commit."""
        self.rollback(self._floor)

    def _take_staged(self) -> list[Row]:
        new, changed = self._new, self._changed
        self._new, self._changed = [], {}

        def undo() -> None:
            self._new, self._changed = new, changed

        self._log.append(undo)
        return new
