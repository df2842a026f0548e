"""The declarations of a file, except for manifests, the user interface and workflows."""

from collections.abc import Sequence

from osy_grammar.builders.lists import Lead, flattened, identifier, optional_identifier
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions, types
from osy_grammar.nodes.base import Identifier


def item(_start: int, _end: int, declaration: declarations.Declaration) -> declarations.Declaration:
    """One whole declaration."""
    return declaration


def using(start: int, end: int, name: base.QualifiedName) -> declarations.Using:
    """`using A.B;`."""
    return declarations.Using(start, end, name)


def namespace(start: int, end: int, name: base.QualifiedName) -> declarations.Namespace:
    """`namespace A.B;`."""
    return declarations.Namespace(start, end, name)


def global_variable(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression,
) -> declarations.GlobalVariable:
    """`type name = value;`."""
    return declarations.GlobalVariable(start, end, *lead, False, type_, Identifier(*name), value)


def global_constant(
    start: int,
    end: int,
    lead: Lead,
    type_: types.TypeName,
    name: Lexeme,
    value: expressions.Expression,
) -> declarations.GlobalVariable:
    """`const type name = value;`."""
    return declarations.GlobalVariable(start, end, *lead, True, type_, Identifier(*name), value)


def enum(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    base: types.TypeName | None,
    members: Sequence[declarations.EnumMember] = (),
) -> declarations.Enum:
    """`enum Name { A, B }`."""
    return declarations.Enum(start, end, *lead, Identifier(*name), tuple(members), base)


def enum_member(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    name: Lexeme,
    value: expressions.Expression | None,
) -> declarations.EnumMember:
    """One member of an enum."""
    return declarations.EnumMember(start, end, attributes or (), Identifier(*name), value)


def entity(
    start: int,
    end: int,
    lead: Lead,
    name: base.QualifiedName,
    base: types.TypeName | None,
    members: Sequence[declarations.Member] = (),
) -> declarations.Entity:
    """`entity Name : Base { … }`."""
    return declarations.Entity(start, end, *lead, name, base, flattened(members))


def entity_members(_start: int, _end: int, members: Sequence[base.Node] = ()) -> tuple[base.Node, ...]:
    """A fragment of an entity's members."""
    return flattened(members)


class_members = entity_members
component_members = entity_members
security_rules = entity_members
manifest_clauses = entity_members
markup_nodes = entity_members
workflow_items = entity_members
statements = entity_members


def class_(
    start: int,
    end: int,
    lead: Lead,
    kind: str,
    name: Lexeme,
    type_parameters: tuple[Identifier, ...] | None,
    parameters: declarations.Parameters | None,
    bases: tuple[types.TypeName, ...] | None,
    constraint: types.Constraint | None,
    members: tuple[declarations.Member, ...],
) -> declarations.Class:
    """`class Name { … }`."""
    own = Identifier(*name)
    return declarations.Class(
        start, end, *lead, kind, own, type_parameters or (), parameters, bases or (), constraint, members
    )


def class_kind(_start: int, _end: int, word: Lexeme, second: Lexeme | None = None) -> str:
    """`class`, `struct`, `record`, `record struct`; a `record class` is a `record`."""
    return word[2] if second is None or second[2] == "class" else f"{word[2]} {second[2]}"


def class_body(_start: int, _end: int, members: Sequence[declarations.Member] = ()) -> tuple[declarations.Member, ...]:
    """`{ … }`, or `;` behind a primary constructor."""
    return flattened(members)


def interface(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    type_parameters: tuple[Identifier, ...] | None,
    bases: tuple[types.TypeName, ...] | None,
    members: Sequence[declarations.Member] = (),
) -> declarations.Interface:
    """`interface Name { … }`."""
    return declarations.Interface(
        start, end, *lead, Identifier(*name), type_parameters or (), bases or (), tuple(members)
    )


def policy(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    parameters: declarations.Parameters | None,
    condition: expressions.Expression | None,
) -> declarations.Policy:
    """`policy Name(parameters) => condition;`."""
    return declarations.Policy(start, end, *lead, Identifier(*name), parameters, condition)


def principal(start: int, end: int, name: Lexeme, query: expressions.Expression) -> declarations.Principal:
    """`principal Name => query;`."""
    return declarations.Principal(start, end, identifier(name), query)


def grant(
    start: int, end: int, lead: Lead, name: Lexeme, target: types.TypeName, settings: declarations.Settings
) -> declarations.Grant:
    """`grant Name for Type { … }`."""
    return declarations.Grant(start, end, *lead, identifier(name), target, settings)


def topic(
    start: int,
    end: int,
    lead: Lead,
    name: Lexeme,
    parameters: declarations.Parameters,
    settings: declarations.Settings,
) -> declarations.Topic:
    """`topic Name(parameters) { … }`."""
    return declarations.Topic(start, end, *lead, identifier(name), parameters, settings)


def setting(start: int, end: int, name: Lexeme, value: expressions.Expression) -> declarations.Setting:
    """`Name = value;`."""
    return declarations.Setting(start, end, Identifier(*name), value)


def settings(
    start: int, end: int, items: Sequence[declarations.Setting | declarations.ErrorMember] = ()
) -> declarations.Settings:
    """`{ Name = value; … }`."""
    return declarations.Settings(start, end, tuple(items))


def string(start: int, end: int, token: Lexeme) -> expressions.Literal:
    """A text where nothing else may stand."""
    kind = "raw" if token[2].startswith('"""') else "string"
    return expressions.Literal(start, end, kind, token[2])


def zones(start: int, end: int, names: Sequence[expressions.Expression] = ()) -> declarations.Zones:
    """`zones { "…" }`."""
    return declarations.Zones(start, end, tuple(names))


def app_setting(start: int, end: int, name: Lexeme | None, value: expressions.Expression) -> declarations.AppSetting:
    """`app.Name = value;` or `app = value;`."""
    return declarations.AppSetting(start, end, optional_identifier(name), value)


def client(
    start: int, end: int, lead: Lead, name: Lexeme, members: Sequence[declarations.Member] = ()
) -> declarations.Client:
    """`client Name { … }`."""
    return declarations.Client(start, end, *lead, identifier(name), tuple(members))


def client_setting(start: int, end: int, name: Lexeme, value: expressions.Expression) -> declarations.ClientSetting:
    """`Name = value;` in a client."""
    return declarations.ClientSetting(start, end, identifier(name), value)


def client_operation(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    type_: types.TypeName,
    name: Lexeme,
    parameters: declarations.Parameters,
) -> declarations.ClientOperation:
    """`Result Name(parameters);` in a client."""
    return declarations.ClientOperation(start, end, attributes or (), type_, identifier(name), parameters)
