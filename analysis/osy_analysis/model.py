"""Answers about one snapshot: what is declared, what a name means, where in a workflow an offset is.

Resolution is by what encloses a name, from the inside out: the construct that mentions it (`goto`, `on`, a type …), the
locals and parameters of the body, the workflow's slots, states and events, then the project's declarations. A name that
could mean several declarations means the first.
"""

from dataclasses import dataclass

from osy_analysis.passes.declare import Callable
from osy_analysis.passes.index import Index, index_of
from osy_analysis.problems.base import Place
from osy_analysis.project import Project
from osy_analysis.resolve import Resolver, callable_around
from osy_analysis.scopes import Scope, scope_of
from osy_analysis.symbols import Symbol, kind_of
from osy_grammar.nodes.base import Node
from osy_grammar.tree import Item
from osy_grammar.walk import path_at


@dataclass(frozen=True, slots=True)
class Model:
    """What a project means. Making one is free; its index is built once for each snapshot."""

    project: Project

    @property
    def index(self) -> Index:
        """Every top-level name."""
        return index_of(self.project)

    def path_at(self, path: str, offset: int) -> tuple[Item, tuple[Node, ...]] | None:
        """The item at an offset and its nodes that cover it, outermost first; None where there is no declaration."""
        file = self.project.files.get(path)
        item = file.item_at(offset) if file is not None else None
        return None if item is None else (item, path_at(item, offset))

    def scope_at(self, path: str, offset: int) -> Scope | None:
        """Where in a workflow the offset is; None outside workflows."""
        found = self.path_at(path, offset)
        return None if found is None else scope_of(found[0], found[1], offset)

    def symbol_at(self, path: str, offset: int) -> Symbol | None:
        """The declaration that the name at the offset means, or is; None where that is unknown."""
        found = self.path_at(path, offset)
        if found is None:
            return None
        item, nodes = found
        return Resolver(self.index, path, item, nodes, scope_of(item, nodes, offset)).symbol()

    def definition(self, path: str, offset: int) -> Place | None:
        """The name's declaration."""
        symbol = self.symbol_at(path, offset)
        return symbol.place if symbol is not None else None

    def declared(self, name: str) -> tuple[Symbol, ...]:
        """The top-level declarations of that name."""
        return tuple(
            Symbol(kind_of(place.item.node), name, place, place.item.node)
            for place in self.index.declarations.get(name, ())
        )

    def callable_at(self, path: str, offset: int) -> Callable | None:
        """The function, method or workflow body around the offset."""
        found = self.path_at(path, offset)
        return None if found is None else callable_around(found[0], found[1])
