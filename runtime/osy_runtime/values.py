"""The values of the language as Python holds them.

| in the language | in Python |
|---|---|
| `int`, `long`, `byte` | `int` |
| `decimal`, `double` | `Decimal`, `float` |
| `string`, `char`, `bool`, `null` | `str`, `Char`, `bool`, `None` |
| `DateTime`, `TimeSpan`, `DateTimeOffset`, `DateOnly`, `TimeOnly`, `Guid` | the classes below |
| enum members, rows, instances | `EnumValue`, `Row`, `Instance` (exceptions too) |
| `List<T>`, `T[]`, `Dictionary<K, V>` | `list`, `dict` |
| `new { … }` | `Anonymous` |
| lambdas | `Closure` |

Integers are not wrapped at 32 or 64 bits: a value that leaves the 64-bit range is an `OverflowException`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from osy_grammar.nodes.types import TypeName
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FunctionInfo, Site

Value = object

TICKS_PER_MILLISECOND = 10_000
TICKS_PER_SECOND = 10_000_000
TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND
TICKS_PER_HOUR = 60 * TICKS_PER_MINUTE
TICKS_PER_DAY = 24 * TICKS_PER_HOUR


@dataclass(frozen=True, slots=True, order=True)
class Char:
    """One UTF-16 unit of a text; `text` is the character."""

    text: str


@dataclass(frozen=True, slots=True, order=True)
class TimeSpan:
    """A duration in ticks of 100 ns."""

    ticks: int


@dataclass(frozen=True, slots=True, order=True)
class DateTime:
    """An instant in ticks of 100 ns since 0001-01-01; always UTC here."""

    ticks: int


@dataclass(frozen=True, slots=True)
class DateTimeOffset:
    """An instant with the offset it is shown at; two are equal when their instants are."""

    utc_ticks: int
    offset_ticks: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DateTimeOffset) and self.utc_ticks == other.utc_ticks

    def __hash__(self) -> int:
        return hash(self.utc_ticks)

    def __lt__(self, other: "DateTimeOffset") -> bool:
        return self.utc_ticks < other.utc_ticks

    def __le__(self, other: "DateTimeOffset") -> bool:
        return self.utc_ticks <= other.utc_ticks


@dataclass(frozen=True, slots=True, order=True)
class DateOnly:
    """A day, counted from 0001-01-01."""

    day_number: int


@dataclass(frozen=True, slots=True, order=True)
class TimeOnly:
    """A time of day in ticks since midnight."""

    ticks: int


@dataclass(frozen=True, slots=True, order=True)
class Guid:
    """A GUID as its 32 lower-case digits in five groups."""

    text: str


EMPTY_GUID = Guid("00000000-0000-0000-0000-000000000000")


class EnumValue:
    """A member of an enum, or a number cast to it."""

    __slots__ = ("enum", "label", "name", "number")

    def __init__(self, enum: EnumInfo, name: str, number: int, label: str) -> None:
        self.enum = enum
        self.name = name
        self.number = number
        self.label = label

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, EnumValue) and self.enum is other.enum and self.number == other.number
        )

    def __hash__(self) -> int:
        return hash((id(self.enum), self.number))

    def __repr__(self) -> str:
        return f"{self.enum.name}.{self.name}"


class Instance:
    """An object of a class of the program, or an exception."""

    __slots__ = ("cls", "fields")

    def __init__(self, cls: ClassInfo, fields: dict[str, Value]) -> None:
        self.cls = cls
        self.fields = fields

    def __repr__(self) -> str:
        return f"<{self.cls.name}>"


class Anonymous:
    """What `new { a = 1 }` makes: its members in order. It is a JSON document as well."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Value]) -> None:
        self.fields = fields


class RowKeeper(Protocol):
    """The store, as a row needs it."""

    def change(self, row: "Row", name: str, value: Value) -> None:
        """Set a field, remembering the old value."""
        ...

    def computed(self, row: "Row", name: str) -> Value:
        """A member that is not stored in the row: a child collection, `Id`, `CreatedAt`."""
        ...


class Row:
    """An entity's row. `values` holds its fields; `number` is its place in creation order."""

    __slots__ = ("entity", "id", "is_deleted", "keeper", "number", "values")

    def __init__(self, entity: EntityInfo, row_id: Guid, number: int, keeper: RowKeeper) -> None:
        self.entity = entity
        self.id = row_id
        self.number = number
        self.keeper = keeper
        self.values: dict[str, Value] = {}
        self.is_deleted = False

    @property
    def entity_name(self) -> str:
        """The entity's short name."""
        return self.entity.name

    def get(self, name: str) -> Value:
        """A member's value; raises `MissingMember` if the entity has none of that name."""
        return self.values[name] if name in self.values else self.keeper.computed(self, name)

    def set(self, name: str, value: Value) -> None:
        """Change a field; the store's log remembers the old value."""
        self.keeper.change(self, name, value)

    def __repr__(self) -> str:
        return f"{self.entity.name} {self.id.text}"


class Closure:
    """A lambda. `call` takes the arguments; `freeze` gives the same lambda over copies of what it captured."""

    __slots__ = ("arity", "call", "freeze")

    def __init__(self, call: Callable[..., Value], arity: int, freeze: "Callable[[], Closure]") -> None:
        self.call = call
        self.arity = arity
        self.freeze = freeze

    def __call__(self, *arguments: Value) -> Value:
        """The lambda's value for these arguments."""
        return self.call(*arguments)


class OutReference:
    """An `out` argument: where the callee puts a value."""

    __slots__ = ("set",)

    def __init__(self, setter: Callable[[Value], None]) -> None:
        self.set = setter


class FunctionGroup:
    """A function named as a value; calling picks the overload by the number of arguments."""

    __slots__ = ("call", "functions", "name")

    def __init__(self, name: str, functions: list[FunctionInfo], call: Callable[..., Value]) -> None:
        self.name = name
        self.functions = functions
        self.call = call

    def __call__(self, *arguments: Value) -> Value:
        """Call the overload that takes this many arguments."""
        return self.call(*arguments)


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type named as a value or as a type argument; `written` is the whole of it, with its own arguments."""

    name: str
    info: EntityInfo | ClassInfo | EnumInfo | None = None
    written: TypeName | None = None
    site: Site | None = None
