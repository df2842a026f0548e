"""The tokens of one declaration while they are retagged: kinds that change, partners of brackets, what heads decided.

Angle brackets pair up only across parts of types: any other token drops the ones
that are open, so that a long `a < b < c …` costs no more than its length.
"""

from osy_grammar.lexemes import Lexeme
from osy_grammar.tree import SyntaxProblem
from osy_grammar.vocabulary import RESERVED

WORDS = frozenset(word.upper() for word in RESERVED) | {"PREDEFINED"}
LITERALS = frozenset(("NUMBER", "CHAR", "STRING", "RAW_STRING", "VERBATIM", "TRUE", "FALSE", "NULL"))
OPERAND_ENDS = LITERALS | frozenset(
    (
        "ID",
        "PREDEFINED",
        "TEXT_CLOSE",
        "THIS",
        "BASE",
        "RPAR",
        "RSQB",
        "RBRACE",
        "_GENERIC_CLOSE",
        "INCREMENT",
        "DECREMENT",
        "VERB",
        "NULLABLE",
        "MISSING",
        "RANGE_TO",
        "RANGE_ALL",
    )
)
OPERAND_STARTS = LITERALS | frozenset(
    (
        "ID",
        "PREDEFINED",
        "TEXT_OPEN",
        "THIS",
        "BASE",
        "LPAR",
        "LSQB",
        "NEW",
        "TYPEOF",
        "BANG",
        "MINUS",
        "PLUS",
        "TILDE",
        "INCREMENT",
        "DECREMENT",
        "THROW",
        "MISSING",
    )
)
CAST_OPERANDS = LITERALS | frozenset(("ID", "PREDEFINED", "TEXT_OPEN", "THIS", "BASE", "NEW", "TYPEOF"))
MODIFIERS = frozenset(
    ("PUBLIC", "INTERNAL", "PRIVATE", "PROTECTED", "ABSTRACT", "SEALED", "VIRTUAL", "OVERRIDE", "PARTIAL")
)
_TYPE_PARTS = frozenset(("ID", "PREDEFINED", "COMMA", "DOT", "QMARK", "NULLABLE", "LSQB", "RSQB"))

_BEFORE_TUPLE = frozenset(("LESSTHAN", "COMMA", "LPAR"))


class Tokens:
    """The tokens of one declaration; `kinds` goes on with four `$END`, so that looking ahead needs no test."""

    __slots__ = (
        "angle_ends",
        "arrows",
        "cast_end",
        "class_name",
        "constraint",
        "dropped",
        "inserted",
        "item",
        "kinds",
        "lexemes",
        "opens",
        "partner",
        "problems",
        "starts",
        "text",
    )

    def __init__(self, text: str, kinds: list[str], lexemes: list[Lexeme], partner: dict[int, int]) -> None:
        """The tokens of `text` up to `$END`; `partner` tells who closes whom of their balanced brackets."""
        self.text = text
        self.kinds = [*kinds, "$END", "$END", "$END", "$END"]
        self.lexemes = lexemes
        self.partner = partner
        self.angle_ends: dict[int, int] = {}
        self.opens: dict[int, str] = {}
        """What a brace holds, where the head of its item decided it."""
        self.arrows: set[int] = set()
        """The `=>` of the arms of `switch` expressions."""
        self.starts: set[int] = set()
        """Items that start where no `;` or `}` says so."""
        self.inserted: dict[int, str] = {}
        """Tokens without width that go before a token."""
        self.dropped: set[int] = set()
        self.problems: list[SyntaxProblem] = []
        self.class_name = ""
        self.cast_end = -1
        self.constraint = -1
        self.item = 0
        if "LESSTHAN" in kinds:
            self._pair_angles()

    def _pair_angles(self) -> None:
        angles: list[int] = []
        tuples: set[int] = set()
        angle_ends = self.angle_ends
        for i, kind in enumerate(self.kinds):
            if kind == "LESSTHAN":
                angles.append(i)
            elif angles:
                if kind == "MORETHAN":
                    angle_ends[angles.pop()] = i + 1
                elif kind == "LPAR" and self.kinds[i - 1] in _BEFORE_TUPLE:
                    tuples.add(self.partner.get(i, -1))
                elif kind not in _TYPE_PARTS and i not in tuples:
                    angles.clear()

    def word(self, i: int) -> str:
        """The text of token `i`; empty behind the end."""
        return self.lexemes[i][2] if i < len(self.lexemes) else ""

    def keyword(self, i: int, context: str = "", opener: int = -1) -> None:
        """Make token `i` the keyword it spells; the next brace of its item then holds a `context`."""
        self.kinds[i] = self.word(i).upper()
        if context:
            self.opens[opener if opener >= 0 else self.opener(i + 1)] = context

    def opener(self, i: int) -> int:
        """The item's own `{`: the first one outside brackets, before any `;`."""
        kinds = self.kinds
        while kinds[i] not in ("LBRACE", "RBRACE", "SEMICOLON", "$END"):
            i = self.partner[i] + 1 if kinds[i] in ("LPAR", "LSQB") else i + 1
        return i

    def after_partner(self, i: int) -> str:
        """The kind of the token after the one that closes the bracket at `i`."""
        return self.kinds[self.partner[i] + 1]

    def adjoins(self, i: int) -> bool:
        """Whether nothing stands between token `i` and the next one."""
        return i + 1 < len(self.lexemes) and self.lexemes[i][1] == self.lexemes[i + 1][0]

    def on_one_line(self, i: int) -> bool:
        """Whether token `i` and the next one stand on one line."""
        between = self.text[self.lexemes[i][1] : self.lexemes[i + 1][0]]
        return "\n" not in between and "\r" not in between

    def operand_ends(self, i: int) -> bool:
        """Whether token `i` ends an operand. A `!` does if it stands behind one."""
        kinds = self.kinds
        while kinds[i] == "BANG" and i > 0:
            i -= 1
        return i >= 0 and kinds[i] in OPERAND_ENDS
