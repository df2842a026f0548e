"""Components, markup, styles, controls, themes, animations."""

from collections.abc import Sequence

from osy_grammar.builders.lists import Lead, Skipped, TypeArguments, flattened, identifier, identifiers
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions, patterns, statements, types, ui
from osy_grammar.nodes.base import Identifier

Children = ui.Markup | ui.Template


def component(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    type_parameters: tuple[Identifier, ...] | None,
    parameters: declarations.Parameters,
    base: types.TypeName | None,
    constraint: types.Constraint | None,
    members: tuple[declarations.Member, ...] | None,
) -> ui.Component:
    """`component Name(parameters) : Base { … }`."""
    return ui.Component(
        start, end, *lead, identifier(name), type_parameters or (), parameters, base, constraint, members
    )


def component_body(
    _start: int, _end: int, members: Sequence[declarations.Member] = ()
) -> tuple[declarations.Member, ...]:
    """`{ … }` of a component."""
    return flattened(members)


def no_body(_start: int, _end: int) -> None:
    """`;` in place of a body."""


def render(start: int, end: int, word: Lexeme, markup: ui.Markup) -> ui.Render:
    """`render { … }`, `skeleton { … }`."""
    return ui.Render(start, end, identifier(word), markup)


def variants(start: int, end: int, word: Lexeme, style: ui.Style) -> ui.Variants:
    """`variants { … }`."""
    return ui.Variants(start, end, identifier(word), style)


def trigger(
    start: int,
    end: int,
    word: Lexeme,
    name: Lexeme,
    argument: expressions.Expression | None,
    block: statements.Block,
) -> ui.Trigger:
    """`on every(span) { … }`."""
    return ui.Trigger(start, end, identifier(word), identifier(name), argument, block)


def action(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    word: Lexeme,
    name: Lexeme,
    parameters: declarations.Parameters,
    block: statements.Block,
) -> ui.Action:
    """`action Name(parameters) { … }`."""
    return ui.Action(start, end, attributes or (), identifier(word), identifier(name), parameters, block)


def live(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    word: Lexeme,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression,
) -> ui.Live:
    """`live var name = query;`."""
    return ui.Live(start, end, attributes or (), identifier(word), identifier(name), value, type_)


def mail_clause(start: int, end: int, word: Lexeme, value: expressions.Expression) -> ui.MailClause:
    """`subject => …;`."""
    return ui.MailClause(start, end, identifier(word), value)


# ── Markup ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def markup(start: int, end: int, nodes: Sequence[ui.MarkupNode] = ()) -> ui.Markup:
    """`{ … }` of markup."""
    return ui.Markup(start, end, tuple(nodes))


def error_markup(start: int, end: int, skipped: Skipped) -> ui.ErrorMarkup:
    """What recovery skipped in markup."""
    return ui.ErrorMarkup(start, end, skipped.tokens)


def markup_if(
    start: int,
    end: int,
    condition: expressions.Expression,
    then: ui.Markup,
    otherwise: ui.Markup | ui.MarkupIf | None,
) -> ui.MarkupIf:
    """`if (condition) { … } else { … }`."""
    return ui.MarkupIf(start, end, condition, then, otherwise)


def markup_foreach(
    start: int,
    end: int,
    head: tuple[types.TypeName, Identifier, patterns.Targets | None, expressions.Expression],
    body: ui.Markup,
) -> ui.MarkupForEach:
    """`foreach (var name in source) { … }`."""
    type_, name, targets, source = head
    return ui.MarkupForEach(start, end, name, source, body, type_, targets)


def markup_local(
    start: int,
    end: int,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression,
) -> ui.MarkupLocal:
    """`var name = value;`."""
    return ui.MarkupLocal(start, end, type_, identifier(name), value)


def fill(start: int, end: int, name: Lexeme, children: Children) -> ui.Fill:
    """`slot name { … }`."""
    return ui.Fill(start, end, identifier(name), children)


def element(
    start: int,
    end: int,
    name: base.QualifiedName,
    type_arguments: TypeArguments | None,
    arguments: expressions.Arguments | None,
) -> ui.Element:
    """`Name(arguments);`."""
    return ui.Element(start, end, name, type_arguments.types if type_arguments else (), arguments, None)


