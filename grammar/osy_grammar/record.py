"""Data classes that cost a start next to nothing: declared with the words that those of the standard library are.

`dataclass(frozen=True, slots=True)` writes and compiles five functions for each class and makes the class twice: a
third of a millisecond each, and a start of `osy` needs two hundred. `record` makes the class once; a comparison or a
text is compiled when the first one is asked for, a constructor when it is used often. `field` and `replace` stand here
as well: `dataclasses` alone is a twentieth of a start. What the standard library knows of a data class (its own
`replace`, `asdict`, pydantic's reading) is worked out by the standard library, when somebody asks.

What differs: a field is always compared; `InitVar`, `KW_ONLY` and bases that are data classes of another make are
refused when the class is declared, as is what could only fail later; a signature is told once many were made; and a
method that a decorator hides (without `functools.wraps`) cannot use `super()`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from osy_grammar.record_constructor import constructor
from osy_grammar.record_fields import MISSING, Field, check_order, inherited_fields, is_given, own_fields, refuse_if

if TYPE_CHECKING:
    # Type checkers know what these mean.
    from dataclasses import field, replace
else:
    from osy_grammar.record_fields import field

__all__ = ["field", "record", "replace"]

T = TypeVar("T")

_SIGNS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    *,
    kw_only: bool = False,
    eq: bool = True,
    order: bool = False,
    frozen: bool = True,
    weakref_slot: bool = False,
    dict_slot: bool = False,
) -> Callable[[type[T]], type[T]]:
    """Make a data class with slots; the parameters are those of `dataclass`.

    With `dict_slot` there is room for more than the fields, such as what a `cached_property` keeps.
    """
    rooms = (*(("__weakref__",) if weakref_slot else ()), *(("__dict__",) if dict_slot else ()))

    def make(cls: type[T]) -> type[T]:
        if order:
            refuse_if(not eq, f"`{cls.__name__}` has an order, so that it needs `eq` as well")
            refuse_if(not _SIGNS.keys().isdisjoint(cls.__dict__), f"`{cls.__name__}` says its order itself")
        made = _made(cls, kw_only, eq, frozen, rooms)
        for name, sign in _SIGNS.items() if order else ():
            _add(made, name, sign)
        return made

    return make


def _made(cls: type[T], kw_only: bool, eq: bool, frozen: bool, rooms: tuple[str, ...]) -> type[T]:
    namespace = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    inherited = inherited_fields(cls)
    own = own_fields(cls, namespace, kw_only)
    fields = {**inherited, **own}
    check_order(cls, fields)
    namespace |= {
        # A class that is made has this word no more, and without it one inside another is not found by pickle.
        "__qualname__": cls.__qualname__,
        "__slots__": (*(name for name in own if name not in inherited), *rooms),
        "__match_args__": tuple(name for name, (named, default) in fields.items() if not named and is_given(default)),
        "__record_fields__": fields,
    }
    for asked in ("__dataclass_fields__", "__dataclass_params__"):
        namespace[asked] = _Asked(asked, cls, own, kw_only=kw_only, eq=eq, frozen=frozen)
    if frozen:
        for name in ("__setattr__", "__delattr__"):
            refuse_if(name in cls.__dict__, f"`{cls.__name__}` is frozen, and has a `{name}` of its own")
        namespace |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        namespace |= {"__getstate__": _get_state, "__setstate__": _set_state}
    namespace["__init__"] = constructor(lambda: made, fields, frozen)
    if "__repr__" not in namespace:
        namespace["__repr__"] = _lazily(lambda: made, "__repr__", lambda: _text(fields))
    if eq and "__eq__" not in namespace:
        namespace["__eq__"] = _lazily(lambda: made, "__eq__", lambda: _comparison(fields))
        if "__hash__" not in namespace:
            namespace["__hash__"] = _lazily(lambda: made, "__hash__", lambda: _hashing(fields)) if frozen else None
    metaclass: Any = type(cls)
    made: Any = metaclass(cls.__name__, cls.__bases__, namespace)
    _tell_super(cls, made)
    result: type[T] = made
    return result


def _tell_super(cls: type, made: type) -> None:
    """`super()` looks for the class in a cell that all methods share, and would find the one that was replaced."""
    for value in cls.__dict__.values():
        for function in _functions(value):
            if "__class__" in function.__code__.co_freevars:
                cell = function.__closure__[function.__code__.co_freevars.index("__class__")]
                if cell.cell_contents is cls:
                    cell.cell_contents = made
                    return


def _functions(value: Any) -> Iterator[Any]:
    parts: tuple[Any, ...] = (value.fget, value.fset, value.fdel) if isinstance(value, property) else (value,)
    for part in parts:
        while hasattr(part, "__wrapped__"):
            part = part.__wrapped__
        part = getattr(part, "__func__", part)
        if hasattr(part, "__code__"):
            yield part


def _lazily(made: Callable[[], Any], name: str, build: Callable[[], Callable[..., object]]) -> Callable[..., object]:
    """A method that puts the real one in its place when it is first called."""

    def first(*values: object, **named: object) -> object:
        real, cls = build(), made()
        real.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, real)
        return real(*values, **named)

    return first


if not TYPE_CHECKING:

    def replace(instance: Any, /, **changes: Any) -> Any:
        """A value as this one, but for the fields that are given."""
        fields = getattr(instance.__class__, "__record_fields__", None)
        if fields is None or "__record_fields__" not in instance.__class__.__dict__:
            from dataclasses import replace as theirs

            return theirs(instance, **changes)
        for name, (_, default) in fields.items():
            if not is_given(default):
                refuse_if(name in changes, f"`{name}` is not given to a new `{instance.__class__.__name__}`")
            elif name not in changes:
                changes[name] = getattr(instance, name)
        return instance.__class__(**changes)


# ── The real methods ─────────────────────────────────────────────────────────────────────────────────────────────────


def _comparison(fields: Mapping[str, object], name: str = "__eq__", sign: str = "==") -> Callable[..., object]:
    mine, other = (_tuple(owner, fields) for owner in ("self", "other"))
    return _compiled(
        name, f"def {name}(self, other): return {mine} {sign} {other} if other.__class__ is self.__class__ else NO"
    )


def _add(made: Any, name: str, sign: str) -> None:
    setattr(made, name, _lazily(lambda: made, name, lambda: _comparison(made.__record_fields__, name, sign)))


def _hashing(fields: Mapping[str, object]) -> Callable[..., object]:
    return _compiled("__hash__", f"def __hash__(self): return hash({_tuple('self', fields)})")


def _text(fields: Mapping[str, tuple[bool, object]]) -> Callable[..., object]:
    shown = [name for name, (_, default) in fields.items() if not isinstance(default, Field) or default.repr]
    parts = ", ".join(f"{name}={{self.{name}!r}}" for name in shown)
    return _compiled("__repr__", f"def __repr__(self): return f'{{self.__class__.__qualname__}}({parts})'")


def _tuple(owner: str, fields: Mapping[str, object]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in fields)})"


def _compiled(name: str, text: str, scope: dict[str, Any] | None = None) -> Callable[..., object]:
    scope = {"NO": NotImplemented, **(scope or {})}
    exec(text, scope)
    made: Callable[..., object] = scope[name]
    return made


def _refuse_set(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__record_fields__]


def _set_state(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__record_fields__, state, strict=True):
        object.__setattr__(self, name, value)


class _Asked:
    """What the standard library keeps of a data class, made by it when the attribute is first read."""

    def __init__(self, name: str, cls: type, own: Mapping[str, tuple[bool, object]], **options: bool) -> None:
        self._name = name
        self._cls = cls
        self._own = own
        self._options = options
        self._made: Any = None

    def __get__(self, _: object, owner: type) -> object:
        if self._made is None:
            from dataclasses import dataclass

            cls = self._cls
            defaults = {name: _for_library(default) for name, (_, default) in self._own.items()}
            given = {name: default for name, default in defaults.items() if default is not MISSING}
            namespace = {"__annotations__": cls.__annotations__, "__module__": cls.__module__, "__doc__": "", **given}
            options = self._options
            if self._name == "__dataclass_fields__":
                # Without the methods nothing is compiled.
                options = {"kw_only": options["kw_only"], "init": False, "repr": False, "eq": False}
            like: Any = dataclass(**options)(type(cls.__name__, (), namespace))
            self._made = getattr(like, self._name)
            if self._name == "__dataclass_fields__":
                bases = [getattr(base, "__dataclass_fields__", {}) for base in reversed(cls.__mro__[1:])]
                self._made = {name: field for fields in (*bases, self._made) for name, field in fields.items()}
        return self._made


def _for_library(default: object) -> object:
    """A default as `dataclass` takes it."""
    if not isinstance(default, Field):
        return default
    import dataclasses

    words = ("default", "default_factory", "init", "kw_only", "repr")
    said = {word: getattr(default, word) for word in words if getattr(default, word) is not MISSING}
    theirs: object = dataclasses.field(**said)
    return theirs
