"""What the builders share: the shape of a builder, the lists of the grammar, and small conversions.

A builder gets the place of what it builds and the children that its rule keeps: nodes, lists, and tokens as
`Lexeme`s. Values that are no nodes of the tree (`Lead`, `TypeArguments` …) live only until the rule around them is
built.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes.base import Identifier, Node, Token
from osy_grammar.nodes.declarations import Attribute
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.types import TypeName

Builder = Callable[..., object]


class Lead(NamedTuple):
    """What stands before a declaration: its attributes and its modifiers."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]


class TypeArguments(NamedTuple):
    """`<A, B>` with the place where it ends, which the name before it needs."""

    end: int
    types: tuple[TypeName, ...]


class TupleElement(NamedTuple):
    """An element of a tuple's type."""

    type: TypeName
    name: Identifier | None


class RuleClauses(NamedTuple):
    """The clauses of a security rule."""

    when: Expression | None = None
    where: Expression | None = None
    by: Identifier | None = None


class Skipped(NamedTuple):
    """What recovery skipped: the token of the terminal SKIPPED."""

    start: int
    end: int
    tokens: tuple[Token, ...]


class Several(NamedTuple):
    """What one declaration of several names (`int a, b;`) makes: a member or a local for each."""

    nodes: "tuple[Node, ...]"


class Declarator(NamedTuple):
    """`name = value` behind a type, with its place."""

    start: int
    end: int
    name: Identifier
    value: Expression | None


def places(start: int, end: int, declarators: list[Declarator]) -> "list[tuple[int, int]]":
    """Where each of several names is declared: the first from the start on, the last to the end."""
    last = len(declarators) - 1
    return [(start if i == 0 else each.start, end if i == last else each.end) for i, each in enumerate(declarators)]


def flattened(items: "Sequence[Any]") -> "tuple[Any, ...]":
    """The items of a body, each name of `int a, b;` by itself."""
    if not any(item.__class__ is Several for item in items):
        return tuple(items)
    found: list[Any] = []
    for item in items:
        found.extend(item.nodes if item.__class__ is Several else (item,))
    return tuple(found)


def first(_start: int, _end: int, *items: object) -> list[object]:
    """A list that begins."""
    return list(items)


def append(_start: int, _end: int, items: list[object], item: object) -> list[object]:
    """A list that goes on, in place: nobody else holds it yet."""
    items.append(item)
    return items


def unchanged(_start: int, _end: int, item: object) -> object:
    """A step of the ladder of precedence, where the driver did not skip it."""
    return item


def identifier(token: Lexeme) -> Identifier:
    """A name out of its token."""
    return Identifier(*token)


def optional_identifier(token: Lexeme | None) -> Identifier | None:
    """A name out of its token, if there is one."""
    return Identifier(*token) if token else None


def identifiers(tokens: list[Lexeme] | tuple[Lexeme, ...]) -> tuple[Identifier, ...]:
    """Names out of their tokens."""
    return tuple(Identifier(*token) for token in tokens)
