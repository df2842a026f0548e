"""Formatting some lines, and what was just typed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_grammar.format import applied, format_edits, format_range, format_typed
from osy_grammar.parse import parse
from osy_grammar.scan import scan
from osy_grammar.span import Span
from osy_testing.formatting import scrambled, stretch_of, texts

TEXT = "void F() {\n    a( 1 );\n      if (x){\n  b( );  }\n  c  ();\n}\nenum   E{A}\n"


def typed(text: str) -> str:
    """The text with `|` taken out, and with the edits for the character before it."""
    offset = text.index("|")
    text = text.replace("|", "", 1)
    edits = format_typed(parse(text), offset, text[offset - 1])
    assert all(edit.end <= offset for edit in edits)
    return applied(text, edits)


def test_a_range_changes_its_lines_only() -> None:
    source = parse(TEXT)
    lines = TEXT.splitlines()
    edits = format_range(source, Span(TEXT.index("a("), TEXT.index("a(") + 1))
    assert applied(TEXT, edits).splitlines() == [lines[0], "  a(1);", *lines[2:]]
    whole = format_range(source, Span(0, len(TEXT)))
    assert whole == format_edits(source)


def test_a_range_up_to_a_lines_start_ends_before_that_line() -> None:
    start = TEXT.index("    a(")
    edits = format_range(parse(TEXT), Span(start, TEXT.index("      if")))
    assert applied(TEXT, edits).splitlines()[1:3] == ["  a(1);", "      if (x){"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("void F() {\n    a( 1 );|\n    b( 2 );\n}\n", "void F() {\n  a(1);\n    b( 2 );\n}\n"),
        (
            "void F() {\n    if (x){\n    b( );\n      }|\n    c( );\n}\n",
            "void F() {\n  if (x) {\n    b();\n  }\n    c( );\n}\n",
        ),
        ("void F() {\n    a( 1 );\n|\n    b( 2 );\n}\n", "void F() {\n  a(1);\n\n    b( 2 );\n}\n"),
        ("enum   A{B}|\n\nenum   C{D}\n", "enum A { B }\n\nenum   C{D}\n"),
        ('void F() {\n    a( ";|" );\n}\n', 'void F() {\n    a( ";" );\n}\n'),
        ("void F() {\n    // a;|\n    b( );\n}\n", "void F() {\n    // a;\n    b( );\n}\n"),
        ("void F() {\n    a( 1 );|\n    b( \n}\n", "void F() {\n    a( 1 );\n    b( \n}\n"),
        ("void F() {\n    for (var i = 0;| i < 3; i++) { }\n}\n", "void F() {\n  for (var i = 0; i < 3; i++) { }\n}\n"),
        (";|", ";"),
        ("}|", "}"),
    ],
)
def test_what_was_typed_formats_what_it_finished(before: str, after: str) -> None:
    assert typed(before) == after


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1 << 40))
def test_edits_of_ranges_keep_tokens_and_lines(number: int) -> None:
    random = Random(number)
    text = scrambled(stretch_of(random.choice(texts()), random), random)
    source = parse(text)
    start = random.randrange(len(text) + 1)
    end = random.randrange(start, len(text) + 1)
    edits = format_range(source, Span(start, end))
    first, last = source.lines.line_of(start), source.lines.line_of(end)
    assert all(first <= source.lines.line_of(edit.start) and source.lines.line_of(edit.end) <= last for edit in edits)
    assert [word for *_, word in scan(applied(text, edits)).lexemes] == [word for *_, word in scan(text).lexemes]
    for offset in range(start, min(end, start + 40)):
        character = text[offset - 1 : offset]
        if character in (";", "}", "\n"):
            assert all(edit.end <= offset for edit in format_typed(source, offset, character))


def test_a_range_from_its_end_to_its_start_is_the_same_range() -> None:
    source = parse(TEXT)
    start, end = TEXT.index("a("), len(TEXT)
    assert format_range(source, Span(end, start)) == format_range(source, Span(start, end)) != ()
