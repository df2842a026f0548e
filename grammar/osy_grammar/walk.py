"""Going over a tree: children, all nodes, the nodes over an offset. None of it recurses, so nesting has no limit."""

from collections.abc import Iterator

from osy_grammar.nodes.base import Node
from osy_grammar.tree import Item


def children(node: Node) -> list[Node]:
    """The nodes right below `node`, in source order."""
    found: list[Node] = []
    for name in node.__child_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif value.__class__ is tuple:
            found.extend(item for item in value if isinstance(item, Node))
    if len(found) > 1:
        # A few constructs have fields in another order than their text (`type` behind `name`).
        found.sort(key=_place)
    return found


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it, in source order, a node before its children."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        below = children(node)
        below.reverse()
        waiting.extend(below)


def path_at(item: Item, offset: int) -> tuple[Node, ...]:
    """The nodes that cover the file's `offset`, outermost first; at a border the node that ends there comes after none.

    Where one node ends and the next begins at `offset`, the next is taken, unless it is no name and the other is.
    """
    offset -= item.start
    node: Node = item.node
    if not node.start <= offset <= node.end:
        return ()
    path = [node]
    while True:
        over = [child for child in children(node) if child.start <= offset <= child.end]
        if not over:
            return tuple(path)
        node = max(over, key=lambda child: (child.start, child.end))
        path.append(node)


def _place(node: Node) -> tuple[int, int]:
    return node.start, node.end
