"""Documents: where lines end, for every way to put them together."""

import pytest

from osy_grammar.format.document import Align, Document, Fill, HardLine, Line, Nest, Page, Text, broken_lines

PAGE = Page(width=20, furthest=12, step=2)


def words(*widths: int, first: int = 0) -> Fill:
    """Words of these widths with places for line ends between them, whose keys count from `first`."""
    parts: list[Document] = []
    for number, width in enumerate(widths):
        parts += [Line(first + number, 1), Text(width)] if number else [Text(width)]
    return Fill(tuple(parts))


def broken(document: Document, column: int = 0, indent: int = 0) -> list[int]:
    """The keys of the lines that end."""
    return list(broken_lines(document, PAGE, column, indent))


def test_what_fits_stays_on_one_line() -> None:
    assert broken(words(9, 10)) == []
    assert broken(words(9, 11)) == [1]
    assert broken(words(9, 10), column=1) == [1]


def test_a_fill_ends_only_the_lines_that_it_must() -> None:
    assert broken(words(9, 9, 9, 9, 9)) == [2, 4]


def test_new_lines_begin_where_they_are_nested_or_aligned() -> None:
    assert broken(words(9, 9, 9, 9)) == [2]
    assert broken(Nest(2, words(9, 9, 9, 9))) == [2, 3]
    assert broken(Fill((Text(5), Align(words(8, 8, 8, 8))))) == [1, 2, 3]


def test_an_alignment_too_far_right_is_a_step() -> None:
    assert broken(Fill((Text(13), Align(words(5, 8, 8))))) == [1]
    assert broken(Fill((Text(12), Align(words(5, 8, 8))))) == [1, 2]


def test_the_outer_line_ends_before_the_inner_one() -> None:
    inner = Fill((Text(1), Align(words(6, 6, first=10)), Text(1)))
    assert broken(Fill((Text(9), Line(1, 1), inner))) == [1]


def test_an_inner_line_ends_where_the_outer_one_did_not_help() -> None:
    inner = Fill((Text(1), Align(words(12, 12, first=10)), Text(1)))
    assert broken(Fill((Text(9), Line(1, 1), inner))) == [1, 11]


def test_what_follows_up_to_the_next_place_must_fit_too() -> None:
    assert broken(Fill((words(9, 9), Text(2)))) == [1]
    assert broken(Fill((words(9, 9), Line(5, 1), Text(2)))) == [5]


def test_a_line_end_that_is_there_gives_room() -> None:
    assert broken(Fill((Text(18), Line(1, 1), Fill((Text(1), HardLine(2), Text(15)))))) == []


@pytest.mark.parametrize("depth", [10, 20_000])
def test_nesting_has_no_limit(depth: int) -> None:
    document: Document = words(9, 11)
    for _ in range(depth):
        document = Align(Fill((document,)))
    assert broken(document) == [1]


def test_long_documents_are_printed_at_once() -> None:
    count = 50_000
    assert len(broken(words(*[9] * count))) == count // 2 - 1
