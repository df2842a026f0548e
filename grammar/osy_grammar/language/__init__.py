"""The table of language facts: each word, clause, body, attribute, type and page of the language, in one place."""

from functools import cache

from osy_grammar.language.attributes import ATTRIBUTES
from osy_grammar.language.bodies import BODIES
from osy_grammar.language.clauses import CLAUSES
from osy_grammar.language.functions import FUNCTIONS
from osy_grammar.language.model import (
    AttributeFact,
    BodyFact,
    BuiltinType,
    Clause,
    MemberFact,
    Names,
    Next,
    Page,
    Place,
    Word,
    WordKind,
)
from osy_grammar.language.pages import page, page_ids
from osy_grammar.language.types import ALL as TYPES
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
    "Clause",
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
    "clause",
    "clauses_of",
    "member",
    "members_of",
    "page",
    "page_ids",
    "type_named",
    "word",
    "words_at",
]


def word(text: str) -> Word | None:
    """The row of a word; the keyword's if the word is ambient as well (`slot`)."""
    return _words().get(text)


@cache
def words_at(place: Place) -> tuple[Word, ...]:
    """The words that mean something in a place, in the table's order."""
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


def type_named(name: str) -> BuiltinType | None:
    """The type of the platform with that name, without type arguments."""
    return _types().get(name)


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
    """A member of a type or of its bases."""
    return next((fact for fact in members_of(type_name) if fact.name == name), None)


@cache
def _words() -> dict[str, Word]:
    return {row.text: row for row in reversed(WORDS)}


@cache
def _types() -> dict[str, BuiltinType]:
    return {row.name: row for row in TYPES}
