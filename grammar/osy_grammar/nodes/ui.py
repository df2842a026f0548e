"""Components, markup, styles, controls, themes, animations. Source: the grammar's section 14."""

from osy_grammar.nodes.base import Identifier, Node, QualifiedName, Token, node
from osy_grammar.nodes.declarations import Attribute, Declaration, Member, Parameters, Setting, Settings
from osy_grammar.nodes.expressions import Arguments, Expression
from osy_grammar.nodes.patterns import Targets
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.types import Constraint, TypeName

# ── Markup ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@node
class MarkupNode(Node):
    """One thing between the braces of `render` or of an element."""


@node
class ErrorMarkup(MarkupNode):
    """What recovery skipped in markup."""

    tokens: tuple[Token, ...]


@node
class Markup(Node):
    """`{ … }` of markup."""

    nodes: tuple[MarkupNode, ...]


@node
class Template(Node):
    """`{ row => … }`, children that are made once for each row."""

    parameters: tuple[Identifier, ...]
    nodes: tuple[MarkupNode, ...]


@node
class Element(MarkupNode):
    """`Name(arguments) { children }`."""

    name: QualifiedName
    type_arguments: tuple[TypeName, ...]
    arguments: Arguments | None
    children: Markup | Template | None


@node
class Fill(MarkupNode):
    """`slot name { … }`: fills a named slot of the surrounding element."""

    name: Identifier
    children: Markup | Template


@node
class MarkupIf(MarkupNode):
    """`if (condition) { … } else { … }`."""

    condition: Expression
    then: Markup
    otherwise: "Markup | MarkupIf | None"


@node
class MarkupForEach(MarkupNode):
    """`foreach (var name in source) { … }`."""

    name: Identifier
    source: Expression
    body: Markup
    type: TypeName
    targets: Targets | None


@node
class MarkupLocal(MarkupNode):
    """`var name = value;`."""

    type: TypeName
    name: Identifier
    value: Expression


# ── Styles ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@node
class Style(Node):
    """`{ … }` of a `variants` block: assignments and groups."""

    items: tuple["Setting | StyleGroup | ErrorMarkup", ...]


@node
class StyleGroup(Node):
    """`Name { … }`, or `inside Other.Hover { … }`."""

    is_inside: bool
    name: QualifiedName
    style: Style


# ── Components ───────────────────────────────────────────────────────────────────────────────────────────────────────


@node
class Render(Member):
    """`render { … }` or `skeleton { … }`."""

    keyword: Identifier
    markup: Markup


@node
class Variants(Member):
    """`variants { … }`."""

    keyword: Identifier
    style: Style


@node
class Trigger(Member):
    """`on mount { … }`, `on change { … }`, `on every(span) { … }`."""

    keyword: Identifier
    name: Identifier
    argument: Expression | None
    block: Block


@node
class Action(Member):
    """`action Name(parameters) { … }`."""

    attributes: tuple[Attribute, ...]
    keyword: Identifier
    name: Identifier
    parameters: Parameters
    block: Block


@node
class Live(Member):
    """`live var name = query;`."""

    attributes: tuple[Attribute, ...]
    keyword: Identifier
    name: Identifier
    value: Expression
    type: TypeName


@node
class MailClause(Member):
    """`language => …;` or `subject => …;` of an e-mail component."""

    keyword: Identifier
    value: Expression


@node
class Component(Declaration):
    """`component Name(parameters) : Base { … }`; `members` is None where it ends in `;`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    type_parameters: tuple[Identifier, ...]
    parameters: Parameters
    base: TypeName | None
    constraint: Constraint | None
    members: tuple[Member, ...] | None


# ── Controls, themes, animations ─────────────────────────────────────────────────────────────────────────────────────


@node
class Signal(Node):
    """`name(parameters);` among a control's events, commands, slots or chunks."""

    name: Identifier
    parameters: Parameters | None


@node
class ControlPart(Member):
    """`contractVersion "1"`, `participation word`, `props { … }`, `events { … }` ….

    `value` is set for the first two, `items` (fields or signals) for the others.
    """

    keyword: Identifier
    value: Expression | None
    items: tuple[Node, ...]


@node
class Control(Declaration):
    """`control Name { … }`, a foreign widget."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    type_parameters: tuple[Identifier, ...]
    parts: tuple[Member, ...]


@node
class ThemeGroup(Node):
    """`Colors { … }`."""

    name: Identifier
    settings: Settings


@node
class Theme(Declaration):
    """`theme Name : Base { … }`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    base: TypeName | None
    groups: tuple["ThemeGroup | ErrorMarkup", ...]


@node
class AnimationStep(Node):
    """`from { … }`, `to { … }`, `60% { … }`; `at` is the step as written."""

    at: str
    settings: Settings


@node
class Animation(Declaration):
    """`animation Name { … }`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    items: tuple["Setting | AnimationStep | ErrorMarkup", ...]
