"""The style guide is what the formatter does: each program on the page, before and behind."""

import re
from pathlib import Path

import pytest

from osy_grammar.format import format_text

PAGE = Path(__file__).parent.parent.parent / "docs" / "guide" / "formatting.md"
_CASE = re.compile(r"^### (?P<name>.+?)\n(?P<body>.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```osy (?P<which>before|after)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def cases() -> dict[str, list[tuple[str, str]]]:
    """The programs by heading, each with which it is."""
    page = PAGE.read_text(encoding="utf-8")
    return {
        case["name"]: [(one["which"], one["text"]) for one in _BLOCK.finditer(case["body"])]
        for case in _CASE.finditer(page)
    }


@pytest.mark.parametrize("name", cases())
def test_a_program_is_formatted_as_the_page_shows(name: str) -> None:
    (first, before), (second, after) = cases()[name]
    assert (first, second) == ("before", "after")
    assert before != after
    assert format_text(before) == after
    assert format_text(after) == after


def test_every_block_of_the_page_is_a_case() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("```osy") == sum(len(blocks) for blocks in cases().values())
