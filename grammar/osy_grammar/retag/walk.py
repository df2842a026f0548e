"""The walk: one pass over the tokens that knows what the innermost open bracket holds, its *context*.

A context knows where its items start, and a contextual word is a keyword only where an item starts, or in one named
place inside it. The walk is a loop over a stack of its own: nesting has no limit, and the time is linear.
"""

from osy_grammar.lexemes import Lexeme
from osy_grammar.retag.brackets import CLOSERS, OPENERS, pair, partners, repair
from osy_grammar.retag.expressions import (
    closing_word,
    inner_word,
    is_cast,
    mark,
    passing,
    starts_parameter,
    value_word,
)
from osy_grammar.retag.heads import HEADS
from osy_grammar.retag.items import ATTRIBUTED, INTERRUPTED, INTERRUPTING, MEMBERS, interrupts, is_modifier
from osy_grammar.retag.patterns import behind_is
from osy_grammar.retag.predefined import mark_names
from osy_grammar.retag.tokens import Tokens
from osy_grammar.retag.types import mark_type
from osy_grammar.retag.ui import children
from osy_grammar.tree import SyntaxProblem

_VALUES = frozenset(
    ("ARGS", "ATTRIBUTE", "INIT", "BLOCK", "ARMS", "LAMBDA", "MARKUP", "SECURITY", "SWITCH", "SWITCH_ARMS", "PATTERN")
)
"""Contexts whose items are values or statements from their first token on; in others a value starts at `=` or `=>`."""
_IN_EXPRESSION = frozenset(("INIT", "LAMBDA", "SWITCH_ARMS", "PATTERN"))
"""Contexts after whose `}` the expression around them goes on."""
_NO_ITEMS = frozenset(("ARGS", "ATTRIBUTE", "INIT", "PARAMETERS", "SWITCH_ARMS", "PATTERN", "TUPLE"))
_NO_WORD = frozenset(("DOT", "LPAR", "RPAR", "COMMA", "SEMICOLON", "EQUAL", "MAYBE_DOT", "EQUALS", "DIFFERS", "COLON"))
"""What follows a name that can be none of the words of C# inside a value."""
_MARKS = frozenset(("DOT", "MAYBE_DOT", "LESSTHAN", "MORETHAN", "QMARK", "RANGE", "CARET", "THROW"))
_OPENERS = frozenset(OPENERS) | {"_ROW_OPEN", "_TUPLE_OPEN", "_PATTERN_OPEN"}
_PASSING = frozenset(("OUT", "IN", "THIS"))

Context = tuple[str, bool, bool]
"""What the innermost open bracket holds, whether an item starts, whether the item is in a value."""


def retag(
    text: str, kinds: list[str], lexemes: list[Lexeme], context: str = "FILE"
) -> tuple[list[str], list[Lexeme], list[SyntaxProblem]]:
    """The tokens with every choice made that one token of look-ahead cannot make, and what is wrong with brackets.

    `context` is what the tokens stand in.
    """
    problems: list[SyntaxProblem] = []
    partner = pair(kinds)
    if partner is None:
        kinds, lexemes, problems = repair(text, kinds, lexemes)
        partner = pair(kinds) or partners(kinds)
    tokens = Tokens(text, kinds, lexemes, partner)
    mark_names(tokens)
    _walk(tokens, context)
    if not tokens.inserted and not tokens.dropped:
        return tokens.kinds[: len(lexemes)], lexemes, problems
    return (*_put_together(tokens), [*problems, *tokens.problems])


def _put_together(tokens: Tokens) -> tuple[list[str], list[Lexeme]]:
    """The tokens with those of no width that the walk put in, and without the ones that it took into others."""
    kinds: list[str] = []
    lexemes: list[Lexeme] = []
    inserted, dropped = tokens.inserted, tokens.dropped
    at, end = 0, len(tokens.lexemes)
    for i in sorted({*inserted, *dropped}):
        kinds += tokens.kinds[at:i]
        lexemes += tokens.lexemes[at:i]
        if i in inserted:
            start = tokens.lexemes[i][0]
            kinds.append(inserted[i])
            lexemes.append((start, start, ""))
        at = i + 1 if i in dropped else i
    kinds += tokens.kinds[at:end]
    lexemes += tokens.lexemes[at:end]
    return kinds, lexemes