def element_with_children(
    start: int,
    end: int,
    name: base.QualifiedName,
    type_arguments: TypeArguments | None,
    arguments: expressions.Arguments | None,
    children: Children,
) -> ui.Element:
    """`Name(arguments) { children }`."""
    return ui.Element(start, end, name, type_arguments.types if type_arguments else (), arguments, children)


def short_template(start: int, end: int, name: Lexeme, nodes: Sequence[ui.MarkupNode] = ()) -> ui.Template:
    """`{ row => … }`."""
    return ui.Template(start, end, (identifier(name),), tuple(nodes))


def template(start: int, end: int, names: tuple[Identifier, ...], nodes: Sequence[ui.MarkupNode] = ()) -> ui.Template:
    """`{ (row, index) => … }`."""
    return ui.Template(start, end, names, tuple(nodes))


def row_names(_start: int, _end: int, names: list[Lexeme]) -> tuple[Identifier, ...]:
    """The names of a row template."""
    return identifiers(names)


# ── Styles, controls, themes ─────────────────────────────────────────────────────────────────────────────────────────


def style(
    start: int, end: int, items: Sequence[declarations.Setting | ui.StyleGroup | ui.ErrorMarkup] = ()
) -> ui.Style:
    """`{ … }` of a style."""
    return ui.Style(start, end, tuple(items))


def style_group(start: int, end: int, name: Lexeme, style: ui.Style) -> ui.StyleGroup:
    """`Name { … }`."""
    qualified = base.QualifiedName(name[0], name[1], (identifier(name),))
    return ui.StyleGroup(start, end, False, qualified, style)


def style_inside(start: int, end: int, name: base.QualifiedName, style: ui.Style) -> ui.StyleGroup:
    """`inside Other.Hover { … }`."""
    return ui.StyleGroup(start, end, True, name, style)


def control(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    type_parameters: tuple[Identifier, ...] | None,
    parts: Sequence[declarations.Member] = (),
) -> ui.Control:
    """`control Name { … }`."""
    return ui.Control(start, end, *lead, identifier(name), type_parameters or (), tuple(parts))


def control_version(start: int, end: int, word: Lexeme, value: expressions.Literal) -> ui.ControlPart:
    """`contractVersion "1"`."""
    return ui.ControlPart(start, end, identifier(word), value, ())


def control_participation(start: int, end: int, word: Lexeme, value: Lexeme) -> ui.ControlPart:
    """`participation word`."""
    return ui.ControlPart(start, end, identifier(word), expressions.Name(*value, ()), ())


def control_fields(start: int, end: int, word: Lexeme, items: Sequence[base.Node] = ()) -> ui.ControlPart:
    """`props { … }`, `probe { … }`."""
    return ui.ControlPart(start, end, identifier(word), None, tuple(items))


control_signals = control_fields


def prop(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression | None,
) -> declarations.Field:
    """`type name = value;` among a control's props."""
    return declarations.Field(start, end, attributes or (), (), False, type_, identifier(name), value)


def signal(start: int, end: int, name: Lexeme, parameters: declarations.Parameters | None) -> ui.Signal:
    """`name(parameters);` among a control's events, commands, slots or chunks."""
    return ui.Signal(start, end, identifier(name), parameters)


def theme(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    base: types.TypeName | None,
    groups: Sequence[ui.ThemeGroup | ui.ErrorMarkup] = (),
) -> ui.Theme:
    """`theme Name : Base { … }`."""
    return ui.Theme(start, end, *lead, identifier(name), base, tuple(groups))


def theme_group(start: int, end: int, name: Lexeme, settings: declarations.Settings) -> ui.ThemeGroup:
    """`Colors { … }`."""
    return ui.ThemeGroup(start, end, identifier(name), settings)


def animation(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    items: Sequence[declarations.Setting | ui.AnimationStep | ui.ErrorMarkup] = (),
) -> ui.Animation:
    """`animation Name { … }`."""
    return ui.Animation(start, end, *lead, identifier(name), tuple(items))


def animation_step(start: int, end: int, word: Lexeme, settings: declarations.Settings) -> ui.AnimationStep:
    """`from { … }`, `to { … }`."""
    return ui.AnimationStep(start, end, word[2], settings)


def percent_step(start: int, end: int, number: Lexeme, settings: declarations.Settings) -> ui.AnimationStep:
    """`60% { … }`."""
    return ui.AnimationStep(start, end, f"{number[2]}%", settings)
