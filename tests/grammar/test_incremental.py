"""A parse after an edit is the same as a fresh one, and takes over what the edit did not touch."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_grammar import SourceFile, parse
from osy_grammar.walk import walk
from osy_testing.samples import SAMPLES
from osy_testing.thorough import some

PIECES = (
    *[
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        ".",
        "<",
        ">",
        "?",
        ":",
        "=",
        "=>",
        '"',
        "'",
        "/*",
        "*/",
        "//",
        "\n",
        '$"',
        '@"',
        '"""',
        "#",
        "…",
        "x",
    ],
    "\n\n",
    "workflow X {",
    "state Y {",
    "void F() {",
    "entity",
    "[A]",
    "class C {",
    "public ",
    '$"{',
    '}"',
    "\0",
    "",
    "",
    "",
)
PROGRAM = "\n".join(SAMPLES.values())


def shape(file: SourceFile) -> list[tuple[object, ...]]:
    """Everything that can be seen of a tree."""
    seen: list[tuple[object, ...]] = []
    for item in file.items:
        seen.append((item.start, item.chunk.text))
        seen.extend((type(node), node.start, node.end) for node in walk(item.node))
        seen.extend((comment.start, comment.end, comment.is_doc) for comment in item.chunk.comments)
        seen.extend((problem.start, problem.end, problem.message) for problem in item.chunk.problems)
    return seen


@pytest.mark.parametrize("seed", some(range(12), 2))
def test_edits_one_after_the_other(seed: int) -> None:
    chance = random.Random(seed)
    start = chance.randrange(len(PROGRAM))
    text = PROGRAM[start : start + 4000]
    file = parse(text)
    for _ in range(25):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice([0, 0, 1, 3, 25]))
        text = text[:at] + chance.choice(PIECES) + text[end:]
        file = parse(text, file)
        fresh = parse(text)
        assert shape(file) == shape(fresh)
        assert file.reaches == fresh.reaches


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_text_after_any_other(before: list[str], behind: list[str]) -> None:
    old, new = " ".join(before), " ".join(behind)
    assert shape(parse(new, parse(old))) == shape(parse(new))


def test_typing_in_one_declaration_keeps_the_others() -> None:
    file = parse(PROGRAM)
    at = PROGRAM.index("Berthed; }")
    edited = parse(PROGRAM[:at] + "x" + PROGRAM[at:], file)
    old, new = ({id(item.chunk) for item in each.items} for each in (file, edited))
    assert len(new - old) == 1
    assert len(edited.items) == len(file.items)


def test_the_same_text_is_the_same_tree() -> None:
    file = parse(PROGRAM)
    assert parse(PROGRAM, file) is file


def test_an_open_string_moves_the_border_and_back() -> None:
    text = "class A { }\n\nclass B { }\n\nclass C { }\n"
    file = parse(text)
    opened = parse("/*" + text, file)
    assert shape(opened) == shape(parse("/*" + text))
    assert shape(parse(text, opened)) == shape(file)


def test_a_text_that_nobody_closed_is_looked_for_on_some_lines_only() -> None:
    functions = [f'string F{n}(int a) {{\n  return $"{{a}}";\n}}\n\n' for n in range(60)]
    functions[3] = functions[3].replace('}";', "")
    file = parse("".join(functions))
    assert file.items[3].chunk.problems
    assert len("".join(functions[:4])) < file.reaches[3] < len("".join(functions[:12]))
