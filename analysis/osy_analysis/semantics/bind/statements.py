"""Statements: what they declare, and what their values are to be."""

from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import element_of, substitute
from osy_analysis.semantics.bind.members import known_of
from osy_analysis.semantics.bind.patterns import case_label, targets
from osy_analysis.semantics.builtins import BOOL, item_type, named
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import (
    UNKNOWN,
    Named,
    Null,
    Type,
    TypeValue,
    Unknown,
    Void,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.patterns import CaseLabel
from osy_grammar.nodes.statements import (
    Block,
    CheckedBlock,
    DoWhile,
    ExpressionStatement,
    For,
    ForEach,
    ForeignStatement,
    Goto,
    GotoCase,
    If,
    Local,
    Lock,
    Return,
    RunAs,
    Switch,
    Throw,
    Try,
    UsingStatement,
    While,
    YieldReturn,
)

VAR = "var"


def block(binder: Binder, node: Block) -> None:
    """`{ … }`: what it declares is in view to its end."""
    mark = binder.mark()
    binder.going_through(node, node.statements)
    binder.leave(mark)


def local(binder: Binder, node: Local) -> None:
    """`type name = value;` in a body."""
    written = node.type.name.parts[0].text
    if node.is_function and node.value is not None:
        # It may call itself, and what it gives is not looked at.
        binder.type(node.type)
        binder.declare(node.name.text, node, UNKNOWN)
        binder.locals.append(node)
        binder.expression(node.value)
        return
    if written == VAR and not node.type.tails:
        type_ = binder.expression(node.value) if node.value is not None else UNKNOWN
        type_ = kept(type_)
        if type_.__class__ is not Unknown:
            binder.types[node] = type_
    else:
        type_ = binder.type(node.type)
        if node.value is not None:
            binder.expression(node.value, type_)
            binder.expect(node.value, type_, "`{}`", node.name.text, other=node)
    binder.declare(node.name.text, node, type_)
    binder.locals.append(node)


def kept(type_: Type) -> Type:
    """The type of a variable that takes a value of this type: what is no value has none."""
    return UNKNOWN if isinstance(type_, Null | Void | TypeValue) else type_


def expression_statement(binder: Binder, node: ExpressionStatement) -> None:
    """An expression for its effect."""
    binder.expression(node.expression)


def if_(binder: Binder, node: If) -> None:
    """`if`, with its chain of `else if`s. A name that a test brings in stays in view behind it."""
    current: If | None = node
    while current is not None:
        binder.expression(current.condition)
        binder.expect(current.condition, BOOL, "the condition of `if`")
        binder.statement(current.then)
        otherwise = current.otherwise
        current = otherwise if isinstance(otherwise, If) else None
        if otherwise is not None and current is None:
            binder.statement(otherwise)


def while_(binder: Binder, node: While) -> None:
    """`while`."""
    binder.expression(node.condition)
    binder.expect(node.condition, BOOL, "the condition of `while`")
    binder.statement(node.body)


def do_while(binder: Binder, node: DoWhile) -> None:
    """C#'s `do`."""
    binder.statement(node.body)
    binder.expression(node.condition)
    binder.expect(node.condition, BOOL, "the condition of `while`")


def for_(binder: Binder, node: For) -> None:
    """`for`."""
    mark = binder.mark()
    for start in (node.initialiser, *node.more):
        if isinstance(start, Local):
            binder.statement(start)
        elif start is not None:
            binder.expression(start)
    if node.condition is not None:
        binder.expression(node.condition)
        binder.expect(node.condition, BOOL, "the condition of `for`")
    for update in (node.update, *node.updates):
        if update is not None:
            binder.expression(update)
    binder.statement(node.body)
    binder.leave(mark)


def for_each(binder: Binder, node: ForEach) -> None:
    """`foreach`."""
    mark = binder.mark()
    item = items_of(binder, binder.expression(node.source))
    if node.targets is not None:
        targets(binder, node.targets)
        binder.statement(node.body)
        binder.leave(mark)
        return
    if node.type.name.parts[0].text != VAR:
        item = binder.type(node.type)
    elif item.__class__ is not Unknown:
        binder.types[node] = item
    binder.declare(node.name.text, node, item)
    binder.statement(node.body)
    binder.leave(mark)


def items_of(binder: Binder, source: Type) -> Type:
    """What `foreach` gives of a source."""
    if isinstance(source, TypeValue):
        definition = source.type.definition
        is_rows = isinstance(definition, Definition) and definition.kind is SymbolKind.ENTITY
        return source.type if is_rows else UNKNOWN
    element = element_of(source)
    if element is not None:
        return element
    if isinstance(source, Named) and isinstance(source.definition, BuiltinType):
        row = source.definition
        return substitute(item_type(row), known_of(row.type_parameters, source.arguments))
    return UNKNOWN


def try_(binder: Binder, node: Try) -> None:
    """`try`, with its `catch`es."""
    binder.statement(node.body)
    for each in node.catches:
        mark = binder.mark()
        type_ = binder.type(each.type) if each.type is not None else named("Exception")
        if each.name is not None:
            binder.declare(each.name.text, each, type_)
        if each.filter is not None:
            binder.expression(each.filter)
            binder.expect(each.filter, BOOL, "the filter of `catch`")
        binder.statement(each.body)
        binder.leave(mark)
    if node.final is not None:
        binder.statement(node.final)


def return_(binder: Binder, node: Return) -> None:
    """`return`, of a function or a lambda."""
    if node.value is None:
        return
    wanted = binder.result
    type_ = binder.expression(node.value, wanted)
    if binder.returned is not None:
        binder.returned.append(type_)
    if wanted is not None:
        binder.expect(node.value, wanted, "the result")


def throw(binder: Binder, node: Throw) -> None:
    """`throw`."""
    if node.value is not None:
        binder.expression(node.value)


def yield_return(binder: Binder, node: YieldReturn) -> None:
    """`yield return`, of one item of the stream."""
    element = element_of(binder.result) if binder.result is not None else None
    binder.expression(node.value, element)
    if element is not None:
        binder.expect(node.value, element, "an item of the result")


def goto(binder: Binder, node: Goto) -> None:
    """`goto`: its state."""
    state = state_named(binder, node.state.text)
    if state is not None:
        binder.targets[node.state] = state


def state_named(binder: Binder, name: str) -> Definition | None:
    """The state or terminal of that name."""
    found = binder.run_member(name, SymbolKind.STATE)
    return found if found is not None else binder.run_member(name, SymbolKind.TERMINAL)


def run_as(binder: Binder, node: RunAs) -> None:
    """`runas`."""
    binder.expression(node.principal)
    binder.statement(node.body)


def switch(binder: Binder, node: Switch) -> None:
    """C#'s `switch`."""
    given = binder.expression(node.value)
    mark = binder.mark()
    for section in node.sections:
        for label in section.labels:
            if isinstance(label, CaseLabel):
                case_label(binder, label, given)
            elif label is not None:
                binder.expression(label)
        for each in section.statements:
            binder.statement(each)
    binder.leave(mark)


def goto_case(binder: Binder, node: GotoCase) -> None:
    """`goto case value;`."""
    if node.value is not None:
        binder.expression(node.value)


def using(binder: Binder, node: UsingStatement) -> None:
    """`using (var x = value) body`; without a body the name stays in view to the end of what is around it."""
    mark = binder.mark()
    for resource in node.resources:
        if isinstance(resource, Local):
            binder.statement(resource)
            # It is declared for what happens at its end.
            binder.locals.remove(resource)
        else:
            binder.expression(resource)
    if node.body is not None:
        binder.statement(node.body)
        binder.leave(mark)


def lock(binder: Binder, node: Lock) -> None:
    """`lock (value) body`."""
    binder.expression(node.value)
    binder.statement(node.body)


def checked_block(binder: Binder, node: CheckedBlock) -> None:
    """`checked { … }`."""
    binder.statement(node.body)


def foreign(binder: Binder, node: ForeignStatement) -> None:
    """A statement of C# that is not known: its parts are bound."""
    mark = binder.mark()
    for part in node.parts:
        if isinstance(part, Expression):
            binder.expression(part)
        else:
            binder.statement(part)
    binder.leave(mark)
