"""What to do at a token that fits nowhere.

First a short run of missing tokens is tried (`;`, a name, an expression …), then leaving out a few tokens; a try
counts if the tokens behind it fit. Else the parser drops back to the innermost list (of statements, clauses, members
…) that can go on behind the fault: what lies between becomes one error node of that list. Tries look only at the
tables, so that nothing is built in vain. Brackets are balanced already, which is what keeps a fault inside its body.
"""

from bisect import bisect_left

from osy_grammar.builders.lists import Skipped
from osy_grammar.expected import at_head, expectation, missing_message
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes.base import Token
from osy_grammar.probe import INSERTIONS, Probe
from osy_grammar.tables import END, Row
from osy_grammar.tree import SyntaxProblem

_SINGLE = 7
"""The first so many of them are one token."""
_FIT = 3
"""How many tokens behind a try must fit."""
_HEAD = 3
"""So many tokens may belong to the head of a declaration that is none of Osy#'s."""
_LONGEST_DELETION = 8
_FINE_RECOVERIES = 60
_RECOVERIES = 400
_MARKS = {"LBRACE": "{", "RBRACE": "}", "LPAR": "(", "RPAR": ")"}
_OPENERS = frozenset(
    ("LBRACE", "LPAR", "_LAMBDA_OPEN", "_CAST_OPEN", "_ROW_OPEN", "_TUPLE_OPEN", "_PATTERN_OPEN", "LSQB", "HOLE_OPEN")
)
_CLOSERS = frozenset(("RBRACE", "RPAR", "RSQB", "HOLE_CLOSE"))
_STATEMENTS = frozenset(
    ("RETURN", "IF", "FOREACH", "WHILE", "FOR", "TRY", "GOTO", "BREAK", "CONTINUE", "YIELD", "THROW", "_DECL", "RUNAS")
)
_GOES_ON = frozenset(
    (
        "SEMICOLON",
        "COMMA",
        "DOT",
        "MAYBE_DOT",
        "RPAR",
        "RSQB",
        "ELSE",
        "CATCH",
        "FINALLY",
        "EQUAL",
        "QMARK",
        "COLON",
        "COALESCE",
        "LPAR",
        "LSQB",
        "BANG",
        "MAYBE_INDEX",
        "NULLABLE",
        "PLUS",
        "HOLE_CLOSE",
    )
)


