"""The words that can go on with what is half there: those that the grammar takes, and no others."""

import pytest

from osy_grammar.continuations import words_after

BEFORE = {
    "": (),
    "a name": (("ID", "x"),),
    "{": (("LBRACE", "{"),),
    "(": (("LPAR", "("),),
    ";": (("SEMICOLON", ";"),),
    "a text": (("STRING", '""'),),
}
WORDS = (
    *("is", "as", "in", "when", "where", "by", "message", "read", "create", "get", "set", "success", "else", "return"),
    *("not", "switch", "catch", "if", "foreach", "null", "for", "throw", "class", "public"),
)
TRIED = [(word, following) for word in WORDS for following in BEFORE.values()]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("void f() { a = b", "as is switch"),
        ("void f() { foreach (var x", "in"),
        ("entity E { security { allow", "create read"),
        ("entity E { security { allow read,", "create read"),
        ("entity E { security { allow read", "by when where"),
        ("entity E { security { allow read by P", "by when where"),
        ("entity E { invariant a > 1", "as is message switch"),
        ("workflow W { terminal", "success"),
        ("workflow W { state A { complete", "when"),
        ("class C { public string P {", "get public set"),
        ("class C { public string P { get;", "get public set"),
        ("void f() { yield", "return"),
        ("void f() { x is", "not null"),
        ("void f() { try { }", "catch"),
        ("void f() { a = b ??", "null throw"),
        ("component X() { render { if (a) { } else", "if"),
        ("component X() { render { if (a) { }", "else foreach if"),
        ("public grant P", "for"),
        ("void f() { var", ""),
        ("entity", ""),
        ("workflow W { state", ""),
        ("workflow W { state A { subscribe", ""),
        ("void f() { ] } = b", ""),
        ("void f() { var s = \"open", ""),
        ("{" * 6_000, ""),
    ],
)  # fmt: skip
def test_words(text: str, wanted: str) -> None:
    assert sorted(set(words_after(text, TRIED))) == wanted.split()
