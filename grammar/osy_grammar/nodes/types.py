"""Types as written. Source: the grammar's section 5."""

from osy_grammar.nodes.base import Identifier, Node, QualifiedName, node


@node
class TypeName(Node):
    """A type: a (qualified) name, its type arguments, then `?` and `[]` in the order written.

    `var` and `void` are type names too, spelled so, where the syntax allows them.
    """

    name: QualifiedName
    arguments: tuple["TypeName", ...]
    tails: tuple[str, ...]

    @property
    def is_nullable(self) -> bool:
        """Whether the outermost tail is `?`."""
        return self.tails[-1:] == ("?",)


@node
class TupleType(TypeName):
    """`(int, string Name)`: its elements are the arguments, `names` has the name of each or None; its own is empty."""

    names: tuple[Identifier | None, ...]


@node
class Constraint(Node):
    """`where T : bound`; what else is asked, of this or of further parameters, is `more`."""

    parameter: Identifier
    bound: TypeName
    more: tuple["Constraint", ...]
