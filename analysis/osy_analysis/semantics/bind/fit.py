"""Which values can never be what a place wants.

A mismatch is told only between kinds of values that nothing turns into each other: text, numbers, truth values, ids,
instants, spans, rows of unrelated entities, members of different enums, and many values for one. All else is silent:
the width of numbers, null, characters and text, JSON, objects, interfaces, classes, functions, whatever is unknown.
"""

from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import Named, Type
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType

TEXT, NUMBER, BOOL, ID, SPAN = "text", "number", "bool", "id", "span"
ENUM, ENTITY, MANY, INSTANT = "enum", "entity", "many", "instant"

_BUILTIN = {
    "string": TEXT,
    "int": NUMBER,
    "long": NUMBER,
    "decimal": NUMBER,
    "double": NUMBER,
    "byte": NUMBER,
    "bool": BOOL,
    "Guid": ID,
    "TimeSpan": SPAN,
    "DateTime": INSTANT,
    "DateTimeOffset": INSTANT,
    "List": MANY,
    "Array": MANY,
}
"""What asks rows is none of them: where a function of the app wants one row or one value, a query is still a list."""

_DECLARED = {SymbolKind.ENTITY: ENTITY, SymbolKind.ENUM: ENUM}


def kind_of(type_: Type) -> str:
    """The kind of a value; empty where nothing is certain about it."""
    if type_.__class__ is not Named:
        return ""
    definition = type_.definition
    if isinstance(definition, BuiltinType):
        return ENUM if definition.is_enum else _BUILTIN.get(definition.name, "")
    return _DECLARED.get(definition.kind, "")


def never_fits(table: Table, wanted: Type, given: Type, used: set[str]) -> bool:
    """Whether a value of type `given` can surely not stand where `wanted` is."""
    right = kind_of(given)
    if not right:
        return False
    left = kind_of(wanted)
    if not left:
        return False
    if left != right:
        return True
    if left == ENUM:
        return wanted.definition is not given.definition  # type: ignore[union-attr]  # both have a kind, so are `Named`
    if left == ENTITY:
        return not _are_related(table, wanted, given, used)
    return False


def _are_related(table: Table, wanted: Type, given: Type, used: set[str]) -> bool:
    """Whether one of the entities may be a base of the other."""
    left, right = wanted.definition, given.definition  # type: ignore[union-attr]  # both are entities
    if left is right:
        return True
    if isinstance(left, BuiltinType) or isinstance(right, BuiltinType):
        return True
    for one, other in ((left, right), (right, left)):
        if table.unknown_bases(one, used) or table.builtin_bases(one, used):
            return True
        if any(base is other or other in table.parts(base) for base in table.with_bases(one, used)):
            return True
    return False
