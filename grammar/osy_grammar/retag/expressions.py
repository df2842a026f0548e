"""The choices inside an expression: type arguments, lambdas, casts, `?`, ranges, and words inside an item."""

from osy_grammar.retag.patterns import arms
from osy_grammar.retag.tokens import CAST_OPERANDS, OPERAND_STARTS, WORDS, Tokens
from osy_grammar.retag.types import arguments_end, generic_end, mark_generic, mark_type, type_end

_ENDS_OF_ITEMS = ("SECURITY", "ENTITY")
_SECURITY_WORDS = ("when", "where", "by", "message")
_AFTER_SURE_CAST = frozenset(("LPAR", "LSQB", "MINUS"))
_SURE_TYPES = frozenset(("PREDEFINED", "LPAR"))
_TYPE_ENDS = frozenset(("MORETHAN", "QMARK", "RSQB"))
_AWAITED = frozenset(("ID", "NEW", "THIS", "BASE", "PREDEFINED"))


def is_generic(tokens: Tokens, i: int) -> bool:
    """Whether the `<` at `i` opens type arguments: they end in `>(`, or stand after `new`, `is`, `as`, `out`."""
    end = generic_end(tokens, i)
    if end < 0:
        return False
    kinds = tokens.kinds
    if kinds[end] == "LPAR" or (kinds[end] == "DOT" and kinds[end + 1] == "ID"):
        # `F<T>(x)`; `Held<T>.Member`, for nothing is compared with what begins with a dot.
        return not _holds_parentheses(tokens, i, end) or arguments_end(tokens, i) == end
    j = i - 1
    while j > 1 and kinds[j - 1] == "DOT":
        j -= 2
    before = kinds[j - 1]
    return before in ("NEW", "IS", "AS", "OUT", "NOT") or (before == "LPAR" and kinds[j - 2] == "TYPEOF")


def _holds_parentheses(tokens: Tokens, i: int, end: int) -> bool:
    return "LPAR" in tokens.kinds[i:end]


def is_cast(tokens: Tokens, i: int, context: str) -> bool:
    """Whether the `(` at `i` opens a cast: `(type)` before an operand, since two operands never touch.

    Before `(`, `[` and `-` it is one only for what is no value as well: type words, tuples, types that end in `>`, `?`
    or `]`. `if (x) y();` is none.
    """
    kinds = tokens.kinds
    before = kinds[i - 1] if i else ""
    if i and tokens.operand_ends(i - 1) and not (before == "RPAR" and tokens.cast_end == i - 1):
        return False
    if before in ("IF", "WHILE", "TYPEOF", "SWITCH", "LOCK", "WHEN", "FOR", "FOREACH"):
        return False
    end = type_end(tokens, i + 1)
    if end != tokens.partner[i]:
        return False
    following = kinds[end + 1]
    if following == "ID":
        word = tokens.word(end + 1)
        if context in _ENDS_OF_ITEMS and word in _SECURITY_WORDS:
            return False
        return not (word == "switch" and kinds[end + 2] == "LBRACE")
    if following in CAST_OPERANDS:
        return True
    return following in _AFTER_SURE_CAST and (kinds[i + 1] in _SURE_TYPES or kinds[end - 1] in _TYPE_ENDS)


def question(tokens: Tokens, i: int) -> None:
    """Decide the `?` at `i`: of `x?[j]`, of a type (nothing to choose follows), or of a conditional."""
    kinds = tokens.kinds
    following = kinds[i + 1]
    if following == "LSQB" and tokens.adjoins(i) and tokens.operand_ends(i - 1) and tokens.adjoins(i - 1):
        if tokens.after_partner(i + 1) != "COLON":
            kinds[i] = "MAYBE_INDEX"
    elif following not in OPERAND_STARTS and following not in ("AMPERSAND", "CARET", "RANGE"):
        kinds[i] = "NULLABLE"


def range_kind(tokens: Tokens, i: int) -> str:
    """Which of its four forms the `..` at `i` has."""
    before = i > 0 and tokens.operand_ends(i - 1)
    behind = tokens.kinds[i + 1] in OPERAND_STARTS or tokens.kinds[i + 1] == "CARET"
    if before:
        return "RANGE" if behind else "RANGE_TO"
    return "RANGE_FROM" if behind else "RANGE_ALL"


