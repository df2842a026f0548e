"""Patterns: a recogniser that goes over them once and says what their words and brackets are.

`and`, `or`, `not` are words of a pattern only before one, a `<` at its head compares, its brackets hold patterns. What
is no pattern is left as it is, and the parser says what is wrong with it.
"""

from osy_grammar.record import record
from osy_grammar.retag.tokens import LITERALS, OPERAND_STARTS, Tokens
from osy_grammar.retag.types import generic_end, mark_type, type_end

_RELATIONS = frozenset(("LESSTHAN", "MORETHAN", "AT_MOST", "AT_LEAST"))
_STARTS = OPERAND_STARTS | _RELATIONS | {"VAR", "LBRACE"}
_ENDS = frozenset((
    "RPAR", "COMMA", "RBRACE", "RSQB", "SEMICOLON", "COLON", "ARROW", "QMARK", "NULLABLE", "AND", "OR", "EQUALS",
    "DIFFERS", "COALESCE", "HOLE_CLOSE", "FORMAT", "VBAR", "AMPERSAND", "CARET", "IS", "AS", "EQUAL", "$END",
    *_RELATIONS,
))  # fmt: skip
_BRACKETS = frozenset(("LPAR", "LSQB", "LBRACE", "HOLE_OPEN"))
_DEEPEST = 60


@record(frozen=False)
class _Marks:
    """What a recognised pattern makes of its tokens."""

    kinds: list[tuple[int, str]]
    opens: list[int]
    constants: list[int]
    types: list[int]

    def commit(self, tokens: Tokens) -> None:
        for i in self.types:
            mark_type(tokens, i)
        for i, kind in self.kinds:
            tokens.kinds[i] = kind
        for i in self.opens:
            tokens.opens[i] = "PATTERN"
        for i in self.constants:
            tokens.inserted[i] = "_CONSTANT"


def behind_is(tokens: Tokens, i: int) -> None:
    """Mark the pattern behind an `is`."""
    marks = _Marks([], [], [], [])
    if _pattern(tokens, i, marks, 0, is_label=False) > 0:
        marks.commit(tokens)


def label(tokens: Tokens, i: int) -> int:
    """Mark the pattern of a `case` or of an arm that begins at `i`; the index behind it, -1 if there is none."""
    marks = _Marks([], [], [], [])
    end = _pattern(tokens, i, marks, 0, is_label=True)
    if end > 0 and (tokens.kinds[end] in ("COLON", "ARROW") or tokens.word(end) == "when"):
        marks.commit(tokens)
        return end
    return -1


def arms(tokens: Tokens, opener: int) -> None:
    """Mark the patterns of a `switch` expression whose brace opens at `opener`, and where its arms' arrows are."""
    kinds, last = tokens.kinds, tokens.partner[opener]
    i = opener + 1
    while i < last:
        behind = label(tokens, i)
        arrow = _skip(tokens, behind if behind > 0 else i, last, "ARROW")
        if behind < 0 and arrow < last:
            tokens.inserted[i] = "_VALUE"
        for j in (behind,) if behind > 0 else range(i + 1, arrow):
            if kinds[j] == "ID" and tokens.word(j) == "when" and tokens.operand_ends(j - 1):
                tokens.keyword(j)
                break
        tokens.arrows.add(arrow)
        i = _skip(tokens, arrow + 1, last, "COMMA") + 1


def _skip(tokens: Tokens, i: int, last: int, kind: str) -> int:
    """The next token of that kind outside of brackets; `last` if there is none."""
    kinds = tokens.kinds
    while i < last and kinds[i] != kind:
        if kinds[i] in _BRACKETS:
            i = tokens.partner[i] + 1
        elif kinds[i] == "LESSTHAN" and (end := generic_end(tokens, i)) > 0 and kinds[end] in ("LPAR", "DOT", "LBRACE"):
            i = end
        else:
            i += 1
    return min(i, last)


# ── The recogniser ───────────────────────────────────────────────────────────────────────────────────────────────────


def _pattern(tokens: Tokens, i: int, marks: _Marks, depth: int, *, is_label: bool) -> int:
    if depth > _DEEPEST:
        return -1
    i = _operand(tokens, i, marks, depth, is_label)
    while i > 0 and _joins(tokens, i):
        marks.kinds.append((i, f"PATTERN_{tokens.word(i).upper()}"))
        i = _operand(tokens, i + 1, marks, depth, is_label)
    return i


def _joins(tokens: Tokens, i: int) -> bool:
    """Whether `and` or `or` at `i` joins two patterns: another one begins behind it."""
    return tokens.kinds[i] == "ID" and tokens.word(i) in ("and", "or") and tokens.kinds[i + 1] in _STARTS


