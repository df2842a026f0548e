"""Names declared twice inside one declaration that is no workflow: enum members, fields, methods, parameters.

Only what no program can mean is reported: methods may share a name as long as the types of their parameters differ, and
a `partial` entity's other parts are not looked at here. A field and a property are the same kind of name; so are a
method and an action of a component.
"""

from collections.abc import Iterator

from osy_analysis.passes.workflows import repeated, repeated_parameters
from osy_analysis.problems.base import Problem
from osy_analysis.problems.names import DuplicateName
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import (
    Class,
    Client,
    ClientOperation,
    Constructor,
    Declaration,
    Entity,
    Enum,
    Field,
    Function,
    Interface,
    Member,
    Policy,
    Property,
    Topic,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import Action, Component, Live


def member_problems(declaration: Declaration) -> Iterator[Problem]:
    """The repeated names of one declaration."""
    match declaration:
        case Enum():
            names = [member.name for member in declaration.members]
            yield from repeated(names, "a member", f"enum `{declaration.name.text}`")
        case Entity():
            yield from _members(declaration.members, f"entity `{declaration.name.text}`")
        case Class():
            owner = f"class `{declaration.name.text}`"
            yield from repeated(declaration.type_parameters, "a type parameter", owner)
            yield from _members(declaration.members, owner)
        case Interface():
            owner = f"interface `{declaration.name.text}`"
            yield from repeated(declaration.type_parameters, "a type parameter", owner)
            yield from _members(declaration.members, owner)
        case Client():
            yield from _members(declaration.members, f"client `{declaration.name.text}`")
        case Component():
            owner = f"component `{declaration.name.text}`"
            yield from repeated_parameters(declaration.parameters, owner)
            yield from _members(declaration.members or (), owner)
        case Function():
            owner = f"function `{declaration.name.text}`"
            yield from repeated(declaration.type_parameters, "a type parameter", owner)
            yield from repeated_parameters(declaration.parameters, owner)
        case Policy() if declaration.parameters is not None:
            yield from repeated_parameters(declaration.parameters, f"policy `{declaration.name.text}`")
        case Topic():
            yield from repeated_parameters(declaration.parameters, f"topic `{declaration.name.text}`")
        case _:
            pass


def _members(members: tuple[Member, ...], owner: str) -> Iterator[Problem]:
    fields = [member.name for member in members if isinstance(member, Field | Property | Live)]
    yield from repeated(fields, "a field", owner)
    methods: dict[tuple[str, ...], Identifier] = {}
    for member in members:
        match member:
            case Function() | ClientOperation() | Constructor() | Action():
                yield from repeated_parameters(member.parameters, f"`{member.name.text}`")
                first = methods.setdefault(_shape(member), member.name)
                if first is not member.name and member.name.text:
                    yield DuplicateName(name=member.name, first=first, kind=_word(member), owner=owner)
            case _:
                pass


def _shape(member: Function | ClientOperation | Constructor | Action) -> tuple[str, ...]:
    """What tells the methods of one type from each other: the name, and the types of the parameters as written."""
    generics = len(member.type_parameters) if isinstance(member, Function) else 0
    # A static constructor stands beside one that makes something.
    name = f"static {member.name.text}" if _is_static_constructor(member) else member.name.text
    return (name, str(generics), *(written(each.type) for each in member.parameters.items))


def _is_static_constructor(member: Function | ClientOperation | Constructor | Action) -> bool:
    return isinstance(member, Constructor) and "static" in member.modifiers


def _word(member: Function | ClientOperation | Constructor | Action) -> str:
    match member:
        case Constructor():
            return "a constructor"
        case ClientOperation():
            return "an operation"
        case Action():
            return "an action"
        case _:
            return "a method"


def written(node: TypeName) -> str:
    """A type as one writes it without blanks."""
    waiting: list[TypeName | str] = [node]
    parts: list[str] = []
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        parts.append(one.name.text)
        inner: list[TypeName | str] = []
        for argument in one.arguments:
            inner += [",", argument]
        waiting += [*one.tails[::-1], *([">", *inner[:0:-1], "<"] if inner else [])]
    return "".join(parts)
