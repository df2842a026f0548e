"""What every node is: a frozen value with the place of its text.

`start` and `end` count characters **from the start of the top-level item** that the node belongs to, so that an item
can be kept when text before it changes. `Item.span(node)` gives the place in the file; a bare node has no `span` on
purpose. Nodes compare by identity, and none holds its parent.

A node class is declared like a frozen dataclass, and type checkers read it as one, but `node` makes it: 130 classes
made by `dataclass(frozen=True, slots=True)` cost every start of `osy` 45 ms, and their nodes take longer to build. A
constructor is compiled when the first node of its class is built: few programs have nodes of every class.
"""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import cache
from inspect import get_annotations
from types import CodeType
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")

_PLAIN = ("int", "str", "bool", "str | None", "int | None", "tuple[str, ...]")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Make a node class: its annotations become slots, and arguments of its constructor behind the inherited ones."""
    fields: dict[str, str] = {}
    defaults: dict[str, object] = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update(getattr(base, "__node_fields__", {}))
        defaults.update(getattr(base, "__node_defaults__", {}))
    written = {name: _as_written(type_) for name, type_ in get_annotations(cls).items() if not name.startswith("__")}
    own = {name: type_ for name, type_ in written.items() if "ClassVar[" not in type_}
    fields.update(own)
    namespace = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    defaults.update({name: namespace.pop(name) for name in own if name in namespace})
    namespace |= {"__slots__": tuple(own), "__match_args__": tuple(fields)}
    namespace |= {"__node_fields__": fields, "__node_defaults__": defaults}
    namespace["__child_fields__"] = tuple(name for name, type_ in fields.items() if type_ not in _PLAIN)
    made: Any = type(cls.__name__, cls.__bases__, namespace)
    made.__init__ = _first_constructor(made)
    result: type[T] = made
    return result


def _first_constructor(made: Any) -> Callable[..., None]:
    """A constructor that puts the real one in its place."""

    def build(self: object, *values: object, **named: object) -> None:
        fields, defaults = made.__node_fields__, made.__node_defaults__
        scope = {f"set_{name}": getattr(made, name).__set__ for name in fields}
        scope |= {f"default_{name}": value for name, value in defaults.items()}
        exec(_constructor(tuple(fields), tuple(defaults)), scope)
        made.__init__ = scope["__init__"]
        made.__init__(self, *values, **named)

    return build


def _as_written(type_: object) -> str:
    if isinstance(type_, str):
        return type_
    return type_.__name__ if type_.__class__ is type else str(type_)


@cache
def _constructor(fields: tuple[str, ...], with_default: tuple[str, ...]) -> CodeType:
    """The code of a constructor that fills the slots; their setters are its globals, since assignment is refused."""
    parameters = ", ".join(f"{name}=default_{name}" if name in with_default else name for name in fields)
    body = "; ".join(f"set_{name}(self, {name})" for name in fields)
    return compile(f"def __init__(self, {parameters}): {body}", "<node>", "exec")


@node
class Node:
    """A piece of the tree; `start` and `end` are characters from the start of its top-level item."""

    __node_fields__: ClassVar[dict[str, str]]
    """The fields in the order of the constructor, each with its type as written."""
    __child_fields__: ClassVar[tuple[str, ...]]
    """The fields that may hold nodes."""

    start: int
    end: int

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start}..{self.end})"


@node
class Token(Node):
    """A token that recovery skipped: its terminal's name and its text."""

    kind: str
    text: str


@node
class Identifier(Node):
    """A name as written, declared or mentioned. Recovery makes one with an empty text where a name is missing."""

    text: str


@node
class QualifiedName(Node):
    """Names joined by dots."""

    parts: tuple[Identifier, ...]

    @property
    def text(self) -> str:
        """The parts joined by dots, without the blanks and comments that may stand between them."""
        return ".".join(part.text for part in self.parts)

    @property
    def last(self) -> Identifier:
        """The short name."""
        return self.parts[-1]
