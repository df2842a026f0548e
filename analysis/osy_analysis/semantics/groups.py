"""Small questions about definitions that lookups ask: of what sort, in which namespaces, equal to which other."""

from collections.abc import Iterator, Mapping

from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind

TYPE_KINDS = frozenset(
    (
        SymbolKind.ENTITY,
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.CLIENT,
        SymbolKind.GRANT,
        SymbolKind.TOPIC,
    )
)
"""What a type's name means before anything else."""

COMPONENT_KINDS = frozenset((SymbolKind.COMPONENT, SymbolKind.CONTROL))
"""What an element's name means."""

WIDER_TYPE_KINDS = TYPE_KINDS | COMPONENT_KINDS | {SymbolKind.THEME}
"""All that may stand where a type does."""

BASE_KINDS: Mapping[SymbolKind, frozenset[SymbolKind]] = {
    SymbolKind.ENTITY: frozenset((SymbolKind.ENTITY,)),
    SymbolKind.CLASS: frozenset((SymbolKind.CLASS, SymbolKind.INTERFACE)),
    SymbolKind.INTERFACE: frozenset((SymbolKind.INTERFACE,)),
    SymbolKind.COMPONENT: frozenset((SymbolKind.COMPONENT,)),
    SymbolKind.THEME: frozenset((SymbolKind.THEME,)),
}
"""What a declaration of each kind may have as a base."""


def category(definition: Definition) -> str:
    """Definitions of one category hide each other; others live side by side under one name."""
    kind = definition.kind
    return "type" if kind in TYPE_KINDS else "component" if kind in COMPONENT_KINDS else kind.value


def is_partial(definition: Definition) -> bool:
    """Whether the declaration adds to another one."""
    return definition.kind is SymbolKind.ENTITY and "partial" in definition.modifiers


def enclosing(namespace: str) -> tuple[str, ...]:
    """The namespaces around one, the nearest first."""
    parts = namespace.split(".")
    return tuple(".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))


def signature(definition: Definition) -> tuple[str, ...]:
    """What tells overloads apart: the parameters' types as written, without the blanks; nothing for what is no code."""
    text = definition.chunk.text
    parameters = definition.parameters.items if definition.parameters is not None else ()
    types = ("".join(text[each.type.start : each.type.end].split()) for each in parameters)
    return (definition.kind.value, str(len(definition.type_parameters)), *types)


def marks(definition: Definition) -> Iterator[str]:
    """The names of the attributes on a declaration."""
    for attribute in getattr(definition.node, "attributes", ()):
        yield attribute.name.last.text


def base_keys(definition: Definition) -> Iterator[str]:
    """The short names of a declaration's bases."""
    return (base.name.last.text for base in definition.bases)


def near_key(name: str) -> str:
    """The key of all names that may be what `name` is a slip of: those that begin as it does."""
    return f"?{name[:1].lower()}"
