"""Markup: elements with their arguments and children, loops, tests, row templates.

No name in it is told to be unknown, since the platform brings names of its own there.
"""

from functools import cache

from osy_analysis.problems.types import WrongArguments
from osy_analysis.semantics.bind.calls import bind_loosely, formals_of
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import closed, element_of, infer, substitute
from osy_analysis.semantics.bind.lattice import joined
from osy_analysis.semantics.bind.statements import VAR, items_of, kept
from osy_analysis.semantics.bind.unknown import CLOSE
from osy_analysis.semantics.builtins import BOOL
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import COMPONENT_KINDS
from osy_analysis.semantics.types import UNKNOWN, Type, Unknown
from osy_analysis.wording import nearest
from osy_grammar.language.elements import STYLE
from osy_grammar.language.signatures import signature_of
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Argument, Arguments, Expression, Lambda
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import Element, Fill, Markup, MarkupForEach, MarkupIf, MarkupLocal, Template


def markup(binder: Binder, node: Markup) -> None:
    """`{ … }` of markup."""
    mark = binder.mark()
    binder.going_through(node, node.nodes)
    binder.leave(mark)


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
    written = declared_type(binder, node.type)
    type_ = item if written is None else written
    if type_.__class__ is not Unknown:
        binder.types[node] = type_
    binder.declare(node.name.text, node, type_)
    binder.statement(node.body)
    binder.leave(mark)


def markup_local(binder: Binder, node: MarkupLocal) -> None:
    """`var name = value;`."""
    written = declared_type(binder, node.type)
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
    binder.going_through(node, node.nodes)
    binder.leave(mark)


def declared_type(binder: Binder, written: TypeName) -> Type | None:
    """The type that is written; None for `var`."""
    return None if written.name.parts[0].text == VAR else binder.type(written)
