"""Positions on long lines are those that counting every character gives."""

import random

import pytest

from osy_grammar.span import LineIndex, Position, Units


def slow_column(text: str, units: Units) -> int:
    """The width of a text, character by character."""
    sizes = {Units.UTF8: ("utf-8", 1), Units.UTF16: ("utf-16-le", 2), Units.UTF32: ("utf-32-le", 4)}
    codec, size = sizes[units]
    return sum(len(character.encode(codec, "surrogatepass")) // size for character in text)


@pytest.mark.parametrize("units", list(Units))
@pytest.mark.parametrize("length", [1, 1023, 1024, 1025, 2048, 5000])
def test_long_lines(units: Units, length: int) -> None:
    chance = random.Random(length)
    line = "".join(chance.choice("aé漢😀\ud800") for _ in range(length))
    text = "é\n" + line + "\r\nend"
    lines = LineIndex(text)
    for offset in {0, 1, length // 2, max(length - 1, 0), length, *chance.sample(range(length), min(length, 30))}:
        expected = Position(1, slow_column(line[:offset], units))
        assert lines.position(2 + offset, units) == expected
        assert lines.offset(expected, units) == 2 + offset
    assert lines.offset(Position(1, 10**9), units) == 2 + length


def test_half_a_character_goes_to_its_start_on_a_long_line() -> None:
    lines = LineIndex("😀" * 3000)
    assert lines.offset(Position(0, 4001), Units.UTF16) == 2000


def test_a_line_of_megabytes_is_looked_up_in_all_places() -> None:
    # A lookup that went over the line each time would take minutes here.
    lines = LineIndex("é😀 " * 1_000_000)
    for offset in range(0, 3_000_000, 1_000):
        assert lines.offset(lines.position(offset, Units.UTF16), Units.UTF16) == offset
