"""What stands between two pieces on one line: nothing, a blank, or what the author chose.

It goes by the kinds that retagging gave: a `<` around type arguments and one that compares are different there.
"""

from osy_grammar.format.atoms import BLOCK_COMMENT, COMMENT, OPAQUE
from osy_grammar.retag.tokens import OPERAND_ENDS

_TIGHT_BEFORE = frozenset(
    (
        "COMMA",
        "SEMICOLON",
        "RPAR",
        "DOT",
        "MAYBE_DOT",
        "NULLABLE",
        "MAYBE_INDEX",
        "_GENERIC_OPEN",
        "_GENERIC_CLOSE",
        "RANGE",
        "RANGE_TO",
        "AT",
    )
)
_TIGHT_AFTER = frozenset(
    (
        "LPAR",
        "_LAMBDA_OPEN",
        "_CAST_OPEN",
        "_ROW_OPEN",
        "_TUPLE_OPEN",
        "_PATTERN_OPEN",
        "DOT",
        "MAYBE_DOT",
        "MAYBE_INDEX",
        "_GENERIC_OPEN",
        "TILDE",
        "FROM_END",
        "RANGE",
        "RANGE_FROM",
        "AT",
    )
)
_CALLED = frozenset(
    (
        "ID",
        "PREDEFINED",
        "CTOR_NAME",
        "RPAR",
        "RSQB",
        "_GENERIC_CLOSE",
        "THIS",
        "BASE",
        "TYPEOF",
        "NEW",
        "TEXT_CLOSE",
        "BANG",
        "NULLABLE",
        "UNASSIGNED",
        "UNFINISHED",
        "RBRACE",
    )
)
"""Behind these a `(` or a `[` belongs to what is before it."""
_SIGNS = frozenset(("MINUS", "PLUS", "INCREMENT", "DECREMENT"))
_NAMED = frozenset(("ID", "PREDEFINED", "DEFAULT", "STRING", "NUMBER"))
_COMMENTS = frozenset((COMMENT, BLOCK_COMMENT, OPAQUE))
_ENDS = OPERAND_ENDS | {"BANG"}


