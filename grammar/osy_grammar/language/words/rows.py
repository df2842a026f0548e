"""How the files beside this one write a word's row."""

from osy_grammar.language.model import Names, Next, Place, Word, WordKind
from osy_grammar.record import replace


def reserved(
    kind: WordKind, places: tuple[Place, ...], words: str, page: str = "", names: Names | None = None
) -> tuple[Word, ...]:
    """Rows for words that can never be names, written with spaces between."""
    return tuple(
        Word(text=text, kind=kind, reserved=True, places=places, page=page, names=names) for text in words.split()
    )


def keyword(
    text: str,
    kind: WordKind,
    places: tuple[Place, ...] | Place,
    before: tuple[Next, ...] | Next,
    page: str,
    text_help: str,
    names: Names | None = None,
) -> Word:
    """A row for a word that the grammar has a keyword for, in its places only."""
    return Word(
        text=text,
        kind=kind,
        reserved=False,
        places=places if isinstance(places, tuple) else (places,),
        before=before if isinstance(before, tuple) else (before,),
        page=page,
        text_help=text_help,
        names=names,
    )


def inner(
    text: str,
    kind: WordKind,
    places: tuple[Place, ...] | Place,
    before: tuple[Next, ...] | Next,
    page: str,
    text_help: str,
    names: Names | None = None,
) -> Word:
    """A row for a keyword that stands inside an item of its places."""
    return replace(keyword(text, kind, places, before, page, text_help, names), is_inner=True)


def plain(
    text: str,
    kind: WordKind,
    places: tuple[Place, ...] | Place,
    before: tuple[Next, ...],
    page: str,
    text_help: str,
) -> Word:
    """A row for a word that the parser takes for a plain name."""
    return Word(
        text=text,
        kind=kind,
        reserved=False,
        places=places if isinstance(places, tuple) else (places,),
        before=before,
        page=page,
        text_help=text_help,
        is_terminal=False,
    )
