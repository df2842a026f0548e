"""Every member of the table of language facts runs, or is refused by its name.

Never is a program told that a part of the platform is unknown. `tools/library_rows.py` runs the rows.
"""

import re

import pytest

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime import discover, run_tests
from osy_runtime.builtins import STATIC_MODULES, find_static
from osy_runtime.events import TestFinished
from tools.library_rows import PATH, Answer, answers, results, rows

UNKNOWN = re.compile(
    r"nothing here is called|no function here is called|nothing here declares|has no (member|method) "
    r"|is nothing that this runner knows"
)
"""What a program is told of a name that nobody has heard of."""


ROWS = rows()


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_table_runs_or_is_refused_by_name(row: str) -> None:
    message = results()[row].message or ""
    assert not UNKNOWN.search(message), f"`{ROWS[row]}`: {message}"


@pytest.mark.parametrize(
    "use",
    [
        "Frobnicate();",
        "var it = Frob;",
        "Frob.Nicate();",
        "var it = new Frob();",
        "var it = true.Frob;",
        '"a".Frob();',
    ],
)
def test_a_name_that_is_in_no_table_is_told_of(use: str) -> None:
    project = Project(root="/app", files={PATH: parse(f"[Test] void t() {{ {use} }}")}, is_whole=True)
    told: list[str] = []
    run_tests(
        [project],
        {test.id for test in discover([project])},
        lambda event: told.append(event.result.message or "") if isinstance(event, TestFinished) else None,
        limit_s=30,
    )
    assert UNKNOWN.search(told[0]), told


@pytest.mark.parametrize("name", STATIC_MODULES)
def test_every_static_is_in_its_module(name: str) -> None:
    static = find_static(name)
    assert static is not None
    assert static.functions or static.values or static.generic or static.dynamic


def test_a_static_without_an_implementation_refuses_its_members() -> None:
    assert results()["Memory.Search"].message == "`Memory.Search` is not supported by this runner yet"
    assert results()["new LlmConfig"].message == "`new LlmConfig` is not supported by this runner yet"


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ("Memory.Search", Answer.REFUSED),
        ("Ui.Click", Answer.BROWSER),
        ("List.Add", Answer.RUNS),
        ("TimeSpan.FromHours", Answer.RUNS),
    ],
)
def test_what_the_runner_does_with_a_row(row: str, answer: Answer) -> None:
    assert answers()[row] is answer
