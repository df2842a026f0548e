"""Where items begin: after the one before, or on a line that shows that the one before was left unfinished."""

from osy_grammar.retag.heads import HEADS
from osy_grammar.retag.tokens import MODIFIERS, OPERAND_ENDS, Tokens
from osy_grammar.retag.types import type_end

ATTRIBUTED = frozenset(("FILE", "CLASS", "INTERFACE", "ENTITY", "ENUM", "COMPONENT", "WORKFLOW", "PROPS", "CLIENT"))
MEMBERS = frozenset(("FILE", "CLASS", "INTERFACE", "ENTITY", "COMPONENT"))
_BODIES = frozenset(("BLOCK", "LAMBDA", "SWITCH", "MARKUP"))
_WORDED = frozenset(
    (
        "WORKFLOW",
        "COMPONENT",
        "ENTITY",
        "SECURITY",
        "MANIFEST",
        "STYLE",
        "THEME",
        "ANIMATION",
        "REQUIRES",
        "CONTROL",
    )
)
INTERRUPTED = _BODIES | _WORDED | {"SETTINGS", "CLIENT"}
"""Contexts in which a new line can show that the item before it was left unfinished."""
_STATEMENT_WORDS = frozenset(
    ("IF", "FOREACH", "WHILE", "FOR", "TRY", "VAR", "RETURN", "GOTO", "BREAK", "CONTINUE", "YIELD")
)
_BEFORE_PATTERN = frozenset(("IS", "CASE", "NOT", "PATTERN_AND", "PATTERN_OR"))
INTERRUPTING = _STATEMENT_WORDS | {"ID", "PREDEFINED"}
"""The only tokens that can begin an item there."""
_FOREIGN_MODIFIERS = frozenset(("static", "async", "readonly", "extern", "unsafe", "volatile", "required", "file"))
_AFTER_MODIFIER = MODIFIERS | {"PREDEFINED", "VOID", "CLASS", "ENUM", "INTERFACE", "CONST"}
_NOT_A_NAME = frozenset(("EQUAL", "SEMICOLON", "LPAR", "LBRACE", "ARROW", "RBRACE", "$END"))


def is_modifier(tokens: Tokens, i: int, kind: str, context: str) -> bool:
    """Whether a modifier stands at `i`; C#'s `static`, `async` … are marked as foreign."""
    if kind in MODIFIERS:
        return True
    if kind != "ID" or context not in MEMBERS or tokens.word(i) not in _FOREIGN_MODIFIERS:
        return False
    following = tokens.kinds[i + 1]
    # `static Pot Spare` has three names; `static Spare;` is a field of a type of that name.
    is_constructor = following == "ID" and tokens.kinds[i + 2] == "LPAR" and tokens.word(i + 1) == tokens.class_name
    is_tuple = following == "LPAR" and type_end(tokens, i + 1) > 0
    is_name = following == "ID" and tokens.kinds[i + 2] not in _NOT_A_NAME
    if following in _AFTER_MODIFIER or is_name or is_tuple or is_constructor:
        tokens.kinds[i] = "FOREIGN_MODIFIER"
        return True
    return False


def interrupts(tokens: Tokens, i: int, context: str, kind: str) -> bool:
    """Whether a new item begins at token `i` although the one before it is not over.

    It does where no valid text can have that token: a statement's word inside an expression, two operands side by
    side, a word that opens an item right before what only an item can have behind that word.
    """
    kinds = tokens.kinds
    if context in _BODIES:
        if kind in _STATEMENT_WORDS:
            # `is var x`, `case var x` declare in a pattern, unless a value for it follows.
            return kind != "VAR" or kinds[i - 1] not in _BEFORE_PATTERN or kinds[i + 2] == "EQUAL"
        is_operand = kind == "ID" or kind == "PREDEFINED"
        return is_operand and kinds[i - 1] in OPERAND_ENDS and not tokens.on_one_line(i - 1)
    if kind != "ID" or not i or kinds[i - 1] in ("DOT", "MAYBE_DOT", "NEW") or tokens.on_one_line(i - 1):
        return False
    if kinds[i - 1] == "EQUAL" and kinds[i + 1] == "EQUAL":
        tokens.inserted[i] = "_UNFINISHED"
        return True
    return context in _WORDED and _opens_item(tokens, i, context)


def _opens_item(tokens: Tokens, i: int, context: str) -> bool:
    """Whether the word at `i` would be a keyword if an item began there; the item before is then marked unfinished."""
    opens = tokens.opens
    tokens.opens = {}
    HEADS[context](tokens, i)
    tokens.opens = opens
    if tokens.kinds[i] == "ID":
        return False
    tokens.kinds[i] = "ID"
    tokens.inserted[i] = "_UNFINISHED"
    return True
