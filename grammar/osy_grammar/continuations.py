"""Which words can come next in a declaration that is only half there, by the grammar alone.

What is there is tagged and run over the tables, once for each word, with the word and what makes it one behind it: a
word that is one only before a name, or before a brace, is tried before such.
"""

from collections.abc import Iterable, Iterator

from osy_grammar.lexemes import Lexeme, Scan
from osy_grammar.probe import Probe
from osy_grammar.retag import retag
from osy_grammar.scan import FIXED, scan
from osy_grammar.tables import Row, tables

MOST_TOKENS = 40_000
"""So many tokens are gone through at most: of a very long declaration only some words are tried."""
LONGEST = 5_000
"""In a declaration of more tokens than that nothing is tried."""
NEAR = 6
"""So near the end a word may change what the tokens before it are."""
_CHANGING = frozenset(("THROW", "USING", "CONST"))
"""Kinds of words that are told from others of their spelling by what is around them."""
_NAMES = frozenset(("ID", "LAMBDA_NAME"))

Following = tuple[tuple[str, str], ...]
"""The kinds and texts of what stands behind a word."""


def words_after(text: str, tried: Iterable[tuple[str, Following]]) -> Iterator[str]:
    """Those of the words that fit behind `text`, the beginning of a declaration; none where that has a fault itself."""
    scanned = scan(text)
    if scanned.problems or len(scanned.kinds) > LONGEST:
        return
    left = MOST_TOKENS
    before = _rows_before(text, scanned)
    for word, following in tried:
        kind = FIXED.get(word)
        if before is not None and kind is not None and kind not in _CHANGING:
            if Probe(before, len(before)).shift(kind):
                yield word
            continue
        left -= len(scanned.kinds)
        if left < 0:
            return
        fits = _fits(*_tokens(text, scanned, word, following))
        if fits is None:
            return
        if fits:
            yield word


def _tokens(text: str, scanned: Scan, word: str, following: Following) -> tuple[str, list[str], list[Lexeme], int]:
    """The text with the word and what follows it, its tokens, and where the word begins."""
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
    return whole, kinds, lexemes, at


def _rows_before(text: str, scanned: Scan) -> list[Row] | None:
    """The parser's stack before the word, for words that are always what they are; None where a name cannot stand."""
    whole, kinds, lexemes, at = _tokens(text, scanned, "is", (("ID", "x"),))
    tagged, placed, _ = retag(whole, kinds, lexemes)
    probe = Probe([tables().entries["item"]], 1)
    for kind, lexeme in zip(tagged, placed, strict=True):
        if lexeme[0] >= at:
            return probe.rows
        if not probe.shift(kind):
            return None
    return None


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
