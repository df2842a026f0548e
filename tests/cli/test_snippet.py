"""How a place is drawn: the exact characters, whatever stands around them."""

import pytest

from osy_cli.render.snippet import snippet
from osy_cli.render.terminal import Style, Terminal
from osy_cli.sources import SourceText
from osy_grammar.span import LineIndex, Span

PLAIN = Terminal()


def drawn(marked: str, terminal: Terminal = PLAIN) -> str:
    """The snippet of the text between `«` and `»`."""
    start = marked.index("«")
    end = marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    return "\n".join(snippet(SourceText(text, LineIndex(text)), Span(start, end), terminal, Style.RED))


CASES = {
    "one word": ("exit { «goto» Done; }", "  1 │ exit { goto Done; }\n    │        ^^^^"),
    "an empty place": ("var x = 1«»", "  1 │ var x = 1\n    │          ^"),
    "after a tab": ("\tgoto «Done»;", "  1 │     goto Done;\n    │          ^^^^"),
    "a tab inside": ("a«\tb»", "  1 │ a   b\n    │  ^^^^"),
    "after wide characters": ('f("日本", «x»)', '  1 │ f("日本", x)\n    │           ^'),
    "wide characters themselves": ('"«日本»"', '  1 │ "日本"\n    │  ^^^^'),
    "a combining mark": ("é«x»", "  1 │ é" + "x\n    │  ^"),
    "an emoji": ('"🎉" «x»', '  1 │ "🎉" x\n    │      ^'),
    "the end of the file after a newline": ("a\n«»", "  2 │\n    │ ^"),
    "a carriage return ends a line": ("a\r\n«b»\r\nc", "  2 │ b\n    │ ^"),
    "two lines": (
        "if («a\n    && b»)",
        "  1 │ if (a\n    │     ^\n  2 │     && b)\n    │     ^^^^",
    ),
    "an escape sequence is shown, not obeyed": ("«\x1b[31m»", "  1 │ ␛[31m\n    │ ^^^^^"),
    "NUL, delete, a line separator": ("\x00\x7f\u2028«x»", "  1 │ ␀␡\ufffdx\n    │    ^"),
}


@pytest.mark.parametrize(("marked", "expected"), CASES.values(), ids=CASES.keys())
def test_draws_exactly_the_place(marked: str, expected: str) -> None:
    assert drawn(marked) == expected


def test_many_lines_are_shown_by_the_first_and_the_last() -> None:
    text = "a «{\n" + "  x;\n" * 98 + "}»"
    assert drawn(text) == "    1 │ a {\n      │   ^\n    ⋮\n  100 │ }\n      │ ^"


def test_a_line_without_end_is_cut_around_the_place() -> None:
    lines = drawn("x" * 5_000_000 + "«here»" + "y" * 1000).splitlines()
    assert all(len(line) < 200 for line in lines)
    assert lines[0].startswith("  1 │ …xxx")
    assert lines[0].endswith("yyy…")
    column = lines[1].index("^")
    assert lines[0][column : column + 4] == "here"
    assert lines[1].count("^") == 4


def test_without_unicode_it_is_ascii() -> None:
    assert drawn("«x»", Terminal(is_unicode=False)) == "  1 | x\n    | ^"


def test_only_the_carets_and_the_margin_are_coloured() -> None:
    assert drawn("a «b»", Terminal(is_colored=True)) == (
        "  \x1b[34m1\x1b[0m \x1b[34m│\x1b[0m a b\n    \x1b[34m│\x1b[0m   \x1b[1;31m^\x1b[0m"
    )


def test_a_text_that_is_gone_is_not_drawn() -> None:
    assert list(snippet(SourceText("", LineIndex("")), Span(5, 9), PLAIN, Style.RED)) == []
