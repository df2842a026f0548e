"""What a chunk declares that code can call or that tells a type: functions, types with their members, workflow bodies.

One look at the declaration, no walk into bodies: a callable scans its own body when somebody asks for its calls, and
keeps what it found. Nothing here looks outside the chunk, so the answers stay true as long as the chunk lives.
"""

from dataclasses import dataclass, field
from functools import cached_property

from osy_analysis.passes.bodies import BodySite, bodies_of
from osy_analysis.passes.scan import Scan, scan
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import (
    Attribute,
    Class,
    Client,
    ClientOperation,
    Constructor,
    Declaration,
    Entity,
    Field,
    Function,
    GlobalVariable,
    Interface,
    Member,
    Parameters,
    Property,
)
from osy_grammar.nodes.expressions import Member as MemberAccess
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.workflow import Clause, Workflow

TypeDeclaration = Entity | Class | Interface | Client


@dataclass(frozen=True, eq=False, kw_only=True)
class Callable:
    """Code with a body: a function, a method, a constructor, or a workflow's body (then `body` is set).

    `owner` is the short name of the type around a method, `item_type` the entity behind `this.Item` in a workflow's
    body.
    """

    name: str
    owner: str | None = None
    parameters: Parameters | None = None
    returns: TypeName | None = None
    modifiers: tuple[str, ...] = ()
    roots: tuple[Node, ...] = ()
    body: BodySite | None = None
    item_type: str | None = None

    @cached_property
    def scan(self) -> Scan:
        """The `goto`s and locals of the body."""
        return scan(self.roots)

    def accepts(self, count: int) -> bool:
        """Whether `count` arguments can be passed."""
        if self.parameters is None:
            return count == 0
        items = self.parameters.items
        required = sum(1 for item in items if item.default is None and not item.is_params)
        return required <= count and (count <= len(items) or any(item.is_params for item in items))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TypeFacts:
    """A type with what its members are; `operations` are a client's."""

    name: str
    declaration: TypeDeclaration
    bases: tuple[str, ...]
    fields: dict[str, TypeName] = field(default_factory=dict)
    methods: dict[str, list[Callable]] = field(default_factory=dict)
    constructors: list[Callable] = field(default_factory=list)
    operations: frozenset[str] = frozenset()
    is_data_source: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Declared:
    """What one chunk declares of these."""

    functions: tuple[Callable, ...] = ()
    type: TypeFacts | None = None
    bodies: tuple[Callable, ...] = ()
    variable: tuple[str, TypeName] | None = None


_NOTHING = Declared()


def declare(node: Declaration) -> Declared:
    """The declarations of a chunk's node."""
    match node:
        case Function():
            return Declared(functions=(_function(node, None),))
        case Entity() | Class() | Interface() | Client():
            return Declared(type=_type(node))
        case Workflow():
            item_type = tracked_entity(node)
            return Declared(
                bodies=tuple(
                    Callable(name=body.words, roots=body.roots, body=body, item_type=item_type)
                    for body in bodies_of(node)
                )
            )
        case GlobalVariable():
            return Declared(variable=(node.name.text, node.type))
        case _:
            return _NOTHING


def tracked_entity(workflow: Workflow) -> str | None:
    """The short name of the entity in `Tracks = Entity.Field;`."""
    for item in workflow.items:
        match item:
            case Clause(name=name, value=MemberAccess(target=Name(text=text))) if name.text == "Tracks":
                return text
            case Clause(name=name, value=MemberAccess(target=MemberAccess(name=last))) if name.text == "Tracks":
                return last.text
            case _:
                pass
    return None


def _function(node: Function, owner: str | None) -> Callable:
    return Callable(
        name=node.name.text,
        owner=owner,
        parameters=node.parameters,
        returns=node.type,
        modifiers=node.modifiers,
        roots=() if node.body is None else (node.body,),
    )


def _type(node: TypeDeclaration) -> TypeFacts:
    name = node.name.last.text if isinstance(node, Entity) else node.name.text
    facts = TypeFacts(
        name=name,
        declaration=node,
        bases=tuple(base.name.last.text for base in _bases(node)),
        operations=frozenset(member.name.text for member in node.members if isinstance(member, ClientOperation)),
        is_data_source=has_attribute(node.attributes, "DataSource"),
    )
    for member in node.members:
        _add_member(facts, member, name)
    return facts


def _bases(node: TypeDeclaration) -> tuple[TypeName, ...]:
    match node:
        case Entity():
            return () if node.base is None else (node.base,)
        case Class() | Interface():
            return node.bases
        case _:
            return ()


def _add_member(facts: TypeFacts, member: Member, owner: str) -> None:
    match member:
        case Field() | Property():
            facts.fields.setdefault(member.name.text, member.type)
        case Function():
            facts.methods.setdefault(member.name.text, []).append(_function(member, owner))
        case Constructor():
            facts.constructors.append(
                Callable(name=owner, owner=owner, parameters=member.parameters, roots=(member.body,))
            )
        case _:
            pass


def has_attribute(attributes: tuple[Attribute, ...], name: str) -> bool:
    """Whether `[name]` stands among the attributes."""
    return any(attribute.name.last.text == name for attribute in attributes)
