"""What names mean: a symbol is a declaration that code can mention."""

from enum import StrEnum

from osy_analysis.problems.base import Place
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import (
    Class,
    Client,
    ClientOperation,
    Constructor,
    Declaration,
    Entity,
    Enum,
    EnumMember,
    Field,
    Function,
    GlobalVariable,
    Grant,
    Interface,
    Namespace,
    Parameter,
    Policy,
    Principal,
    Property,
    Topic,
    Using,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import Action, Animation, Component, Control, Live, Theme
from osy_grammar.nodes.workflow import Event, Remind, Requirement, State, Subscribe, Terminal, Workflow
from osy_grammar.record import record


class SymbolKind(StrEnum):
    """What sort of thing a symbol is, in the language's words."""

    ENTITY = "entity"
    CLASS = "class"
    INTERFACE = "interface"
    CLIENT = "client"
    OPERATION = "operation"
    ENUM = "enum"
    ENUM_MEMBER = "enum member"
    FIELD = "field"
    FUNCTION = "function"
    CONSTRUCTOR = "constructor"
    ACTION = "action"
    VARIABLE = "variable"
    PARAMETER = "parameter"
    LOCAL = "local"
    POLICY = "policy"
    PRINCIPAL = "principal"
    GRANT = "grant"
    TOPIC = "topic"
    COMPONENT = "component"
    CONTROL = "control"
    THEME = "theme"
    ANIMATION = "animation"
    WORKFLOW = "workflow"
    EVENT = "event"
    STATE = "state"
    TERMINAL = "terminal"
    SLOT = "slot"
    REMINDER = "reminder"
    REQUIREMENT = "requirement"
    DECLARATION = "declaration"


@record()
class Symbol:
    """A declared name. `place` is the name in its declaration, `node` the declaration, `type` its written type."""

    kind: SymbolKind
    name: str
    place: Place
    node: Node
    type: TypeName | None = None


KINDS: dict[type[Node], SymbolKind] = {
    Entity: SymbolKind.ENTITY,
    Class: SymbolKind.CLASS,
    Interface: SymbolKind.INTERFACE,
    Client: SymbolKind.CLIENT,
    ClientOperation: SymbolKind.OPERATION,
    Enum: SymbolKind.ENUM,
    EnumMember: SymbolKind.ENUM_MEMBER,
    Field: SymbolKind.FIELD,
    Property: SymbolKind.FIELD,
    Function: SymbolKind.FUNCTION,
    Constructor: SymbolKind.CONSTRUCTOR,
    Action: SymbolKind.ACTION,
    Live: SymbolKind.FIELD,
    GlobalVariable: SymbolKind.VARIABLE,
    Parameter: SymbolKind.PARAMETER,
    Policy: SymbolKind.POLICY,
    Principal: SymbolKind.PRINCIPAL,
    Grant: SymbolKind.GRANT,
    Topic: SymbolKind.TOPIC,
    Component: SymbolKind.COMPONENT,
    Control: SymbolKind.CONTROL,
    Theme: SymbolKind.THEME,
    Animation: SymbolKind.ANIMATION,
    Workflow: SymbolKind.WORKFLOW,
    Event: SymbolKind.EVENT,
    State: SymbolKind.STATE,
    Terminal: SymbolKind.TERMINAL,
    Subscribe: SymbolKind.SLOT,
    Remind: SymbolKind.REMINDER,
    Requirement: SymbolKind.REQUIREMENT,
}


def kind_of(node: Node) -> SymbolKind:
    """The kind of what a node declares."""
    return KINDS.get(type(node), SymbolKind.DECLARATION)


def is_type(declaration: Declaration) -> bool:
    """Whether the declaration declares a type."""
    return isinstance(declaration, Entity | Class | Interface | Enum | Client)


def declared_name(node: Declaration) -> Identifier | None:
    """The short name that a declaration declares; None for `using`, settings and the like."""
    if isinstance(node, Using | Namespace):
        return None
    name = getattr(node, "name", None)
    if isinstance(name, QualifiedName):
        return name.last
    return name if isinstance(name, Identifier) else None
