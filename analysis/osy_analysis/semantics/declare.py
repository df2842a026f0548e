"""What a chunk defines: one definition for its declaration, with the members inside.

One look at the declaration and its members, no walk into bodies. A definition is made once for a chunk and a namespace
and stays the same object as long as somebody holds it; nothing here keeps a chunk alive.
"""

from _thread import allocate_lock
from collections.abc import Iterable
from weakref import WeakKeyDictionary, ref

from osy_analysis.passes.bodies import items_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind, kind_of
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
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
    GlobalVariable,
    Grant,
    Interface,
    Parameters,
    Policy,
    Principal,
    Property,
    Topic,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import Action, Animation, Component, Control, ControlPart, Live, Signal, Theme
from osy_grammar.nodes.workflow import Event, Remind, Requirement, Requires, State, Subscribe, Terminal, Workflow
from osy_grammar.tree import Chunk

_definitions: WeakKeyDictionary[Chunk, "ref[Definition]"] = WeakKeyDictionary()
_parameters_lock = allocate_lock()


def definition_of(chunk: Chunk, namespace: str) -> Definition | None:
    """What the chunk defines in a file of that namespace; None for `using`, manifests, settings, broken text."""
    known = _definitions.get(chunk)
    definition = known() if known is not None else None
    if definition is None or definition.namespace != _namespace(chunk.node, namespace):
        definition = _define(chunk, namespace)
        if definition is not None:
            _definitions[chunk] = ref(definition)
    return definition


def parameters_of(definition: Definition) -> tuple[Definition, ...]:
    """The parameters of a function, a method, an operation, an event …: its members, made at the first asking.

    Those of a component are among its members from the start.
    """
    if isinstance(definition.node, Component):
        return tuple(member for member in definition.members if member.kind is SymbolKind.PARAMETER)
    if definition.parameters is None:
        return ()
    if len(definition.members) < len(definition.parameters.items):
        made = [_parameter(definition, node) for node in definition.parameters.items]
        with _parameters_lock:
            if not definition.members:
                definition.members.extend(made)
    return tuple(definition.members)


def _define(chunk: Chunk, namespace: str) -> Definition | None:
    node = chunk.node
    namespace = _namespace(node, namespace)
    match node:
        case Function() | GlobalVariable() | Policy() | Principal() | Topic() | Theme() | Animation():
            return _plain(chunk, node, namespace)
        case Entity() | Class() | Interface() | Client():
            return _type(chunk, node, namespace)
        case Enum():
            return _enum(chunk, node, namespace)
        case Workflow():
            return _workflow(chunk, node, namespace)
        case Component():
            return _component(chunk, node, namespace)
        case Control():
            return _control(chunk, node, namespace)
        case Grant():
            return _grant(chunk, node, namespace)
        case _:
            return None


def _namespace(node: Declaration, of_file: str) -> str:
    """The namespace: a part of an entity may name another one than its file's."""
    if isinstance(node, Entity) and len(node.name.parts) > 1:
        return ".".join(part.text for part in node.name.parts[:-1])
    return of_file


# ── Declarations ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _plain(chunk: Chunk, node: Node, namespace: str) -> Definition:
    """A declaration whose members nobody asks for by name."""
    name = getattr(node, "name", None)
    identifier = name.last if isinstance(name, QualifiedName) else name
    if not isinstance(identifier, Identifier):
        raise TypeError(f"a {type(node).__name__} has no name")
    return Definition(
        kind=kind_of(node),
        name=identifier.text,
        chunk=chunk,
        node=node,
        identifier=identifier,
        namespace=namespace,
        type=getattr(node, "type", None),
        parameters=getattr(node, "parameters", None),
        type_parameters=_texts(getattr(node, "type_parameters", ())),
        bases=_bases(node),
        modifiers=getattr(node, "modifiers", ()),
    )


