"""Where the body of a declaration begins although its `{` is missing: on an indented line right behind a head."""

from osy_grammar.lexemes import Lexeme
from osy_grammar.retag.heads import FILE_WORDS
from osy_grammar.retag.tokens import MODIFIERS
from osy_grammar.retag.workflow import BODIES

_WORDS = frozenset(word for word, context in FILE_WORDS.items() if context)
_WITH_BODY = frozenset(BODIES) | {"render", "skeleton", "variants", "security", "default"}
_RESERVED = frozenset(("CLASS", "ENUM", "INTERFACE"))
_OTHERS = frozenset(("policy", "principal", "zones"))
_BEFORE = frozenset(("ID", "RPAR", "MORETHAN", "PREDEFINED", "RSQB"))
BEGINS = MODIFIERS | frozenset(
    ("ID", "PREDEFINED", "LSQB", "VOID", "VAR", "CONST", "IF", "FOREACH", "FOR", "WHILE", "TRY", "RETURN", "THROW")
)


def begins_body(text: str, kinds: list[str], lexemes: list[Lexeme], head: int, i: int) -> bool:
    """Whether token `i` is the first of a body without `{`; `head` is the declaration's own first token."""
    if kinds[i] not in BEGINS or kinds[i - 1] not in _BEFORE or lexemes[i][2] in ("where", "for"):
        return False
    start, before = lexemes[i][0], lexemes[i - 1][0]
    # No further back than the token before: a line may hold a million tokens.
    line = _line_start(text, start, before)
    if line <= before or text[line:start].strip() or start - line <= _indent(text, lexemes[head][0]):
        return False
    kind, word = kinds[head], lexemes[head][2]
    if kind in _RESERVED or word in _WORDS:
        return i >= head + 2
    is_type = kind in ("VOID", "PREDEFINED") or (kind == "ID" and word not in _OTHERS)
    return is_type and kinds[i - 1] == "RPAR"


def opens_body(kinds: list[str], lexemes: list[Lexeme], i: int) -> bool:
    """Whether a body seems to begin at token `i`, the first of a line, inside another one."""
    before = kinds[i - 1]
    if kinds[i] not in BEGINS:
        return False
    return before in ("RPAR", "ELSE", "TRY", "FINALLY") or (before == "ID" and lexemes[i - 1][2] in _WITH_BODY)


def _line_start(text: str, offset: int, lowest: int = 0) -> int:
    return max(text.rfind("\n", lowest, offset), text.rfind("\r", lowest, offset)) + 1


def _indent(text: str, offset: int) -> int:
    line = text[_line_start(text, offset) : offset]
    return len(line) - len(line.lstrip(" \t"))
