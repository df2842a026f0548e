"""Components: parameters and state, actions, and markup with its elements, loops and row templates.

In markup no name is told to be unknown, since the platform brings names of its own there; in a component's code a slip
is.
"""

from functools import cache

from osy_analysis.problems.types import WrongArguments
from osy_analysis.semantics.bind.calls import bind_loosely, formals_of
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.declarations import (
    attributes,
    body,
    constraint,
    function,
    member,
    parameters,
)
from osy_analysis.semantics.bind.generics import closed, element_of, infer, substitute
from osy_analysis.semantics.bind.lattice import joined
from osy_analysis.semantics.bind.meanings import type_parameters_of
from osy_analysis.semantics.bind.statements import VAR, items_of, kept
from osy_analysis.semantics.bind.unknown import CLOSE
from osy_analysis.semantics.builtins import BOOL
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import COMPONENT_KINDS
from osy_analysis.semantics.types import UNKNOWN, Group, Type, Unknown
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import nearest
from osy_grammar.language.elements import STYLE
from osy_grammar.language.signatures import signature_of
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Field, Function, Member, Setting, Settings
from osy_grammar.nodes.expressions import Argument, Arguments, Expression, Lambda
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import (
    Action,
    Animation,
    AnimationStep,
    Component,
    Control,
    ControlPart,
    Element,
    Fill,
    Live,
    MailClause,
    Markup,
    MarkupForEach,
    MarkupIf,
    MarkupLocal,
    Render,
    Signal,
    Style,
    StyleGroup,
    Template,
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
    written = _declared_type(binder, node.type)
    given: Type = UNKNOWN
    if node.value is not None:
        given = binder.expression(node.value, written)
        if written is not None:
            binder.expect(node.value, written, "`{}`", node.name.text, other=node)
    binder.declare(node.name.text, definition or node, written if written is not None else kept(given))


def _declared_type(binder: Binder, written: TypeName) -> Type | None:
    """The type that is written; None for `var`."""
    return None if written.name.parts[0].text == VAR else binder.type(written)


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


# ── Markup ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def markup(binder: Binder, node: Markup) -> None:
    """`{ … }` of markup."""
    mark = binder.mark()
    _nodes(binder, node, node.nodes)
    binder.leave(mark)


def _nodes(binder: Binder, around: Node, nodes: tuple[Node, ...]) -> None:
    probe = binder.probe
    is_around = probe >= 0 and around.start <= probe <= around.end
    if is_around:
        binder.note()
    for each in nodes:
        binder.statement(each)
        if is_around and each.end <= probe:
            binder.note()


def markup_if(binder: Binder, node: MarkupIf) -> None:
    """`if`, with its chain of `else if`s."""
    mark = binder.mark()
    rest: Markup | MarkupIf | None = node
    while isinstance(rest, MarkupIf):
        binder.expression(rest.condition)
        binder.expect(rest.condition, BOOL, "the condition of `if`")
        binder.statement(rest.then)
        rest = rest.otherwise
    if rest is not None:
        binder.statement(rest)
    binder.leave(mark)


def markup_for_each(binder: Binder, node: MarkupForEach) -> None:
    """`foreach`."""
    mark = binder.mark()
    item = items_of(binder, binder.expression(node.source))
    written = _declared_type(binder, node.type)
    type_ = item if written is None else written
    if type_.__class__ is not Unknown:
        binder.types[node] = type_
    binder.declare(node.name.text, node, type_)
    binder.statement(node.body)
    binder.leave(mark)


def markup_local(binder: Binder, node: MarkupLocal) -> None:
    """`var name = value;`."""
    written = _declared_type(binder, node.type)
    given = binder.expression(node.value, written)
    type_ = kept(given) if written is None else written
    if type_.__class__ is not Unknown:
        binder.types[node] = type_
    binder.declare(node.name.text, node, type_)


def fill(binder: Binder, node: Fill) -> None:
    """`slot name { … }`."""
    _children(binder, node.children, UNKNOWN)


def element(binder: Binder, node: Element) -> None:
    """An element: its arguments are those of a component, where that is in view."""
    type_arguments = tuple([binder.type(each) for each in node.type_arguments])
    definition = _component_named(binder, node)
    row: Type = UNKNOWN
    if definition is not None:
        binder.targets[node.name.last] = definition
        callee = binder.meanings.callee(definition, binder.used)
        row = _arguments(binder, node.arguments, callee, type_arguments)
    elif node.arguments is not None:
        bind_loosely(binder, node.arguments.items)
        row = _row_of(binder, node.arguments)
    if node.children is not None:
        _children(binder, node.children, row)


def _component_named(binder: Binder, node: Element) -> Definition | None:
    found = binder.table.lookup(binder.path, node.name.last.text, binder.used)
    fitting = [one for one in found if one.kind in COMPONENT_KINDS]
    if len(node.name.parts) > 1:
        namespace = node.name.text.rpartition(".")[0]
        fitting = [one for one in fitting if one.namespace == namespace]
    return fitting[0] if fitting else None


def _arguments(binder: Binder, arguments: Arguments | None, callee: Callee, type_arguments: tuple[Type, ...]) -> Type:
    """Bind the arguments; what the component's type parameter stands for, which is what its rows are."""
    own = callee.type_parameters
    told: dict[str, Type] = {}
    if own and len(own) == len(type_arguments):
        told.update(zip(own, type_arguments, strict=True))
    items = arguments.items if arguments is not None else ()
    pairs = list(zip(items, formals_of(callee, items), strict=True))
    pairs.sort(key=lambda pair: isinstance(pair[0].value, Lambda) and bool(own))
    for item, formal in pairs:
        if item.name is not None and formal.definition is not None:
            binder.targets[item.name] = formal.definition
        elif item.name is not None:
            _tell_slip(binder, item.name, callee, items)
        _argument(binder, item, formal.type, own, told)
    return told.get(own[0], UNKNOWN) if own else UNKNOWN


def _tell_slip(binder: Binder, name: Identifier, callee: Callee, items: tuple[Argument, ...]) -> None:
    """Tell of the name of an argument that is a slip of a parameter's; others may be what every element takes."""
    known = tuple([formal.name for formal in callee.formals])
    given = {item.name.text for item in items if item.name is not None}
    near = nearest(name.text, known, CLOSE)
    definition = callee.source
    if near is None or near in given or name.text in _styles() or not isinstance(definition, Definition):
        return
    if definition.bases or definition.chunk.problems:
        return
    binder.tell(
        WrongArguments(at=name, name=callee.name, given=len(items), functions=(definition,), known=known, unknown=name)
    )


@cache
def _styles() -> frozenset[str]:
    """What every styled element takes."""
    return frozenset(parameter.name for parameter in signature_of(STYLE).parameters or ())


def _argument(binder: Binder, item: Argument, wanted: Type, own: tuple[str, ...], told: dict[str, Type]) -> None:
    if not isinstance(item.value, Expression):
        return
    if own:
        wanted = substitute(wanted, told)
        given = binder.expression(item.value, closed(wanted, own))
        infer(wanted, given, own, told, joined)
    else:
        binder.expression(item.value, wanted)


def _row_of(binder: Binder, arguments: Arguments) -> Type:
    """What an element that we do not know makes a row for: the items of its one list."""
    lists = [element_of(binder.types.get(item.value, UNKNOWN)) for item in arguments.items]
    found = [one for one in lists if one is not None]
    return found[0] if len(found) == 1 else UNKNOWN


def _children(binder: Binder, node: Markup | Template, row: Type) -> None:
    if isinstance(node, Markup):
        binder.statement(node)
        return
    mark = binder.mark()
    for place, name in enumerate(node.parameters):
        binder.declare(name.text, name, row if place == 0 else UNKNOWN)
    _nodes(binder, node, node.nodes)
    binder.leave(mark)


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
