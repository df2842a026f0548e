"""The walk: one pass over the tokens that knows what the innermost open bracket holds, its *context*.

A context knows where its items start, and a contextual word is a keyword only where an item starts, or in one named place
inside it. The walk is a loop over a stack of its own: nesting has no limit, and the time is linear.
"""

from osy_grammar.retag.brackets import pair, partners, repair
from osy_grammar.retag.expressions import (
    closing_word,
    inner_word,
    is_cast,
    is_generic,
    question,
    range_kind,
    value_word,
)
from osy_grammar.retag.heads import HEADS
from osy_grammar.retag.tokens import MODIFIERS, OPERAND_ENDS, WORDS, Tokens
from osy_grammar.retag.types import generic_end, mark_generic, mark_type
from osy_grammar.retag.ui import children
from osy_grammar.scan import Lexeme
from osy_grammar.tree import SyntaxProblem

# Contexts whose items are values or statements from their first token on; in the others a value starts at `=` or `=>`.
VALUES = frozenset(
    ("ARGS", "ATTRIBUTE", "INIT", "BLOCK", "ARMS", "LAMBDA", "MARKUP", "SECURITY", "SWITCH", "SWITCH_ARMS")
)
ATTRIBUTED = frozenset(("FILE", "CLASS", "INTERFACE", "ENTITY", "ENUM", "COMPONENT", "WORKFLOW", "PROPS", "CLIENT"))
MEMBERS = frozenset(("FILE", "CLASS", "INTERFACE", "ENTITY", "COMPONENT"))
IN_EXPRESSION = frozenset(("INIT", "LAMBDA", "SWITCH_ARMS"))
"""Contexts after whose `}` the expression around them goes on."""
NO_ITEMS = frozenset(("ARGS", "ATTRIBUTE", "INIT", "PARAMETERS", "SWITCH_ARMS"))
PLAIN = frozenset(("BLOCK", "ARGS", "INIT", "MARKUP", "LAMBDA"))
FOREIGN_MODIFIERS = frozenset(("static", "async", "readonly", "extern", "unsafe", "volatile", "required", "file"))
_AFTER_MODIFIER = MODIFIERS | {"PREDEFINED", "VOID", "CLASS", "ENUM", "INTERFACE", "CONST"}

Context = tuple[str, bool, bool]


def retag(
    text: str, kinds: list[str], lexemes: list[Lexeme], context: str = "FILE"
) -> tuple[list[str], list[Lexeme], list[SyntaxProblem]]:
    """The tokens with every choice made that one token of look-ahead cannot make, and what is wrong with their brackets.

    `context` is what they stand in.
    """
    problems: list[SyntaxProblem] = []
    partner = pair(kinds)
    if partner is None:
        kinds, lexemes, problems = repair(text, kinds, lexemes)
        partner = pair(kinds) or partners(kinds)
    tokens = Tokens(text, kinds, lexemes, partner)
    _walk(tokens, context)
    if not tokens.inserted and not tokens.dropped:
        return tokens.kinds[: len(lexemes)], lexemes, problems
    out_kinds: list[str] = []
    out_lexemes: list[Lexeme] = []
    inserted, dropped = tokens.inserted, tokens.dropped
    for i, (kind, lexeme) in enumerate(zip(tokens.kinds, lexemes, strict=False)):
        if i in inserted:
            out_kinds.append(inserted[i])
            out_lexemes.append((lexeme[0], lexeme[0], ""))
        if i not in dropped:
            out_kinds.append(kind)
            out_lexemes.append(lexeme)
    return out_kinds, out_lexemes, problems


