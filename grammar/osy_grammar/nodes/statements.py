"""Statements. Source: the grammar's section 9."""

from osy_grammar.nodes.base import Identifier, Node, Token, node
from osy_grammar.nodes.expressions import Expression, Lambda
from osy_grammar.nodes.patterns import CaseLabel, Targets
from osy_grammar.nodes.types import TypeName


@node
class Statement(Node):
    """One statement of a body."""


@node
class ErrorStatement(Statement):
    """What recovery skipped in a body."""

    tokens: tuple[Token, ...]


@node
class Block(Statement):
    """`{ … }`; `statements` in order."""

    statements: tuple[Statement, ...]


@node
class Empty(Statement):
    """`;`."""


@node
class Local(Statement):
    """`type name = value;`; the type may be `var`, the value may be missing.

    Of `type a, b;` each name is a local of its own. All have the one type; the first ends before the comma, the others
    begin at their names, and the last ends with the statement.

    C#'s function inside a body is one too: its value is a lambda that ends where it ends, its type is what that gives.
    """

    type: TypeName
    name: Identifier
    value: Expression | None

    @property
    def is_function(self) -> bool:
        """Whether it is a function inside a body."""
        return isinstance(self.value, Lambda) and self.value.end == self.end


@node
class ExpressionStatement(Statement):
    """An expression for its effect; `new Row { … };` is one, and stores a row."""

    expression: Expression


@node
class If(Statement):
    """`if (condition) then else otherwise`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@node
class While(Statement):
    """`while (condition) body`."""

    condition: Expression
    body: Statement


@node
class DoWhile(Statement):
    """`do body while (condition);`, C#'s."""

    body: Statement
    condition: Expression


@node
class For(Statement):
    """`for (initialiser; condition; update) body`; `more` and `updates` are what else stands behind commas."""

    initialiser: Local | Expression | None
    more: tuple[Local | Expression, ...]
    condition: Expression | None
    update: Expression | None
    updates: tuple[Expression, ...]
    body: Statement


@node
class ForEach(Statement):
    """`foreach (type name in source) body`.

    With `targets` the items are taken apart: `foreach (var (a, b) in source)`, and the name is empty.
    """

    type: TypeName
    name: Identifier
    targets: Targets | None
    source: Expression
    body: Statement


@node
class Catch(Node):
    """`catch (type name) { … }`; a bare `catch` has neither type nor name."""

    type: TypeName | None
    name: Identifier | None
    filter: Expression | None
    body: Block


@node
class Try(Statement):
    """`try { … } catch … finally { … }`."""

    body: Block
    catches: tuple[Catch, ...]
    final: Block | None


@node
class Return(Statement):
    """`return value;`."""

    value: Expression | None


@node
class Throw(Statement):
    """`throw value;`; a bare `throw;` has no value."""

    value: Expression | None


@node
class Break(Statement):
    """`break;`."""


@node
class Continue(Statement):
    """`continue;`."""


@node
class YieldReturn(Statement):
    """`yield return value;`."""

    value: Expression


@node
class Goto(Statement):
    """`goto State;`. A half-typed one has an empty name."""

    state: Identifier


@node
class RunAs(Statement):
    """`runas (principal) { … }`."""

    principal: Expression
    body: Block


@node
class SwitchSection(Node):
    """The labels of C#'s `switch` and the statements under them; `default` is a label without a value."""

    labels: tuple[Expression | CaseLabel | None, ...]
    statements: tuple[Statement, ...]


@node
class Switch(Statement):
    """`switch (value) { … }`, C#'s."""

    value: Expression
    sections: tuple[SwitchSection, ...]


@node
class GotoCase(Statement):
    """`goto case value;`, or `goto default;` without a value, C#'s."""

    value: Expression | None


@node
class Deconstruction(Statement):
    """`var (a, b) = value;`, `(a, int b) = value;`. Without a declaration in it, it is an assignment to a tuple."""

    targets: Targets
    value: Expression


@node
class UsingStatement(Statement):
    """`using (resource) body`; without a body `using type name = value;`, which lasts to the end of its block."""

    resources: tuple[Local | Expression, ...]
    body: Statement | None


@node
class Lock(Statement):
    """`lock (value) body`, C#'s."""

    value: Expression
    body: Statement


@node
class CheckedBlock(Statement):
    """`checked { … }`, or `unchecked { … }`, C#'s."""

    is_checked: bool
    body: Block


@node
class ForeignStatement(Statement):
    """A statement of C# that Osy# is not known to have (`yield break`, a generic local function …); `form` names it."""

    form: str
    parts: tuple[Expression | Statement, ...]
