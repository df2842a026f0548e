"""Every folder of `workflow/` and the approvals example: a project that compiles, and whose tests pass.

The names of the tests in them carry the id of the ruling that they hold the engine to.
"""

from pathlib import Path

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Level
from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_runtime import discover, run_tests
from osy_runtime.events import Event, TestFinished, TestResult

HERE = Path(__file__).parent
FOLDERS = [*sorted((HERE / "workflow").iterdir()), HERE.parent.parent / "examples" / "approvals"]


def project_in(folder: Path) -> Project:
    loaded = load([str(folder)])
    assert not loaded.diagnostics
    (project,) = loaded.projects
    return project


def results_of(project: Project) -> dict[str, TestResult]:
    events: list[Event] = []
    run_tests([project], None, events.append)
    return {event.result.name: event.result for event in events if isinstance(event, TestFinished)}


def explain(result: TestResult) -> str:
    place = f"{result.at.file}:{result.at.line}" if result.at else result.file
    return f"{result.name} {result.outcome} at {place}: {result.message}\n{result.faults}\n{result.state}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_programs_compile(folder: Path) -> None:
    errors = [diagnostic for diagnostic in check(project_in(folder)) if diagnostic.level is Level.ERROR]
    assert not errors, [(error.path, error.span, error.code, error.message) for error in errors]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_programs_tests_pass(folder: Path) -> None:
    project = project_in(folder)
    results = results_of(project)
    assert len(results) == len(discover([project])) > 0
    failed = [explain(result) for result in results.values() if result.outcome != "passed"]
    assert not failed, "\n\n".join(failed)
