"""The reference pages: what hovers show."""

import re
from pathlib import Path

import pytest

from osy_grammar.language import ATTRIBUTES, FUNCTIONS, TYPES, page, page_ids
from osy_grammar.language.capabilities import CAPABILITIES
from osy_grammar.language.elements import ELEMENTS
from osy_grammar.language.pages import parse_page
from osy_grammar.parse import parse

URL = re.compile(r"https://osysharp\.com/reference/[a-z/-]+/")
BLOCK = re.compile(r"```osy syntax\n(.*?)```", re.DOTALL)
PLACEHOLDER = re.compile(r"^\s*…$|(?<=\{ )…(?= \})", re.MULTILINE)
# Where an example of a page may stand: alone, in a workflow, a state, a slot, a milestone, or a body.
SURROUNDINGS = (
    "%",
    "workflow W { % }",
    "workflow W { state S { % } }",
    "workflow W { state S { subscribe E() { % } } }",
    "workflow W { state S { subscribe E() { Assigned { % } } } }",
    "workflow W { state S { subscribe E() { Finished { % } } } }",
    "void F() { % }",
)
FENCE = re.compile(r"^\s*```(.*)$", re.MULTILINE)
IDS = sorted(page_ids())
CONSTRUCTS = [
    "workflow",
    "workflow-event",
    "workflow-state",
    "workflow-terminal",
    "workflow-subscribe",
    "workflow-slot",
    "workflow-candidates",
    "workflow-milestone",
    "workflow-assigned",
    "workflow-finished",
    "workflow-within",
    "workflow-unassigned",
    "workflow-unfinished",
    "workflow-enter-exit",
    "workflow-milestone-enter",
    "workflow-exhausted",
    "workflow-retries",
    "workflow-backoff",
    "workflow-remind",
    "workflow-route",
    "workflow-expire",
    "workflow-deadline",
    "workflow-accrues",
    "workflow-on-complete",
    "workflow-complete-when",
    "workflow-tracks",
    "workflow-initial",
    "workflow-autostart",
    "workflow-start",
    "workflow-started-at",
    "workflow-goto",
    "workflow-item",
    "workflow-audit",
    "workflow-work-by-item",
    "workflow-work",
    "workflow-inbox",
    "workflow-transitions",
    "workflow-service-hours",
    "workflow-requires",
    "workflow-correlate-on",
    "workflow-settle",
    "http-client",
    "workflow-network",
    "workflow-fault-propagation",
    "workflow-slot-assign",
    "workflow-slot-release",
    "workflow-slot-candidates",
    "workflow-slot-assignee",
    "workflow-slot-status",
    "workflow-slot-is-unassigned",
]


@pytest.mark.parametrize("page_id", CONSTRUCTS)
def test_every_construct_of_the_reference_has_a_page(page_id: str) -> None:
    assert page(page_id).id == page_id


@pytest.mark.parametrize("page_id", IDS)
def test_a_summary_can_be_read_in_a_hover(page_id: str) -> None:
    assert 60 <= len(page(page_id).summary.split()) <= 180


@pytest.mark.parametrize("page_id", IDS)
def test_the_examples_of_a_page_are_fragments_that_parse(page_id: str) -> None:
    summary = page(page_id).summary
    assert set(FENCE.findall(summary)) <= {"osy syntax", ""}
    for block in BLOCK.findall(summary):
        text = PLACEHOLDER.sub("", block)
        assert any(not list(parse(around.replace("%", f"\n{text}\n")).problems) for around in SURROUNDINGS), block


@pytest.mark.parametrize("page_id", [page_id for page_id in IDS if page(page_id).ours])
def test_a_page_of_our_own_says_here(page_id: str) -> None:
    assert re.search(r"\bhere\b", page(page_id).summary, re.IGNORECASE)


def test_a_place_in_a_page_is_in_its_link() -> None:
    whole, place = page("workflow-milestone"), page("workflow-milestone#enter")
    assert place.url == f"{whole.url}#enter"
    assert place.summary == whole.summary
    assert page("workflow-exhausted#x").url == f"{whole.url}#x"


def test_an_unknown_page_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match="workflow-nothing"):
        page("workflow-nothing")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("id: x\n", "opens with"),
        ("---\nid: x\n", "ends with"),
        ("---\nid: x\ntitle: y\n---\n", "url"),
        ("---\nid: x\nname: y\n---\n", "name: y"),
    ],
)
def test_a_broken_head_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_page(text)


def test_every_address_of_the_specification_is_a_page(specification: Path) -> None:
    told = {url for path in (specification / "seeds").glob("*.txt") for url in URL.findall(path.read_text("utf-8"))}
    assert told
    assert told <= {page(page_id).url.partition("#")[0] for page_id in IDS}


def test_no_sentence_of_the_specification_is_copied(specification: Path) -> None:
    seeds = " ".join(path.read_text("utf-8") for path in sorted((specification / "seeds").glob("*.txt")))
    told = set(runs_of_words(seeds))
    ours = [page(page_id).summary for page_id in IDS]
    ours += [text for kind in TYPES for text in (kind.text, *(fact.text for fact in kind.members))]
    ours += [row.text for rows in (ATTRIBUTES, ELEMENTS, CAPABILITIES, FUNCTIONS) for row in rows]
    assert not [run for text in ours for run in runs_of_words(text) if run in told]


def runs_of_words(text: str, length: int = 8) -> list[tuple[str, ...]]:
    """Every run of so many words in the prose of a text."""
    prose = re.sub(r"```.*?```", " ", text, flags=re.DOTALL)
    words = re.findall(r"[a-z']+", re.sub(r"`[^`]*`", " ", prose).lower())
    return [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]
