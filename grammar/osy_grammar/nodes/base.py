"""What every node is: a frozen value with the place of its text.

`start` and `end` count characters **from the start of the top-level item** that the node belongs to, so that an item
can be kept when text before it changes. `Item.span(node)` gives the place in the file; a bare node has no `span` on
purpose. Nodes compare by identity, and none holds its parent.

A node class is declared like a frozen dataclass, and type checkers read it as one, but its metaclass makes it at
once: 130 classes made by `dataclass(frozen=True, slots=True)` cost every start of `osy` 45 ms, and their nodes take
longer to build. A constructor is compiled when some nodes of its class were built: few programs have many of every
class.
"""

import sys
from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")

_PLAIN = ("int", "str", "bool", "str | None", "int | None", "tuple[str, ...]")

FEW = 6
"""So many nodes of a class are built before its constructor is compiled."""


class NodeType(type):
    """Makes a node class: its annotations become slots, and arguments of its constructor behind the inherited ones."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> "NodeType":
        """The class, with all that its nodes need."""
        fields: dict[str, str] = {}
        defaults: dict[str, object] = {}
        for base in reversed(bases):
            fields.update(getattr(base, "__node_fields__", {}))
            defaults.update(getattr(base, "__node_defaults__", {}))
        written = {n: _as_written(type_) for n, type_ in _annotations(namespace).items() if not n.startswith("__")}
        own = {n: type_ for n, type_ in written.items() if "ClassVar[" not in type_}
        fields.update(own)
        defaults.update({n: namespace.pop(n) for n in own if n in namespace})
        namespace |= {"__slots__": tuple(own), "__match_args__": tuple(fields)}
        namespace |= {"__node_fields__": fields, "__node_defaults__": defaults}
        namespace["__child_fields__"] = tuple(n for n, type_ in fields.items() if type_ not in _PLAIN)
        namespace["__init__"] = _first_constructor(lambda: made, tuple(fields))
        made = super().__new__(cls, name, bases, namespace)
        return made


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[T]) -> type[T]:
    """Say to type checkers that this is a node class; it was made when it was declared."""
    assert isinstance(cls, NodeType)
    return cls


def _annotations(namespace: dict[str, Any]) -> dict[str, object]:
    found: dict[str, object] = namespace.get("__annotations__", {})
    if sys.version_info >= (3, 14):
        from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

        asked = get_annotate_from_class_namespace(namespace)
        return found if asked is None else call_annotate_function(asked, Format.FORWARDREF)
    return found


def _first_constructor(made: Callable[[], Any], fields: tuple[str, ...]) -> Callable[..., None]:
    """A constructor that fills the slots one by one, and puts the compiled one in its place after a few nodes."""
    count = 0

    def build(self: object, *values: object, **named: object) -> None:
        nonlocal count
        count += 1
        cls = made()
        defaults = cls.__node_defaults__
        given = dict(zip(fields, values, strict=False))
        rest = {name: named.get(name, defaults.get(name)) for name in fields[len(values) :]}
        is_whole = (named.keys() | defaults.keys()).issuperset(rest)
        if count <= FEW and is_whole and rest.keys() >= named.keys() and len(values) <= len(fields):
            for name, value in (given | rest).items():
                getattr(cls, name).__set__(self, value)
            return
        scope = {f"set_{name}": getattr(cls, name).__set__ for name in fields}
        scope |= {f"default_{name}": value for name, value in defaults.items()}
        exec(_constructor(fields, tuple(defaults)), scope)
        cls.__init__ = scope["__init__"]
        cls.__init__(self, *values, **named)

    return build


def _as_written(type_: object) -> str:
    if isinstance(type_, str):
        return type_
    return type_.__name__ if type_.__class__ is type or isinstance(type_, NodeType) else str(type_)


@cache
def _constructor(fields: tuple[str, ...], with_default: tuple[str, ...]) -> CodeType:
    """The code of a constructor that fills the slots; their setters are its globals, since assignment is refused."""
    parameters = ", ".join(f"{name}=default_{name}" if name in with_default else name for name in fields)
    body = "; ".join(f"set_{name}(self, {name})" for name in fields)
    return compile(f"def __init__(self, {parameters}): {body}", "<node>", "exec")


@node
class Node(metaclass=NodeType):
    """A piece of the tree; `start` and `end` are characters from the start of its top-level item."""

    __node_fields__: ClassVar[dict[str, str]]
    """The fields in the order of the constructor, each with its type as written."""
    __child_fields__: ClassVar[tuple[str, ...]]
    """The fields that may hold nodes."""

    start: int
    end: int

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        from dataclasses import FrozenInstanceError

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
