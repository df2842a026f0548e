"""Which words can come next in a declaration that is only half there, by the grammar alone.

What is there is tagged and run over the tables, once for each word, with the word and what makes it one behind it: a
word that is one only before a name, or before a brace, is tried before such.
"""

from collections.abc import Iterable, Iterator

from osy_grammar.lexemes import Lexeme
from osy_grammar.probe import Probe
from osy_grammar.retag import retag
from osy_grammar.scan import FIXED, scan
from osy_grammar.tables import tables

MOST_TOKENS = 40_000
"""So many tokens are gone through at most: of a very long declaration only some words are tried."""
LONGEST = 5_000
"""In a declaration of more tokens than that nothing is tried."""
NEAR = 6
"""So near the end a word may change what the tokens before it are."""
_NAMES = frozenset(("ID", "LAMBDA_NAME"))

Following = tuple[tuple[str, str], ...]
"""The kinds and texts of what stands behind a word."""


def words_after(text: str, tried: Iterable[tuple[str, Following]]) -> Iterator[str]:
    """Those of the words that fit behind `text`, the beginning of a declaration; none where that has a fault itself."""
    scanned = scan(text)
    if scanned.problems or len(scanned.kinds) > LONGEST:
        return
    left = MOST_TOKENS
    for word, following in tried:
        left -= len(scanned.kinds)
        if left < 0:
            return
        kinds = [*scanned.kinds[:-1], FIXED.get(word, "ID")]
        at = len(text) + 1
        lexemes: list[Lexeme] = [*scanned.lexemes[:-1], (at, at + len(word), word)]
        whole = f"{text} {word}"
        for kind, spelling in following:
            kinds.append(kind)
            lexemes.append((len(whole) + 1, len(whole) + 1 + len(spelling), spelling))
            whole = f"{whole} {spelling}"
        kinds.append("$END")
        lexemes.append((len(whole), len(whole), ""))
        fits = _fits(whole, kinds, lexemes, at)
        if fits is None:
            return
        if fits:
            yield word


def _fits(text: str, kinds: list[str], lexemes: list[Lexeme], at: int) -> bool | None:
    """Whether the token that begins at `at` is a word of the language, and all up to it stands where it may.

    None where something stands wrong long before it: then no other word fits either.
    """
    tagged, placed, _ = retag(text, kinds, lexemes)
    probe = Probe([tables().entries["item"]], 1)
    near = max(len(kinds) - NEAR, 0)
    for i, (kind, lexeme) in enumerate(zip(tagged, placed, strict=True)):
        is_it = lexeme[0] == at and lexeme[1] > at
        if is_it and kind in _NAMES:
            return False
        if not probe.shift(kind):
            return False if i >= near else None
        if is_it:
            return True
    return False
