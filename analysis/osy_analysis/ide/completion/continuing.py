"""In the middle of a construct: the words that can go on with it, as `when` behind `allow read`."""

import re
from collections.abc import Iterator
from functools import cache

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.completion.names import in_view
from osy_analysis.semantics.definitions import Definition
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.continuations import Following, words_after
from osy_grammar.language import WORDS, Place, Word
from osy_grammar.language.model import Next, WordKind

GOTO = "goto"
_NAME = (("ID", "x"),)
_FOLLOWING: dict[Next, Following] = {
    Next.NAME: _NAME,
    Next.BRACE: (("LBRACE", "{"),),
    Next.PAREN: (("LPAR", "("),),
    Next.DOT: (("DOT", "."),),
    Next.COLON: (("COLON", ":"),),
    Next.ARROW: (("ARROW", "=>"),),
    Next.SEMICOLON: (("SEMICOLON", ";"),),
    Next.STRING: (("STRING", '""'),),
    Next.EXPRESSION: _NAME,
}
_OWN_FOLLOWING: dict[str, tuple[Following, ...]] = {
    "where": (_NAME, (("ID", "x"), ("COLON", ":"))),
    "case": ((("ID", "x"), ("COLON", ":")),),
    "default": ((("COLON", ":"),), (("LBRACE", "{"),)),
    "switch": ((("LBRACE", "{"),), (("LPAR", "("),)),
    "when": (_NAME, (("LPAR", "("),)),
}
_TRIED = frozenset((WordKind.CONTROL, WordKind.OPERATOR, WordKind.CONSTANT))
_OPENING = frozenset((WordKind.TYPE, WordKind.AMBIENT))
_INNER_PLACES = frozenset((Place.PROPERTY, Place.ANIMATION))
"""Places whose items are words alone."""
_FIELDS = re.compile(r"\b(?:allow|deny)\s+(?:\w+\s*,\s*)*(?:read|create|update|delete)\s+(?:\w+\s*,\s*)*\Z")
_BY = re.compile(r"\bby\s+\Z")
_WHO = (SymbolKind.PRINCIPAL, SymbolKind.GRANT)
_MOST_CHARACTERS = 20_000
"""In a declaration longer than that nothing is tried: it would take too long."""


def continuing(context: Context, *, is_start: bool = False) -> list[CompletionItem]:
    """The words that fit by the grammar; where an item or a statement may start, only those that it starts not with."""
    if context.item is None:
        return []
    before = context.item.chunk.text[: max(context.span.start - context.item.start, 0)]
    if len(before) > _MOST_CHARACTERS:
        return []
    letters = context.prefix.casefold()
    tried = [
        (row.text, following)
        for row in (_words_at_start() if is_start else _words())
        if row.text.casefold().startswith(letters)
        for following in _followings(row)
    ]
    checkpoint()
    rows = {row.text: row for row in WORDS}
    return [*_of_security(context), *(_item(context, rows[text]) for text in dict.fromkeys(words_after(before, tried)))]


def _of_security(context: Context) -> list[CompletionItem]:
    """In a rule of security: the entity's fields behind a verb, principals and grants behind `by`."""
    if context.place is not Place.SECURITY:
        return []
    table = context.model.semantics.table
    own = table.own(context.path, context.item.chunk) if context.item is not None else None
    if _FIELDS.search(context.before):
        fields = [one for one in table.all_members(own, set()) if one.kind is SymbolKind.FIELD] if own else []
        return [_named(context, one, f"declared:{own.name}.{one.name}") for one in fields if own is not None]
    if _BY.search(context.before):
        seen = (next(iter(table.lookup(context.path, name, set())), None) for name in in_view(context))
        return [_named(context, one, f"declared:{one.name}") for one in seen if one is not None and one.kind in _WHO]
    return []


def _named(context: Context, one: Definition, subject: str) -> CompletionItem:
    return CompletionItem(
        label=one.name, kind=one.kind.value, span=context.span, detail=one.kind.value, subject=subject
    )


@cache
def _words() -> tuple[Word, ...]:
    """What may go on with a construct. A `goto` is where its states are proposed, and only there."""
    return tuple(row for row in WORDS if row.text != GOTO and (row.kind in _TRIED or _is_inner(row)))


@cache
def _words_at_start() -> tuple[Word, ...]:
    """What may stand where something else begins, and is not looked for by the place alone."""
    return tuple(
        row for row in WORDS if row.text != GOTO and ((row.reserved and row.kind not in _OPENING) or _is_inner(row))
    )


def _is_inner(row: Word) -> bool:
    return row.is_inner or not _INNER_PLACES.isdisjoint(row.places)


def _followings(row: Word) -> Iterator[Following]:
    own = _OWN_FOLLOWING.get(row.text)
    yield from own or dict.fromkeys(_FOLLOWING[each] for each in row.before if each in _FOLLOWING) or (_NAME,)


def _item(context: Context, row: Word) -> CompletionItem:
    return CompletionItem(
        label=row.text, kind="keyword", span=context.span, detail=row.text_help, subject=f"word:{row.text}"
    )
