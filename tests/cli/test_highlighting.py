"""The lexer of Pygments: it is found, colours words by what they are, and loses nothing of any program."""

from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Error

from osy_cli.highlighting import OsyLexer

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "examples").rglob("*.osy"))


def kinds(text: str) -> dict[str, str]:
    """The kind of each word, the last one where it stands twice."""
    return {value: str(kind).removeprefix("Token.") for _, kind, value in OsyLexer().get_tokens_unprocessed(text)}


def test_it_is_found_by_the_words_and_endings_of_the_language() -> None:
    assert type(get_lexer_by_name("osy")).__name__ == "OsyLexer"
    assert type(get_lexer_for_filename("orders.test.osy")).__name__ == "OsyLexer"


def test_words_have_the_kinds_of_what_they_are() -> None:
    found = kinds('workflow F { Tracks = A.S; /* c */ state B { enter { int n = 1; s = $"x {n}"; goto B; } } } // d')
    assert found["workflow"] == found["goto"] == found["enter"] == "Keyword"
    assert (found["Tracks"], found["int"], found["B"]) == ("Keyword.Pseudo", "Keyword.Type", "Name.Constant")
    assert (found["/* c */"], found["// d"]) == ("Comment.Multiline", "Comment.Single")
    assert (found["1"], found["x "], found["}"]) == ("Literal.Number", "Literal.String", "Punctuation")


def test_a_name_that_is_a_word_elsewhere_is_no_keyword() -> None:
    assert kinds("entity Order { string state; }")["state"] == "Name.Attribute"


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_nothing_is_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    pieces = list(OsyLexer().get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in pieces) == text
    assert all(kind is not Error for _, kind, _ in pieces)


@pytest.mark.parametrize("text", ["", "\n", '"', '$"{', "/*", "§", "{{{{", "state", "\ufeffenum A { B }", "a\r\nb"])
def test_nothing_is_lost_of_what_is_no_program(text: str) -> None:
    pieces = list(OsyLexer().get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in pieces) == text


def test_nothing_is_lost_of_any_beginning() -> None:
    text = PROGRAMS[0].read_text(encoding="utf-8")[:400]
    for end in range(len(text)):
        assert "".join(value for _, _, value in OsyLexer().get_tokens_unprocessed(text[:end])) == text[:end]
