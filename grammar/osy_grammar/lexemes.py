"""Tokens while they are scanned: kinds and lexemes side by side, and what the scanner collects beside them."""

from osy_grammar.record import field, record
from osy_grammar.tree import SyntaxProblem

NEVER = 1 << 62
"""A reach behind every text: what looked that far looked at all there was."""

Lexeme = tuple[int, int, str]
"""A token's start, end and text; its kind stands in a list of its own, because retagging changes nothing else."""


@record(frozen=False)
class Scan:
    """The tokens of a stretch of text, its comments `(start, end, is_doc)`, and what is wrong with single tokens.

    `far` holds the starts of tokens whose ends depend on text far behind them, because nobody closed them, and up to
    where that text goes.
    """

    is_start: bool = True
    kinds: list[str] = field(default_factory=list)
    lexemes: list[Lexeme] = field(default_factory=list)
    comments: list[tuple[int, int, bool]] = field(default_factory=list)
    problems: list[SyntaxProblem] = field(default_factory=list)
    far: list[tuple[int, int]] = field(default_factory=list)

    def add(self, kind: str, start: int, end: int, text: str) -> None:
        """Take a token."""
        self.kinds.append(kind)
        self.lexemes.append((start, end, text))

    def unclosed(self, start: int, end: int, insert_at: int, closer: str) -> None:
        """Say that the mark from `start` to `end` is never closed."""
        opener = "/*" if closer == "*/" else '"""' if closer.endswith('"""') else '"'
        message = f"`{opener}` is never closed"
        self.problems.append(SyntaxProblem(start, end, message, is_unclosed=True, missing=closer, insert_at=insert_at))

    def length(self) -> tuple[int, ...]:
        """How much there is of each; for `cut_back`."""
        return len(self.kinds), len(self.comments), len(self.problems), len(self.far)

    def cut_back(self, length: tuple[int, ...]) -> None:
        """Forget what came after the moment when `length` was taken."""
        kinds, comments, problems, far = length
        del self.kinds[kinds:], self.lexemes[kinds:], self.comments[comments:], self.problems[problems:], self.far[far:]
