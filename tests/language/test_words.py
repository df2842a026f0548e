"""The words: consistent with themselves, and with the grammar that reads them."""

import re
from pathlib import Path

import pytest

from osy_grammar.language import CLAUSES, WORDS, Names, Place, Word, WordKind, word, words_at
from osy_grammar.retag.heads import FILE_WORDS
from osy_grammar.retag.workflow import BODIES

USED_AS_NAMES = (
    "state",
    "role",
    "user",
    "page",
    "from",
    "to",
    "when",
    "where",
    "by",
    "with",
    "value",
    "subject",
    "entity",
    "action",
    "live",
    "app",
    "model",
    "tests",
    "data",
    "version",
    "start",
    "open",
    "allow",
    "message",
    "key",
    "text",
    "label",
    "title",
    "order",
    "group",
    "record",
    "file",
    "super",
    "error",
    "client",
    "events",
    "commands",
    "animation",
    "secret",
    "change",
    "type",
    "token",
    "view",
    "checked",
    "stream",
    "slots",
    "event",
    "slot",
    "actor",
    "on",
    "enter",
    "exit",
    "Start",
    "Message",
)
IN_WORKFLOWS = (Place.WORKFLOW, Place.STATE, Place.SLOT, Place.ASSIGNED, Place.FINISHED)
GRAMMAR = Path(__file__).parents[2] / "grammar" / "osy_grammar" / "osy.lark"


def test_the_grammar_has_a_keyword_for_each_terminal_word_and_no_other() -> None:
    rules = re.sub(r"//.*", "", GRAMMAR.read_text("utf-8"))
    keywords = set(re.findall(r'"([A-Za-z_]+)"', rules))
    assert {row.text for row in WORDS if row.is_terminal} == keywords


def test_no_row_is_there_twice() -> None:
    keys = [(row.text, row.places, row.is_inner) for row in WORDS]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("row", WORDS, ids=lambda row: f"{row.text}-{row.places[0]}")
def test_a_word_is_reserved_or_says_what_follows_it(row: Word) -> None:
    is_free = row.kind is WordKind.AMBIENT or (row.kind is WordKind.TYPE and not row.is_terminal)
    assert row.reserved == (not row.before) or (is_free and not row.reserved)


@pytest.mark.parametrize("name", USED_AS_NAMES)
def test_words_that_published_code_uses_as_names_are_not_reserved(name: str) -> None:
    assert not any(row.reserved for row in WORDS if row.text == name)


def test_words_of_a_place() -> None:
    slot_words = {row.text for row in words_at(Place.SLOT)}
    assert slot_words == {"Assigned", "Finished", "Requires"}


def test_the_keyword_comes_before_the_ambient_name() -> None:
    slot = word("slot")
    assert slot is not None
    assert slot.kind is WordKind.DECLARATION
    assert word("nothing") is None


def test_what_the_name_behind_a_word_names() -> None:
    assert {row.text for row in WORDS if row.names is Names.STATE} == {"goto", "state", "success", "cancel", "error"}


@pytest.mark.parametrize("opener", FILE_WORDS)
def test_a_word_that_opens_a_declaration_is_of_the_table(opener: str) -> None:
    assert opener in {row.text for row in words_at(Place.FILE)}


@pytest.mark.parametrize("opener", BODIES)
def test_a_word_that_opens_a_body_in_a_workflow_is_of_the_table(opener: str) -> None:
    assert opener in {row.text for place in IN_WORKFLOWS for row in words_at(place)}


def test_no_clause_is_reserved() -> None:
    assert not {row.name for row in CLAUSES} & {row.text for row in WORDS if row.reserved}
