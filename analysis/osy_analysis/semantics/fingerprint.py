"""What others can see of a definition, as a number: its head and the signatures of its members, not its bodies.

Two definitions with the same fingerprint can be taken for each other by whoever only mentions them.
"""

from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import GlobalVariable, Principal
from osy_grammar.nodes.workflow import Clause, State, Subscribe, Terminal, Workflow


def fingerprint(definition: Definition) -> int:
    """The fingerprint of a definition with its members; fit for comparing within one process."""
    return hash((_own(definition), definition.namespace, bool(definition.chunk.problems), _inside(definition)))


def _inside(definition: Definition) -> tuple[object, ...]:
    if definition.parameters is not None and definition.owner is None and not definition.bases:
        return tuple(_own(member) for member in definition.members if member.node not in definition.parameters.items)
    return tuple(_own(member) for member in definition.members)


def _own(definition: Definition) -> tuple[object, ...]:
    text = definition.chunk.text
    return (
        definition.kind,
        definition.name,
        definition.modifiers,
        definition.type_parameters,
        _written(text, definition.type),
        _written(text, definition.parameters),
        tuple(_written(text, base) for base in definition.bases),
        tuple(_written(text, attribute) for attribute in getattr(definition.node, "attributes", ())),
        _more(text, definition.node),
    )


def _more(text: str, node: Node) -> tuple[str | None, ...]:
    """What else tells the type of a value, or what may be asked of it."""
    match node:
        case Principal():
            return (_written(text, node.query),)
        case GlobalVariable():
            return (_written(text, node.value),)
        case Workflow():
            return tuple(_written(text, item) for item in node.items if isinstance(item, Clause))
        case Subscribe():
            return (node.event.text, _written(text, node.alias))
        case State() | Terminal():
            return (node.keyword.text,)
        case _:
            return (
                _written(text, getattr(node, "constraint", None)),
                _written(text, getattr(node, "value", None)) if _is_untyped(node) else None,
            )


def _is_untyped(node: Node) -> bool:
    written = getattr(node, "type", None)
    return written is not None and written.name.text == "var"


def _written(text: str, node: Node | None) -> str | None:
    return None if node is None else text[node.start : node.end]
