"""Values that are made: `new`, collections, lambdas."""

from osy_analysis.semantics.bind.absent import has_attributes, tell_absent
from osy_analysis.semantics.bind.calls import bind_call, bind_loosely
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import bounded, element_of
from osy_analysis.semantics.bind.lattice import joined
from osy_analysis.semantics.bind.members import find, known_in, known_of, value_type
from osy_analysis.semantics.builtins import VOID, callee_of, list_of
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import (
    UNKNOWN,
    AnonymousObject,
    FunctionType,
    Named,
    Type,
    TypeParameter,
    Unknown,
    Void,
    non_null,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.expressions import (
    Collection,
    Initialiser,
    InitialiserItem,
    InitialiserMember,
    InitialiserPair,
    Lambda,
    Member,
    Name,
    New,
)
from osy_grammar.nodes.statements import Block

# ── new ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def new(binder: Binder, node: New, wanted: Type | None) -> Type:
    """`new T(…) { … }`, `new() { … }`, `new { … }`."""
    if node.type is None and node.arguments is None:
        return _anonymous(binder, node)
    made: Type = UNKNOWN
    if node.type is not None:
        made = non_null(binder.type(node.type))
    elif wanted is not None:
        made = non_null(wanted)
    _construct(binder, node, made)
    if node.initialiser is not None:
        initialise(binder, node.initialiser, made)
    return made


def _construct(binder: Binder, node: New, made: Type) -> None:
    """Bind the arguments, and say which constructors may run."""
    items = node.arguments.items if node.arguments is not None else ()
    if not isinstance(made, Named):
        bind_loosely(binder, items)
        return
    definition = made.definition
    if isinstance(definition, BuiltinType):
        callees = [callee_of(fact, definition.name) for fact in definition.constructors]
        known = known_of(definition.type_parameters, made.arguments)
        bind_call(binder, node, node.arguments, callees, known, is_all=True)
        return
    used = binder.used
    found = binder.meanings.members(definition, used).get(definition.name, ())
    own = [one for one in found if one.kind is SymbolKind.CONSTRUCTOR]
    if own:
        callees = [binder.meanings.callee(one, used) for one in own]
        known = known_in(binder, made, own[0])
        bind_call(binder, node, node.arguments, callees, known, is_all=True)
        return
    is_plain = definition.kind is SymbolKind.CLASS and not definition.bases
    if is_plain and items and not has_attributes(definition) and not definition.chunk.problems:
        bind_call(binder, node, node.arguments, [Callee(definition.name, (), made, definition)], {}, is_all=True)
        binder.bound.calls.pop(node, None)
        return
    bind_loosely(binder, items)


def initialise(binder: Binder, node: Initialiser, made: Type) -> None:
    """The members, pairs or items between the braces behind an object of the type."""
    key: Type | None = None
    item = element_of(made)
    if isinstance(made, Named) and isinstance(made.definition, BuiltinType) and len(made.arguments) == 2:
        key, item = made.arguments
    for element in node.elements:
        match element:
            case InitialiserMember():
                _initialise_member(binder, element, made)
            case InitialiserPair():
                binder.expression(element.key, key)
                binder.expression(element.value, item)
            case InitialiserItem():
                binder.expression(element.value, item)
                if item is not None:
                    binder.expect(element.value, item, "an item of the list")


def _initialise_member(binder: Binder, element: InitialiserMember, made: Type) -> None:
    name = element.name
    found = find(binder, made, name.text) if name.text and not isinstance(made, Unknown) else None
    if found is None:
        if isinstance(made, Named):
            tell_absent(binder, made, name, is_called=False)
        binder.expression(element.value)
        return
    other: Definition | None = None
    if found.definitions:
        other = binder.targets[name] = found.definitions[0]
    elif found.facts:
        binder.targets[name] = found.facts[0]
    wanted = value_type(binder, found)
    binder.expression(element.value, wanted)
    if other is not None:
        binder.expect(element.value, wanted, "`{}` of `{}`", name.text, made.name, other=other)  # type: ignore[union-attr]  # only a `Named` has declared members


def _anonymous(binder: Binder, node: New) -> Type:
    members: list[tuple[str, Type]] = []
    for element in node.initialiser.elements if node.initialiser is not None else ():
        match element:
            case InitialiserMember():
                members.append((element.name.text, binder.expression(element.value)))
            case InitialiserPair():
                binder.expression(element.key)
                binder.expression(element.value)
                return UNKNOWN
            case InitialiserItem(value=value):
                type_ = binder.expression(value)
                name = value.name.text if isinstance(value, Member) else value.text if isinstance(value, Name) else ""
                members.append((name, type_))
    if any(not name for name, _ in members):
        return UNKNOWN
    return bounded(AnonymousObject(tuple(members)))


# ── Collections ──────────────────────────────────────────────────────────────────────────────────────────────────────


def collection(binder: Binder, node: Collection, wanted: Type | None) -> Type:
    """`[a, b]`: what is wanted, else a list of what the items are."""
    element = element_of(wanted) if wanted is not None else None
    together: Type | None = None
    for item in node.items:
        given = binder.expression(item, element)
        together = given if together is None else joined(together, given)
    if element is not None and not isinstance(element, Unknown) and isinstance(wanted, Named):
        for item in node.items:
            binder.expect(item, element, "an item of the list")
        return non_null(wanted)
    return bounded(list_of(together if together is not None and not isinstance(together, Void) else UNKNOWN))


# ── Lambdas ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def lambda_(binder: Binder, node: Lambda, wanted: Type | None) -> Type:
    """`x => e`: its parameters are what the place hands in, its result what it gives."""
    function = wanted if isinstance(wanted, FunctionType) else None
    handed = function.parameters if function is not None else ()
    mark = binder.mark()
    parameters: list[Type] = []
    for place, parameter in enumerate(node.parameters):
        type_: Type = handed[place] if place < len(handed) else UNKNOWN
        if parameter.type is not None:
            type_ = binder.type(parameter.type)
        elif isinstance(type_, TypeParameter) and type_.name not in binder.parameters:
            type_ = UNKNOWN
        parameters.append(type_)
        binder.declare(parameter.name.text, parameter, type_)
        if type_.__class__ is not Unknown:
            binder.types[parameter] = type_
    result = _body(binder, node, function.result if function is not None else None)
    binder.leave(mark)
    return FunctionType(tuple(parameters), result)


def _body(binder: Binder, node: Lambda, wanted: Type | None) -> Type:
    body = node.body
    binder.look(body)
    if not isinstance(body, Block):
        result = binder.expression(body, wanted)
        if wanted is not None:
            binder.expect(body, wanted, "what the lambda gives")
        return result
    outer_result, outer_returned = binder.result, binder.returned
    binder.result = wanted
    returned: list[Type] = []
    binder.returned = returned
    binder.statement(body)
    binder.result, binder.returned = outer_result, outer_returned
    if not returned:
        return VOID
    together = returned[0]
    for type_ in returned[1:]:
        together = joined(together, type_)
    return together
