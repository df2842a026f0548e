"""Names declared twice inside one declaration that is no workflow: enum members, fields, parameters.

Only what no program can mean is reported: methods may share a name (overloads), and a `partial` entity's other parts
are not looked at here. A field and a property are the same kind of name.
"""

from collections.abc import Iterator

from osy_analysis.passes.workflows import repeated, repeated_parameters
from osy_analysis.problems.base import Problem
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
    Property,
)
from osy_grammar.nodes.ui import Component


def member_problems(declaration: Declaration) -> Iterator[Problem]:
    """The repeated names of one declaration."""
    match declaration:
        case Enum():
            names = [member.name for member in declaration.members]
            yield from repeated(names, "a member", f"enum `{declaration.name.text}`")
        case Entity():
            yield from _members(declaration.members, f"entity `{declaration.name.text}`")
        case Class():
            yield from _members(declaration.members, f"class `{declaration.name.text}`")
        case Interface():
            yield from _members(declaration.members, f"interface `{declaration.name.text}`")
        case Client():
            yield from _members(declaration.members, f"client `{declaration.name.text}`")
        case Component():
            yield from repeated_parameters(declaration.parameters, f"component `{declaration.name.text}`")
        case Function():
            yield from repeated_parameters(declaration.parameters, f"function `{declaration.name.text}`")
        case _:
            pass


def _members(members: tuple[Member, ...], owner: str) -> Iterator[Problem]:
    fields = [member.name for member in members if isinstance(member, Field | Property)]
    yield from repeated(fields, "a field", owner)
    for member in members:
        match member:
            case Function() | ClientOperation() | Constructor():
                yield from repeated_parameters(member.parameters, f"`{member.name.text}`")
            case _:
                pass
