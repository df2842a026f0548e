"""The types of the platform, one file a family."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types import slot

ALL: tuple[BuiltinType, ...] = (*slot.TYPES,)
