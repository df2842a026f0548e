"""The pages that are generated: each says what it is made of, and what is missing is told."""

from dataclasses import replace
from pathlib import Path

import pytest

from osy_analysis.registry import all_rules
from osy_cli.main import COMMANDS
from osy_grammar.language import page_ids
from osy_server.settings import Settings
from tools import library_rows
from tools.generate import commands, findings, readme, rulings, settings
from tools.library_rows import CONSTRUCTS, Answer, answers, results


def test_every_command_and_its_options_are_listed() -> None:
    text = commands.generate()[commands.PATH]
    for name in COMMANDS:
        assert f"\n## osy {name}\n" in text
    assert "| `--shard I/N` | only the I-th of N shares; a test stays in its share |" in text
    assert "`:Osy test`" in text
    assert "*Osy: Run All Tests*" in text
    assert "`osy-test-nearest`" in text


def test_every_finding_is_listed_with_its_level() -> None:
    text = findings.generate()[findings.PATH]
    for rule in all_rules():
        assert f"| [`{rule.code}`](../diagnostics/{rule.code}.md) | {rule.level.value} |" in text


def test_every_setting_is_listed() -> None:
    text = settings.generate()[settings.PATH]
    assert "| `osy.test.timeoutSeconds` | `30` | a number above 0 |" in text
    assert "| `[lint] levels` |" in text
    for section in Settings.model_fields.values():
        assert f"`osy.{section.alias}." in text or section.alias is None


def test_a_setting_that_nobody_describes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "_of_manifest", dict)
    with pytest.raises(ValueError, match=r"nobody says what `osy\.lint\.levels` means"):
        settings.generate()


def test_a_ruling_that_a_page_shows_is_there() -> None:
    assert rulings.TOUCHES.keys() <= page_ids()
    for page_id in rulings.TOUCHES:
        assert all(text.startswith("**R") for text in rulings.of_page(page_id))


def test_no_ruling_is_missed() -> None:
    numbers = [int(number.removeprefix("R")) for number in rulings.every()]
    assert set(range(1, 54)) <= set(numbers)
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_runs_or_is_refused_by_name(construct: str) -> None:
    runs = answers()[construct] is Answer.RUNS
    assert runs == (results()[construct].outcome == "passed"), results()[construct].message


def test_a_runner_that_fails_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(results()["List.Add"], message="the runner itself failed: TypeError: x")
    monkeypatch.setattr(library_rows, "results", lambda: {"List.Add": broken})
    with pytest.raises(RuntimeError, match="the runner itself failed"):
        answers()


def test_a_readme_without_the_place_for_its_sentence_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Nothing\n", encoding="utf-8")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    with pytest.raises(ValueError, match="has no place between"):
        readme.generate()


def test_a_table_of_features_with_other_columns_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "features.md").write_text("| Feature | Ours | New |\n|---|---|---|\n", encoding="utf-8")
    monkeypatch.setattr(readme, "FEATURES", tmp_path / "features.md")
    with pytest.raises(ValueError, match=r"has the columns Ours, New"):
        readme.generate()
