"""Predefined type words that are names: `var long = "";` is legal, and `long` is an ordinary name from there on.

What stands around the word decides, as for every contextual word. Before a `.` nothing needs to: the grammar takes
`long.Length` for a member of either.
"""

from osy_grammar.retag.tokens import OPERAND_STARTS, Tokens

_TAKES_TYPE = frozenset(("IS", "AS", "NEW", "OUT", "TYPEOF", "NOT"))
_OPERATORS = ("PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "AND", "OR", "VBAR", "COALESCE", "INCREMENT", "DECREMENT")
_COMPARISONS = ("EQUALS", "DIFFERS", "AT_MOST", "AT_LEAST", "LESSTHAN", "IS", "AS")
_ENDS = ("EQUAL", "COMPOUND", "SEMICOLON", "RBRACE", "RSQB", "COLON", "MAYBE_DOT", "ARROW", "IN", "LPAR")
_HOLE_ENDS = ("HOLE_CLOSE", "FORMAT")
_VALUE_GOES_ON = frozenset((*_OPERATORS, *_COMPARISONS, *_ENDS, *_HOLE_ENDS))
_DECLARED_NAME_ENDS = frozenset(("EQUAL", "SEMICOLON", "COMMA", "RPAR", "IN"))
_CALLED = frozenset(("ID", "RPAR", "RSQB", "MORETHAN", "IF", "WHILE"))


def mark_names(tokens: Tokens) -> None:
    """Make a name of each predefined word that stands where no type can."""
    kinds = tokens.kinds
    closers = frozenset(tokens.angle_ends.values())
    at = 0
    for _ in range(kinds.count("PREDEFINED")):
        at = kinds.index("PREDEFINED", at)
        if _is_name(tokens, at, closers):
            kinds[at] = "ID"
        at += 1


def _is_name(tokens: Tokens, i: int, after_angles: frozenset[int]) -> bool:
    kinds = tokens.kinds
    before, after = kinds[i - 1], kinds[i + 1]
    if before == "VAR":
        return True
    if before in _TAKES_TYPE:
        return False
    if after in _VALUE_GOES_ON:
        return True
    match after:
        case "QMARK":
            declares = kinds[i + 2] == "ID" and kinds[i + 3] in _DECLARED_NAME_ENDS
            return not declares and kinds[i + 2] in OPERAND_STARTS
        case "LSQB":
            return kinds[i + 2] != "RSQB"
        case "MORETHAN":
            return i + 2 not in after_angles
        case "RPAR" if before == "LPAR":
            return kinds[i - 2] in _CALLED
        case "RPAR" | "COMMA":
            return not _is_type_argument(tokens, i)
        case _:
            return False


def _is_type_argument(tokens: Tokens, i: int) -> bool:
    """Whether the nearest opener before token `i`, over parts of types only, is an angle bracket."""
    kinds = tokens.kinds
    while kinds[i - 1] in ("COMMA", "DOT", "ID", "PREDEFINED", "QMARK"):
        i -= 1
    return kinds[i - 1] == "LESSTHAN" and i - 1 in tokens.angle_ends
