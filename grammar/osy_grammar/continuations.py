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

_NAMES = frozenset(("ID", "LAMBDA_NAME"))

Following = tuple[tuple[str, str], ...]
"""The kinds and texts of what stands behind a word."""


def words_after(text: str, tried: Iterable[tuple[str, Following]]) -> Iterator[str]:
    """Those of the words that fit behind `text`, the beginning of a declaration; none where that has a fault itself."""
    scanned = scan(text)
    if scanned.problems:
        return
    for word, following in tried:
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
        if _fits(whole, kinds, lexemes, at):
            yield word


def _fits(text: str, kinds: list[str], lexemes: list[Lexeme], at: int) -> bool:
    """Whether the token that begins at `at` is a word of the language, and all up to it stands where it may."""
    tagged, placed, _ = retag(text, kinds, lexemes)
    probe = Probe([tables().entries["item"]], 1)
    for kind, lexeme in zip(tagged, placed, strict=True):
        is_it = lexeme[0] == at and lexeme[1] > at
        if is_it and kind in _NAMES:
            return False
        if not probe.shift(kind):
            return False
        if is_it:
            return True
    return False
