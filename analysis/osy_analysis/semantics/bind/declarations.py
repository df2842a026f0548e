"""Declarations: what is in view in their bodies, and what they say outside of bodies."""

from collections.abc import Iterable

from osy_analysis.semantics.bind.calls import bind_loosely
from osy_analysis.semantics.bind.code import attributes, body, constraint, function, parameters, principal
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.meanings import type_parameters_of
from osy_analysis.semantics.builtins import BOOL, STRING
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, FunctionType, Named, Type
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import (
    Accessor,
    AppSetting,
    Class,
    Client,
    ClientOperation,
    ClientSetting,
    Constructor,
    Entity,
    Enum,
    Field,
    Fragment,
    Function,
    GlobalVariable,
    Grant,
    Interface,
    Invariant,
    Member,
    Policy,
    Principal,
    Property,
    Security,
    SecurityMessage,
    SecurityRule,
    Settings,
    Topic,
)
from osy_grammar.nodes.expressions import Expression

USER = "user"


def free_function(binder: Binder, node: Function) -> None:
    """A function at the top of a file."""
    binder.tells_names = True
    function(binder, node, binder.own)


# ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def entity(binder: Binder, node: Entity) -> None:
    """An entity, or a part of one."""
    own = binder.own
    binder.tells_names = True
    if node.base is not None:
        binder.type(node.base)
    if own is not None:
        binder.used.add(own.name)
        binder.owner = binder.meanings.first_part(own)
        if binder.owner is not own:
            binder.targets[node.name.last] = binder.owner
    attributes(binder, node.attributes, _row(binder))
    members(binder, node.members, own)


def class_(binder: Binder, node: Class | Interface) -> None:
    """A class or an interface."""
    own = binder.own
    binder.tells_names = True
    binder.owner = own
    if own is not None and own.type_parameters:
        binder.parameters = type_parameters_of(own)
    attributes(binder, node.attributes)
    for base in node.bases:
        binder.type(base)
    mark = binder.mark()
    if isinstance(node, Class):
        constraint(binder, node.constraint)
        if node.parameters is not None:
            parameters(binder, node.parameters, None)
    members(binder, node.members, own)
    binder.leave(mark)


def client(binder: Binder, node: Client) -> None:
    """A typed client."""
    binder.tells_names = True
    binder.owner = binder.own
    attributes(binder, node.attributes)
    members(binder, node.members, binder.own)


def enum(binder: Binder, node: Enum) -> None:
    """An enum: its attributes."""
    binder.owner = binder.own
    attributes(binder, node.attributes)
    for member in node.members:
        attributes(binder, member.attributes)
        if member.value is not None:
            binder.expression(member.value)


def members(binder: Binder, nodes: Iterable[Member], owner: Definition | None) -> None:
    """The members of a type; each finds its definition by its node."""
    known = {one.node: one for one in owner.members} if owner is not None else {}
    for node in nodes:
        member(binder, node, known.get(node))


def member(binder: Binder, node: Member, definition: Definition | None) -> None:
    """One member of a type or a component."""
    match node:
        case Field():
            _field(binder, node)
        case Property():
            _property(binder, node)
        case Function() | ClientOperation():
            function(binder, node, definition)
        case Constructor():
            attributes(binder, node.attributes)
            mark = binder.mark()
            parameters(binder, node.parameters, definition)
            if node.first is not None:
                bind_loosely(binder, node.first.arguments.items)
            body(binder, node.body, None)
            binder.leave(mark)
        case Security():
            _security(binder, node)
        case Invariant():
            binder.expression(node.condition)
            binder.expect(node.condition, BOOL, "the condition of `invariant`")
            if node.message is not None:
                binder.expression(node.message)
        case ClientSetting():
            binder.expression(node.value)
            if node.name.text == "BaseUrl":
                binder.expect(node.value, STRING, "`{}`", node.name.text)
        case _:
            pass


def _row(binder: Binder) -> Type:
    return Named(binder.owner) if binder.owner is not None and binder.owner.kind is SymbolKind.ENTITY else UNKNOWN


