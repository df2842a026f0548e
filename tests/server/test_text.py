"""The text model: random edits in three encodings give what a model of plain code units gives."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_grammar.span import Position, Units
from osy_server.text import Change, Document

CODECS = {Units.UTF8: ("utf-8", 1), Units.UTF16: ("utf-16-le", 2), Units.UTF32: ("utf-32-le", 4)}
PIECES = st.sampled_from(
    [
        "a",
        "b ",
        "é",
        "漢",
        "😀",
        "e\u0301",
        "\n",
        "\r\n",
        "\r",
        "\f",
        "\v",
        "\x85",
        "\u2028",
        "\x1c",
        "{",
        "slot.",
        "\t",
        "\0",
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)
PLACES = st.tuples(st.integers(0, 12), st.integers(0, 25))


class UnitsModel:
    """A text in which positions are found by counting code units.

    A position inside a character is its start.
    """

    def __init__(self, text: str, units: Units) -> None:
        self.codec, self.width = CODECS[units]
        self.text = text

    def offset(self, line: int, column: int) -> int:
        """The index of the character at the position."""
        starts = [0]
        index = 0
        while index < len(self.text):
            pair = self.text[index : index + 2]
            if pair == "\r\n":
                index += 2
                starts.append(index)
            elif pair[0] in "\r\n":
                index += 1
                starts.append(index)
            else:
                index += 1
        if line >= len(starts):
            return len(self.text)
        index, used = starts[line], 0
        while index < len(self.text) and self.text[index] not in "\r\n":
            used += len(self.text[index].encode(self.codec)) // self.width
            if used > column:
                break
            index += 1
        return index

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace what stands between the places."""
        first, last = sorted((self.offset(*start), self.offset(*end)))
        self.text = self.text[:first] + text + self.text[last:]


@pytest.mark.parametrize("units", list(Units))
@settings(max_examples=200, deadline=None)
@given(text=TEXTS, edits=st.lists(st.tuples(PLACES, PLACES, TEXTS), max_size=8))
def test_edits_give_what_the_model_gives(
    units: Units, text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]]
) -> None:
    document, model = Document("file:///a.osy", "/a.osy", 1, text), UnitsModel(text, units)
    for version, (start, end, inserted) in enumerate(edits, 2):
        document = document.edited([Change(inserted, Position(*start), Position(*end))], version, units)
        model.edit(start, end, inserted)
        assert document.text == model.text
        assert document.version == version


@settings(max_examples=100, deadline=None)
@given(text=st.text(alphabet="a\ud800\udc00😀\n", max_size=20), edits=st.lists(st.tuples(PLACES, PLACES), max_size=5))
def test_lone_surrogates_are_kept(text: str, edits: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    document = Document("file:///a.osy", "/a.osy", 1, text)
    for units in Units:
        for start, end in edits:
            document = document.edited([Change("\ud83d", Position(*start), Position(*end))], 2, units)
    assert len(document.text) >= len(edits[:1])


def test_changes_of_one_notification_follow_each_other() -> None:
    document = Document("file:///a.osy", "/a.osy", 1, "ab")
    changes = [Change("x\n", Position(0, 1), Position(0, 1)), Change("y", Position(1, 0), Position(1, 1))]
    assert document.edited(changes, 2, Units.UTF16).text == "ax\ny"


def test_no_range_is_the_whole_text() -> None:
    assert Document("u", "u", 1, "old").edited([Change("new")], 2, Units.UTF8).text == "new"


@pytest.mark.parametrize(("line", "column"), [(0, 9), (5, 0), (7, 7)])
def test_a_place_outside_is_clamped_and_logged(line: int, column: int, caplog: pytest.LogCaptureFixture) -> None:
    document = Document("file:///a.osy", "/a.osy", 1, "ab\ncd")
    with caplog.at_level(logging.WARNING):
        edited = document.edited([Change("!", Position(line, column), Position(line, column))], 2, Units.UTF16)
    assert edited.text in ("ab!\ncd", "ab\ncd!")
    assert "outside of the text" in caplog.text


def test_the_line_after_the_last_is_the_end_and_no_mistake(caplog: pytest.LogCaptureFixture) -> None:
    document = Document("file:///a.osy", "/a.osy", 1, "ab\ncd")
    assert document.edited([Change("", Position(0, 0), Position(2, 0))], 2, Units.UTF8).text == ""
    assert not caplog.text


def test_a_form_feed_ends_no_line() -> None:
    document = Document("file:///a.osy", "/a.osy", 1, "// a\f b\nnext")
    assert document.edited([Change("X", Position(1, 0), Position(1, 0))], 2, Units.UTF16).text == "// a\f b\nXnext"
