"""`osy explain`: every page there is can be shown."""

import io

import pytest
from rich.console import Console

from osy_analysis.explain import page_codes
from osy_analysis.registry import all_rules
from osy_cli import pages
from osy_cli.commands import explain
from osy_grammar.language import page_ids
from osy_testing.command_line import Osy


@pytest.mark.parametrize("code", page_codes())
def test_every_diagnostic_can_be_explained(code: str, osy: Osy) -> None:
    ended = osy("explain", code)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("# ")
    assert code in ended.out


@pytest.mark.parametrize("page_id", sorted(page_ids()))
def test_every_reference_page_can_be_shown(page_id: str, osy: Osy) -> None:
    ended = osy("explain", page_id)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("# ")


def test_a_place_in_a_page_shows_the_page(osy: Osy) -> None:
    title = osy("explain", "workflow-milestone").out.splitlines()[0]
    assert osy("explain", "workflow-milestone#retries").out.startswith(title)


def test_the_brackets_of_a_finding_may_be_copied_along(osy: Osy) -> None:
    assert osy("explain", "[workflow-goto-in-exit]").status == 0


def test_there_is_a_page_for_each_code_of_the_checker() -> None:
    assert {rule.code for rule in all_rules()} <= set(page_codes())


def test_a_page_is_drawn_on_a_terminal() -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    page = pages.page_of("workflow-goto-in-exit")
    assert page is not None
    explain._draw(page, screen)
    assert "```" not in screen.getvalue()
    assert "goto" in Console(file=io.StringIO()).render_str(screen.getvalue()).plain
