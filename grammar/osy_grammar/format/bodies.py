"""Which braces hold items of their own, and where the items begin: what the formatter asks the tree for.

Only nodes that have a `{` in their text are looked into, so most of the tree is never visited.
"""

from bisect import bisect_left
from collections.abc import Sequence

from osy_grammar.nodes import declarations, expressions, patterns, statements, types
from osy_grammar.nodes.base import Node, QualifiedName

ITEM_FIELDS = frozenset(
    (
        "accessors",
        "arms",
        "clauses",
        "details",
        "entries",
        "groups",
        "items",
        "members",
        "nodes",
        "options",
        "parts",
        "requirements",
        "rules",
        "sections",
        "statements",
    )
)
"""The fields that hold what stands between braces, one thing a line, unless their class is among `LISTS`."""

LISTS = frozenset(
    (
        QualifiedName,
        types.TypeName,
        declarations.Enum,
        declarations.Parameters,
        expressions.Arguments,
        expressions.Collection,
        expressions.Foreign,
        expressions.TupleLiteral,
        patterns.ListPattern,
        patterns.RecursivePattern,
        patterns.Subpattern,
        statements.For,
        statements.UsingStatement,
        types.Constraint,
        patterns.SwitchExpression,
        patterns.Targets,
        expressions.Interpolation,
        statements.ForeignStatement,
    )
)
"""Classes whose fields of such names hold lists with commas, or no list of the text."""


def item_starts(root: Node, braces: Sequence[int]) -> set[int]:
    """Where the items of every body below `root` begin; `braces` are the offsets of all `{` in it, in order."""
    starts: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        has_items = node.__class__ not in LISTS
        for name in node.__child_fields__:
            value = getattr(node, name)
            if value.__class__ is tuple:
                below = [one for one in value if isinstance(one, Node)]
                if has_items and name in ITEM_FIELDS:
                    starts.update(one.start for one in below)
            elif isinstance(value, Node):
                below = [value]
            else:
                continue
            # The statements under a label have their braces around the whole `switch`.
            waiting.extend(one for one in below if one.__class__ is statements.SwitchSection or _has_brace(braces, one))
    return starts


def _has_brace(braces: Sequence[int], node: Node) -> bool:
    at = bisect_left(braces, node.start)
    return at < len(braces) and braces[at] < node.end