def _field(binder: Binder, node: Field) -> None:
    type_ = binder.type(node.type)
    attributes(binder, node.attributes, _row(binder))
    if node.value is not None:
        binder.expression(node.value, type_)
        binder.expect(node.value, type_, "`{}`", node.name.text, other=node)


def _property(binder: Binder, node: Property) -> None:
    type_ = binder.type(node.type)
    attributes(binder, node.attributes)
    if node.value is not None:
        binder.expression(node.value, type_)
        binder.expect(node.value, type_, "`{}`", node.name.text, other=node)
    body(binder, node.getter, type_)
    for accessor in node.accessors:
        _accessor(binder, accessor, type_)


def _accessor(binder: Binder, node: Accessor, type_: Type) -> None:
    mark = binder.mark()
    if node.kind == "set":
        binder.declare("value", None, type_)
    body(binder, node.body, type_ if node.kind == "get" else None)
    binder.leave(mark)


def _security(binder: Binder, node: Security) -> None:
    mark = binder.mark()
    binder.declare(USER, None, principal(binder))
    binder.is_policy = True
    for rule in node.rules:
        match rule:
            case SecurityRule():
                _rule(binder, rule)
            case SecurityMessage():
                binder.expression(rule.text)
            case _:
                pass
    binder.is_policy = False
    binder.leave(mark)


def _rule(binder: Binder, node: SecurityRule) -> None:
    for field in node.fields:
        own_member(binder, field)
    for word, condition in (("when", node.when), ("where", node.where)):
        if condition is not None:
            binder.look(condition)
            binder.expression(condition)
            binder.expect(condition, BOOL, "the condition of `{}`", word)
    if node.by is not None:
        found = binder.table.lookup(binder.path, node.by.text, binder.used)
        if found:
            binder.targets[node.by] = found[0]


def own_member(binder: Binder, name: Identifier) -> None:
    """A member of the type around, by its bare name."""
    found = binder.own_members().get(name.text)
    if found:
        binder.targets[name] = found[0]


# ── What stands alone ────────────────────────────────────────────────────────────────────────────────────────────────


def policy(binder: Binder, node: Policy) -> None:
    """A policy: `user` is who asks."""
    binder.tells_names = True
    attributes(binder, node.attributes)
    mark = binder.mark()
    binder.declare(USER, None, principal(binder))
    binder.is_policy = True
    parameters(binder, node.parameters, binder.own)
    body(binder, node.condition, BOOL)
    binder.leave(mark)


def principal_declaration(binder: Binder, node: Principal) -> None:
    """A principal of tests."""
    binder.tells_names = True
    binder.expression(node.query)


def variable(binder: Binder, node: GlobalVariable) -> None:
    """A constant, or another value at the top of a file."""
    binder.tells_names = node.is_constant
    attributes(binder, node.attributes)
    type_ = binder.type(node.type)
    binder.expression(node.value, type_)
    binder.expect(node.value, type_, "`{}`", node.name.text, other=node)


def grant(binder: Binder, node: Grant) -> None:
    """A grant: nothing in it is told to be unknown."""
    attributes(binder, node.attributes)
    binder.type(node.target)
    settings(binder, node.settings)


def topic(binder: Binder, node: Topic) -> None:
    """A topic; a lambda in it takes who asks."""
    attributes(binder, node.attributes)
    mark = binder.mark()
    parameters(binder, node.parameters, binder.own)
    settings(binder, node.settings)
    binder.leave(mark)


def settings(binder: Binder, node: Settings) -> None:
    """`{ Name = value; … }`."""
    for each in node.items:
        value = getattr(each, "value", None)
        if isinstance(value, Expression):
            binder.look(value)
            binder.expression(value, FunctionType((principal(binder),), UNKNOWN))


def app_setting(binder: Binder, node: AppSetting) -> None:
    """`app.Name = value;`: nothing in it is told to be unknown."""
    binder.expression(node.value)


def fragment(binder: Binder, node: Fragment) -> None:
    """Statements or members that stand alone in a document."""
    for each in node.nodes:
        if isinstance(each, Member):
            member(binder, each, None)
        else:
            binder.statement(each)
