"""What binding found in one chunk."""

from osy_analysis.problems.base import Problem
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import Type
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, New
from osy_grammar.record import field, record

Target = Definition | BuiltinType | MemberFact | Node
"""What a name means: a definition, something of the platform, or the node that declares a local of the same chunk."""


@record(eq=False, frozen=False)
class Bound:
    """The meaning of a chunk: nodes are the chunk's own, and lists are in source order.

    `types` has every expression whose type is known, and the nodes of locals, loops and lambda parameters whose type is
    not written but told by a value. `targets` has every name that mentions something (a `Name`, the
    `Identifier` of a member, a type, a `goto`, an initialiser's member, a named argument). `calls` has for each call
    and creation the functions that it may run: several for overloads of which none is told from the other, and for an
    interface's method the method itself (its implementations are the call graph's matter); a call that is not in it is
    unknown. `depends_on` are the short names that were looked up, found or not: as long as what they mean stays the
    same, so does all of this. `namespaces` are those of the declarations that the chunk mentions.
    """

    types: dict[Node, Type] = field(default_factory=dict)
    targets: dict[Node, Target] = field(default_factory=dict)
    calls: dict[Call | New, tuple[Definition | MemberFact, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    depends_on: set[str] = field(default_factory=set)
    namespaces: frozenset[str] = frozenset()