def mark(tokens: Tokens, i: int, kind: str, value: bool) -> None:
    """Decide a mark that has more than one meaning."""
    kinds = tokens.kinds
    if kind == "DOT" or kind == "MAYBE_DOT":
        # Any word may follow a dot; one that begins the next line belongs to what stands there.
        if kinds[i + 1] in WORDS and tokens.on_one_line(i):
            kinds[i + 1] = "ID"
    elif kind == "LESSTHAN":
        if (not value or is_generic(tokens, i)) and generic_end(tokens, i) > 0:
            mark_generic(tokens, i)
    elif kind == "MORETHAN":
        if value and kinds[i + 1] == "MORETHAN" and tokens.adjoins(i):
            kinds[i] = "SHIFT_RIGHT"
            kinds[i + 1] = ""
            tokens.dropped.add(i + 1)
    elif kind == "QMARK":
        question(tokens, i)
    elif kind == "RANGE":
        kinds[i] = range_kind(tokens, i)
    elif kind == "CARET":
        if not tokens.operand_ends(i - 1):
            kinds[i] = "FROM_END"
    elif tokens.item != i:
        kinds[i] = "THROW_VALUE"


def value_word(tokens: Tokens, i: int, context: str) -> None:
    """Decide the words of C# that mean something in a value: `await x`, `x is not T`, `x switch { … }`, `when`."""
    kinds = tokens.kinds
    word, following = tokens.word(i), kinds[i + 1]
    if word == "await":
        if following in _AWAITED and not tokens.operand_ends(i - 1):
            kinds[i] = "AWAIT"
    elif word == "switch":
        if i and following == "LBRACE" and tokens.operand_ends(i - 1):
            kinds[i] = "SWITCH_VALUE"
            tokens.opens[i + 1] = "SWITCH_ARMS"
            arms(tokens, i + 1)
    elif word == "with":
        if i and following == "LBRACE" and tokens.operand_ends(i - 1) and context not in _SETTING_CONTEXTS:
            kinds[i] = "WITH_VALUE"
            tokens.opens[i + 1] = "INIT"
    elif word == "ref" and context == "ARGS" and kinds[i - 1] in _BEFORE_ARGUMENT and following in CAST_OPERANDS:
        kinds[i] = "PASSING"


_BEFORE_ARGUMENT = frozenset(("LPAR", "COMMA", "COLON"))
_SETTING_CONTEXTS = frozenset(("MARKUP",))


def starts_parameter(tokens: Tokens, i: int) -> bool:
    """Whether a parameter begins at `i`, or its type behind `ref`, `params` …."""
    return tokens.kinds[i - 1] in ("LPAR", "_LAMBDA_OPEN", "COMMA", "RSQB", "PASSING", "PARAMS")


def passing(tokens: Tokens, i: int, context: str) -> None:
    """Decide `out`, `in` and `this` before a parameter, and `out` and `in` before an argument that declares nothing."""
    kinds, kind = tokens.kinds, tokens.kinds[i]
    if context == "PARAMETERS":
        if starts_parameter(tokens, i) and kinds[i + 1] in ("ID", "PREDEFINED", "LPAR"):
            kinds[i] = "PASSING"
    elif context == "ARGS" and kind != "THIS" and kinds[i - 1] in _BEFORE_ARGUMENT and kinds[i + 1] != "VAR":
        end = type_end(tokens, i + 1)
        if kind == "OUT" and end > 0 and kinds[end] == "ID":
            mark_type(tokens, i + 1)
        elif kinds[i + 1] in CAST_OPERANDS:
            kinds[i] = "PASSING"


def _is_before_type(kinds: list[str], i: int) -> bool:
    """Whether a parameter's type stands at `i`, and not the name of one whose type is called `ref`."""
    if kinds[i] == "ID":
        return kinds[i + 1] not in ("COMMA", "RPAR", "EQUAL")
    return kinds[i] in ("PREDEFINED", "LPAR")


def inner_word(tokens: Tokens, i: int, context: str) -> None:
    """Decide the few words that stand inside an item where no value does: `where T :`, `params T[] rest`."""
    kinds = tokens.kinds
    if context == "PARAMETERS":
        begins = kinds[i - 1] in ("LPAR", "COMMA", "RSQB")
        begins = begins or kinds[i - 1] == "_LAMBDA_OPEN"
        if begins and tokens.word(i) == "params" and kinds[i + 1] in ("ID", "PREDEFINED"):
            tokens.keyword(i)
        elif begins and tokens.word(i) == "ref" and _is_before_type(kinds, i + 1):
            kinds[i] = "PASSING"
    elif tokens.word(i) == "where" and kinds[i + 1] == "ID" and kinds[i + 2] == "COLON":
        tokens.keyword(i)
        tokens.constraint = i


def closing_word(tokens: Tokens, i: int, context: str) -> None:
    """Decide the words that end a value: security's `when`, `where`, `by`, and an invariant's `message`."""
    word = tokens.word(i)
    if context == "SECURITY":
        closes = word in ("when", "where", "by")
    else:
        closes = word == "message" and tokens.kinds[i + 1] in ("STRING", "RAW_STRING")
    if closes and tokens.operand_ends(i - 1):
        tokens.keyword(i)