def _grant(chunk: Chunk, node: Grant, namespace: str) -> Definition:
    return Definition(
        kind=SymbolKind.GRANT,
        name=node.name.text,
        chunk=chunk,
        node=node,
        identifier=node.name,
        namespace=namespace,
        type=node.target,
        modifiers=node.modifiers,
    )


def _enum(chunk: Chunk, node: Enum, namespace: str) -> Definition:
    made = _plain(chunk, node, namespace)
    made.members.extend(_named(made, member, member.name) for member in node.members)
    return made


def _type(chunk: Chunk, node: Entity | Class | Interface | Client, namespace: str) -> Definition:
    made = _plain(chunk, node, namespace)
    if isinstance(node, Class) and node.parameters is not None:
        _add_primary(made, node, node.parameters)
    _add_members(made, node.members)
    return made


def _add_primary(owner: Definition, node: Class, parameters: Parameters) -> None:
    """The primary constructor, and what a record has for each of its parameters."""
    owner.members.append(
        Definition(
            kind=SymbolKind.CONSTRUCTOR,
            name=owner.name,
            chunk=owner.chunk,
            node=parameters,
            identifier=node.name,
            owner=owner,
            parameters=parameters,
        )
    )
    if node.kind.startswith("record"):
        owner.members.extend(
            Definition(
                kind=SymbolKind.FIELD,
                name=parameter.name.text,
                chunk=owner.chunk,
                node=parameter,
                identifier=parameter.name,
                owner=owner,
                type=parameter.type,
            )
            for parameter in parameters.items
        )


def _component(chunk: Chunk, node: Component, namespace: str) -> Definition:
    made = _plain(chunk, node, namespace)
    made.members.extend(_parameter(made, parameter) for parameter in node.parameters.items)
    _add_members(made, node.members or ())
    return made


def _control(chunk: Chunk, node: Control, namespace: str) -> Definition:
    made = _plain(chunk, node, namespace)
    for part in node.parts:
        if isinstance(part, ControlPart):
            _add_members(made, part.items)
    return made


def _workflow(chunk: Chunk, node: Workflow, namespace: str) -> Definition:
    """A workflow with all that is declared in it at any depth; a slot bears its own name, else its event's."""
    made = _plain(chunk, node, namespace)
    for item, _ in items_of(node):
        match item:
            case State() | Terminal() | Event() | Remind():
                made.members.append(_named(made, item, item.name))
            case Subscribe():
                made.members.append(_named(made, item, item.slot))
            case Requires():
                made.members.extend(_named(made, r, r.name) for r in item.requirements if isinstance(r, Requirement))
            case _:
                pass
    return made


# ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NAMED_MEMBERS = (Field, Property, Function, Constructor, ClientOperation, Action, Live, Signal)


def _add_members(owner: Definition, members: Iterable[Node]) -> None:
    owner.members.extend(_named(owner, member, member.name) for member in members if isinstance(member, _NAMED_MEMBERS))


def _named(owner: Definition, node: Node, identifier: Identifier) -> Definition:
    return Definition(
        kind=kind_of(node),
        name=identifier.text,
        chunk=owner.chunk,
        node=node,
        identifier=identifier,
        owner=owner,
        type=getattr(node, "type", None),
        parameters=getattr(node, "parameters", None),
        type_parameters=_texts(getattr(node, "type_parameters", ())),
        modifiers=getattr(node, "modifiers", ()),
    )


def _parameter(owner: Definition, node: Node) -> Definition:
    name = getattr(node, "name", None)
    if not isinstance(name, Identifier):
        raise TypeError("a parameter has a name")
    return _named(owner, node, name)


def _texts(names: tuple[Identifier, ...]) -> tuple[str, ...]:
    return tuple(name.text for name in names)


def _bases(node: Node) -> tuple[TypeName, ...]:
    match node:
        case Class() | Interface():
            return node.bases
        case Entity() | Component() | Theme():
            return () if node.base is None else (node.base,)
        case _:
            return ()
