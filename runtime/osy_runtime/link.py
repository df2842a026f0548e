"""Declarations to the objects of `model.py`: fields, methods, enum members, attributes read off the nodes."""

from collections.abc import Callable, Iterable

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_runtime.model import (
    ClassInfo,
    EntityInfo,
    EnumInfo,
    FieldInfo,
    FunctionInfo,
    ParameterInfo,
    PropertyInfo,
    Site,
)
from osy_runtime.signals import Unsupported
from osy_runtime.values import EnumValue


def attribute(attributes: Iterable[d.Attribute], name: str) -> d.Attribute | None:
    """The first attribute of that short name."""
    return next((a for a in attributes if a.name.last.text == name), None)


def literal_text(node: e.Expression | None) -> str | None:
    """The value of a text literal; None for anything else."""
    if isinstance(node, e.Literal):
        from osy_grammar.literals import decode

        value = decode(node)
        return value if isinstance(value, str) else None
    return None


def literal_number(node: e.Expression | None) -> int | None:
    """The value of a whole-number literal; None for anything else."""
    if isinstance(node, e.Literal) and node.kind == "number" and node.text.isdigit():
        return int(node.text)
    if isinstance(node, e.Unary) and node.operator == "-":
        number = literal_number(node.operand)
        return None if number is None else -number
    return None


def first_argument(found: d.Attribute | None) -> e.Expression | None:
    """The attribute's first argument."""
    return found.arguments[0].value if found and found.arguments else None


def bare_name(node: e.Expression | None) -> str:
    """The name that an attribute's argument is, its last part; empty for anything else."""
    if isinstance(node, e.Name):
        return node.text
    return node.name.text if isinstance(node, e.Member) else literal_text(node) or ""


def field_info(site: Site, node: d.Field | d.Property) -> FieldInfo:
    """A stored field, or a property that only stores."""
    required = attribute(node.attributes, "Required")
    foreign_key = bare_name(first_argument(attribute(node.attributes, "ForeignKey")))
    return FieldInfo(
        node.name.text,
        node.type,
        site,
        default=node.value,
        attributes=node.attributes,
        is_collection=bool(foreign_key) and node.type.tails[-1:] == ("[]",),
        foreign_key=foreign_key,
        is_constant=isinstance(node, d.Field) and node.is_constant,
        is_read_only=isinstance(node, d.Property) and not any(a.kind in ("set", "init") for a in node.accessors),
        required=required is not None,
        unique=attribute(node.attributes, "Unique") is not None,
        external_name=literal_text(first_argument(attribute(node.attributes, "ExternalName"))) or "",
    )


def function_info(site: Site, node: d.Function | d.Constructor, owner: ClassInfo | EntityInfo | None) -> FunctionInfo:
    """A function, a method or a constructor."""
    parameters = tuple(
        ParameterInfo(p.name.text, p.type, p.default is not None, p.is_params, p.passing) for p in node.parameters.items
    )
    is_open = bool(parameters) and parameters[-1].is_params
    return FunctionInfo(
        node.name.text,
        site,
        parameters,
        node,
        owner,
        node.attributes,
        tuple(t.text for t in node.type_parameters) if isinstance(node, d.Function) else (),
        is_abstract=node.body is None,
        least=sum(1 for p in parameters if not p.has_default and not p.is_params),
        most=1_000_000 if is_open else len(parameters),
    )


def class_info(site: Site, node: d.Class) -> ClassInfo:
    """A class; its bases are linked later."""
    info = ClassInfo(
        node.name.text,
        site,
        node,
        attributes=node.attributes,
        is_abstract="abstract" in node.modifiers,
        type_parameters=tuple(parameter.text for parameter in node.type_parameters),
    )
    _class_members(info, site, node.members)
    info.is_record, info.is_struct = node.kind.startswith("record"), node.kind.endswith("struct")
    if node.parameters is not None:
        _add_primary(info, site, node, node.parameters)
    return info


def _add_primary(info: ClassInfo, site: Site, node: d.Class, parameters: d.Parameters) -> None:
    """The primary constructor: each parameter is a field, which a record shows and a class keeps for itself."""
    assigned: list[s.Statement] = []
    fields: dict[str, FieldInfo] = {}
    for parameter in parameters.items:
        name, start, end = parameter.name.text, parameter.start, parameter.end
        fields[name] = FieldInfo(name, parameter.type, site, attributes=parameter.attributes)
        target = e.Member(start, end, e.This(start, end), False, parameter.name, ())
        value = e.Name(start, end, name, ())
        assigned.append(s.ExpressionStatement(start, end, e.Assignment(start, end, target, "=", value)))
    body = s.Block(parameters.start, parameters.end, tuple(assigned))
    made = d.Constructor(parameters.start, parameters.end, (), (), node.name, parameters, None, body)
    info.constructors.insert(0, function_info(site, made, info))
    info.fields = {**fields, **info.fields}
    if info.is_record:
        info.positions = tuple(fields)


