"""The grammar itself: no conflict, fresh tables, a builder for every rule, every word in the table of facts."""

from pathlib import Path

from osy_grammar.builders import BUILDERS
from osy_grammar.language.words import WORDS
from osy_grammar.scan import MADE
from osy_grammar.tables import END, Goto, Row, tables
from osy_grammar.vocabulary import SPELLINGS
from tools.tables import build_lark, generate

FOREIGN = {"case", "do", "lock", "not", "switch"}
"""Words of C# that the grammar knows only to say that Osy# does not."""
BY_RECOVERY = {"MISSING", "SKIPPED"}


def test_the_grammar_has_no_conflict() -> None:
    # lark raises on the first one: it builds with `strict=True`.
    assert build_lark().rules


def test_the_generated_files_are_fresh() -> None:
    for path, text in generate().items():
        assert Path(path).read_text(encoding="utf-8") == text, f"{path}: run `python -m tools gen`"


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    assert {rule.name for rule in tables().rules} == set(BUILDERS)


def test_every_terminal_is_made_by_a_pass_and_every_token_has_a_terminal() -> None:
    wanted = set(tables().terminals) - {END}
    by_retagging = {kind for kind in wanted - MADE if kind.startswith("_") or kind not in SPELLINGS}
    words = {kind for kind, spelling in SPELLINGS.items() if spelling.isalpha()}
    assert wanted <= MADE | words | by_retagging
    assert wanted >= MADE
    assert by_retagging >= BY_RECOVERY


def test_every_word_of_the_grammar_is_in_the_table_of_facts() -> None:
    spelled = {spelling for spelling in SPELLINGS.values() if spelling.isalpha()}
    assert spelled - FOREIGN <= {word.text for word in WORDS}


def test_every_reserved_word_is_a_terminal_or_a_type() -> None:
    reserved = {word.text for word in WORDS if word.reserved}
    assert {word.upper() for word in reserved} - set(SPELLINGS) == {
        "STRING", "INT", "LONG", "BOOL", "CHAR", "DECIMAL", "DOUBLE", "BYTE", "OBJECT",
    }  # fmt: skip


def test_a_row_tells_what_may_come_next() -> None:
    row: Row = tables().entries["item"]
    assert {"USING", "CLASS", "WORKFLOW", "LSQB", "ID"} <= set(row.terminals())
    assert row["SEMICOLON"] is None
    assert isinstance(row["item"], Goto)
