"""All types of the platform: who asks for one type by its name need not load this."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types import (
    collections,
    crypto,
    endpoints,
    exceptions,
    files,
    json,
    models,
    network,
    numbers,
    pages,
    people,
    platform,
    service_hours,
    slot,
    sources,
    testing,
    text,
    time,
    values,
    workflow,
)

FAMILIES = (
    slot,
    workflow,
    service_hours,
    testing,
    network,
    endpoints,
    time,
    text,
    numbers,
    collections,
    values,
    json,
    crypto,
    platform,
    people,
    files,
    models,
    sources,
    pages,
    exceptions,
)
"""The modules of the families, in the table's order."""

TYPES: tuple[BuiltinType, ...] = tuple(row for family in FAMILIES for row in family.TYPES)
