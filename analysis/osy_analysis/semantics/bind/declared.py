"""What a declaration's name is where it is mentioned, for who lists the names in view."""

from osy_analysis.semantics.bind.meanings import Meanings
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.types import Flow, Named, SlotOf, Type, TypeParameter, TypeValue
from osy_analysis.symbols import SymbolKind


def type_of(meanings: Meanings, definition: Definition) -> Type:
    """The type of the value that the name is; of a function, that of its result."""
    owner = definition.owner
    match definition.kind:
        case kind if kind in TYPE_KINDS:
            arguments = tuple(TypeParameter(name) for name in definition.type_parameters)
            return TypeValue(Named(meanings.first_part(definition), arguments))
        case SymbolKind.WORKFLOW:
            return Flow(definition)
        case SymbolKind.PRINCIPAL:
            return meanings.inferred(definition, set())
        case SymbolKind.ENUM_MEMBER if owner is not None:
            return Named(owner)
        case SymbolKind.SLOT if owner is not None and owner.kind is SymbolKind.WORKFLOW:
            return SlotOf(owner, definition)
        case _:
            return meanings.result_of(definition, set())