class Spacing:
    """Answers for the pieces of one file."""

    def __init__(self, kinds: list[str], partner: dict[int, int], heads: set[int]) -> None:
        """Look at the kinds of all pieces, at who closes whom of their brackets, and where items begin.

        A `?` of a type that was not told from one that chooses becomes NULLABLE in `kinds`.
        """
        self._kinds = kinds
        self._choices = _conditionals(kinds, heads)
        self._partner = partner
        self._glued = _glued(kinds)
        self._behind_attributes = _behind_attributes(kinds, partner, heads)
        self._triggers = _triggers(kinds)
        self._casts = {partner[i] for i, kind in enumerate(kinds) if kind == "_CAST_OPEN" and i in partner}

    def between(self, i: int, author: int) -> int:
        """How many blanks stand before piece `i`, where the author had `author` of them: 0 or 1."""
        kinds = self._kinds
        before, kind = kinds[i - 1], kinds[i]
        if i in self._glued or i - 1 in self._casts:
            return 0
        if kind in _COMMENTS or before in _COMMENTS:
            return 1 if kind == COMMENT else min(author, 1)
        if kind in _TIGHT_BEFORE:
            return self._before_tight(before, kind, author)
        if before in _TIGHT_AFTER:
            return min(author, 1) if kind in ("LBRACE", "RBRACE") else 0
        if before == "LSQB" or kind == "RSQB":
            return self._inside_square(before, kind, author)
        if i in self._triggers:
            return min(author, 1)
        if kind == "LPAR" or kind == "LSQB":
            return self._before_bracket(before, kind, author)
        if kind in _SIGNS or kind == "BANG" or before in _SIGNS or before == "BANG":
            return self._around_sign(i, before, kind)
        if kind == "COLON":
            return 1 if i in self._choices else 0
        if kind == "PERCENT" and kinds[i + 1 : i + 2] == ["LBRACE"]:
            return 0
        return 1

    def joins(self, i: int) -> bool:
        """Whether piece `i` never begins a line: it goes to the end of the line before."""
        kinds = self._kinds
        before, kind = kinds[i - 1], kinds[i]
        if before in _COMMENTS or kind in _COMMENTS or kind in _BEGINS_LINE or before in _ENDS_LINE:
            return False
        if kind in _STAY or before in _STAY_BEHIND:
            return True
        if i in self._behind_attributes:
            return False
        if kind in _MAY_BEGIN or before in _MAY_END:
            return False
        return self.between(i, 1) == 0 or (before in _WORDS and kind in _WORDS)

    def is_behind_attributes(self, i: int) -> bool:
        """Whether an attribute list of an item ends right before piece `i`, which is still that item's."""
        return i in self._behind_attributes

    def choice_of(self, i: int) -> int:
        """The `?` that the `:` at `i` belongs to, or -1."""
        return self._choices.get(i, -1)

    def operand_ends(self, i: int) -> bool:
        """Whether piece `i` ends an operand, so that a sign behind it has two."""
        while i >= 0 and self._kinds[i] == "BANG":
            i -= 1
        return i >= 0 and self._kinds[i] in OPERAND_ENDS and i not in self._casts

    def _before_tight(self, before: str, kind: str, author: int) -> int:
        if kind == "SEMICOLON" and before in ("LPAR", "SEMICOLON"):
            return 0 if before == "LPAR" else min(author, 1)
        if kind != "RPAR":
            return 0
        return min(author, 1) if before in ("LBRACE", "SEMICOLON") else 0

    def _inside_square(self, before: str, kind: str, author: int) -> int:
        if before == "LSQB" and kind == "RSQB":
            return 0
        # `[ new Crud<Order>() { … } ]` is as common as `[Order]`.
        inner = kind if before == "LSQB" else before
        return min(author, 1) if inner in ("NEW", "RBRACE", "LBRACE", "COMMA") else 0

    def _before_bracket(self, before: str, kind: str, author: int) -> int:
        if before == "RBRACE":
            return 0 if kind == "LPAR" else 1
        if before == "BANG":
            return 0
        if kind == "LSQB" and before == "RSQB":
            return min(author, 1)
        return 0 if before in _CALLED else 1

    def _around_sign(self, i: int, before: str, kind: str) -> int:
        if kind == "BANG":
            return 0 if self.operand_ends(i - 1) else self._default(before)
        if kind in ("INCREMENT", "DECREMENT"):
            return 0 if self.operand_ends(i - 1) else self._default(before)
        if before == "BANG":
            return 1 if self.operand_ends(i - 1) and self._kinds[i - 1] == "BANG" and self._is_postfix(i - 1) else 0
        if before in _SIGNS:
            if before in ("INCREMENT", "DECREMENT"):
                return 1 if self._is_postfix(i - 1) else 0
            if self.operand_ends(i - 2):
                return 1
            return 1 if kind in _SIGNS else 0
        return 1

    def _default(self, before: str) -> int:
        if before in ("BANG", "MINUS", "PLUS"):
            return 0 if before == "BANG" else 1
        return 0 if before in _TIGHT_AFTER else 1

    def _is_postfix(self, i: int) -> bool:
        while i > 0 and self._kinds[i] == "BANG" and self._kinds[i - 1] == "BANG":
            i -= 1
        return i > 0 and self.operand_ends(i - 1)


_OPEN = frozenset(("LBRACE", "LPAR", "LSQB", "_LAMBDA_OPEN", "_CAST_OPEN", "_ROW_OPEN", "_TUPLE_OPEN", "_PATTERN_OPEN"))
_CLOSE = frozenset(("RBRACE", "RPAR", "RSQB"))
_WORDS = frozenset((
    "ID", "PREDEFINED", "NULLABLE", "_GENERIC_CLOSE", "VOID", "VAR", "CLASS", "ENUM", "INTERFACE", "CONST", "NEW",
    "PUBLIC", "INTERNAL", "PRIVATE", "PROTECTED", "ABSTRACT", "SEALED", "VIRTUAL", "OVERRIDE", "PARTIAL", "NAMESPACE",
    "USING", "ENTITY", "COMPONENT", "POLICY", "PRINCIPAL", "WORKFLOW", "STATE", "TERMINAL", "EVENT", "SUBSCRIBE",
    "ON", "ACTION", "LIVE", "SUCCESS", "CANCEL", "ERROR", "GRANT", "TOPIC", "THEME", "ANIMATION", "APP", "PACKAGE",
    "CONTROL", "CLIENT", "TRANSLATIONS", "GOTO", "REMIND", "OUT", "RETURN", "THROW", "YIELD", "VERB", "ALLOW", "DENY",
    "INVARIANT", "CTOR_NAME", "USE", "TESTS", "INSIDE", "SLOT", "FOREIGN_MODIFIER", "PARAMS",
))  # fmt: skip
"""Between two of these no line ends: they are the head of something."""
_STAY = frozenset(("COMMA", "SEMICOLON", "NULLABLE", "MAYBE_INDEX", "_GENERIC_OPEN", "_GENERIC_CLOSE", "AT"))
_STAY_BEHIND = frozenset(("_GENERIC_OPEN", "AT", "TILDE", "FROM_END", "RANGE_FROM", "MAYBE_INDEX"))
_MAY_BEGIN = frozenset((
    "AND", "OR", "COALESCE", "QMARK", "COLON", "PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "VBAR", "EQUALS",
    "DIFFERS", "AT_MOST", "AT_LEAST", "LESSTHAN", "MORETHAN", "ARROW", "EQUAL", "IS", "AS", "WHEN", "WHERE", "BY",
    "MESSAGE", "ELSE", "CATCH", "FINALLY", "IN", "FOR", "RBRACE", "AMPERSAND", "CARET",
))  # fmt: skip
_MAY_END = frozenset((
    "AND", "OR", "COALESCE", "QMARK", "COLON", "PLUS", "STAR", "SLASH", "PERCENT", "VBAR", "EQUALS", "DIFFERS",
    "AT_MOST", "AT_LEAST", "LESSTHAN", "MORETHAN", "ARROW", "EQUAL", "COMMA", "LBRACE", "SEMICOLON", "RBRACE", "IS",
    "AS", "WHEN", "WHERE", "ELSE", "AMPERSAND", "CARET",
))  # fmt: skip


