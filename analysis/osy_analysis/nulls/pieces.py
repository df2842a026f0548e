"""The code of a declaration in which reading a member of null fails.

That is code that is run statement by statement. What the database may be asked (the getters of entities, policies,
security) and what a page shows is left out: there null goes through.
"""

from collections.abc import Iterator

from osy_analysis.calls.pieces import getter_of
from osy_analysis.passes.bodies import bodies_of
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Constructor, Declaration, Entity, Function, Interface, Property
from osy_grammar.nodes.ui import Action, Component, Trigger
from osy_grammar.nodes.workflow import Workflow


def code_of(declaration: Declaration) -> Iterator[tuple[Node, ...]]:
    """The roots of each piece."""
    match declaration:
        case Function(body=body) if body is not None:
            yield (body,)
        case Class() | Entity() | Interface():
            yield from _members(declaration.members, with_getters=isinstance(declaration, Class))
        case Component(members=members):
            yield from _members(members or (), with_getters=False)
        case Workflow():
            yield from (site.roots for site in bodies_of(declaration))
        case _:
            pass


def _members(members: tuple[Node, ...], *, with_getters: bool) -> Iterator[tuple[Node, ...]]:
    for member in members:
        match member:
            case Function(body=body) if body is not None:
                yield (body,)
            case Constructor(body=body) if body is not None:
                yield (body,)
            case Action(block=block) | Trigger(block=block):
                yield (block,)
            case Property() if with_getters:
                getter = getter_of(member)
                if getter is not None:
                    yield (getter,)
            case _:
                pass
