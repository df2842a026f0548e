"""Components: parameters and state, actions, styles; themes, animations and foreign widgets.

In a component's code slips are told, and no other names: the platform brings some of its own there.
"""

from osy_analysis.semantics.bind.code import attributes, body, constraint, function, parameters
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.declarations import member
from osy_analysis.semantics.bind.markup import declared_type, markup
from osy_analysis.semantics.bind.meanings import type_parameters_of
from osy_analysis.semantics.bind.statements import kept
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, Group, Type
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Field, Function, Member, Setting, Settings
from osy_grammar.nodes.ui import (
    Action,
    Animation,
    AnimationStep,
    Component,
    Control,
    ControlPart,
    Live,
    MailClause,
    Render,
    Signal,
    Style,
    StyleGroup,
    Theme,
    ThemeGroup,
    Trigger,
    Variants,
)


def component(binder: Binder, node: Component) -> None:
    """A component: what it keeps comes into view in source order, then its code and markup are bound."""
    own = binder.own
    binder.owner = own
    binder.tells_names = binder.tells_slips = True
    if own is not None and own.type_parameters:
        binder.parameters = type_parameters_of(own)
    attributes(binder, node.attributes)
    if node.base is not None:
        binder.type(node.base)
    constraint(binder, node.constraint)
    parameters(binder, node.parameters, own)
    known = {one.node: one for one in own.members} if own is not None else {}
    _code_in_view(binder, own)
    members = node.members or ()
    for each in members:
        if isinstance(each, Field | Live):
            _state(binder, each, known.get(each))
    for each in members:
        if not isinstance(each, Field | Live):
            _member(binder, each, known.get(each))


def _code_in_view(binder: Binder, own: Definition | None) -> None:
    """Actions and functions may be mentioned before they are declared."""
    found: dict[str, list[Definition]] = {}
    for one in own.members if own is not None else ():
        if one.kind in (SymbolKind.ACTION, SymbolKind.FUNCTION):
            found.setdefault(one.name, []).append(one)
    for name, functions in found.items():
        binder.declare(name, functions[0], Group(name, tuple(functions)))


def _state(binder: Binder, node: Field | Live, definition: Definition | None) -> None:
    attributes(binder, node.attributes)
    written = declared_type(binder, node.type)
    given: Type = UNKNOWN
    if node.value is not None:
        given = binder.expression(node.value, written)
        if written is not None:
            binder.expect(node.value, written, "`{}`", node.name.text, other=node)
    binder.declare(node.name.text, definition or node, written if written is not None else kept(given))


def _member(binder: Binder, node: Member, definition: Definition | None) -> None:
    match node:
        case Render():
            binder.tells_names = False
            markup(binder, node.markup)
            binder.tells_names = True
        case Action():
            attributes(binder, node.attributes)
            mark = binder.mark()
            parameters(binder, node.parameters, definition)
            body(binder, node.block, None)
            binder.leave(mark)
        case Trigger():
            if node.argument is not None:
                binder.expression(node.argument)
            body(binder, node.block, None)
        case MailClause():
            binder.expression(node.value)
        case Function():
            function(binder, node, definition)
        case Variants():
            binder.tells_names = False
            _style(binder, node.style)
            binder.tells_names = True
        case _:
            member(binder, node, definition)


# ── Styles, themes, controls ─────────────────────────────────────────────────────────────────────────────────────────


def _style(binder: Binder, style: Style) -> None:
    """What a style mentions; nothing in it is told to be wrong."""
    problems = len(binder.problems)
    waiting: list[Style] = [style]
    while waiting:
        for each in waiting.pop().items:
            if isinstance(each, Setting):
                binder.expression(each.value)
            elif isinstance(each, StyleGroup):
                waiting.append(each.style)
    del binder.problems[problems:]


def theme(binder: Binder, node: Theme) -> None:
    """A theme."""
    if node.base is not None:
        binder.type(node.base)
    for group in node.groups:
        if isinstance(group, ThemeGroup):
            _quiet(binder, group.settings)


def animation(binder: Binder, node: Animation) -> None:
    """An animation."""
    for each in node.items:
        if isinstance(each, AnimationStep):
            _quiet(binder, each.settings)


def _quiet(binder: Binder, settings: Settings) -> None:
    problems = len(binder.problems)
    for each in settings.items:
        if isinstance(each, Setting):
            binder.expression(each.value)
    del binder.problems[problems:]


def control(binder: Binder, node: Control) -> None:
    """A foreign widget: the types of what it takes."""
    own = binder.own
    if own is not None and own.type_parameters:
        binder.parameters = type_parameters_of(own)
    for part in node.parts:
        if isinstance(part, ControlPart):
            for each in part.items:
                _control_item(binder, each)


def _control_item(binder: Binder, node: Node) -> None:
    if isinstance(node, Field):
        attributes(binder, node.attributes)
        binder.type(node.type)
        if node.value is not None:
            binder.expression(node.value)
    elif isinstance(node, Signal) and node.parameters is not None:
        mark = binder.mark()
        parameters(binder, node.parameters, None)
        binder.leave(mark)
