"""The values of the language as Python holds them.

| in the language | in Python |
|---|---|
| `int`, `byte` | `int` |
| `long` | `Long` |
| `decimal`, `double` | `Decimal`, `float` |
| `string`, `char`, `bool`, `null` | `str`, `Char`, `bool`, `None` |
| `DateTime`, `TimeSpan`, `DateTimeOffset`, `DateOnly`, `TimeOnly`, `Guid` | the classes below |
| enum members, rows, instances | `EnumValue`, `Row`, `Instance` (exceptions too) |
| `List<T>`, `T[]`, `Dictionary<K, V>`, `HashSet<T>` | `list`, `dict`, `HashSet`; `byte[]` is `Bytes` |
| `new { … }` | `Anonymous` |
| lambdas | `Closure` |

Integers are not wrapped at 32 or 64 bits: a value that leaves the range of its type is an `OverflowException` (R68).
Texts are held as .NET holds them, in code units of UTF-16 (`utf16.py`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, Self

from osy_grammar.record import record
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FunctionInfo, Shape

Value = object

TICKS_PER_MILLISECOND = 10_000
TICKS_PER_SECOND = 10_000_000
TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND
TICKS_PER_HOUR = 60 * TICKS_PER_MINUTE
TICKS_PER_DAY = 24 * TICKS_PER_HOUR


class Long(int):
    """A whole number of 64 bits."""

    __slots__ = ()


class Bytes(list[Value]):
    """A `byte[]`: written as base 64 where it becomes JSON."""

    __slots__ = ()


class _Scalar:
    """A value that is one thing: compared and ordered by it, with its own kind only. Never changed after it is made.

    Written out because the standard dataclasses with an order cost a millisecond each when the module is imported.
    """

    __slots__ = ("_key",)
    _key: int | str

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __lt__(self, other: Self) -> bool:
        return self._key < other._key  # type: ignore[operator]

    def __le__(self, other: Self) -> bool:
        return self._key <= other._key  # type: ignore[operator]

    def __gt__(self, other: Self) -> bool:
        return self._key > other._key  # type: ignore[operator]

    def __ge__(self, other: Self) -> bool:
        return self._key >= other._key  # type: ignore[operator]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._key!r})"


class _Ticks(_Scalar):
    __slots__ = ()
    __match_args__ = ("ticks",)
    _key: int

    def __init__(self, ticks: int) -> None:
        self._key = ticks

    @property
    def ticks(self) -> int:
        """So many times 100 ns."""
        return self._key


class TimeSpan(_Ticks):
    """A duration in ticks of 100 ns."""

    __slots__ = ()


class DateTime(_Ticks):
    """An instant in ticks of 100 ns since 0001-01-01; always UTC here."""

    __slots__ = ()


class TimeOnly(_Ticks):
    """A time of day in ticks since midnight."""

    __slots__ = ()


class DateOnly(_Scalar):
    """A day, counted from 0001-01-01."""

    __slots__ = ()
    __match_args__ = ("day_number",)
    _key: int

    def __init__(self, day_number: int) -> None:
        self._key = day_number

    @property
    def day_number(self) -> int:
        """Days since the first one."""
        return self._key


class _Text(_Scalar):
    __slots__ = ()
    __match_args__ = ("text",)
    _key: str

    def __init__(self, text: str) -> None:
        self._key = text

    @property
    def text(self) -> str:
        """What it reads."""
        return self._key


class Char(_Text):
    """One character."""

    __slots__ = ()


class Guid(_Text):
    """A GUID as its 32 lower-case digits in five groups."""

    __slots__ = ()


class DateTimeOffset:
    """An instant with the offset it is shown at; two are equal when their instants are."""

    __slots__ = ("offset_ticks", "utc_ticks")
    __match_args__ = ("utc_ticks", "offset_ticks")

    def __init__(self, utc_ticks: int, offset_ticks: int = 0) -> None:
        self.utc_ticks = utc_ticks
        self.offset_ticks = offset_ticks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DateTimeOffset) and self.utc_ticks == other.utc_ticks

    def __hash__(self) -> int:
        return hash(self.utc_ticks)

    def __lt__(self, other: "DateTimeOffset") -> bool:
        return self.utc_ticks < other.utc_ticks

    def __gt__(self, other: "DateTimeOffset") -> bool:
        return self.utc_ticks > other.utc_ticks


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
    """An object of a class of the program, or an exception; `types` are the arguments of a generic class."""

    __slots__ = ("cls", "fields", "types")

    def __init__(self, cls: ClassInfo, fields: dict[str, Value], types: tuple[Shape | None, ...] = ()) -> None:
        self.cls = cls
        self.fields = fields
        self.types = types

    def __repr__(self) -> str:
        return f"<{self.cls.name}>"

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Instance):
            return self is other
        return self.cls.is_record and self.cls is other.cls and self.fields == other.fields

    def __hash__(self) -> int:
        return hash(tuple(self.fields.values())) if self.cls.is_record else id(self)


class Anonymous:
    """What `new { a = 1 }` makes: its members in order. It is a JSON document as well."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Value]) -> None:
        self.fields = fields


