"""In the middle of a construct: the words that can go on with it, as `when` behind `allow read`."""

from collections.abc import Iterator
from functools import cache

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_grammar.continuations import Following, words_after
from osy_grammar.language import WORDS, Word
from osy_grammar.language.model import Next

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
}
_OTHERS = frozenset(
    "is as in switch get set return break for if foreach else catch finally default while from to using".split()
)
"""Words that go on with a construct, or stand behind another word of it, beside those that the table says are inner."""
_AT_START = frozenset("else catch finally case default get set if foreach".split())
"""Of these, those that stand where something else may begin as well."""
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
        for row in _words()
        if row.text.casefold().startswith(letters) and (not is_start or row.text in _AT_START)
        for following in _followings(row)
    ]
    rows = {row.text: row for row in _words()}
    return [_item(context, rows[text]) for text in dict.fromkeys(words_after(before, tried))]


@cache
def _words() -> tuple[Word, ...]:
    return tuple(row for row in WORDS if row.is_inner or row.text in _OTHERS)


def _followings(row: Word) -> Iterator[Following]:
    own = _OWN_FOLLOWING.get(row.text)
    yield from own or dict.fromkeys(_FOLLOWING[each] for each in row.before if each in _FOLLOWING) or (_NAME,)


def _item(context: Context, row: Word) -> CompletionItem:
    return CompletionItem(
        label=row.text, kind="keyword", span=context.span, detail=row.text_help, subject=f"word:{row.text}"
    )