def _operand(tokens: Tokens, i: int, marks: _Marks, depth: int, is_label: bool) -> int:
    kinds = tokens.kinds
    while kinds[i] == "ID" and tokens.word(i) == "not" and kinds[i + 1] in _STARTS:
        marks.kinds.append((i, "NOT"))
        i += 1
    kind = kinds[i]
    if kind in _RELATIONS:
        marks.kinds.append((i, "RELATION"))
        return _constant_end(tokens, i + 1)
    if kind == "VAR":
        return _var(tokens, i + 1, marks)
    if kind in ("LPAR", "LBRACE"):
        return _recursive(tokens, i, marks, depth, is_label)
    if kind == "LSQB":
        return _list(tokens, i, marks, depth, is_label)
    if kind == "ID" or kind == "PREDEFINED":
        return _named(tokens, i, marks, depth, is_label)
    if kind in LITERALS and _ends(tokens, i + 1, is_label):
        return i + 1
    return _constant(tokens, i, marks)


def _ends(tokens: Tokens, i: int, is_label: bool) -> bool:
    """Whether a pattern can end before token `i`."""
    return tokens.kinds[i] in _ENDS or _joins(tokens, i) or (is_label and _is_when(tokens, i))


def _is_when(tokens: Tokens, i: int) -> bool:
    return tokens.kinds[i] == "ID" and tokens.word(i) == "when" and tokens.kinds[i + 1] in _STARTS


def _var(tokens: Tokens, i: int, marks: _Marks) -> int:
    if tokens.kinds[i] == "ID":
        return i + 1
    if tokens.kinds[i] != "LPAR":
        return -1
    last = tokens.partner[i]
    marks.opens += [j for j in range(i, last) if tokens.kinds[j] == "LPAR"]
    return last + 1


def _named(tokens: Tokens, i: int, marks: _Marks, depth: int, is_label: bool) -> int:
    """A type, perhaps with parts and a name; or a constant that begins with a word."""
    kinds = tokens.kinds
    end = type_end(tokens, i)
    if end < 0:
        return _constant(tokens, i, marks)
    while kinds[end - 1] == "QMARK" and kinds[end] in OPERAND_STARTS and kinds[end] != "ID":
        # The `?` of a choice.
        end -= 1
    if kinds[end - 1] == "QMARK" and kinds[end] == "ID" and kinds[end + 1] not in _ENDS - {"COLON"}:
        end -= 1
    if kinds[end] in ("LPAR", "LBRACE"):
        marks.types.append(i)
        return _recursive(tokens, end, marks, depth, is_label)
    if kinds[end] == "ID" and not _ends(tokens, end, is_label):
        marks.types.append(i)
        return end + 1
    if _ends(tokens, end, is_label):
        marks.types.append(i)
        return end
    return _constant(tokens, i, marks)


def _recursive(tokens: Tokens, i: int, marks: _Marks, depth: int, is_label: bool) -> int:
    kinds = tokens.kinds
    if kinds[i] == "LPAR":
        if _parts(tokens, i, marks, depth) < 0:
            return -1
        marks.kinds.append((i, "_PATTERN_OPEN"))
        i = tokens.partner[i] + 1
    if kinds[i] == "LBRACE":
        if _parts(tokens, i, marks, depth) < 0:
            return -1
        marks.opens.append(i)
        i = tokens.partner[i] + 1
    return i + 1 if kinds[i] == "ID" and not _ends(tokens, i, is_label) else i


def _parts(tokens: Tokens, i: int, marks: _Marks, depth: int) -> int:
    """The parts between the brackets that open at `i`: each a pattern, perhaps of something named before a colon."""
    kinds, last = tokens.kinds, tokens.partner[i]
    i += 1
    while i < last:
        j = i
        while kinds[j] == "ID" and kinds[j + 1] == "DOT":
            j += 2
        if kinds[j] == "ID" and kinds[j + 1] == "COLON":
            i = j + 2
        i = _pattern(tokens, i, marks, depth + 1, is_label=False)
        if i < 0 or i > last or (i < last and kinds[i] != "COMMA"):
            return -1
        i += 1
    return last


def _list(tokens: Tokens, i: int, marks: _Marks, depth: int, is_label: bool) -> int:
    kinds, last = tokens.kinds, tokens.partner[i]
    marks.opens.append(i)
    i += 1
    while i < last:
        if kinds[i] == "RANGE":
            marks.kinds.append((i, "SLICE"))
            i += 1
        if kinds[i - 1] != "RANGE" or kinds[i] in _STARTS:
            i = _pattern(tokens, i, marks, depth + 1, is_label=False)
        if i < 0 or i > last or (i < last and kinds[i] != "COMMA"):
            return -1
        i += 1
    i = last + 1
    return i + 1 if kinds[i] == "ID" and not _ends(tokens, i, is_label) else i


def _constant(tokens: Tokens, i: int, marks: _Marks) -> int:
    if tokens.kinds[i] not in OPERAND_STARTS or tokens.kinds[i] == "THROW":
        return -1
    marks.constants.append(i)
    return _constant_end(tokens, i)


def _constant_end(tokens: Tokens, i: int) -> int:
    """The index behind the constant that begins at `i`."""
    kinds, start = tokens.kinds, i
    while kinds[i] not in _ENDS:
        if kinds[i] == "ID" and i > start and tokens.operand_ends(i - 1):
            break
        i = tokens.partner[i] + 1 if kinds[i] in _BRACKETS else i + 1
    return i if i > start else -1
