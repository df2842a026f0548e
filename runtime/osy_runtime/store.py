"""Units of work over the rows of one world, with one undo log.

A change happens at once, so a unit of work sees its own changes; the log holds how to undo each, newest last. What is
*staged* is what was made, changed or deleted since the last commit. A flush checks it: the platform's own values are
given, then who wrote it must have been allowed to, then it must be valid. A commit flushes, keeps what is staged and
tells the listeners which rows are new; what a listener stages is committed by the same commit. Rolling back to a mark
undoes everything after it, also what was committed since; `rollback_unit` stops at the last commit, as an exception
that leaves a unit does.

Each write remembers who made it. A row that its maker changes before the commit is still being made: what is asked is
whether they may create it as it is then (R126).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVarTuple

from osy_grammar.record import record
from osy_runtime.caller import SYSTEM, Caller
from osy_runtime.costs import Costs
from osy_runtime.faces import MissingMember, RowFace
from osy_runtime.model import EntityInfo, FieldInfo
from osy_runtime.restrictions import Restrictions
from osy_runtime.tables import MemoryTables, Tables, Undo, take_back
from osy_runtime.values import DateOnly, DateTime, Guid, Long, Row, TimeSpan, Value

Arguments = TypeVarTuple("Arguments")

_COMPARED = frozenset((str, int, bool, Long, Guid, DateTime, TimeSpan, DateOnly))
"""Kinds of values of which two equal ones are one: to write such a value again changes nothing."""


class ChildRows(list[Value]):
    """The rows that refer to one row by a field: a child collection, read when it was asked for."""

    __slots__ = ("field", "owner")

    def __init__(self, rows: Iterable[Row], owner: Row, field: FieldInfo) -> None:
        super().__init__(rows)
        self.owner = owner
        self.field = field


@record(eq=False, frozen=False)
class Write:
    """What one caller did to a row since it was last asked about; `before` are the values that it had then."""

    verb: str
    row: Row
    caller: Caller
    before: dict[str, Value]


class Acting(Protocol):
    """What knows who acts."""

    caller: Caller
    """Who acts now."""


class Keeper(Protocol):
    """What a store asks of its world about the rows: who acts, what they may, what must hold."""

    @property
    def acting(self) -> Acting:
        """What knows who acts: it is asked at each change, so that it must not have to look for it."""
        ...

    def is_plain(self, entity: EntityInfo) -> bool:
        """Whether rows of the entity are given nothing at a flush, and nothing must hold for them."""
        ...

    def foresee(self, verb: str, entity: EntityInfo, field: str | None) -> None:
        """Throw `NotAuthorized` where no row of the entity could be written like this by who acts."""
        ...

    def check_write(self, write: Write) -> None:
        """Throw `NotAuthorized` unless who made the write may."""
        ...

    def visible(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Those that who acts may read."""
        ...

    def give(self, row: Row) -> None:
        """Put in what the platform itself writes into a row before it is checked."""
        ...

    def validate(self, row: Row) -> None:
        """Throw unless the row is valid."""
        ...

    def delete_referring(self, row: Row) -> None:
        """Do to the rows that refer to a deleted one what their fields say."""
        ...

    def check_deleted(self, row: Row) -> None:
        """Throw unless nothing refers to the deleted row that cannot do without it."""
        ...


class FreeKeeper:
    """A keeper for which everything holds and the system acts."""

    caller: Caller = SYSTEM

    @property
    def acting(self) -> Acting:
        """It knows itself: always the system."""
        return self

    def is_plain(self, entity: EntityInfo) -> bool:
        """Every row is."""
        return True

    def foresee(self, verb: str, entity: EntityInfo, field: str | None) -> None:
        """Everything can be written."""

    def check_write(self, write: Write) -> None:
        """Everybody may."""

    def visible(self, rows: Sequence[Row]) -> Sequence[Row]:
        """All of them."""
        return rows

    def give(self, row: Row) -> None:
        """Nothing is given."""

    def validate(self, row: Row) -> None:
        """Every row is valid."""

    def delete_referring(self, row: Row) -> None:
        """What refers to the row keeps its reference."""

    def check_deleted(self, row: Row) -> None:
        """Anything may refer to it."""


