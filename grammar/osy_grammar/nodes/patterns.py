"""Patterns behind `is`, in a `case` and in the arms of a `switch`; and what deconstruction declares. It is C#'s."""

from osy_grammar.nodes.base import Identifier, Node, node
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.types import TypeName


@node
class Designation(Node):
    """A name that a pattern or a deconstruction brings in; `type` where one is written right before it (not `var`)."""

    type: TypeName | None
    name: Identifier


@node
class Targets(Node):
    """`(a, var b, (int c, d))` before `=` or `in`: places that exist, names that are declared there, and more of it."""

    items: tuple["Expression | Designation | Targets", ...]


@node
class Pattern(Node):
    """What a value is held against."""


@node
class ConstantPattern(Pattern):
    """A constant: `3`, `-1`, `"a"`, `null`, `int.MaxValue`."""

    value: Expression


@node
class TypePattern(Pattern):
    """`T`, `T name`. What is only a name may be a constant as well; which one is meant, its declaration says."""

    type: TypeName
    designation: Designation | None


@node
class RelationalPattern(Pattern):
    """`< value` and the like."""

    operator: str
    value: Expression


@node
class VarPattern(Pattern):
    """`var name`, which holds for all."""

    designation: Designation


@node
class DiscardPattern(Pattern):
    """`_`, or `_` in place of a name: holds for all and keeps nothing."""


@node
class NotPattern(Pattern):
    """`not pattern`."""

    inner: Pattern


@node
class LogicalPattern(Pattern):
    """`left and right`, `left or right`. Chains lean left."""

    left: Pattern
    operator: str
    right: Pattern


@node
class Subpattern(Node):
    """A pattern for a part: `path` is empty where the part is one by its place, else `Name:` or `Name.Inner:`."""

    path: tuple[Identifier, ...]
    pattern: Pattern


@node
class RecursivePattern(Pattern):
    """`T (a, b) { Name: c } name`; what is not written is None."""

    type: TypeName | None
    positions: tuple[Subpattern, ...] | None
    properties: tuple[Subpattern, ...] | None
    designation: Designation | None


@node
class SlicePattern(Pattern):
    """`..` or `.. pattern` in a list pattern."""

    inner: Pattern | None


@node
class ListPattern(Pattern):
    """`[a, .., b] name`."""

    parts: tuple[Pattern, ...]
    designation: Designation | None


@node
class IsPattern(Expression):
    """`x is pattern`, where the pattern is more than a type, a name or a literal: these are an `Is`."""

    operand: Expression
    pattern: Pattern


@node
class SwitchArm(Node):
    """`pattern when condition => value`."""

    pattern: Pattern
    condition: Expression | None
    value: Expression


@node
class SwitchExpression(Expression):
    """`value switch { … }`."""

    value: Expression
    arms: tuple[SwitchArm, ...]


@node
class CaseLabel(Node):
    """`case pattern when condition:` of a `switch` statement; a plain constant without a condition is none."""

    pattern: Pattern
    condition: Expression | None
