"""Cuts the tokens of a file into top-level declarations, each of which is then parsed by itself.

A declaration ends at its `;` or at the `}` of its body. The cut goes from left to right and remembers nothing from
one declaration to the next, so that a file can be cut again from any declaration on. Where brackets are not balanced,
a line that begins at column 0 with something that can only be a declaration ends the one before; a line that may be a
declaration or a member does so only if the braces are found unbalanced in the end.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from osy_grammar.lexemes import NEVER, Scan
from osy_grammar.retag.bodies import BEGINS, begins_body
from osy_grammar.retag.heads import FILE_WORDS
from osy_grammar.retag.tokens import MODIFIERS

_HEADS = frozenset(("CLASS", "ENUM", "INTERFACE", "NAMESPACE"))
_BEGINNINGS = _HEADS | MODIFIERS | {"LSQB", "USING", "ID", "VOID", "PREDEFINED"}
_AFTER_NAME = frozenset(("LBRACE", "COLON", "LPAR", "LESSTHAN", "DOT", "ARROW", "FOR", "ID"))
_MARKS = frozenset(("LBRACE", "RBRACE", "LPAR", "RPAR", "LSQB", "RSQB", "SEMICOLON", "EQUAL", "ARROW", "TEXT_OPEN"))
_TELLING = _BEGINNINGS | BEGINS | _MARKS
"""The only tokens that can begin or end a declaration, or a part of one."""
_JUNK = frozenset(("RBRACE", "RPAR", "RSQB", "SEMICOLON"))
_LINE_ENDS = "\n\r"
_LONGEST_MARK = 3


class Part(NamedTuple):
    """The tokens from `first` up to `last` of a declaration; its end was found by reading up to `reach`."""

    first: int
    last: int
    reach: int


def split(text: str, scan: Scan, *, is_start: bool) -> Iterator[Part]:
    """The declarations in order, which together are all tokens but `$END`; `is_start` if the text begins its file."""
    return _Splitter(text, scan, is_start).parts()


class _Splitter:
    def __init__(self, text: str, scan: Scan, is_start: bool) -> None:
        self._is_start = is_start
        self._text = text
        self._kinds = [*scan.kinds, "$END", "$END", "$END"]
        self._lexemes = scan.lexemes
        self._end = len(scan.kinds) - 1
        self._looked = 0
        self._far = scan.far

    def parts(self) -> Iterator[Part]:
        first = passed = 0
        while first < self._end:
            last, reach = self._part(first)
            yield Part(first, last, max([reach, *(far for _, far in self._far_within(passed, reach))]))
            end = self._lexemes[last - 1][1]
            while passed < len(self._far) and self._far[passed][0] < end:
                passed += 1
            first = last

    def _far_within(self, first: int, reach: int) -> Iterator[tuple[int, int]]:
        """The tokens up to `reach` whose ends depend on text far behind them, from the one of number `first` on."""
        return takewhile(lambda one: one[0] < reach, self._far[first:])

    def _part(self, first: int) -> tuple[int, int]:
        kinds = self._kinds
        self._looked = 0
        if kinds[first] in _JUNK:
            i = self._behind_junk(first)
            return i, self._reach(i)
        head = self._lead_end(first)
        braces, parens, candidate = 0, 0, -1
        in_value = has_body = False
        text, lexemes = self._text, self._lexemes
        i = head
        while i < self._end:
            kind = kinds[i]
            if kind not in _TELLING:
                i += 1
                continue
            if kind == "TEXT_OPEN":
                i = self._behind_text(i)
                continue
            # Most tokens are passed over right here, without a call.
            start = lexemes[i][0]
            if i > head and kind in _BEGINNINGS and (kind == "VOID" or (start and text[start - 1] in _LINE_ENDS)):
                cut = self._cut(i, head, braces, in_value)
                if cut > 0:
                    return (candidate if candidate > 0 and braces else i), self._reach(i + 3)
                if cut < 0 and candidate < 0 and braces:
                    candidate = i
            in_head = i > head and not (braces or parens or in_value or has_body)
            if in_head and begins_body(text, kinds, lexemes, head, i):
                has_body = True
                braces = 1
            if kind == "LBRACE":
                has_body = True
                if not braces and parens and kinds[i - 1] not in ("ARROW", "NEW") and not in_value:
                    parens = 0
                braces += 1
            elif kind == "RBRACE":
                braces -= 1
                if braces <= 0:
                    braces = 0
                    if not in_value and not parens:
                        if self._extra_brace(i, first):
                            braces = 1
                            i += 1
                            continue
                        i = self._behind_semicolons(i + 1)
                        return i, self._reach(i)
            elif not braces:
                if kind == "LPAR" or kind == "LSQB":
                    parens += 1
                elif kind == "RPAR" or kind == "RSQB":
                    parens = max(parens - 1, 0)
                elif kind == "SEMICOLON":
                    return i + 1, self._reach(i + 1)
                elif (kind == "EQUAL" or kind == "ARROW") and not parens:
                    in_value = True
            i += 1
        if candidate > 0 and braces:
            return candidate, NEVER
        return self._end, NEVER

    def _behind_semicolons(self, i: int) -> int:
        while i < self._end and self._kinds[i] == "SEMICOLON":
            i += 1
        return i

    def _behind_junk(self, i: int) -> int:
        while i < self._end and self._kinds[i] in _JUNK:
            i += 1
        return i

    def _extra_brace(self, i: int, first: int) -> bool:
        """Whether the `}` at `i` is one too many: all up to a leftover `}` at column 0 is indented, it included."""
        if self._starts_line(i) or not self._starts_line(first) or not self._has_line_end(first, i):
            return False
        depth = 0
        for j in range(i + 1, self._end):
            self._looked = max(self._looked, j)
            if self._starts_line(j):
                return self._kinds[j] == "RBRACE" and depth == 0
            if self._kinds[j] == "LBRACE":
                depth += 1
            elif self._kinds[j] == "RBRACE":
                depth -= 1
                if depth < 0:
                    return False
        self._looked = self._end
        return False

    def _behind_text(self, i: int) -> int:
        """The index behind the interpolated string that opens at `i`: nothing in its holes can end a declaration."""
        depth = 0
        while i < self._end:
            kind = self._kinds[i]
            i += 1
            if kind == "TEXT_OPEN":
                depth += 1
            elif kind == "TEXT_CLOSE":
                depth -= 1
                if not depth:
                    break
        return i

    def _has_line_end(self, first: int, last: int) -> bool:
        between = self._text[self._lexemes[first][1] : self._lexemes[last][0]]
        return "\n" in between or "\r" in between

    def _reach(self, i: int) -> int:
        """How far the text was read when tokens up to `i` were looked at: a token's first characters tell its kind."""
        i = max(i, self._looked)
        return self._lexemes[i][0] + _LONGEST_MARK if i < self._end else NEVER

    def _starts_line(self, i: int) -> bool:
        start = self._lexemes[i][0]
        return self._text[start - 1] in _LINE_ENDS if start else self._is_start

    def _lead_end(self, i: int) -> int:
        """The index behind attributes and modifiers."""
        kinds = self._kinds
        while True:
            if kinds[i] == "LSQB":
                close = self._attribute_end(i)
                if close < 0:
                    return i
                i = close
            elif kinds[i] in MODIFIERS:
                i += 1
            else:
                return i

    def _attribute_end(self, i: int) -> int:
        """The index behind the attribute list that opens at `i`; -1 if none closes before a `;`."""
        kinds, depth = self._kinds, 0
        while i < self._end:
            kind = kinds[i]
            if kind == "TEXT_OPEN":
                i = self._behind_text(i)
                continue
            self._looked = max(self._looked, i + 1)
            if kind == "LSQB" or kind == "LPAR" or kind == "LBRACE":
                depth += 1
            elif kind == "RSQB" or kind == "RPAR" or kind == "RBRACE":
                depth -= 1
                if depth == 0:
                    return i + 1
            elif kind == "SEMICOLON" and depth < 3:
                return -1
            i += 1
        self._looked = self._end
        return -1

    def _cut(self, i: int, head: int, braces: int, in_value: bool) -> int:
        """1 if another declaration begins at token `i`, -1 if perhaps, 0 if not."""
        kinds = self._kinds
        kind = kinds[i]
        if not self._starts_line(i):
            return 1 if kind == "VOID" and not braces and kinds[i + 1] == "ID" and i > head else 0
        if kind == "LSQB" or kind in MODIFIERS:
            behind = self._lead_end(i)
            if behind == i:
                return 0
            kind = kinds[behind]
            if not braces and not in_value and kind != "LSQB":
                return 1
            if not braces and kind in ("ID", "PREDEFINED", "VOID", "CONST"):
                return 1
            i = behind
        if kind in _HEADS:
            return 1 if kinds[i + 1] == "ID" else -1
        if kind == "USING":
            return 1 if kinds[i + 1] == "ID" and kinds[i + 2] in ("DOT", "SEMICOLON") else 0
        if kind == "ID":
            word = self._lexemes[i][2]
            if word in FILE_WORDS and kinds[i + 1] == "ID" and kinds[i + 2] in _AFTER_NAME:
                return 1
            if word == "app" and kinds[i + 1] == "DOT" and kinds[i + 2] == "ID" and kinds[i + 3] == "EQUAL":
                return -1 if braces else 1
            return -1 if kinds[i + 1] == "ID" and kinds[i + 2] == "LPAR" else 0
        if kind == "VOID" or kind == "PREDEFINED":
            return -1 if kinds[i + 1] == "ID" and kinds[i + 2] == "LPAR" else 0
        return 0
