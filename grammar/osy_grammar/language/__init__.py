"""The table of language facts: each word, clause, body, attribute, type and page of the language, in one place."""

from functools import cache
from typing import TYPE_CHECKING

from osy_grammar.language.attributes import ATTRIBUTES
from osy_grammar.language.bodies import BODIES
from osy_grammar.language.clauses import CLAUSES
from osy_grammar.language.functions import FUNCTIONS
from osy_grammar.language.model import (
    AttributeFact,
    BodyFact,
    BuiltinType,
    Capability,
    Clause,
    ElementFact,
    MemberFact,
    Names,
    Next,
    Page,
    Place,
    Word,
    WordKind,
)
from osy_grammar.language.pages import page, page_ids
from osy_grammar.language.types import type_named, type_names

if TYPE_CHECKING:
    from osy_grammar.language.types.everything import TYPES
    from osy_grammar.language.words import WORDS

__all__ = [
    "ATTRIBUTES",
    "BODIES",
    "CLAUSES",
    "FUNCTIONS",
    "TYPES",
    "WORDS",
    "AttributeFact",
    "BodyFact",
    "BuiltinType",
    "Capability",
    "Clause",
    "ElementFact",
    "MemberFact",
    "Names",
    "Next",
    "Page",
    "Place",
    "Word",
    "WordKind",
    "attribute",
    "bodies_of",
    "body",
    "capability",
    "capability_of",
    "clause",
    "clauses_of",
    "element",
    "lacks",
    "member",
    "members_of",
    "overloads",
    "page",
    "page_ids",
    "platform_type",
    "tells_of",
    "type_named",
    "type_names",
    "word",
    "words_at",
]


def capability(namespace: str) -> Capability | None:
    """The capability that a `use` or a `using` names, such as `Osysharp.Http`; None for a kit."""
    from osy_grammar.language.capabilities import CAPABILITIES

    return next((row for row in CAPABILITIES if row.namespace == namespace), None)


@cache
def capability_of(type_name: str) -> Capability | None:
    """What brings a type of the platform; None for what is there always."""
    from osy_grammar.language.capabilities import CAPABILITIES

    return next((row for row in CAPABILITIES if type_name in row.types), None)


def element(name: str) -> ElementFact | None:
    """The row of an element of markup; None for one that is not known, which is not wrong."""
    from osy_grammar.language.elements import ELEMENTS

    return next((row for row in ELEMENTS if row.name == name), None)


def platform_type(name: str) -> BuiltinType | None:
    """The type of the platform that programs mean by a name; None for one that they cannot name."""
    found = type_named(name)
    return found if found is not None and found.is_written else None


def lacks(type_name: str, member_name: str) -> bool:
    """Whether a type surely has no member of that name, neither described here nor told of by C#."""
    row = type_named(type_name)
    return row is not None and row.complete and not tells_of(type_name, member_name)


def tells_of(type_name: str, member_name: str) -> bool:
    """Whether the table describes a member of that name, or knows it as one of C#."""
    row = type_named(type_name)
    return row is not None and any(
        member_name in base.also or any(fact.name == member_name for fact in base.members) for base in _lineage(row)
    )


def word(text: str) -> Word | None:
    """The row of a word; the keyword's if the word is ambient as well (`slot`)."""
    return _words().get(text)


@cache
def words_at(place: Place) -> tuple[Word, ...]:
    """The words that mean something in a place, in the table's order."""
    from osy_grammar.language.words import WORDS

    return tuple(row for row in WORDS if place in row.places)


@cache
def clauses_of(place: Place) -> tuple[Clause, ...]:
    """The `Name = value;` clauses that may stand in a place."""
    return tuple(row for row in CLAUSES if place in row.owners)


def clause(name: str, place: Place) -> Clause | None:
    """The clause of that name in a place; None where it may not stand."""
    return next((row for row in clauses_of(place) if row.name == name), None)


@cache
def bodies_of(place: Place) -> tuple[BodyFact, ...]:
    """The bodies that may stand in a place."""
    return tuple(row for row in BODIES if row.owner is place)


def body(name: str, place: Place) -> BodyFact | None:
    """The body of that name in a place: `enter` of a state is another one than `enter` of a milestone."""
    return next((row for row in bodies_of(place) if row.name == name), None)


def attribute(name: str) -> AttributeFact | None:
    """The row of an attribute; None for one that is not known, which is not wrong."""
    return next((row for row in ATTRIBUTES if row.name == name), None)


@cache
def members_of(name: str) -> tuple[MemberFact, ...]:
    """The members of a type, its own before those of its bases; none for an unknown type."""
    row = type_named(name)
    if row is None:
        return ()
    own = {fact.name for fact in row.members}
    inherited = (fact for base in row.bases for fact in members_of(base))
    return (*row.members, *(fact for fact in inherited if fact.name not in own))


def member(type_name: str, name: str) -> MemberFact | None:
    """A member of a type or of its bases; of one with several forms the first."""
    return next((fact for fact in members_of(type_name) if fact.name == name), None)


def overloads(type_name: str, name: str) -> tuple[MemberFact, ...]:
    """All forms of a member of a type or of its bases; a derived type's hide those of its bases."""
    return tuple(fact for fact in members_of(type_name) if fact.name == name)


def _lineage(row: BuiltinType) -> list[BuiltinType]:
    """A type, its bases, and what every value is."""
    found = [row]
    for each in found:
        names = each.bases or ("object",)
        found.extend(base for name in names if (base := type_named(name)) is not None and base not in found)
    return found


@cache
def _words() -> dict[str, Word]:
    from osy_grammar.language.words import WORDS

    return {row.text: row for row in reversed(WORDS)}


def __getattr__(name: str) -> object:
    """`TYPES` and `WORDS`, which load all their rows: a check asks for one type by its name, and for no word."""
    if name == "TYPES":
        from osy_grammar.language.types.everything import TYPES

        return TYPES
    if name == "WORDS":
        from osy_grammar.language.words import WORDS

        return WORDS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
