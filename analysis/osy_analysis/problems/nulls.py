"""Members read of what may be null."""

from osy_analysis.problems.base import Problem, problem
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Member


@problem
class NullableRead(Problem):
    """`member` reads of what may be null, and on some way to it nothing tests that.

    `declared` says that it may be null: a definition, or a local of the same chunk. `is_optional` if what is read may
    as well be nothing: it goes into a text, or is called for its effect.
    """

    member: Member
    declared: Definition | Node | None
    is_optional: bool
