"""What is open at an offset, a call's brackets or an initialiser's, read from the tokens.

A half-typed call has no tree of its own; its tokens are there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from osy_analysis.ide.chunk_tokens import tokens_of
from osy_grammar.lexemes import Lexeme
from osy_grammar.tree import Item, SourceFile

_OPENING = frozenset(("LPAR", "LSQB", "LBRACE", "HOLE_OPEN"))
_CLOSING = frozenset(("RPAR", "RSQB", "RBRACE", "HOLE_CLOSE"))
_PARENS = "LPAR"
_BEFORE_ATTRIBUTE = frozenset(("SEMICOLON", "LBRACE", "RBRACE", "RSQB", "LPAR"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCall:
    """What is called and how far its arguments have come.

    `name` starts at `name_start`; `before` is the word or mark before the whole of what is called (`new`, `[`, `on`,
    a type in a declaration's head …), `is_member` says that a dot stands before the name. `active` counts the commas
    before the offset; `active_name` is the name of the argument there, `given` are the names of all others.
    """

    item: Item
    name: str
    name_start: int
    open: int
    before: str
    is_member: bool
    active: int
    active_name: str = ""
    given: tuple[str, ...] = ()


def open_call(source: SourceFile, offset: int) -> OpenCall | None:
    """The innermost call around the offset; None where there is none."""
    around = _tokens_before(source, offset)
    if around is None:
        return None
    item, kinds, lexemes, last = around
    opening = _opening(kinds, last)
    if opening < 1:
        return None
    name_at = _before_type_arguments(kinds, opening - 1)
    if name_at < 0 or not _is_word(lexemes[name_at][2]):
        return None
    head = name_at
    while head >= 2 and kinds[head - 1] in ("DOT", "QDOT") and _is_word(lexemes[head - 2][2]):
        head -= 2
    active, active_name, given = _arguments(kinds, lexemes, opening, last)
    return OpenCall(
        item=item,
        name=lexemes[name_at][2],
        name_start=item.start + lexemes[name_at][0],
        open=item.start + lexemes[opening][0],
        before="[" if _is_attribute(kinds, head) else lexemes[head - 1][2] if head >= 1 else "",
        is_member=name_at >= 1 and lexemes[name_at - 1][2] in (".", "?."),
        active=active,
        active_name=active_name,
        given=given,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenInitialiser:
    """`new Type { A = 1, ‸`: the members given so far; `member` is the one whose value is being written, if one is."""

    item: Item
    type: str
    given: tuple[str, ...]
    member: str


def open_initialiser(source: SourceFile, offset: int) -> OpenInitialiser | None:
    """The innermost initialiser around the offset; None where another bracket is nearer, or a block."""
    around = _tokens_before(source, offset)
    if around is None:
        return None
    item, kinds, lexemes, last = around
    opening = _innermost(kinds, last)
    if opening < 2 or kinds[opening] != "LBRACE":
        return None
    before = opening - 1
    if kinds[before] == "RPAR":
        before = _matching(kinds, before) - 1
    if lexemes[before][2] == "new":
        before = _declared_type(kinds, lexemes, before)
        head = before + 1
    else:
        before = head = _before_type_arguments(kinds, before)
    while head >= 2 and kinds[head - 1] == "DOT":
        head -= 2
    if before < 0 or (head <= before and (head < 1 or lexemes[head - 1][2] != "new")):
        return None
    _, member, given = _arguments(kinds, lexemes, opening, last)
    return OpenInitialiser(item=item, type=lexemes[before][2], given=given, member=member)


def _declared_type(kinds: list[str], lexemes: Sequence[Lexeme], new: int) -> int:
    """The token of the type in `Type name = new() {`, which leaves it out behind `new`; -1 where it is another."""
    is_declared = new > 2 and kinds[new - 3 : new] == ["ID", "ID", "EQUAL"]
    return new - 3 if is_declared else -1


def _innermost(kinds: list[str], last: int) -> int:
    """The innermost bracket that is open behind a token; -1 if there is none."""
    depth = 0
    for place in range(last, -1, -1):
        if kinds[place] in _CLOSING:
            depth += 1
        elif kinds[place] in _OPENING:
            if depth == 0:
                return place
            depth -= 1
    return -1


def _matching(kinds: list[str], closing: int) -> int:
    return _innermost(kinds, closing - 1)


def _opening(kinds: list[str], last: int) -> int:
    """The token of the bracket that is open; -1 if the innermost open one is no `(`."""
    depth = 0
    for place in range(last, -1, -1):
        kind = kinds[place]
        if kind in _CLOSING:
            depth += 1
        elif kind in _OPENING:
            if depth == 0:
                # An open `{` of a lambda or an initialiser, and a `[`, hide the call around them.
                return place if kind == _PARENS else -1
            depth -= 1
        elif kind == "SEMICOLON" and depth == 0:
            return -1
    return -1


def _before_type_arguments(kinds: list[str], place: int) -> int:
    if place < 0 or kinds[place] != "MORETHAN":
        return place
    depth = 0
    while place >= 0:
        depth += (kinds[place] == "MORETHAN") - (kinds[place] == "LESSTHAN")
        place -= 1
        if depth == 0:
            return place
    return -1


def _is_attribute(kinds: list[str], head: int) -> bool:
    """Whether the name begins, or goes on in, what stands between `[` and `]` before a declaration."""
    if head < 1 or kinds[head - 1] not in ("LSQB", "COMMA"):
        return False
    opening = _innermost(kinds, head - 1)
    return kinds[opening] == "LSQB" and (opening == 0 or kinds[opening - 1] in _BEFORE_ATTRIBUTE)


def _tokens_before(source: SourceFile, offset: int) -> tuple[Item, list[str], list[tuple[int, int, str]], int] | None:
    """The item at the offset, its tokens, and the index of the last one that ends before it."""
    item = source.item_at(offset) or (source.items[-1] if source.items else None)
    if item is None:
        return None
    scanned = tokens_of(item.chunk)
    at = offset - item.start
    last = sum(1 for start, end, _ in scanned.lexemes if end <= at and start < end) - 1
    return item, scanned.kinds, scanned.lexemes, last


def _arguments(
    kinds: list[str], lexemes: list[tuple[int, int, str]], opening: int, last: int
) -> tuple[int, str, tuple[str, ...]]:
    depth, active, name = 0, 0, ""
    given: list[str] = []
    is_begun = False
    for place in range(opening + 1, last + 1):
        kind = kinds[place]
        if kind in _OPENING:
            depth += 1
        elif kind in _CLOSING:
            depth -= 1
        elif depth == 0 and kind == "COMMA":
            given.append(name)
            active, name, is_begun = active + 1, "", False
            continue
        if depth == 0 and not is_begun and _is_word(lexemes[place][2]) and place < last:
            name = lexemes[place][2] if lexemes[place + 1][2] in (":", "=") else ""
        is_begun = True
    return active, name, tuple(each for each in given if each)


def _is_word(text: str) -> bool:
    return text[:1].isalpha() or text[:1] == "_"