def _walk(tokens: Tokens, context: str) -> None:
    kinds, starts = tokens.kinds, tokens.starts
    stack: list[Context] = []
    head, value = True, context in _VALUES
    for i in range(len(tokens.lexemes)):
        kind = kinds[i]
        if head or i in starts:
            if is_modifier(tokens, i, kind, context):
                continue
            if kind == "LSQB" and context in ATTRIBUTED:
                stack.append((context, True, False))
                context, head, value = "ATTRIBUTE", False, True
                continue
            head, value = False, _begin(tokens, i, context)
            kind = kinds[i]
        elif kind in INTERRUPTING and context in INTERRUPTED and interrupts(tokens, i, context, kind):
            value = _begin(tokens, i, context)
            kind = kinds[i]
        if kind == "ID":
            _name(tokens, i, context, value)
        elif kind in _OPENERS:
            stack.append((context, head, value))
            context = _opened(tokens, i, context, value)
            head, value = kind == "LBRACE" and context not in _NO_ITEMS, context in _VALUES
        elif kind in CLOSERS:
            closed = context
            if stack:
                context, head, value = stack.pop()
            if kind == "RBRACE" and closed not in _IN_EXPRESSION:
                head, value = context not in _NO_ITEMS, context in _VALUES
        elif kind == "SEMICOLON":
            head = head or context not in _NO_ITEMS
        elif kind == "COMMA":
            if context == "PARAMETERS":
                value = False
            elif context == "ENUM":
                head = True
        elif kind == "EQUAL" or kind == "ARROW":
            value = True
        elif kind in _MARKS:
            mark(tokens, i, kind, value)
        elif kind == "IS":
            behind_is(tokens, i + 1)
        elif kind in _PASSING:
            passing(tokens, i, context)


def _begin(tokens: Tokens, i: int, context: str) -> bool:
    """Let the head of the item at `i` decide what it can; whether a value starts right behind its first token."""
    tokens.item = i
    if tokens.kinds[i] == "LPAR" and context in MEMBERS:
        # A tuple is what the member holds or gives.
        mark_type(tokens, i)
    head = HEADS.get(context)
    if head is not None and tokens.kinds[i] != "RBRACE" and head(tokens, i):
        return True
    return context in _VALUES


def _name(tokens: Tokens, i: int, context: str, value: bool) -> None:
    """Decide a word that stands behind the head of its item."""
    kinds = tokens.kinds
    before, following = kinds[i - 1], kinds[i + 1]
    if before == "DOT" or before == "MAYBE_DOT":
        return
    if following == "ARROW":
        if value and i + 1 not in tokens.arrows:
            kinds[i] = "LAMBDA_NAME"
    elif value:
        if context == "SECURITY" or context == "ENTITY":
            closing_word(tokens, i, context)
        if following not in _NO_WORD:
            value_word(tokens, i, context)
    elif context == "PARAMETERS" or context in MEMBERS:
        inner_word(tokens, i, context)


def _opened(tokens: Tokens, i: int, context: str, value: bool) -> str:
    """What the bracket that opens at `i` holds."""
    kind = tokens.kinds[i]
    if kind == "LBRACE":
        return _brace(tokens, i, value)
    if kind == "HOLE_OPEN":
        return "ARGS"
    if kind == "_TUPLE_OPEN":
        return "TUPLE"
    if kind == "_PATTERN_OPEN" or tokens.opens.get(i) == "PATTERN":
        return "PATTERN"
    if kind == "LPAR" and context == "PARAMETERS" and not value and starts_parameter(tokens, i):
        mark_type(tokens, i)
        if tokens.kinds[i] == "_TUPLE_OPEN":
            return "TUPLE"
    if tokens.opens.get(i) == "ARGS":
        return "ARGS"
    if kind == "LSQB":
        return "ATTRIBUTE" if context == "PARAMETERS" and not value else "ARGS"
    if not value or i in tokens.opens:
        return "PARAMETERS"
    if kind == "LPAR" and tokens.after_partner(i) == "ARROW" and tokens.partner[i] + 1 not in tokens.arrows:
        tokens.kinds[i] = "_LAMBDA_OPEN"
        return "PARAMETERS"
    if is_cast(tokens, i, context):
        tokens.kinds[i] = "_CAST_OPEN"
        tokens.cast_end = tokens.partner[i]
        mark_type(tokens, i + 1)
    return "ARGS"


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
