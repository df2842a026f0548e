"""The pieces of code that a declaration has: functions, methods, constructors, getters, initial values, bodies."""

from collections.abc import Iterator

from osy_analysis.calls.shapes import Code
from osy_analysis.passes.bodies import BodySite, bodies_of
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import (
    Class,
    Constructor,
    Declaration,
    Entity,
    Field,
    Function,
    Interface,
    Policy,
    Property,
)
from osy_grammar.nodes.workflow import Body, Terminal, Workflow


def pieces_of(declaration: Declaration, definition: Definition | None) -> Iterator[Code]:
    """Each piece, without its uses. What a component does is run by its page, and never from here."""
    match declaration:
        case Function():
            yield from _function(declaration, definition)
        case Policy():
            if declaration.condition is not None:
                yield Code(declaration.name.text, declaration, (declaration.condition,), definition=definition)
        case Class() | Entity() | Interface():
            yield from _type(declaration, definition)
        case Workflow():
            for site in bodies_of(declaration):
                if not _never_runs(site):
                    yield Code(site.words, site.item, site.roots, body=site)
        case _:
            pass


def _never_runs(site: BodySite) -> bool:
    """Whether it is the `exit` of a terminal: runs stop there."""
    return isinstance(site.site.state, Terminal) and isinstance(site.item, Body) and site.item.keyword.text == "exit"


def _function(node: Function, definition: Definition | None) -> Iterator[Code]:
    if node.body is not None:
        yield Code(node.name.text, node, (node.body,), definition=definition)


def _run(member: Constructor) -> tuple[Node, ...]:
    """What a constructor runs: the one that it says first, and its body."""
    return tuple(part for part in (member.first, member.body) if part is not None)


def _type(declaration: Class | Entity | Interface, definition: Definition | None) -> Iterator[Code]:
    by_node = {} if definition is None else {member.node: member for member in definition.members}
    name = declaration.name.last.text if isinstance(declaration, Entity) else declaration.name.text
    initial: list[Node] = []
    for member in declaration.members:
        match member:
            case Function():
                yield from _function(member, by_node.get(member))
            case Constructor():
                yield Code(name, member, _run(member), definition=by_node.get(member))
            case Property():
                getter = getter_of(member)
                if getter is not None:
                    yield Code(member.name.text, member, (getter,), definition=by_node.get(member))
                elif member.value is not None:
                    initial.append(member)
            case Field(value=value) if value is not None:
                initial.append(member)
            case _:
                pass
    yield Code(name, declaration, tuple(initial), definition=definition)


def getter_of(node: Property) -> Node | None:
    """What a property runs when it is read."""
    if node.getter is not None:
        return node.getter
    return next((each.body for each in node.accessors if each.kind == "get" and each.body is not None), None)
