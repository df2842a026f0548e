"""The platform's own pages: each of their programs and fragments parses without a fault."""

import re
from collections.abc import Iterator
from pathlib import Path

from osy_grammar import parse
from osy_grammar.fragment import parse_fragment

_FENCE = re.compile(r"```osy(?P<words>[^\n]*)\n(?P<text>.*?)```", re.DOTALL)
_BEGINS = re.compile(r"(?:\[\w|(?:enum|entity|workflow|using|class|client|Assigned|Finished|state|foreach)\b)")

_CALL = re.compile(r"Workflow\.\w+<\w+>\([^\n]*\)(\s*//[^\n]*)?")


def _blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a page, or, where it has none, its paragraphs of code."""
    text = page.read_text(encoding="utf-8")
    found = [(match["words"], match["text"]) for match in _FENCE.finditer(text)]
    yield from found or (("", block) for block in _paragraphs(text))


def _paragraphs(text: str) -> Iterator[str]:
    block = ""
    for paragraph in re.split(r"\n\s*\n", text):
        if not block and not _BEGINS.match(paragraph) and not _CALL.fullmatch(paragraph.strip()):
            continue
        block = f"{block}\n\n{paragraph}" if block else paragraph
        if block.count("{") == block.count("}"):
            yield block
            block = ""


def test_every_block_of_the_pages_parses(specification: Path) -> None:
    count = 0
    for page in sorted((specification / "seeds").glob("*.txt")):
        for words, text in _blocks(page):
            file = parse(text) if " test" in f" {words}" else parse_fragment(text)
            assert not list(file.problems), (page.name, text)
            count += 1
    assert count > 15
