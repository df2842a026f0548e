"""Brackets of one declaration: who closes whom, and what to do where nobody closes or nothing is closed.

Everything behind this pass sees balanced brackets: a closer that is missing is put in without width, a closer too
many is left out, and either is told once. Where the brackets alone do not tell which one is missing, the indentation
does.
"""

from osy_grammar.lexemes import Lexeme
from osy_grammar.record import record, replace
from osy_grammar.retag.bodies import begins_body, opens_body
from osy_grammar.retag.tokens import MODIFIERS
from osy_grammar.tree import SyntaxProblem, SyntaxRelated

OPENERS = {"LBRACE": "RBRACE", "LPAR": "RPAR", "LSQB": "RSQB", "HOLE_OPEN": "HOLE_CLOSE"}
CLOSERS = {closer: opener for opener, closer in OPENERS.items()}
MARKS = {"LBRACE": "{", "RBRACE": "}", "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]"}
_NEVER_INSIDE = frozenset(
    (
        "RETURN",
        "IF",
        "FOREACH",
        "WHILE",
        "FOR",
        "TRY",
        "GOTO",
        "BREAK",
        "CONTINUE",
        "YIELD",
        "CLASS",
        "ENUM",
        "INTERFACE",
        "CONST",
        "NAMESPACE",
        *MODIFIERS,
    )
)
_TELLING = frozenset((*OPENERS, *CLOSERS, "SEMICOLON")) | _NEVER_INSIDE
_BEFORE_WORD = frozenset(
    ("ID", "RPAR", "RSQB", "RBRACE", "THIS", "IS", "NUMBER", "STRING", "CHAR", "NULL", "TRUE", "FALSE")
)
_NO_BODY = frozenset(("LBRACE", "EQUAL", "ARROW", "SEMICOLON", "$END"))
_TYPE_TOKENS = frozenset(("ID", "PREDEFINED", "DOT", "MORETHAN", "LESSTHAN", "COMMA", "QMARK", "LSQB", "RSQB", "RPAR"))
_LONGEST_TYPE = 60


def pair(kinds: list[str]) -> dict[int, int] | None:
    """The partner of each bracket; None if the brackets are not balanced or a `(` or `[` runs into a `;` or a `{`."""
    partner: dict[int, int] = {}
    open_: list[int] = []
    for i, kind in enumerate(kinds):
        if kind not in _TELLING:
            continue
        if kind in OPENERS:
            if kind == "LBRACE" and open_ and kinds[open_[-1]] in ("LPAR", "LSQB") and not _is_value(kinds, i, partner):
                return None
            open_.append(i)
        elif kind in CLOSERS:
            if not open_ or kinds[open_[-1]] != CLOSERS[kind]:
                return None
            partner[i] = open_.pop()
            partner[partner[i]] = i
        elif kind == "SEMICOLON":
            if open_ and kinds[open_[-1]] in ("LPAR", "LSQB") and kinds[open_[-1] - 1] != "FOR":
                return None
        elif open_ and kinds[open_[-1]] in ("LPAR", "LSQB") and kinds[i - 1] not in ("DOT", "MAYBE_DOT"):
            # Any word may follow a dot.
            return None
    return None if open_ else partner


def partners(kinds: list[str]) -> dict[int, int]:
    """The partner of each bracket of balanced brackets, whatever stands inside them."""
    partner: dict[int, int] = {}
    open_: list[int] = []
    for i, kind in enumerate(kinds):
        if kind in OPENERS:
            open_.append(i)
        elif kind in CLOSERS:
            partner[i] = open_.pop()
            partner[partner[i]] = i
    return partner


def _is_value(kinds: list[str], i: int, partner: dict[int, int]) -> bool:
    """Whether the `{` at `i`, inside `(` or `[`, may belong to a value: a lambda, an initialiser, a pattern."""
    i -= 1
    if kinds[i] in ("ARROW", "NEW", "IS"):
        return True
    if kinds[i] == "ID" and kinds[i - 1] in _BEFORE_WORD:
        # `x switch {`, `is not {`; otherwise two operands never touch.
        return True
    if kinds[i] in ("LPAR", "COMMA") and kinds[i + 2] == "ID" and kinds[i + 3] in ("COLON", "DOT"):
        # A pattern of properties inside of another one.
        return True
    if kinds[i] == "RPAR" or kinds[i] == "RSQB":
        i = partner.get(i, 1) - 1
    last = max(i - _LONGEST_TYPE, 0)
    while i > last and kinds[i] in _TYPE_TOKENS:
        # A tuple among a type's arguments is passed over.
        i = partner.get(i, 1) - 1 if kinds[i] == "RPAR" else i - 1
    return kinds[i] in ("NEW", "IS") or (kinds[i] == "COLON" and kinds[i - 1] == "ID")


