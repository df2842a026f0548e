"""The faces inside the runtime: what the evaluator, the store and the workflow engine ask of each other.

A *world* is one test's universe: its rows, its clock, its runs, its stubs. The evaluator turns nodes into callables
once for a program; a callable takes the world and the names in scope. Everything that changes in a world is undone
through the store's one log, the engine's own records included.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import ClassVar, Protocol, TypeVarTuple

from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.statements import Block
from osy_grammar.record import record
from osy_grammar.tree import Item

Arguments = TypeVarTuple("Arguments")

Value = object
"""Any value of the language, as `values.py` maps it to Python."""


class MissingMember(Exception):  # noqa: N818 -- it becomes an error where the member was asked for
    """A host object has no member of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class HostObject:
    """A value that the runtime itself implements.

    A slot, a run's handle, an audit entry, a static such as `TestClock`. One of them that `takes_names` looks at the
    named arguments of a call; for the others nobody knows what the platform calls its parameters.
    """

    __slots__ = ()

    type_name: ClassVar[str]
    takes_names: ClassVar[bool] = False

    def described(self) -> str:
        """What it is, for a sentence; empty where its type says it."""
        return ""

    def text(self) -> str | None:
        """Its text, where it stands for one."""
        return None

    def own_names(self) -> Sequence[str]:
        """The names of its members that only the program knows."""
        return ()

    def get_member(self, name: str) -> Value:
        """The member's value; `MissingMember` if there is none of that name."""
        raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """Call the member; `MissingMember` if there is none of that name."""
        raise MissingMember(name)

    def get_item(self, key: Value) -> Value:
        """`value[key]`; it has no index unless it says so."""
        raise MissingMember("[]")

    def items(self) -> Iterable[Value]:
        """What `foreach` gives; it has no items unless it says so."""
        raise MissingMember("[]")


class This(HostObject):
    """`this` in a workflow body: all it has is `Item`."""

    __slots__ = ("row",)

    type_name: ClassVar[str] = "this"

    def __init__(self, row: "RowFace") -> None:
        self.row = row

    def get_member(self, name: str) -> Value:
        """`Item`, the tracked row."""
        if name != "Item":
            raise MissingMember(name)
        return self.row


class FixedMembers(HostObject):
    """A host object that is nothing but members with values."""

    def __init__(self, members: Mapping[str, Value]) -> None:
        """An object of these members."""
        self._members = members

    def get_member(self, name: str) -> Value:
        """A member by name."""
        if name not in self._members:
            raise MissingMember(name)
        return self._members[name]


class RowFace(Protocol):
    """An entity's row."""

    @property
    def id(self) -> Value:
        """The row's `Guid`."""
        ...

    @property
    def entity_name(self) -> str:
        """The entity's short name."""
        ...

    @property
    def entity_full_name(self) -> str:
        """The entity's name with its namespace."""
        ...

    @property
    def is_deleted(self) -> bool:
        """Whether the row was deleted."""
        ...

    def get(self, name: str) -> Value:
        """A field's value."""
        ...

    def set(self, name: str, value: Value) -> None:
        """Change a field; the store's log remembers the old value."""
        ...


