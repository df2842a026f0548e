"""The kinds of words in the protocol's numbers: each token's place counts from the one before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from osy_grammar.span import LineIndex, Position, Units
from osy_server.handshake import TOKEN_MODIFIERS, TOKEN_TYPES

if TYPE_CHECKING:
    from osy_analysis.ide.semantic_tokens import Coloured, Token

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}

NUMBERS_OF_TOKEN = 5


@dataclass(frozen=True, slots=True)
class _Encoded:
    """The numbers of a declaration's tokens, those of the first counted from the declaration's start.

    `first` and `last` are where the first and the last token begin.
    """

    numbers: list[int]
    first: Position
    last: Position


_kept: "WeakKeyDictionary[Coloured, dict[Units, _Encoded | None]]" = WeakKeyDictionary()


def all_tokens(items: "Iterable[tuple[int, Coloured]]", lines: LineIndex, unit: Units) -> list[int]:
    """The numbers of a file whose declarations begin at those offsets; what did not change is not counted again."""
    data: list[int] = []
    line = column = 0
    for start, coloured in items:
        encoded = _encoded(coloured, unit)
        if encoded is None:
            continue
        base = lines.position(start, unit)
        at = _moved(encoded.first, base)
        begin = len(data)
        data += encoded.numbers
        data[begin] = at.line - line
        data[begin + 1] = at.column - column if at.line == line else at.column
        last = _moved(encoded.last, base)
        line, column = last.line, last.column
    return data


def some_tokens(tokens: "Iterable[Token]", lines: LineIndex, unit: Units) -> list[int]:
    """The numbers of tokens in source order, none of which spans a line's end."""
    data: list[int] = []
    line = column = 0
    for token in tokens:
        at = lines.position(token.start, unit)
        width = lines.position(token.end, unit).column - at.column
        if width <= 0:
            continue
        modifiers = sum(_MODIFIER_BITS[modifier] for modifier in token.modifiers)
        data += (
            at.line - line,
            at.column - column if at.line == line else at.column,
            width,
            _TYPE_NUMBERS[token.kind],
            modifiers,
        )
        line, column = at.line, at.column
    return data


def _encoded(coloured: "Coloured", unit: Units) -> _Encoded | None:
    known = _kept.setdefault(coloured, {})
    if unit not in known:
        known[unit] = _encode(coloured, unit)
    return known[unit]


def _encode(coloured: "Coloured", unit: Units) -> _Encoded | None:
    lines = LineIndex(coloured.text)
    numbers = some_tokens(coloured.tokens, lines, unit)
    if not numbers:
        return None
    return _Encoded(numbers, Position(numbers[0], numbers[1]), _last(numbers))


def _last(numbers: Sequence[int]) -> Position:
    line = column = 0
    for at in range(0, len(numbers), NUMBERS_OF_TOKEN):
        column = numbers[at + 1] + (0 if numbers[at] else column)
        line += numbers[at]
    return Position(line, column)


def _moved(place: Position, base: Position) -> Position:
    """A place of a declaration in the file in which that begins at `base`."""
    return Position(base.line + place.line, place.column + (0 if place.line else base.column))
