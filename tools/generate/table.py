"""The table of language facts as the colour grammars need it: which words, in which position, in which colour."""

from collections.abc import Iterable

from osy_grammar.language import CLAUSES, TYPES, WORDS, Next, Place, Word, WordKind


def reserved(kind: WordKind) -> list[str]:
    """The reserved words of a kind, longest first."""
    return ordered(word.text for word in WORDS if word.reserved and word.kind is kind)


def openers() -> list[Word]:
    """The words that open an item of their place, before certain tokens only."""
    return [word for word in WORDS if not word.reserved and not word.is_inner and word.kind is not WordKind.AMBIENT]


def openers_before(kind: WordKind, following: Next) -> list[str]:
    """Those of a kind that open their item before that token."""
    return ordered(
        word.text
        for word in openers()
        if word.kind is kind and following in word.before and Place.TYPE not in word.places and word.names is None
    )


def openers_in(place: Place, following: Next) -> list[str]:
    """Those of one place that open their item before that token."""
    return ordered(word.text for word in openers() if place in word.places and following in word.before)


def inner(place: Place, kind: WordKind | None = None) -> list[str]:
    """The words that stand inside an item of the place."""
    return ordered(
        word.text for word in WORDS if word.is_inner and place in word.places and (kind is None or word.kind is kind)
    )


def naming(kind_of_name: str, place: Place | None = None) -> list[Word]:
    """The rows whose word is followed by such a name."""
    return [
        word
        for word in WORDS
        if word.names is not None and word.names == kind_of_name and (place is None or place in word.places)
    ]


def ambient(place: Place) -> list[str]:
    """The names that mean something in a place without being declared; reserved ones are not among them."""
    return ordered(
        word.text for word in WORDS if word.kind is WordKind.AMBIENT and not word.reserved and place in word.places
    )


def type_words() -> list[Word]:
    """Words that are types without being reserved."""
    return [word for word in WORDS if not word.reserved and word.kind is WordKind.TYPE]


def clauses() -> list[str]:
    """The names of all clauses."""
    return ordered(row.name for row in CLAUSES)


def platform_types() -> list[str]:
    """The types of the platform that programs name, predefined ones excepted."""
    return ordered(row.name for row in TYPES if row.is_written and row.name[0].isupper())


def ordered(words: Iterable[str]) -> list[str]:
    """Without repetition, in an order in which no word hides a longer one."""
    return sorted(set(words), key=lambda text: (-len(text), text))