class StoreFace(Protocol):
    """All rows of a world, with one undo log."""

    @property
    def epoch(self) -> int:
        """A number that is another one after each mark and each commit.

        To these the log may be taken back: what was remembered in this epoch already needs no remembering again.
        """
        ...

    def mark(self) -> int:
        """The log's present length; an epoch begins."""
        ...

    def rollback(self, mark: int) -> None:
        """Undo everything logged since `mark`, newest first."""
        ...

    def log_undo(self, undo: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Remember how to undo a change that somebody else made (the engine's records): what to call with what."""
        ...

    def remember(self, undo: Iterable[object], /) -> None:
        """The same for a change that is made often: what to call, with what, and how many these are together."""
        ...

    def flush(self) -> None:
        """Check what is staged (rights of who staged it, constraints) without ending the unit of work."""
        ...

    def commit(self) -> None:
        """Check what is staged, keep it, and tell the listeners (below) which rows are new; an epoch begins."""
        ...

    def on_commit(self, listener: Callable[[Iterable[RowFace]], None]) -> None:
        """Call `listener` with the new rows, in creation order, before a commit returns."""
        ...

    def rows(self, entity_name: str) -> Sequence[RowFace]:
        """The entity's rows (its sub-entities' included) in creation order."""
        ...


class ClockFace(Protocol):
    """The world's one clock; instants are ticks of 100 ns since 0001-01-01 UTC, durations are ticks."""

    @property
    def now(self) -> int:
        """The test clock: `DateTime.UtcNow`."""
        ...

    @property
    def body_now(self) -> int:
        """The instant that the running workflow body runs at: `DurableClock.UtcNow`; else the same as `now`."""
        ...


class CompiledBlock(Protocol):
    """A body ready to run. Raises `Goto` (signals.py) at a `goto`, `OsyThrow` when the program throws."""

    def __call__(self, world: "WorldFace", names: Mapping[str, Value]) -> None:
        """Run with `names` in scope (`this`, `slot`, `actor`, an event's parameters …)."""
        ...


class PlainBlock:
    """A body that mentions none of the names that it could be handed but `this`: `run` takes that alone.

    `goes_to` is the state of a body that says `goto State;` and nothing else, so that it need not be run.
    """

    __slots__ = ("goes_to", "run")

    def __init__(self, run: Callable[["WorldFace", Value], None], goes_to: str | None = None) -> None:
        self.run = run
        self.goes_to = goes_to

    def __call__(self, world: "WorldFace", names: Mapping[str, Value]) -> None:
        """Run as any body."""
        self.run(world, names.get("this"))


class CompiledExpression(Protocol):
    """An expression ready to be evaluated; a lambda gives a Python callable over positional values."""

    def __call__(self, world: "WorldFace", names: Mapping[str, Value]) -> Value:
        """The value with `names` in scope."""
        ...


class CompilerFace(Protocol):
    """Turns nodes into callables. `names` are those that the caller will hand in.

    Anything else is looked up in the program.
    """

    def block(self, path: str, item: Item, node: Block, names: Sequence[str]) -> CompiledBlock:
        """Compile a body; `path` and `item` place its frames and messages."""
        ...

    def expression(self, path: str, item: Item, node: Expression, names: Sequence[str]) -> CompiledExpression:
        """Compile an expression."""
        ...


@record()
class DeclaredWorkflow:
    """A workflow of the program: its file and its top-level item."""

    path: str
    item: Item


class ProgramFace(Protocol):
    """What the engine asks of the linked program."""

    @property
    def workflows(self) -> Sequence[DeclaredWorkflow]:
        """The program's workflows in declaration order, files by path."""
        ...

    def entity_at(self, path: str, item: Item, name: str) -> str:
        """The full name of the entity that a name means in an item of a file; the name itself if it means none."""
        ...

    def tracked_values(self, entity: str, field: str) -> Mapping[str, Value]:
        """The members of the enum that types the entity's field, by name; empty if there is no such field or enum."""
        ...

    def tracking_problem(self, entity: str, field: str) -> str | None:
        """Why nothing can track that field, said of a workflow; None if it can."""
        ...

    @property
    def is_whole(self) -> bool:
        """Whether all that the program uses is in view; else a kit may declare what it lacks."""
        ...

    def entity_is(self, entity: str, base: str) -> bool:
        """Whether the entity is `base` or inherits from it."""
        ...


class WorldFace(Protocol):
    """One test's universe."""

    @property
    def store(self) -> StoreFace:
        """The rows."""
        ...

    @property
    def clock(self) -> ClockFace:
        """The clock."""
        ...

    @property
    def principal(self) -> RowFace | None:
        """Who acts: the innermost `runas`; None is nobody, or the system inside a workflow body."""
        ...

    @property
    def is_system(self) -> bool:
        """Whether security is off here: in a workflow body, and in a fixture outside `runas`."""
        ...

    def may(self, verb: str, row: RowFace) -> bool:
        """Whether who acts may `read` or `update` the row; the system may."""
        ...

    def deciding(self) -> AbstractContextManager[None]:
        """A context in which a rule is asked about who acts: security is off, whoever it is."""
        ...

    def as_system(self) -> AbstractContextManager[None]:
        """A context in which workflow bodies run: the system acts, nobody is the principal."""
        ...

    def catching(self) -> AbstractContextManager[None]:
        """A context whose maker catches what is thrown inside: no `catch` further out is asked about it."""
        ...

    def log(self, text: str) -> None:
        """Add a line to the test's output."""
        ...

    def time_left(self) -> float | None:
        """The seconds that the test may still run, None without a limit; if there are none left, the test ends."""
        ...
