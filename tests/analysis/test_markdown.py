"""Documents: which blocks are what, where their findings stand, which blocks make one program."""

from textwrap import dedent

import pytest

from osy_analysis.checker import check
from osy_analysis.markdown import BlockKind, blanked, blocks, programs
from osy_analysis.project import Extent
from osy_grammar.span import LineIndex

PATH = "/doc/page.md"


def found(text: str) -> list[tuple[str, str, int, int]]:
    lines = LineIndex(text)
    told = []
    for project in programs(PATH, text):
        for diagnostic in check(project):
            place = lines.position(diagnostic.span.start)
            told.append((diagnostic.code, diagnostic.span.text(text), place.line + 1, place.column + 1))
    return told


def test_the_words_after_osy() -> None:
    text = dedent(
        """
        ```osy title="a wait: one, two" test app=shop
        ```
        ```osy syntax
        ```
        ~~~ osy
        ~~~
        ```osysharp
        ```
        ```
        ```
            ```osy
        """
    )
    assert [(b.kind, b.title, b.app) for b in blocks(text)] == [
        (BlockKind.TEST, "a wait: one, two", "shop"),
        (BlockKind.SYNTAX, "", ""),
        (BlockKind.PLAIN, "", ""),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_are_the_documents_own(end: str) -> None:
    text = end.join(("# Title", "", "```osy test", "enum A { B }", "enum C { D, D }", "```", ""))
    assert found(text) == [("name-duplicate", "D", 5, 13)]


@pytest.mark.parametrize(
    ("before", "column"),
    [("   ", 16), ("> ", 15), ("> > ", 17), ("1.  > ", 19)],
    ids=["indented", "quote", "deeper", "list"],
)
def test_places_in_fences_that_stand_in_something(before: str, column: int) -> None:
    after = " " * before.index(">") + before[before.index(">") :] if ">" in before and before[0] != ">" else before
    lines = ("```osy test", "enum C { D, D }", "", "enum E { F }", "```")
    text = "\n".join([before + lines[0], *(after + line for line in lines[1:])]) + "\n"
    assert found(text) == [("name-duplicate", "D", 2, column)]


def test_a_byte_order_mark_before_the_fence() -> None:
    assert found("\ufeff```osy test\nenum C { D, D }\n```\n") == [("name-duplicate", "D", 2, 13)]


def test_an_unclosed_fence_ends_with_the_document() -> None:
    assert found("text\n\n```osy test\nenum C { D, D }") == [("name-duplicate", "D", 4, 13)]


def test_a_syntax_block_is_only_parsed() -> None:
    good = "```osy syntax\nFinished {\n  Within = <TimeSpan>;\n  Unfinished { goto Nowhere; }\n  enter { … }\n}\n```\n"
    assert [project.extent for project in programs(PATH, good)] == [Extent.FRAGMENT]
    assert found(good) == []
    bad = "```osy syntax\nstate <Name> {\n  enter { a b c; }\n}\n```\n"
    assert [told[0] for told in found(bad)] == ["syntax-error"]


def test_unknown_names_are_silent_in_a_plain_block() -> None:
    block = (
        "```osy{}\nenum T {{ A }}\nentity R {{ T S; }}\nworkflow W {{\n  Tracks = R.S;\n  Initial = A;\n"
        "  state A {{ on Go {{ goto B; }} exit {{ goto B; }} }}\n}}\n```\n"
    )
    assert [told[0] for told in found(block.format(""))] == ["workflow-goto-in-exit"]
    assert [told[0] for told in found(block.format(" test"))] == [
        "name-unknown-event",
        "name-unknown-state",
        "workflow-goto-in-exit",
    ]


def test_blocks_of_one_app_are_one_program_when_one_uses_the_other() -> None:
    first = '```osy test app=x\nbool Call() { return Http.Get("x").IsSuccess; }\n```\n'
    flow = (
        "```osy test app={}\nenum T {{ A }}\nentity R {{ T S; }}\nworkflow W {{\n  Tracks = R.S;\n"
        "  Autostart = false; Initial = A;\n  state A {{ enter {{ Call(); }} }}\n}}\n```\n"
    )
    assert [told[:3] for told in found(first + flow.format("x"))] == [
        ("reliability-reaches-the-network-unguarded", "Call", 10)
    ]
    assert [told[0] for told in found(first + flow.format("y"))] == ["name-unknown"]
    assert [len(programs(PATH, first + flow.format(app))) for app in "xy"] == [1, 2]


def test_blocks_that_declare_one_name_twice_are_two_programs() -> None:
    block = "```osy test app=x\nenum Stage { A }\nentity Row { Stage S; }\n```\n"
    assert len(programs(PATH, block + block)) == 2
    assert found(block + block) == []


def test_a_blanked_document_keeps_every_offset() -> None:
    text = "é\r\n\r\n```osy\r\nenum A { B } // ü\r\n```\r\nend\u2028\n"
    kept = blanked(text, blocks(text))
    assert len(kept) == len(text)
    assert kept.split() == ["enum", "A", "{", "B", "}", "//", "ü"]
    assert [c for c in kept if c in "\r\n"] == [c for c in text if c in "\r\n"]