def interface_info(site: Site, node: d.Interface) -> ClassInfo:
    """An interface; members with bodies are defaults."""
    info = ClassInfo(
        node.name.text,
        site,
        node,
        attributes=node.attributes,
        is_abstract=True,
        is_interface=True,
        type_parameters=tuple(parameter.text for parameter in node.type_parameters),
    )
    _class_members(info, site, node.members)
    return info


def _class_members(info: ClassInfo, site: Site, members: Iterable[d.Member]) -> None:
    for member in members:
        if isinstance(member, d.Field | d.Property | d.Function | d.Constructor) and "static" in member.modifiers:
            _add_static(info, site, member)
            continue
        match member:
            case d.Field():
                table = info.constants if member.is_constant else info.fields
                table[member.name.text] = field_info(site, member)
            case d.Property():
                _add_property(info, site, member)
            case d.Function():
                info.methods.setdefault(member.name.text, []).append(function_info(site, member, info))
            case d.Constructor():
                info.constructors.append(function_info(site, member, info))
            case _:
                pass


def _add_static(info: ClassInfo, site: Site, member: d.Field | d.Property | d.Function | d.Constructor) -> None:
    """A member of the class itself."""
    if info.static_side is None:
        info.static_side = ClassInfo(info.name, site, type_parameters=info.type_parameters)
        info.static_side.constants = info.constants
    side = info.static_side
    match member:
        case d.Field():
            (side.constants if member.is_constant else side.fields)[member.name.text] = field_info(site, member)
        case d.Property():
            _add_property(side, site, member)
        case d.Function():
            side.methods.setdefault(member.name.text, []).append(function_info(site, member, side))
        case d.Constructor():
            side.constructors.append(function_info(site, member, side))


def _add_property(info: ClassInfo, site: Site, node: d.Property) -> None:
    getter = next((a for a in node.accessors if a.kind == "get"), None)
    setter = next((a for a in node.accessors if a.kind == "set"), None)
    computes = node.getter is not None or any(a.body is not None for a in node.accessors)
    if not computes:
        info.fields[node.name.text] = field_info(site, node)
        return
    made = PropertyInfo(node.name.text, node, site)
    name = node.name.text
    if node.getter is not None:
        made.getter = FunctionInfo(name, site, (), node, info)
    elif getter is not None and getter.body is not None:
        made.getter = FunctionInfo(name, site, (), getter, info)
    if setter is not None and setter.body is not None:
        value = ParameterInfo("value", node.type, has_default=False, is_params=False)
        made.setter = FunctionInfo(name, site, (value,), setter, info, least=1, most=1)
    info.properties[name] = made


def entity_members(info: EntityInfo, site: Site, node: d.Entity) -> None:
    """Add the members of an entity, or of a part of it."""
    for member in node.members:
        match member:
            case d.Field() | d.Property():
                info.own_fields[member.name.text] = field_info(site, member)
            case d.Function():
                info.methods.setdefault(member.name.text, []).append(function_info(site, member, info))
            case d.Invariant():
                info.invariants.append((site, member))
            case d.Security():
                info.security.append((site, member))
            case _:
                pass


def enum_info(node: d.Enum) -> EnumInfo:
    """An enum; members without a written number count on from the one before."""
    info = EnumInfo(node.name.text, is_flags=attribute(node.attributes, "Flags") is not None)
    numbers: dict[str, int] = {}
    number = 0
    for member in node.members:
        if member.value is not None:
            number = _enum_number(member.value, numbers, f"{node.name.text}.{member.name.text}")
        label = literal_text(first_argument(attribute(member.attributes, "Label"))) or member.name.text
        info.members.append(EnumValue(info, member.name.text, number, label))
        numbers[member.name.text] = number
        number += 1
    return info


def _enum_number(node: e.Expression, known: dict[str, int], what: str) -> int:
    """The written number of a member: a literal, another member, or such joined by `|`, `+`, `-`, `*`."""
    match node:
        case e.Parenthesised():
            return _enum_number(node.inner, known, what)
        case e.Name() if node.text in known:
            return known[node.text]
        case e.Binary() if node.operator in _ENUM_OPERATORS:
            operate = _ENUM_OPERATORS[node.operator]
            return operate(_enum_number(node.left, known, what), _enum_number(node.right, known, what))
        case _:
            number = literal_number(node)
            if number is None:
                raise Unsupported(f"the number of the enum member `{what}` is not supported by this runner yet")
            return number


_ENUM_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