class Pair:
    """A key of a dictionary with its value."""

    __slots__ = ("key", "value")

    def __init__(self, key: Value, value: Value) -> None:
        self.key = key
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and self.key == other.key and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.key)


class Tuple:
    """`(a, Name: b)`; `names` has the name of each element or None. It never changes, and is its elements."""

    __slots__ = ("items", "names")

    def __init__(self, items: tuple[Value, ...], names: tuple[str | None, ...] = ()) -> None:
        self.items = items
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tuple) and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.items)

    def place(self, name: str) -> int:
        """The place of the element of that name, written or `Item1` …; -1 if there is none."""
        if name in self.names:
            return self.names.index(name)
        number = name.removeprefix("Item")
        place = int(number) - 1 if name.startswith("Item") and number.isascii() and number.isdigit() else -1
        return place if place < len(self.items) else -1


class HashSet:
    """A `HashSet<T>`; its items stay in the order in which they came."""

    __slots__ = ("items",)

    def __init__(self, items: Iterable[Value] = ()) -> None:
        self.items: dict[Value, None] = dict.fromkeys(items)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


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

    @property
    def entity_full_name(self) -> str:
        """The entity's name with its namespace: two may have one short name."""
        return self.entity.full_name

    def get(self, name: str) -> Value:
        """A member's value; raises `MissingMember` if the entity has none of that name."""
        return self.values[name] if name in self.values else self.keeper.computed(self, name)

    def set(self, name: str, value: Value) -> None:
        """Change a field; the store's log remembers the old value."""
        self.keeper.change(self, name, value)

    def __repr__(self) -> str:
        return f"{self.entity.name} {self.id.text}"


class Closure:
    """A lambda. `call` takes the arguments; `freeze` gives the same lambda over copies of what it captured.

    `held` is what it captured: its `this`, and the cells of the variables around it. Lambdas of one `origin` were made
    at one place of the program; 0 is none.
    """

    __slots__ = ("arity", "call", "freeze", "held", "origin")

    def __init__(
        self,
        call: Callable[..., Value],
        arity: int,
        freeze: "Callable[[], Closure]",
        held: tuple[Value, ...] = (),
        origin: int = 0,
    ) -> None:
        self.origin = origin
        self.call = call
        self.arity = arity
        self.freeze = freeze
        self.held = held

    def __call__(self, *arguments: Value) -> Value:
        """The lambda's value for these arguments."""
        return self.call(*arguments)


class OutReference:
    """An argument that is a place: where the callee puts a value; `value` is what it holds before, for a `ref`."""

    __slots__ = ("set", "value")

    def __init__(self, setter: Callable[[Value], None], value: Value = None) -> None:
        self.set = setter
        self.value = value


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


@record()
class TypeValue:
    """A type named as a value or as a type argument."""

    shape: Shape

    @property
    def name(self) -> str:
        """The type's short name."""
        return self.shape.name

    @property
    def info(self) -> EntityInfo | ClassInfo | EnumInfo | None:
        """What declares it."""
        return self.shape.info