class Store:
    """The rows of a world and its units of work."""

    def __init__(self, next_id: Callable[[], Guid], now: Callable[[], int], tables: Tables | None = None) -> None:
        """An empty store that takes ids and instants from these."""
        self.tables: Tables = tables or MemoryTables()
        # Nothing of what is in memory outlives the process, whatever is kept.
        self._keep = tables.keep if tables is not None else None
        self.keep_by(FreeKeeper())
        self._next_id = next_id
        self._now = now
        self._log: list[object] = []
        self.remember = self._log.extend
        """Remembers how to undo a change that somebody else made: what to call, with what, and how many these are."""
        self._floor = 0
        self.epoch = 0
        self._new: dict[Row, Caller] = {}
        self._changed: dict[Row, None] = {}
        self._gone: dict[Row, None] = {}
        self._writes: dict[tuple[Row, Caller], Write] = {}
        self._created: dict[Row, int] = {}
        self._makers: dict[Row, Guid | None] = {}
        self._modified: dict[Row, int] = {}
        self.restrictions = Restrictions(self)
        self._numbered: set[tuple[Row, str]] = set()
        self._names: dict[str, EntityInfo] = {}
        self._listeners: list[Callable[[Iterable[RowFace]], None]] = []
        self.count = 0
        self.reads = 0
        self.costs = Costs()

    def keep_by(self, keeper: Keeper) -> None:
        """From here on, ask that keeper."""
        self.keeper: Keeper = keeper
        self._acting = keeper.acting
        # What was plain for another keeper need not be for this one.
        self._plain: set[EntityInfo] = set()

    @property
    def staged(self) -> Sequence[Row]:
        """The new rows that are not committed yet, oldest first."""
        return [*self._new]

    def maker_of(self, row: Row) -> Caller | None:
        """Who made the row, as long as it is not committed."""
        return self._new.get(row)

    # ── Rows ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def create(self, entity: EntityInfo, values: dict[str, Value], row_id: Guid | None = None) -> Row:
        """Stage a new row with those field values."""
        caller = self._acting.caller
        if caller.is_checked:
            self.keeper.foresee("create", entity, None)
        self.count += 1
        row = Row(entity, row_id or self._next_id(), self.count, self)
        row.values = values
        for info in entity.lineage:
            self._names.setdefault(info.full_name, info)
        self._note(self.tables.insert(row))
        self._created[row] = self._now()
        self._makers[row] = caller.principal.id if caller.principal is not None else None
        self._new[row] = caller
        if caller.is_checked:
            self._writes[row, caller] = Write("create", row, caller, {})
        self._log += (Store._forget, self, row, caller, 4)
        return row

    def _forget(self, row: Row, caller: Caller) -> None:
        self._created.pop(row, None)
        self._makers.pop(row, None)
        self._new.pop(row, None)
        self._changed.pop(row, None)
        self._writes.pop((row, caller), None)

    def change(self, row: Row, name: str, value: Value) -> None:
        """Set a field, remembering the old value and who did it."""
        values = row.values
        old = values[name]
        if old is value or (type(old) is type(value) and type(old) in _COMPARED and old == value):
            return
        caller = self._acting.caller
        if caller.is_checked:
            self._note_writer(row, name, caller)
        log = self._log
        if row not in self._changed and row not in self._new:
            self._changed[row] = None
            modified = self._modified
            log += (Store._unmodify, self, row, modified.get(row), 4)
            modified[row] = self._now()
        undo = self.tables.write(row, name, value)
        log += undo
        log.append(len(undo))

    def _unmodify(self, row: Row, instant: int | None) -> None:
        self._changed.pop(row, None)
        if instant is None:
            self._modified.pop(row, None)
        else:
            self._modified[row] = instant

    def _note_writer(self, row: Row, name: str, caller: Caller) -> None:
        """Ask whether such a row could be written at all; who writes it is asked about at the flush."""
        is_own = self._new.get(row) == caller
        if not is_own:
            self.keeper.foresee("update", row.entity, name)
        key = (row, caller)
        if key not in self._writes:
            self._writes[key] = Write("create" if is_own else "update", row, caller, {} if is_own else dict(row.values))
            self._log += (Store._put_write, self, key, None, 4)

    def write_through(self, row: Row, name: str, value: Value) -> None:
        """Set a field as the platform does: nobody wrote it, and nobody is asked."""
        if row.values[name] is not value:
            self._note(self.tables.write(row, name, value))

    def change_as_platform(self, row: Row, name: str, value: Value) -> None:
        """Set a field as the platform does, and check the row at the next flush."""
        self.write_through(row, name, value)
        if row not in self._new and row not in self._changed:
            self._changed[row] = None
            self._log += (Store._forget_change, self, row, 3)

    def take_number(self, row: Row, name: str, series: str, first: int) -> int:
        """The next number of a series, for that field of the row."""
        number, undo = self.tables.take_number(series, first)
        self._note(undo)
        self._numbered.add((row, name))
        self._log += (Store._give_back, self, row, name, 4)
        return number

    def _give_back(self, row: Row, name: str) -> None:
        self._numbered.discard((row, name))

    def is_numbered(self, row: Row, name: str) -> bool:
        """Whether the field got its number already; it may be 0."""
        return (row, name) in self._numbered

    def _forget_change(self, row: Row) -> None:
        self._changed.pop(row, None)

    def delete(self, row: Row) -> None:
        """Take the row out, and do to what refers to it what is to be done."""
        if row.is_deleted:
            return
        caller = self._acting.caller
        is_own = self._new.get(row) == caller
        if caller.is_checked and not is_own:
            self.keeper.foresee("delete", row.entity, None)
        self.remove(row)
        if not (is_own or caller.is_system):
            key = (row, caller)
            earlier = self._writes.get(key)
            self._writes[key] = Write("delete", row, caller, earlier.before if earlier else dict(row.values))
            self._log += (Store._put_write, self, key, earlier, 4)
        self.keeper.delete_referring(row)

    def remove(self, row: Row) -> None:
        """Take the row out without asking anybody: the platform does it."""
        if row.is_deleted:
            return
        self._note(self.tables.remove(row))
        self._gone[row] = None
        self._log += (Store._bring_back, self, row, 3)

    def _bring_back(self, row: Row) -> None:
        self._gone.pop(row, None)

    def _put_write(self, key: tuple[Row, Caller], write: Write | None) -> None:
        if write is None:
            self._writes.pop(key, None)
        else:
            self._writes[key] = write

    def entity_rows(self, entity: EntityInfo) -> Sequence[Row]:
        """The entity's rows (its sub-entities' included) in creation order, whoever may read them."""
        self.reads += 1
        found = self.tables.scan(entity)
        return self.restrictions.in_use(found) if self.restrictions.rows else found

    def rows(self, entity_name: str) -> Sequence[Row]:
        """The same by the entity's full name."""
        info = self._names.get(entity_name)
        return self.entity_rows(info) if info is not None else ()

    def all_rows(self) -> Sequence[Row]:
        """Every row that is there, in creation order."""
        return [row for row in self._created if not row.is_deleted]

    def created_at(self, row: Row) -> DateTime:
        """When the row was made."""
        return DateTime(self._created[row])

    def computed(self, row: Row, name: str) -> Value:
        """A member that is not stored in the row: `Id`, `CreatedAt`, a child collection."""
        if name == "Id":
            return row.id
        if name == "CreatedAt":
            return self.created_at(row)
        if name == "CreatedBy":
            return self._makers.get(row)
        if name == "ModifiedAt":
            return DateTime(self._modified.get(row, self._created.get(row, 0)))
        field = row.entity.fields.get(name)
        if field is None or not field.is_collection:
            raise MissingMember(name)
        child = field.child
        self.costs.ask()
        found = self.tables.match(child, (field.foreign_key,), (row,)) if child is not None else ()
        if self.restrictions.rows:
            found = self.restrictions.in_use(found)
        return ChildRows(self.keeper.visible(found), row, field)

    # ── Units of work ─────────────────────────────────────────────────────────────────────────────────────────────

    def mark(self) -> int:
        """The log's present length; an epoch begins."""
        self.epoch += 1
        return len(self._log)

    def rollback(self, mark: int) -> None:
        """Undo everything logged since `mark`, newest first."""
        take_back(self._log, mark)
        self._floor = min(self._floor, len(self._log))

    def rollback_unit(self, mark: int) -> None:
        """Undo what was staged since `mark`; what was committed since then stays."""
        self.rollback(max(mark, self._floor))

    def log_undo(self, undo: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Remember how to undo a change that somebody else made: what to call with what."""
        self._note((undo, *arguments))

    def _note(self, undo: Undo) -> None:
        self._log += undo
        self._log.append(len(undo))

    def flush(self) -> None:
        """Check what is staged without ending the unit of work."""
        keeper = self.keeper
        plain = self._plain
        rows = [row for row in (*self._new, *self._changed) if not row.is_deleted]
        staged = [row for row in rows if row.entity not in plain]
        for row in staged:
            keeper.give(row)
        if self._writes:
            writes = self._writes
            for write in writes.values():
                # What was made and deleted in one unit was never there.
                if write.caller.is_checked and not (write.verb != "delete" and write.row.is_deleted):
                    keeper.check_write(write)
            self._writes = {}
            self._log += (Store._restore_writes, self, writes, 3)
        for row in staged:
            keeper.validate(row)
        for row in self._gone:
            keeper.check_deleted(row)
        for row in staged:
            if row.entity not in plain and keeper.is_plain(row.entity):
                plain.add(row.entity)

    def _restore_writes(self, writes: dict[tuple[Row, Caller], Write]) -> None:
        self._writes = writes

    def commit(self) -> None:
        """Check what is staged, keep it, and tell the listeners which rows are new; an epoch begins."""
        while self._new or self._changed or self._gone or self._writes:
            if not (self._new or self._gone or self._writes):
                changed, plain = self._changed, self._plain
                for row in changed:
                    if row.entity not in plain:
                        break
                else:
                    # Rows that were only changed, and of which nothing is asked: nearly every firing ends like this.
                    costs = self.costs
                    costs.statements += len(changed)
                    costs.round_trips += 1
                    # One row is the rule, and needs no tuple of rows that would have to be kept.
                    self._log += (Store._change_again, self, *changed, 2 + len(changed))
                    changed.clear()
                    break
            # A row stands in one of the first two; one that is gone may stand there too.
            self.costs.write(len(self._new) + len(self._changed) if not self._gone else self._count_staged())
            self.flush()
            new = self._take_staged()
            alive = [row for row in new if not row.is_deleted]
            if alive:
                for listener in self._listeners:
                    listener(alive)
        if self._keep is not None:
            self._keep()
        self.epoch += 1
        self._floor = len(self._log)

    def _change_again(self, *rows: Row) -> None:
        self._changed = dict.fromkeys(rows)

    def _count_staged(self) -> int:
        return len(self._new | self._changed | self._gone)

    def on_commit(self, listener: Callable[[Iterable[RowFace]], None]) -> None:
        """Call `listener` with the new rows, in creation order, before a commit returns."""
        self._listeners.append(listener)

    @property
    def settled(self) -> int:
        """A number that is another one after each commit that kept something."""
        return self._floor

    @property
    def has_staged(self) -> bool:
        """Whether anything was made, changed or deleted since the last commit."""
        return len(self._log) > self._floor

    def discard(self) -> None:
        """Undo what was staged since the last commit."""
        self.rollback(self._floor)

    def settle_mark(self) -> int:
        """End the unit of work, and give a mark that a later test goes back to: all that is there now stays."""
        self.commit()
        return len(self._log)

    def _take_staged(self) -> dict[Row, Caller]:
        new, changed, gone = self._new, (*self._changed,), (*self._gone,)
        self._log += (Store._stage_again, self, new, changed, gone, 5)
        self._new = {}
        self._changed.clear()
        self._gone.clear()
        return new

    def _stage_again(self, new: dict[Row, Caller], changed: Sequence[Row], gone: Sequence[Row]) -> None:
        self._new, self._changed, self._gone = new, dict.fromkeys(changed), dict.fromkeys(gone)
