"""The types of the platform, one file a family; a family is loaded when one of its types is first asked for."""

from functools import cache
from importlib import import_module

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.index import FAMILY_OF


@cache
def type_named(name: str) -> BuiltinType | None:
    """The type of the platform with that name, without type arguments."""
    family = FAMILY_OF.get(name)
    if family is None:
        return None
    rows: tuple[BuiltinType, ...] = import_module(f"{__name__}.{family}").TYPES
    return next(row for row in rows if row.name == name)


def type_names() -> tuple[str, ...]:
    """The names of all types of the platform, in the order of the table."""
    return tuple(FAMILY_OF)