_BEGINS_LINE = frozenset(("DOT", "MAYBE_DOT", "RPAR", "RSQB"))
_ENDS_LINE = frozenset(("LPAR", "LSQB", "_LAMBDA_OPEN", "_ROW_OPEN", "_PATTERN_OPEN", "LBRACE"))


def _conditionals(kinds: list[str], heads: set[int]) -> dict[int, int]:
    """Of every `:` that chooses its `?`, of every one before a base -1; a `?` without a `:` is made NULLABLE."""
    found: dict[int, int] = {}
    waiting: list[list[int]] = [[]]
    nullable: list[int] = []
    for i, kind in enumerate(kinds):
        if i in heads:
            nullable += waiting[-1]
            waiting[-1].clear()
        if kind == "QMARK":
            waiting[-1].append(i)
        elif kind == "COLON":
            if waiting[-1]:
                found[i] = waiting[-1].pop()
            elif _is_base(kinds, i):
                found[i] = -1
        elif kind in _OPEN:
            waiting.append([])
        elif kind in _CLOSE:
            if len(waiting) > 1:
                nullable += waiting.pop()
        elif kind == "COMMA" or kind == "SEMICOLON":
            nullable += waiting[-1]
            waiting[-1].clear()
    for rest in waiting:
        nullable += rest
    for i in nullable:
        kinds[i] = "NULLABLE"
    return found


def _is_base(kinds: list[str], i: int) -> bool:
    """Whether the `:` at `i` stands between a declared name and its base: the words before it declare something."""
    j, generic = i - 1, 0
    while j >= 0:
        kind = kinds[j]
        if kind == "RPAR":
            return True
        if kind == "_GENERIC_CLOSE":
            generic += 1
        elif kind == "_GENERIC_OPEN":
            generic -= 1
        elif kind not in ("ID", "DOT") and not generic:
            return kind in _WITH_BASE
        j -= 1
    return False


_WITH_BASE = frozenset(("CLASS", "INTERFACE", "ENTITY", "ENUM", "THEME", "COMPONENT", "WHERE"))


def _behind_attributes(kinds: list[str], partner: dict[int, int], heads: set[int]) -> set[int]:
    """The pieces right behind the attribute lists of items, which may stand on lines of their own."""
    found: set[int] = set()
    for i in heads:
        while kinds[i] == "LSQB" and i in partner:
            i = partner[i] + 1
            while i < len(kinds) and kinds[i] in _COMMENTS:
                i += 1
            if i == len(kinds):
                break
            found.add(i)
    return found


def _glued(kinds: list[str]) -> set[int]:
    """Pieces with nothing before them for a reason of their own: the parts of a locale's tag."""
    found: set[int] = set()
    for i, kind in enumerate(kinds):
        if kind == "TRANSLATIONS":
            j = i + 2
            while j < len(kinds) and kinds[j] in ("MINUS", "ID"):
                found.add(j)
                j += 1
    return found


def _triggers(kinds: list[str]) -> set[int]:
    """The `(` of every trigger of a component, before which published programs have a blank: `on every (…)`.

    A route of a workflow has its parameters there, without one.
    """
    found: set[int] = set()
    declared = ""
    for i, kind in enumerate(kinds):
        if kind in ("COMPONENT", "WORKFLOW"):
            declared = kind
        elif kind == "ON" and declared == "COMPONENT" and kinds[i + 1 : i + 3] == ["ID", "LPAR"]:
            found.add(i + 2)
    return found