@record(frozen=False)
class _Open:
    """An open bracket: its kind, its token, the column of its line's first token."""

    kind: str
    index: int
    indent: int
    semicolons: int = 0
    is_indented: bool = False
    is_empty: bool = True


def repair(text: str, kinds: list[str], lexemes: list[Lexeme]) -> tuple[list[str], list[Lexeme], list[SyntaxProblem]]:
    """The tokens with balanced brackets, and what was wrong with them."""
    return _Repair(text, kinds, lexemes).run()


class _Repair:
    def __init__(self, text: str, kinds: list[str], lexemes: list[Lexeme]) -> None:
        self._text = text
        self._kinds = kinds
        self._lexemes = lexemes
        self._out_kinds: list[str] = []
        self._out_lexemes: list[Lexeme] = []
        self._open: list[_Open] = []
        self._problems: dict[int, SyntaxProblem] = {}
        self._partner: dict[int, int] = {}
        self._told_at = self._told = self._stray_told = -1
        self._stray = -2
        self._head_indent = 0
        self._missing = kinds.count("LBRACE") - kinds.count("RBRACE")
        self._last_brace = len(kinds) - 1 - kinds[::-1].index("RBRACE") if "RBRACE" in kinds else -1
        self._body = self._find_body()
        self._missing += self._body > 0

    def _find_body(self) -> int:
        """The first token of a body whose `{` is missing; -1 if there is none such."""
        kinds, head, depth = self._kinds, -1, 0
        for i, kind in enumerate(kinds):
            if kind == "LPAR" or kind == "LSQB":
                depth += 1
            elif kind == "RPAR" or kind == "RSQB":
                depth -= 1
            elif depth <= 0:
                if head < 0:
                    head = -1 if kind in MODIFIERS else i
                elif kind in _NO_BODY:
                    return -1
                elif begins_body(self._text, kinds, self._lexemes, head, i):
                    return i
        return -1

    def run(self) -> tuple[list[str], list[Lexeme], list[SyntaxProblem]]:
        """Go over the tokens once."""
        indent = -1
        previous_end = 0
        for i, kind in enumerate(self._kinds):
            start, end, _ = self._lexemes[i]
            column = self._column(start, previous_end)
            outer = indent if self._open and self._open[-1].kind == "LBRACE" else -1
            if column >= 0:
                indent = column
                if kind not in CLOSERS:
                    self._new_line(column)
            if i == self._body or (
                column > outer >= 0 and self._missing < 0 and opens_body(self._kinds, self._lexemes, i)
            ):
                self._open_body(i, previous_end, max(outer, 0))
            if kind == "$END":
                self._close_to(0, previous_end)
            elif kind in CLOSERS:
                if not self._closes(i, kind, column, previous_end):
                    previous_end = end
                    continue
            else:
                self._before(i, kind, previous_end)
                if self._open and self._open[-1].is_empty:
                    self._open[-1].is_empty = False
                    self._open[-1].is_indented |= column < 0
                if kind in OPENERS:
                    # The body of a head that takes several lines is indented by the first of them.
                    is_body = kind == "LBRACE" and column < 0 and i - 1 in self._partner
                    self._open.append(_Open(kind, i, max(min(indent, self._head_indent) if is_body else indent, 0)))
            self._out_kinds.append(kind)
            self._out_lexemes.append(self._lexemes[i])
            previous_end = end
        problems = sorted(self._problems.values(), key=lambda problem: problem.start)
        return self._out_kinds, self._out_lexemes, problems

    def _open_body(self, i: int, at: int, indent: int) -> None:
        """Put in the `{` of the body that begins at token `i`."""
        self._problems[i] = SyntaxProblem(at, at, "expected `{`", missing=" {", insert_at=at)
        self._out_kinds.append("LBRACE")
        self._out_lexemes.append((at, at, "{"))
        self._open.append(_Open("LBRACE", -1, indent, is_indented=True))
        if i != self._body:
            self._missing += 1

    def _column(self, start: int, previous_end: int) -> int:
        """The token's column if it is the first of its line, else -1."""
        text = self._text
        between = text[previous_end:start]
        if previous_end and "\n" not in between and "\r" not in between:
            return -1
        return start - max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) - 1

    def _new_line(self, column: int) -> None:
        """A line that is indented no more than the opener's line is outside, if a brace is missing at all."""
        while self._missing > 0 and self._open and self._open[-1].kind == "LBRACE":
            top = self._open[-1]
            if top.is_empty:
                top.is_indented = column > top.indent
                return
            if not top.is_indented or column > top.indent:
                return
            self._close(self._out_lexemes[-1][1])

    def _before(self, i: int, kind: str, at: int) -> None:
        """Close the brackets that cannot reach behind this token."""
        if kind in MODIFIERS:
            while self._missing > 0 and self._open and self._is_body(self._open[-1]):
                self._close(at)
        if not self._open or self._open[-1].kind not in ("LPAR", "LSQB"):
            return
        top = self._open[-1]
        if kind == "SEMICOLON":
            top.semicolons += 1
            if top.kind == "LPAR" and self._kinds[top.index - 1] == "FOR" and top.semicolons <= 2:
                return
        elif kind == "LBRACE":
            if _is_value(self._kinds, i, self._partner):
                return
        elif kind not in _NEVER_INSIDE:
            return
        while self._open and self._open[-1].kind in ("LPAR", "LSQB"):
            self._close(at)

    def _is_body(self, bracket: _Open) -> bool:
        """Whether statements stand inside: then no member can."""
        return bracket.kind != "LBRACE" or self._kinds[bracket.index - 1] in ("RPAR", "ARROW", "ELSE", "TRY")

    def _closes(self, i: int, kind: str, column: int, at: int) -> bool:
        """Let the closer at `i` close what it can; False if it closes nothing."""
        depth = self._opener_of(kind)
        if kind == "RBRACE" and depth >= 0 and column >= 0:
            while self._missing > 0 and depth > 0 and column < self._open[depth].indent:
                depth -= 1
            if self._missing < 0 and column > self._open[depth].indent:
                depth = -1
        if kind == "RBRACE" and depth == 0 and self._missing < 0 and i < self._last_brace:
            # It would end the declaration, but more of it follows.
            depth = -1
        while depth >= 0 and self._open[depth].kind != CLOSERS[kind]:
            depth -= 1
        if 0 <= depth < len(self._open) - 1 and self._kinds[i + 1] == OPENERS[self._open[-1].kind]:
            # What is open is closed right behind it.
            depth = -1
        if depth < 0:
            start, end, word = self._lexemes[i]
            if self._stray == i - 1:
                # A run of them is one fault.
                first = self._problems[self._stray_told]
                self._problems[self._stray_told] = SyntaxProblem(first.start, end, "these brackets close nothing")
            else:
                self._problems[i] = SyntaxProblem(start, end, f"this `{word}` closes nothing")
                self._stray_told = i
            self._stray = i
            if kind == "RBRACE":
                self._missing += 1
            return False
        self._close_to(depth + 1, at)
        top = self._open.pop()
        opener, self._head_indent = top.index, top.indent
        self._partner[opener], self._partner[i] = i, opener
        if self._open:
            self._open[-1].is_empty = False
        return True

    def _opener_of(self, kind: str) -> int:
        """The place on the stack of the bracket that `kind` can close; -1 if there is none in reach."""
        opener = CLOSERS[kind]
        for depth in range(len(self._open) - 1, -1, -1):
            found = self._open[depth].kind
            if found == opener:
                return depth
            if found == "HOLE_OPEN" or (found == "LBRACE" and kind != "HOLE_CLOSE"):
                return -1
        return -1

    def _close_to(self, depth: int, at: int) -> None:
        while len(self._open) > depth:
            self._close(at)

    def _close(self, at: int) -> None:
        """Put in the closer of the innermost bracket, and say so once for each place."""
        top = self._open.pop()
        closer = OPENERS[top.kind]
        self._out_kinds.append(closer)
        self._out_lexemes.append((at, at, MARKS.get(closer, "}")))
        if top.kind == "LBRACE":
            self._missing -= 1
        if top.kind == "HOLE_OPEN" or top.index < 0:
            return
        start, end, mark = self._lexemes[top.index]
        text = MARKS[closer]
        line = self._text[start:at]
        if top.kind == "LBRACE" and ("\n" in line or "\r" in line):
            text = "\n" + " " * top.indent + text
        if self._told_at == at:
            problem = self._problems[self._told]
            self._problems[self._told] = replace(problem, missing=(problem.missing or "") + text)
            return
        self._told_at, self._told = at, top.index
        related = (SyntaxRelated(at, at, f"`{MARKS[closer]}` is missing here"),)
        self._problems[top.index] = SyntaxProblem(start, end, f"this `{mark}` is never closed", True, related, text, at)
