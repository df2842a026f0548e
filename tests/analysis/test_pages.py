"""The page of each diagnostic is its test: every block of it reports what its comments announce, and nothing else."""

import re
from pathlib import Path

import pytest

from osy_analysis.explain import page_codes, page_path, page_text, pages_folder
from osy_analysis.problems.base import Problem
from osy_analysis.registry import all_rules
from osy_analysis.rule import Rule
from osy_grammar.language import page
from osy_testing.markdown import Case, cases, diagnose, mismatches

PAGES = sorted(pages_folder().glob("*.md"))
CASES = [case for path in PAGES for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_block_reports_what_it_announces(case: Case) -> None:
    assert mismatches(case, diagnose(case)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_shows_its_own_code_and_a_clean_program(path: Path) -> None:
    found = cases(path)
    assert any(one.code == path.stem for case in found for one in case.expectations)
    assert any(not case.expectations for case in found)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_rule_has_a_page_and_the_code_of_its_file(rule: Rule[Problem]) -> None:
    area, what = rule.check.__module__.split(".")[-2:]
    assert rule.code == f"{area}-{what}".replace("_", "-")
    text = page_text(rule.code)
    assert text is not None
    assert text.startswith(f"# {rule.code}\n\n**{rule.level.value.capitalize()}.** ")
    assert rule.page == "" or page(rule.page).url.startswith("https://osysharp.com/")


def test_each_page_is_of_a_code() -> None:
    known = {rule.code for rule in all_rules()} | {"project-file"}
    assert set(page_codes()) <= known


@pytest.mark.parametrize("code", ["", "../secret", "name", "no-such-code", "Name-Duplicate", "a-b/../../c-d"])
def test_no_page_for_what_is_no_code(code: str) -> None:
    assert page_path(code) is None
    assert page_text(code) is None


def test_a_page_without_a_block_fails(tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_text("# empty\n\nNothing.\n")
    with pytest.raises(ValueError, match="no `osy` block"):
        cases(tmp_path / "empty.md")


def test_an_unexpected_finding_and_a_missing_one_are_told(tmp_path: Path) -> None:
    text = "```osy\nenum A { B, B }\nenum C { D }  // error: [name-duplicate]\n```\n"
    (tmp_path / "wrong.md").write_text(text)
    (case,) = cases(tmp_path / "wrong.md")
    told = mismatches(case, diagnose(case))
    assert [re.sub(r":.*", "", line) for line in told] == ["line 1", "line 2"]