def _walk(tokens: Tokens, context: str) -> None:  # noqa: C901, PLR0912, PLR0915
    # One long loop on purpose: it runs once for each token, and a call for each would double its cost.
    kinds, starts, heads = tokens.kinds, tokens.starts, HEADS
    stack: list[Context] = []
    head, value = True, context in VALUES
    for i in range(len(tokens.lexemes)):
        kind = kinds[i]
        if head or i in starts:
            if kind in MODIFIERS:
                continue
            if kind == "ID" and context in MEMBERS and _is_foreign_modifier(tokens, i):
                kinds[i] = "FOREIGN_MODIFIER"
                continue
            if kind == "LSQB" and context in ATTRIBUTED:
                stack.append((context, True, False))
                context, head, value = "ATTRIBUTE", False, True
                continue
            head, value, tokens.item = False, context in VALUES, i
            find = heads.get(context)
            if find is not None and kind != "RBRACE":
                if find(tokens, i):
                    value = True
                kind = kinds[i]
        elif context in INTERRUPTED and _interrupts(tokens, i, context, kind):
            # The item before was not finished: this line begins another one.
            head, value, tokens.item = False, context in VALUES, i
            if heads[context](tokens, i):
                value = True
            kind = kinds[i]
        if kind == "ID":
            before = kinds[i - 1]
            if before == "DOT" or before == "MAYBE_DOT":
                pass
            elif kinds[i + 1] == "ARROW":
                if value and context != "SWITCH_ARMS":
                    kinds[i] = "LAMBDA_NAME"
            elif value:
                if context == "SECURITY" or context == "ENTITY":
                    closing_word(tokens, i, context)
                elif context == "SWITCH_ARMS" and tokens.word(i) == "when" and tokens.operand_ends(i - 1):
                    tokens.keyword(i)
                if kinds[i + 1] not in _AFTER_NAME:
                    value_word(tokens, i)
            elif context == "PARAMETERS" or context in MEMBERS:
                inner_word(tokens, i, context)
        elif kind == "DOT" or kind == "MAYBE_DOT":
            # Any word may follow a dot; one that begins the next line belongs to what stands there.
            if kinds[i + 1] in WORDS and tokens.on_one_line(i):
                kinds[i + 1] = "ID"
        elif kind == "LPAR" or kind == "_ROW_OPEN":
            stack.append((context, head, value))
            if not value or i in tokens.opens:
                context, value = "PARAMETERS", False
            elif kind == "LPAR" and tokens.after_partner(i) == "ARROW" and not _ends_pattern(tokens, i, context):
                kinds[i] = "_LAMBDA_OPEN"
                context, value = "PARAMETERS", False
            else:
                if is_cast(tokens, i, context):
                    kinds[i] = "_CAST_OPEN"
                    tokens.cast_end = tokens.partner[i]
                    mark_type(tokens, i + 1)
                context, value = "ARGS", True
            head = False
        elif kind == "LSQB":
            stack.append((context, head, value))
            context, value = ("ATTRIBUTE" if context == "PARAMETERS" and not value else "ARGS"), True
        elif kind == "LBRACE":
            opened = _brace(tokens, i, value)
            stack.append((context, head, value))
            context = opened
            value, head = context in VALUES, context not in NO_ITEMS
        elif kind == "RPAR" or kind == "RSQB" or kind == "HOLE_CLOSE":
            if stack:
                context, head, value = stack.pop()
        elif kind == "HOLE_OPEN":
            stack.append((context, head, value))
            context, head, value = "ARGS", False, True
        elif kind == "RBRACE":
            closed = context
            if stack:
                context, head, value = stack.pop()
            if closed not in IN_EXPRESSION:
                head, value = context not in NO_ITEMS, context in VALUES
        elif kind == "SEMICOLON":
            if context not in NO_ITEMS:
                head = True
        elif kind == "COMMA":
            if context == "PARAMETERS":
                value = False
            elif context == "ENUM":
                head = True
        elif kind == "EQUAL" or kind == "ARROW":
            value = True
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
        elif kind == "THROW":
            if tokens.item != i:
                kinds[i] = "THROW_VALUE"


_BODIES = frozenset(("BLOCK", "LAMBDA", "SWITCH", "MARKUP"))
_WORDED = frozenset(
    ("WORKFLOW", "COMPONENT", "ENTITY", "SECURITY", "MANIFEST", "STYLE", "THEME", "ANIMATION", "REQUIRES", "CONTROL")
)
INTERRUPTED = _BODIES | _WORDED | {"SETTINGS", "CLIENT"}
"""Contexts in which a new line can show that the item before it was left unfinished."""
_STATEMENT_WORDS = frozenset(
    ("IF", "FOREACH", "WHILE", "FOR", "TRY", "VAR", "RETURN", "GOTO", "BREAK", "CONTINUE", "YIELD")
)


def _interrupts(tokens: Tokens, i: int, context: str, kind: str) -> bool:
    """Whether a new item begins at token `i` although the one before it is not over.

    It does where no valid text can have that token: a statement's word inside an expression, two operands side by side, a
    word that opens an item right before what only an item can have behind that word.
    """
    kinds = tokens.kinds
    if context in _BODIES:
        if kind in _STATEMENT_WORDS:
            return True
        return (kind == "ID" or kind == "PREDEFINED") and kinds[i - 1] in OPERAND_ENDS and not tokens.on_one_line(i - 1)
    if kind != "ID" or not i or kinds[i - 1] in ("DOT", "MAYBE_DOT", "NEW") or tokens.on_one_line(i - 1):
        return False
    if kinds[i - 1] == "EQUAL" and kinds[i + 1] == "EQUAL":
        tokens.inserted[i] = "_UNFINISHED"
        return True
    if context not in _WORDED:
        return False
    opens = dict(tokens.opens)
    HEADS[context](tokens, i)
    if kinds[i] == "ID":
        tokens.opens = opens
        return False
    kinds[i] = "ID"
    tokens.inserted[i] = "_UNFINISHED"
    return True


_AFTER_NAME = frozenset(
    ("DOT", "LPAR", "RPAR", "COMMA", "SEMICOLON", "EQUAL", "MAYBE_DOT", "EQUALS", "DIFFERS", "COLON")
)


def _ends_pattern(tokens: Tokens, i: int, context: str) -> bool:
    """In `(a) => …` of a `switch` expression the parentheses are a pattern."""
    return context == "SWITCH_ARMS" and tokens.kinds[i - 1] in ("LBRACE", "COMMA")


def _is_foreign_modifier(tokens: Tokens, i: int) -> bool:
    """`static`, `async` … before another modifier, or before a type and a name."""
    if tokens.word(i) not in FOREIGN_MODIFIERS:
        return False
    following = tokens.kinds[i + 1]
    if following == "ID":
        # `static Pot Spare` has three names; `static Spare;` is a field of a type of that name.
        return tokens.kinds[i + 2] not in ("EQUAL", "SEMICOLON", "LPAR", "LBRACE", "ARROW", "RBRACE", "$END")
    return following in _AFTER_MODIFIER


def _brace(tokens: Tokens, i: int, value: bool) -> str:
    """What the brace at `i` holds.

    Its item's head decided it, or: after `=>` a lambda's block, in an expression an initialiser, in a member its body.
    """
    known = tokens.opens.get(i)
    if known:
        return children(tokens, i) if known == "CHILDREN" else known
    before = tokens.kinds[i - 1]
    if value:
        return "LAMBDA" if before == "ARROW" else "INIT"
    return "BLOCK" if before == "RPAR" or tokens.constraint > tokens.item else "PROPERTY"
