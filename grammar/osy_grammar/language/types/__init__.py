"""The types of the platform, one file a family."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types import (
    collections,
    exceptions,
    network,
    numbers,
    platform,
    slot,
    testing,
    text,
    time,
    workflow,
)

ALL: tuple[BuiltinType, ...] = (
    *slot.TYPES,
    *workflow.TYPES,
    *testing.TYPES,
    *network.TYPES,
    *time.TYPES,
    *text.TYPES,
    *numbers.TYPES,
    *collections.TYPES,
    *platform.TYPES,
    *exceptions.TYPES,
)
