"""Going over code quickly: the parts of a node that are statements and expressions, or hold some.

Names, types and attributes are left out, which is most of a tree; and the order is not that of the text.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter

from osy_grammar.nodes.base import Identifier, Node, QualifiedName, Token
from osy_grammar.nodes.expressions import LambdaParameter, Literal, TextPart, This, TypeOf
from osy_grammar.nodes.types import TypeName

_NO_NODES: frozenset[type] = frozenset((type(None), str, bool, int))
_NO_CODE: frozenset[type] = _NO_NODES | frozenset(
    (Identifier, QualifiedName, Token, TypeName, LambdaParameter, Literal, TextPart, This, TypeOf)
)
_UNINTERESTING = ("Identifier", "QualifiedName", "TypeName", "Attribute", "LambdaParameter", "Parameters", "Constraint")
_getters: dict[type[Node], Callable[[Node], object] | None] = {}


def parts(node: Node) -> list[Node]:
    """The parts of a node that are code."""
    kind = node.__class__
    if kind not in _getters:
        fields = [name for name in node.__child_fields__ if not _is_uninteresting(node.__node_fields__[name])]
        # With one field the getter would give a bare value.
        _getters[kind] = attrgetter(*fields, "start") if fields else None
    getter = _getters[kind]
    if getter is None:
        return []
    found: list[Node] = []
    for value in getter(node):  # type: ignore[attr-defined]  # a getter of several fields gives a tuple
        if value.__class__ is tuple:
            found += [item for item in value if item.__class__ not in _NO_CODE]
        elif value.__class__ not in _NO_CODE:
            found.append(value)
    return found


def _is_uninteresting(written: str) -> bool:
    """Whether a field of that type holds no code."""
    inner = written.removeprefix("tuple[").removesuffix(", ...]").removesuffix(" | None").strip('"')
    return inner in _UNINTERESTING


def nodes(roots: tuple[Node, ...]) -> Iterator[Node]:
    """The roots and all code below, a node before its parts."""
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += parts(node)
