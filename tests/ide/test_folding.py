"""Folding: braces, comments, usings."""

from osy_analysis.ide.folding import folding_ranges
from osy_grammar.parse import parse

TEXT = """\
// Two lines
// of comment.
using A;
using B;

/* a block
   comment */
entity E {
  string Name;
}
workflow W {
  state A {
    enter {
      var s = "{";
    }
  }
  state B { }
}
// The end,
// in two lines.
"""


def folds(text: str) -> list[tuple[int, int, str]]:
    """Each fold's first and last line, and its kind."""
    source = parse(text)
    lines = source.lines
    return [
        (lines.line_of(fold.span.start), lines.line_of(fold.span.end) - fold.keeps_last_line, fold.kind)
        for fold in folding_ranges(source)
    ]


def test_what_folds() -> None:
    assert folds(TEXT) == [
        (0, 1, "comment"),
        (2, 3, "imports"),
        (5, 6, "comment"),
        (7, 8, ""),
        (10, 16, ""),
        (11, 14, ""),
        (12, 13, ""),
        (18, 19, "comment"),
    ]


def test_one_line_folds_nothing() -> None:
    assert folds("entity E { string Name; } // x") == []


def test_broken_text_folds_what_is_closed() -> None:
    assert (2, 2, "") in folds("workflow W {\n  state A {\n    enter { goto \n  }\n")
