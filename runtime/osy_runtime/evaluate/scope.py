"""Names to numbers: the variables of one function, block by block.

A variable whose name occurs inside a lambda of the function lives in a cell, so that both see its changes; the others
are plain entries of the frame. A lambda has a scope of its own: a variable of an outer one that it mentions is
*captured*, and its cell is put among the lambda's own variables when the lambda is made.
"""

from collections.abc import Callable

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_grammar.record import record
from osy_grammar.walk import walk
from osy_runtime.model import ClassInfo, EntityInfo, Shape, Site
from osy_runtime.signals import CodeFrame
from osy_runtime.values import Value


@record(eq=False)
class Variable:
    """A variable's number in its frame, whether it lives in a cell, what converts a value on the way in.

    `shape` is its type, or what works the type out when somebody asks.
    """

    index: int
    in_cell: bool
    convert: Callable[[Value], Value] | None = None
    shape: Shape | Callable[[], Shape | None] | None = None


class Scope:
    """What names mean while one function or lambda is compiled; `returns` is what it gives back."""

    def __init__(
        self,
        site: Site,
        function: str,
        owner: ClassInfo | EntityInfo | None,
        parent: "Scope | None" = None,
        shared: frozenset[str] = frozenset(),
        type_parameters: frozenset[str] = frozenset(),
    ) -> None:
        self.site = site
        self.function = function
        self.owner = owner
        self.parent = parent
        self.shared = shared
        self.type_parameters = type_parameters
        self.returns: Shape | None = None
        self.lets_null: bool = parent is not None and parent.lets_null
        """Whether the database evaluates this: what is read of null is null then (R166)."""
        self.size = 0
        self.captures: list[tuple[int, int]] = []
        self._blocks: list[dict[str, Variable]] = [{}]

    def declare(
        self,
        name: str,
        convert: Callable[[Value], Value] | None = None,
        shape: Shape | Callable[[], Shape | None] | None = None,
    ) -> Variable:
        """A new variable of the innermost block."""
        variable = Variable(self.size, name in self.shared, convert, shape)
        self.size += 1
        self._blocks[-1][name] = variable
        return variable

    def open_block(self) -> None:
        """What is declared from here on is gone at `close_block`."""
        self._blocks.append({})

    def close_block(self) -> None:
        """Forget the innermost block's names; their numbers are not used again."""
        self._blocks.pop()

    def find(self, name: str) -> Variable | None:
        """The variable of that name, captured from an outer scope if need be."""
        for block in reversed(self._blocks):
            if name in block:
                return block[name]
        outer = self.parent.find(name) if self.parent else None
        if outer is None:
            return None
        captured = Variable(self.size, True, outer.convert, outer.shape)
        self.size += 1
        self.captures.append((captured.index, outer.index))
        self._blocks[0][name] = captured
        return captured

    def peek(self, name: str) -> Variable | None:
        """The variable of that name, here or in an outer scope, without capturing it."""
        scope: Scope | None = self
        while scope is not None:
            for block in reversed(scope._blocks):
                if name in block:
                    return block[name]
            scope = scope.parent
        return None

    def place(self, node: Node) -> CodeFrame:
        """The node's place, as a frame of this function."""
        return CodeFrame(self.function, self.site.path, self.site.item.start + node.start)


def names_in_lambdas(*nodes: Node | None) -> frozenset[str]:
    """Every name mentioned inside a lambda below the nodes."""
    found: set[str] = set()
    for node in nodes:
        if node is not None:
            for inner in walk(node):
                if isinstance(inner, e.Lambda):
                    found.update(n.text for n in walk(inner.body) if isinstance(n, e.Name))
    return frozenset(found)
