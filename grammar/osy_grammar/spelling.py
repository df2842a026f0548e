"""Misspelt keywords: where a keyword in place of a name near it takes a fault away, the keyword was meant.

Loaded only where there is a fault. Names that stand right at or before the fault are looked at, and the parser decides:
a name that is merely similar to a keyword mends nothing.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from operator import itemgetter

from osy_grammar.lexemes import Lexeme
from osy_grammar.tree import SyntaxProblem
from osy_grammar.vocabulary import RESERVED, SPELLINGS

_KEYWORDS = sorted(RESERVED.union(word for word in SPELLINGS.values() if word.isalpha()))
_BEFORE = 3
"""So many tokens before a fault may be what it comes from."""
_LIKENESS = 0.75


def misspelt(kinds: Sequence[str], lexemes: Sequence[Lexeme], problem: SyntaxProblem) -> Iterator[tuple[int, str]]:
    """Tokens from which the problem may come, each with the keyword that was meant, the nearest ones first."""
    at = bisect_left(lexemes, problem.start, key=itemgetter(0))
    for i in range(min(at, len(kinds) - 1), max(at - _BEFORE, 0) - 1, -1):
        if kinds[i] == "ID" and (not i or kinds[i - 1] != "DOT"):
            yield from ((i, word) for word in _near(lexemes[i][2]))


def misspelling(lexeme: Lexeme, word: str) -> SyntaxProblem:
    """What is said of a token in whose place `word` was meant."""
    start, end, written = lexeme
    return SyntaxProblem(start, end, f"`{written}` is not a keyword; did you mean `{word}`?")


def _near(written: str) -> list[str]:
    near = get_close_matches(written, _KEYWORDS, n=2, cutoff=_LIKENESS)
    return [] if written in near else near
