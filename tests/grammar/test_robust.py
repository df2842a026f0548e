"""Any text at all gives a tree: what is cut off, what lacks a token, what is no program, what is deep, what is long."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_grammar import SourceFile, parse
from osy_grammar.scan import MARKS, scan
from osy_grammar.vocabulary import PREDEFINED, RESERVED
from osy_grammar.walk import walk
from osy_testing.samples import SAMPLES
from osy_testing.thorough import some

DEEP = 10_000
LONG = 5_000_000
MOST_PROBLEMS = 9


def checked(text: str) -> SourceFile:
    """The tree of a text, with what must hold for every one."""
    file = parse(text)
    assert "".join(item.chunk.text for item in file.items) == text[: file.items[-1].end if file.items else 0]
    for item in file.items:
        length = len(item.chunk.text)
        for node in walk(item.node):
            assert 0 <= node.start <= node.end <= length
        for problem in item.chunk.problems:
            assert 0 <= problem.start <= problem.end <= length
            assert 0 <= problem.insert_at <= length
            assert problem.message
    return file


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_every_prefix_has_a_tree(text: str) -> None:
    # A declaration is parsed by itself, so the prefixes of a file are those of its declarations.
    for item in parse(text).items:
        for end in some(range(len(item.chunk.text)), 5):
            assert len(list(parse(item.chunk.text[:end]).problems)) <= MOST_PROBLEMS, item.chunk.text[:end]


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_a_token_less_is_a_fault_or_two(text: str) -> None:
    counts = []
    for item in parse(text).items:
        source = item.chunk.text
        for start, end, _ in some(scan(source).lexemes[:-1], 3):
            count = len(list(checked(source[:start] + source[end:]).problems))
            assert count <= MOST_PROBLEMS, source[:start] + source[end:]
            counts.append(count)
    assert sum(count <= 1 for count in counts) >= len(counts) * 0.85


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_line_ends_and_a_byte_order_mark_change_nothing(text: str) -> None:
    expected = [type(node) for item in parse(text).items for node in walk(item.node)]
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text, text.replace("  ", " \f")):
        file = checked(changed)
        assert not list(file.problems)
        assert [type(node) for item in file.items for node in walk(item.node)] == expected


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_tree(text: str) -> None:
    checked(text)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_have_a_tree(data: bytes) -> None:
    checked(data.decode("utf-8", "surrogateescape"))
    checked(data.decode("latin-1"))


WORDS = ["workflow", "state", "on", "event", "x", "Y", "1", '"a"', '$"b{', '}"', "'c'", "//", "/*", "*/", '"', "\n"]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from([*MARKS, *sorted(RESERVED | PREDEFINED), *WORDS]), max_size=40))
def test_any_tokens_have_a_tree(words: list[str]) -> None:
    checked(" ".join(words))


def body(text: str) -> str:
    """A function with an assignment in it."""
    return f"void F() {{ a = {text}; }}"


NESTED = {
    "parentheses": body("(" * DEEP + "x" + ")" * DEEP),
    "open parentheses": "void F() { a = " + "(" * DEEP,
    "closing parentheses": body(")" * DEEP),
    "brackets": body("[" * DEEP + "]" * DEEP),
    "blocks": "void F() " + "{" * DEEP + "}" * DEEP,
    "open blocks": "void F() " + "{\n" * DEEP,
    "closing braces": "}" * DEEP,
    "comparisons": body("a < " * DEEP + "b"),
    "type arguments": "void F() { " + "A<" * DEEP + "B" + ">" * DEEP + " x = 1; }",
    "holes": body('$"{' * DEEP + "x" + '}"' * DEEP),
    "open holes": "void F() { a = " + '$"{' * DEEP,
    "lambdas": body("x => " * DEEP + "1"),
    "lambda blocks": body("() => { b = " * DEEP + "1" + "; }" * DEEP),
    "nots": body("!" * DEEP + "x"),
    "conditionals": body("b ? " * DEEP + "c" + " : d" * DEEP),
    "coalescing": body("b ?? " * DEEP + "c"),
    "sums": body("b + " * DEEP + "c"),
    "members": body("b" + ".c" * DEEP),
    "calls": body("b" + "()" * DEEP),
    "else ifs": "void F() { " + "if (a) b(); else " * DEEP + "c(); }",
    "initialisers": body("new A { X = " * DEEP + "1" + " }" * DEEP),
    "casts": body("(int)" * DEEP + "x"),
    "elements": "component C() { render { " + "A { " * DEEP + " }" * DEEP + " } }",
    "styles": "component C() { variants { " + "A { " * DEEP + " }" * DEEP + " } }",
    "states": "workflow W { " + "state A { " * DEEP + " }" * DEEP + " }",
    "attributes": "[A]" * DEEP + "class C { }",
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_deep_nesting(text: str) -> None:
    checked(text)


LENGTHY = {
    "a string": 'class A { string x = "' + "y" * LONG + '"; }',
    "a comment": "// " + "y" * LONG,
    "a word": "y" * LONG,
    "digits": "class A { int x = " + "9" * LONG + "; }",
    "arguments": "void F() { a(" + "1, " * (LONG // 30) + "1); }",
    "quotes": '"' * LONG,
    "open raw text": '"""' + "x" * LONG,
    "NUL characters": "\0" * LONG,
    "lone surrogates": "\ud800" * LONG,
}


@pytest.mark.parametrize("text", LENGTHY.values(), ids=LENGTHY)
def test_a_line_of_five_million_characters(text: str) -> None:
    checked(text)


NONSENSE = {
    "statements": "void F() { " + "a b c d; " * DEEP + "}",
    "members": "class C { " + "= = 3 " * DEEP + "}",
    "declarations": "".join(f"a{number};" for number in range(DEEP)),
    "words": "a\n" * DEEP,
    "words on a line": "a " * (LONG // 20),
    "semicolons": ";" * DEEP,
    "quotes on lines": '"\n' * DEEP,
    "holes on lines": '$"{\n' * DEEP,
    "marks": "a$#%&({[)]};\"x'" * DEEP,
    "arrows": "=> " * DEEP,
    "commas": "enum E { " + "," * DEEP + "}",
    "questions": body("?" * DEEP),
    "apostrophes": "'" * DEEP,
    "verbatim marks": '@"' * DEEP,
    "comments": "/*" * DEEP,
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_at_length(text: str) -> None:
    checked(text)


def test_line_separators_of_other_alphabets_are_ordinary_characters() -> None:
    file = checked('class A { string x = "a\u2028b\x85c"; }')
    assert not list(file.problems)
    assert file.lines.line_count == 1
