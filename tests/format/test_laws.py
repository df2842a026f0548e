"""The formatter's laws: twice is once, tokens and comments stay, what is broken stays, on any text at all."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osy_grammar.format import FormatEdit, format_edits, format_text, formatter
from osy_grammar.format.atoms import Atoms
from osy_grammar.format.edits import gap_edits
from osy_grammar.format.printing import Layout
from osy_grammar.parse import parse
from osy_grammar.scan import MARKS
from osy_grammar.span import Span
from osy_grammar.vocabulary import PREDEFINED, RESERVED
from osy_testing.formatting import WIDTHS, broken_laws, fuzzed_text, scrambled, texts
from osy_testing.samples import SAMPLES

DEEP = 1_000
WORDS = [
    "workflow",
    "state",
    "on",
    "x",
    "Y",
    "1",
    '"a"',
    '$"b{',
    '}"',
    "'c'",
    "// c\n",
    "/* d */",
    '"',
    "\n",
    "\n\n",
    "  ",
]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_samples_obey_the_laws(text: str, width: int) -> None:
    assert broken_laws(text, width) == []


def test_the_programs_of_the_specification_stay_as_they_are() -> None:
    changed = [text for text in texts()[len(SAMPLES) :] if format_text(text) != text]
    assert changed == []


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_other_line_ends_stay(text: str) -> None:
    for end in ("\r\n", "\r"):
        written = text.replace("\n", end)
        assert broken_laws(written) == []
        assert format_text(written) == format_text(text).replace("\n", end)
    assert format_text("\ufeff" + text) == "\ufeff" + format_text(text)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_samples_on_few_lines_obey_the_laws(text: str) -> None:
    joined = " ".join(line if "//" not in line else line + "\n" for line in text.splitlines())
    assert broken_laws(joined) == []


@pytest.mark.usefixtures("specification")
@pytest.mark.parametrize("number", [1055, 1922, 27952])
def test_fuzzed_texts_that_broke_a_law_obey_it(number: int) -> None:
    """The texts with these numbers are made of the samples and the specification's programs together."""
    assert broken_laws(fuzzed_text(number), WIDTHS[number % len(WIDTHS)]) == []


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 1 << 40))
def test_fuzzed_texts_obey_the_laws(number: int) -> None:
    assert broken_laws(fuzzed_text(number), WIDTHS[number % len(WIDTHS)]) == []


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.integers(0, 1 << 40))
def test_samples_with_other_blanks_obey_the_laws(name: str, number: int) -> None:
    assert broken_laws(scrambled(SAMPLES[name], Random(number))) == []


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=60))
def test_any_text_obeys_the_laws(text: str) -> None:
    assert broken_laws(text) == []


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from([*MARKS, *sorted(RESERVED | PREDEFINED), *WORDS]), max_size=40))
def test_any_tokens_obey_the_laws(words: list[str]) -> None:
    assert broken_laws(" ".join(words)) == []


def test_the_net_catches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison behind the formatter is a net: on programs without faults nothing may fall into it."""
    caught: list[str] = []
    says_the_same = formatter._says_the_same

    def watched(text: str, start: int, edits: object) -> bool:
        same = says_the_same(text, start, edits)  # type: ignore[arg-type]
        caught.extend([] if same else [text])
        return same

    monkeypatch.setattr(formatter, "_says_the_same", watched)
    for name, text in SAMPLES.items():
        for number in range(4):
            format_text(scrambled(text, Random(number)), WIDTHS[number % len(WIDTHS)])
        format_text(text)
        assert caught == [], name


GLUED = "class   Glued : C { }\n"


def test_the_net_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout that glues two tokens together is not taken, and what stands beside it is formatted all the same."""

    def gluing(text: str, *rest: object, **named: object) -> Iterator[FormatEdit]:
        for edit in gap_edits(text, *rest, **named):  # type: ignore[arg-type]
            # The edit is the least one: the blank that stays stands before it.
            is_behind_class = text[: edit.start].endswith("class ")
            yield FormatEdit(edit.start - 1, edit.end, "") if is_behind_class else edit

    monkeypatch.setattr(formatter, "gap_edits", gluing)
    assert format_text(f"enum   A {{ B }}\n{GLUED}enum   D {{ E }}\n") == f"enum A {{ B }}\n{GLUED}enum D {{ E }}\n"


def test_a_stretch_that_no_declaration_spoils_by_itself_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout glues only where several declarations are laid out together."""

    def gluing(text: str, atoms: Atoms, layout: Layout, start: int, newline: str, *, begins: int) -> list[FormatEdit]:
        edits = [*gap_edits(text, atoms, layout, start, newline, begins=begins)]
        at = text.find("class   ")
        together = start <= at and sum(kind == "LBRACE" for kind in atoms.kinds) > 1
        glued = [FormatEdit(at + 5, at + 8, "")] if together else []
        return sorted([*(edit for edit in edits if not (glued and at <= edit.start < at + 8)), *glued])

    monkeypatch.setattr(formatter, "gap_edits", gluing)
    stays = f"{GLUED}enum   D {{ E }}\n"
    assert format_text(f"enum   A {{ B }}\n\n{stays}") == f"enum A {{ B }}\n\n{stays}"


NESTED = {
    "parentheses": "void F() { a = " + "(" * DEEP + "x" + ")" * DEEP + "; }",
    "calls": "void F() { " + "a(b, " * DEEP + "c" + ")" * DEEP + "; }",
    "blocks": "void F() " + "{" * DEEP + "}" * DEEP,
    "conditionals": "void F() { x = " + "b ? " * DEEP + "c" + " : d" * DEEP + "; }",
    "sums": "void F() { x = " + "bbbb + " * DEEP + "c; }",
    "members": "void F() { b" + ".c()" * DEEP + "; }",
    "else ifs": "void F() { " + "if (a) { b(); } else " * DEEP + "{ c(); } }",
    "initialisers": "void F() { new A { X = " * 1 + "new A { X = " * DEEP + "1" + " }" * (DEEP + 1) + "; }",
    "elements": "component C() { render { " + "A { " * DEEP + " }" * DEEP + " } }",
    "lambdas": "void F() { a(" + "x => b(" * DEEP + "1" + ")" * DEEP + "); }",
    "arguments": "void F() { a(" + "1, " * (DEEP * 10) + "1); }",
    "statements": "void F() { " + "a = b(c);" * (DEEP * 3) + " }",
}


def test_what_stands_under_a_text_of_several_lines_is_under_its_last() -> None:
    text = 'void F() {\n\ta\n=  """\n    D\n      "q"\n    """\t;\na  =\n1;     a\n=\n2;\n}\n'
    assert broken_laws(text) == []


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_deep_and_long_texts(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once
    assert len(once) < len(text) * 60


def test_a_stretch_alone_has_the_edits_of_the_whole() -> None:
    text = "enum   A { B }\n\nenum   C { D }\n\nenum   E { F }\n"
    whole = format_edits(parse(text))
    middle = format_edits(parse(text), within=Span(20, 22))
    assert len(whole) == 3
    assert middle == whole[1:2]
