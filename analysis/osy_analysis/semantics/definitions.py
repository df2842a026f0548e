"""What a declaration defines: the one thing that a name can mean.

A definition belongs to a chunk and stays the same object for as long as the chunk lives, so answers can be compared by
identity. It knows no place in a file: `Table.place` gives that for a snapshot.
"""

from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import field, record
from osy_grammar.tree import Chunk


@record(weakref_slot=True, eq=False, kw_only=True)
class Definition:
    """A declared name.

    `node` is the whole declaration and `identifier` its name in it, both of `chunk`. `namespace` is that of the file
    for a top-level definition, and empty otherwise. `owner` is the definition around a member, a parameter, a state …
    `members` are the definitions inside, in source order: fields, properties, methods, enum members, operations,
    actions; of a workflow its events, states, terminals and slots. `type` is the written type of a value and the result
    of a function. `bases` are as written. A constructor has the name of its class.
    """

    kind: SymbolKind
    name: str
    chunk: Chunk
    node: Node
    identifier: Identifier
    namespace: str = ""
    owner: "Definition | None" = None
    type: TypeName | None = None
    parameters: Parameters | None = None
    type_parameters: tuple[str, ...] = ()
    bases: tuple[TypeName, ...] = ()
    modifiers: tuple[str, ...] = ()
    members: "list[Definition]" = field(default_factory=list)

    @property
    def qualified(self) -> str:
        """The name with its namespace, or with its owner's name before it."""
        if self.owner is not None:
            return f"{self.owner.qualified}.{self.name}"
        return f"{self.namespace}.{self.name}" if self.namespace else self.name

    def accepts(self, count: int) -> bool:
        """Whether a call can pass `count` arguments."""
        if self.parameters is None:
            return count == 0
        items = self.parameters.items
        required = sum(1 for item in items if item.default is None and not item.is_params)
        return required <= count and (count <= len(items) or any(item.is_params for item in items))
