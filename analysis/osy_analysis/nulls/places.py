"""The places that a value may be asked for again: a local, a field, a member of one, a call as it is written.

Two expressions with one key give the same value as long as nothing is assigned on the way. Blanks, `!`, `?` and the
parentheses around a name make no difference, and `this.X` is `X`.
"""

import re
from collections.abc import Iterator

from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import (
    Assignment,
    Call,
    Expression,
    Index,
    Member,
    Name,
    NonNull,
    Parenthesised,
    This,
)

Key = tuple[object, ...]
"""What a place begins with (a local's node, `this`, the text of a call), and the members that follow."""

LONGEST = 12
"""A place with more members than that is not followed."""

_WORD = re.compile(r"\w+")
_OWN = "this"


class Places:
    """The keys of one chunk's expressions."""

    def __init__(self, bound: Bound, text: str) -> None:
        """Read this chunk's text."""
        self._bound = bound
        self._text = text

    def key(self, expression: Expression) -> Key | None:
        """The key of a place; None for what is none."""
        names: list[str] = []
        node = bare(expression)
        while isinstance(node, Member):
            if len(names) == LONGEST:
                return None
            names.append(node.name.text)
            node = bare(node.target)
        root = self._root(node)
        return None if root is None else (*root, *reversed(names))

    def _root(self, node: Expression) -> Key | None:
        match node:
            case Name(text=text):
                meant = self._bound.targets.get(node)
                if isinstance(meant, Definition):
                    is_parameter = meant.kind is SymbolKind.PARAMETER
                    return (meant.node,) if is_parameter else (_OWN, text)
                return (meant,) if isinstance(meant, Node) else (_OWN, text)
            case This():
                return (_OWN,)
            case Call() | Index():
                return ("".join(re.split(r"[\s!?]+", self._text[node.start : node.end])),)
            case _:
                return None

    def all_words(self, key: Key) -> Iterator[str]:
        """The names of which an expression has one at least if it has to do with the place."""
        for part in key:
            if isinstance(part, str):
                yield from _WORD.findall(part)
            else:
                name = getattr(part, "name", None)
                if isinstance(name, Identifier):
                    yield name.text

    def words(self, key: Key) -> frozenset[str]:
        """The names that the text of a call or an index mentions."""
        root = key[0]
        return frozenset(_WORD.findall(root)) if isinstance(root, str) and root != _OWN else frozenset()


def bare(expression: Expression) -> Expression:
    """The expression without parentheses and `!`; of an assignment what it assigns."""
    while isinstance(expression, Parenthesised | NonNull | Assignment):
        match expression:
            case Parenthesised(inner=inner):
                expression = inner
            case NonNull(target=target) | Assignment(target=target):
                expression = target
    return expression