class Recovery:
    """Mends the token list of one declaration as it goes, and collects what was wrong."""

    def __init__(self, text: str, kinds: list[str], lexemes: list[Lexeme], told: list[SyntaxProblem]) -> None:
        """`told` are the problems that the passes before found: a fault at such a place is the same one."""
        self._text = text
        self._kinds = kinds
        self._lexemes = lexemes
        self.problems: list[SyntaxProblem] = []
        self._quiet = {
            problem.insert_at for problem in told if problem.is_unclosed and "}" not in (problem.missing or "")
        }
        self._left_out = sorted(problem.start for problem in told if not problem.is_unclosed)
        self._count = 0
        self._last = -_FIT

    def recover(self, rows: list[Row], values: list[object], starts: list[int], i: int) -> int:
        """Mend stacks and tokens for the token at `i`; the index to go on from, behind the last if nothing helps."""
        self._count += 1
        if self._count > _RECOVERIES:
            return len(self._kinds)
        is_told = i - self._last < 2 or self._is_quiet(i)
        self._last = i
        is_break = self._kinds[i] == "_UNFINISHED"
        if is_break:
            del self._kinds[i], self._lexemes[i]
        if self._count <= _FINE_RECOVERIES or is_break:
            begins = is_break or (self._kinds[i] in _STATEMENTS and self._starts_line(i))
            if self._insert(rows, i, is_told, INSERTIONS[:_SINGLE]):
                return i
            if not begins and self._delete(rows, i, 1, is_told):
                return i
            if self._insert(rows, i, is_told, INSERTIONS[_SINGLE:]):
                return i
            if not begins and self._delete(rows, i, _LONGEST_DELETION, is_told):
                return i
        if not is_told:
            self._unexpected(rows, i)
        return self._drop_back(rows, values, starts, i)

    def _is_quiet(self, i: int) -> bool:
        """Whether the fault is one that is told already: a closer is missing right there, or something was left out."""
        start = self._lexemes[i][0]
        before = self._lexemes[i - 1][1] if i else 0
        if before in self._quiet:
            return True
        place = bisect_left(self._left_out, before)
        return place < len(self._left_out) and self._left_out[place] <= start

    # ── Tries ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _fits(self, probe: Probe, i: int) -> bool:
        for kind in self._kinds[i : i + _FIT]:
            if kind == "_UNFINISHED":
                return True
            if not probe.shift(kind):
                return False
            if kind == END:
                return True
        return True

    def _insert(self, rows: list[Row], i: int, is_told: bool, candidates: tuple[tuple[str, ...], ...]) -> bool:
        top = rows[-1]
        for candidate in candidates:
            if top[candidate[0]] is None:
                continue
            probe = Probe(rows, len(rows))
            if not all(probe.shift(kind) for kind in candidate):
                continue
            probe.first_rule = ""
            if not self._fits(probe, i):
                continue
            at = self._lexemes[i - 1][1] if i else self._lexemes[i][0]
            if not is_told:
                message, missing = missing_message(candidate, probe.first_rule, self._before(i))
                self.problems.append(SyntaxProblem(at, at, message, missing=missing, insert_at=at))
            self._kinds[i:i] = candidate
            self._lexemes[i:i] = [(at, at, _MARKS.get(kind, "")) for kind in candidate]
            self._last = i + len(candidate)
            return True
        return False

    def _delete(self, rows: list[Row], i: int, longest: int, is_told: bool) -> bool:
        end = i
        for _ in range(longest):
            end = self._behind(end)
            if end < 0:
                return False
            if self._fits(Probe(rows, len(rows)), end):
                if not is_told:
                    self._unexpected(rows, i)
                del self._kinds[i:end], self._lexemes[i:end]
                return True
        return False

    def _behind(self, i: int) -> int:
        """The index behind token `i`, or behind the parentheses that open there; -1 where a body begins or ends."""
        kind = self._kinds[i]
        if kind in ("LBRACE", "SEMICOLON", END) or kind in _CLOSERS:
            return i + 1 if kind == "SEMICOLON" else -1
        if kind not in _OPENERS:
            return i + 1
        depth = 0
        for j in range(i, min(i + 200, len(self._kinds))):
            if self._kinds[j] in _OPENERS:
                depth += 1
            elif self._kinds[j] in _CLOSERS:
                depth -= 1
                if not depth:
                    return j + 1
        return -1

    # ── Dropping back ────────────────────────────────────────────────────────────────────────────────────────────────

    def _drop_back(self, rows: list[Row], values: list[object], starts: list[int], i: int) -> int:
        depth = 0
        for level in range(len(values), 0, -1):
            if level < len(values):
                depth += _nesting(values[level])
            if not Probe(rows, level).shift("SKIPPED"):
                continue
            start = starts[level] if level < len(starts) else self._lexemes[i][0]
            end = self._resume(i, depth, start)
            if end < 0:
                continue
            probe = Probe(rows, level)
            if not probe.shift("SKIPPED") or not probe.shift(self._kinds[end]):
                continue
            first = self._index_of(start, i)
            if end == first:
                continue
            self._skip(first, end)
            del rows[level:], values[level:], starts[level:]
            self._last = first
            return first
        return len(self._kinds)

    def _index_of(self, start: int, i: int) -> int:
        """The token that begins at `start`, at or before `i`."""
        while i > 0 and self._lexemes[i - 1][0] >= start:
            i -= 1
        return i

    def _skip(self, first: int, end: int) -> None:
        tokens = tuple(
            Token(start, stop, kind, word)
            for kind, (start, stop, word) in zip(self._kinds[first:end], self._lexemes[first:end], strict=True)
            if start < stop
        )
        start, stop = self._lexemes[first][0], self._lexemes[end - 1][1]
        self._kinds[first:end] = ["SKIPPED"]
        self._lexemes[first:end] = [Skipped(start, stop, tokens)]  # type: ignore[list-item]  # a token with tokens inside

    def _resume(self, i: int, depth: int, start: int) -> int:
        """Where to go on behind the fault at `i`, `depth` brackets inside the item that began at `start`; or -1."""
        kinds = self._kinds
        indent = self._indent(start)
        for j in range(i, len(kinds)):
            kind = kinds[j]
            if kind in _OPENERS:
                depth += 1
            elif kind in _CLOSERS:
                depth -= 1
                if depth < 0:
                    return j if kind == "RBRACE" else -1
                if depth == 0 and kind == "RBRACE" and kinds[j + 1] not in _GOES_ON:
                    return j + 1
            elif depth == 0:
                if kind == "SEMICOLON":
                    return j + 1
                if kind == END:
                    return j
                if self._lexemes[j][0] > start and self._begins(j, indent):
                    return j
        return -1

    def _begins(self, j: int, indent: int) -> bool:
        """Whether a line at token `j` begins an item: it is indented no more than the broken one, or a statement."""
        start = self._lexemes[j][0]
        if not self._starts_line(j):
            return False
        return self._kinds[j] in _STATEMENTS or (self._column(start) <= indent and self._kinds[j] not in _GOES_ON)

    def _starts_line(self, j: int) -> bool:
        between = self._text[self._lexemes[j - 1][1] : self._lexemes[j][0]] if j else "\n"
        return "\n" in between or "\r" in between

    def _indent(self, offset: int) -> int:
        line = self._text.rfind("\n", 0, offset) + 1
        rest = self._text[line:offset]
        return len(rest) - len(rest.lstrip())

    def _column(self, offset: int) -> int:
        return offset - self._text.rfind("\n", 0, offset) - 1

    # ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _before(self, i: int) -> tuple[str, str]:
        """The kind and the text of the token before `i`."""
        return (self._kinds[i - 1], self._lexemes[i - 1][2]) if i else ("", "")

    def _unexpected(self, rows: list[Row], i: int) -> None:
        head = at_head(self._kinds[0], self._lexemes[0][2]) if i <= _HEAD else None
        if head is not None:
            start, end, _ = self._lexemes[0]
            self.problems.append(SyntaxProblem(start, end, head))
            return
        start, end, word = self._lexemes[i]
        fitting = [kind for kind in rows[-1].terminals() if Probe(rows, len(rows)).shift(kind)]
        if start == end:
            start = end = self._lexemes[i - 1][1] if i else start
        message = expectation(self._kinds[i], word, fitting, self._before(i))
        self.problems.append(SyntaxProblem(start, end, message))


def _nesting(value: object) -> int:
    """1 for an open bracket on the stack, -1 for a closed one, 0 for all else."""
    if value.__class__ is tuple and len(value) == 3:
        mark = value[2]
        if mark in ("(", "[", "{"):
            return 1
        if mark in (")", "]", "}"):
            return -1
    return 0
