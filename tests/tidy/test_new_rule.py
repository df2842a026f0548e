"""The stubs of a diagnostic."""

import ast
from pathlib import Path

import pytest

from tools import new_rule

RULES = Path("analysis/osy_analysis/rules")
PROBLEMS = Path("analysis/osy_analysis/problems")


def test_a_rule_its_page_and_its_problem(tmp_path: Path) -> None:
    assert new_rule.make("workflow-dead-end", tmp_path) == 0
    rule = (tmp_path / RULES / "workflow" / "dead_end.py").read_text("utf-8")
    assert 'code="workflow-dead-end"' in rule
    assert "from osy_analysis.problems.workflow import DeadEnd" in rule
    assert "[workflow-dead-end]" in (tmp_path / "docs/diagnostics/workflow-dead-end.md").read_text("utf-8")
    problem = ast.parse((tmp_path / PROBLEMS / "workflow.py").read_text("utf-8"))
    assert [node.name for node in problem.body if isinstance(node, ast.ClassDef)] == ["DeadEnd"]
    assert (tmp_path / RULES / "workflow" / "__init__.py").exists()


def test_what_is_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_rule.make("workflow-dead-end", tmp_path)
    page = tmp_path / "docs" / "diagnostics" / "workflow-dead-end.md"
    page.write_text("mine\n", "utf-8")
    assert new_rule.make("workflow-dead-end", tmp_path) == 1
    assert page.read_text("utf-8") == "mine\n"
    assert "dead_end.py" in capsys.readouterr().err


def test_problems_of_an_area_stand_together(tmp_path: Path) -> None:
    problems = tmp_path / PROBLEMS / "names.py"
    problems.parent.mkdir(parents=True)
    problems.write_text('"""Problems of names."""\n\nfrom osy_grammar.nodes.base import Identifier\n', "utf-8")
    new_rule.make("name-unused", tmp_path)
    text = problems.read_text("utf-8")
    assert "class Unused(Problem):" in text
    assert "from osy_analysis.problems.base import Problem, problem\n" in text
    assert "from osy_grammar.nodes.base import Identifier, Node\n" in text
    assert "osy_analysis.problems.names" in (tmp_path / RULES / "name" / "unused.py").read_text("utf-8")


@pytest.mark.parametrize("code", ["Workflow-Dead", "workflow", "workflow_dead_end", "../x-y", ""])
def test_a_bad_code_is_refused(code: str, tmp_path: Path) -> None:
    assert new_rule.make(code, tmp_path) == 2
    assert not list(tmp_path.iterdir())
