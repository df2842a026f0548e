"""Files and tests of Osy# as pytest has them.

A project is loaded and checked once for all of its files. If it has errors, the first of its files is one collection
error that shows them, and the others are named after it. Tests run in one process of their own for each worker, which
builds each fixture's world once.
"""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_cli.exits import CommandError
from osy_cli.inputs import check_project
from osy_cli.render.terminal import Terminal
from osy_cli.render.tests_text import result_text
from osy_cli.render.text import counted, diagnostic_text
from osy_cli.sources import Sources
from osy_runtime.events import TestResult
from osy_runtime.testing.discover import all_tests
from osy_runtime.testing.runs import Plan
from osy_runtime.testing.session import Session

PLAIN = Terminal(is_unicode=True)


@dataclass(slots=True)
class _Loaded:
    """The projects that files belong to, by path; what is wrong with each; who was told of it; what runs tests."""

    projects: dict[str, Project] = field(default_factory=dict)
    errors: dict[Project, str] = field(default_factory=dict)
    told: dict[Project, str] = field(default_factory=dict)
    sessions: dict[Project, Session] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)


_LOADED = pytest.StashKey[_Loaded]()


class BrokenProject(Exception):  # noqa: N818 -- it says what the checker found
    """A project that does not compile; the text has its errors."""


class TestFailed(Exception):  # noqa: N818 -- pytest asks it how to show the failure
    """A test that did not pass."""

    __test__ = False

    def __init__(self, result: TestResult) -> None:
        super().__init__(result.message)
        self.result = result


class OsyFile(pytest.File):
    """A file of tests."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its tests, found without running anything; `BrokenProject` if the project has errors."""
        loaded = self.config.stash.setdefault(_LOADED, _Loaded())
        path = os.path.abspath(self.path)
        project = _project(loaded, path)
        if project is None:
            return
        _insist_on_sound(loaded, project, path)
        for _, test in all_tests([project]):
            if test.path == path:
                yield OsyTest.from_parent(self, name=test.told.name, test_id=test.told.id, project=project)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str | object:  # type: ignore[override]
        """The errors of the program, without anything of ours."""
        if isinstance(excinfo.value, BrokenProject | CommandError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class OsyTest(pytest.Item):
    """One test."""

    def __init__(self, *, test_id: str, project: Project, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest hands its own arguments through
        self.test_id = test_id
        self.project = project
        self.result: TestResult | None = None

    def runtest(self) -> None:
        """Run it; what it logs is in the report."""
        loaded = self.config.stash[_LOADED]
        session = loaded.sessions.get(self.project)
        if session is None:
            limits = Plan(limit_s=self.config.getoption("osy_timeout"), limit_mib=self.config.getoption("osy_memory"))
            session = loaded.sessions[self.project] = Session(self.project, limits)
        result = self.result = session.run(self.test_id)
        if result.output:
            self.add_report_section("call", "stdout", result.output)
        if result.outcome == "skipped":
            pytest.skip(result.message or "skipped")
        if result.outcome != "passed":
            raise TestFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str | object:  # type: ignore[override]
        """The failure as `osy test` tells it."""
        if isinstance(excinfo.value, TestFailed):
            result = excinfo.value.result.model_copy(update={"output": ""})
            return result_text(result, Sources(self.config.stash[_LOADED].texts), PLAIN).rstrip("\n")
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """The file, the line from 0, and the name."""
        line = next((t.told.line for _, t in all_tests([self.project]) if t.told.id == self.test_id), 1)
        return self.path, line - 1, self.name


def finish(config: pytest.Config) -> None:
    """End what runs tests."""
    loaded = config.stash.get(_LOADED, None)
    for session in loaded.sessions.values() if loaded is not None else ():
        session.end()


# ── Projects ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _project(loaded: _Loaded, path: str) -> Project | None:
    """The project that the file belongs to."""
    if path not in loaded.projects:
        try:
            found = load([path])
        except OSError as error:
            raise CommandError(f"`{path}` cannot be read: {error.strerror}") from None
        for project in found.projects:
            loaded.texts.update({name: file.text for name, file in project.files.items()})
            loaded.projects.update(dict.fromkeys(project.own_paths, project))
            loaded.errors[project] = _errors(project, found.diagnostics, loaded)
    return loaded.projects.get(path)


def _errors(project: Project, told: Iterable[Diagnostic], loaded: _Loaded) -> str:
    """The errors of a project, those of reading it included, as text; empty if there is none."""
    found = [*told, *check_project(project, project.own_paths)]
    errors = [diagnostic for diagnostic in found if diagnostic.level is Level.ERROR]
    if not errors:
        return ""
    sources = Sources(loaded.texts)
    shown = "\n".join(diagnostic_text(error, sources, PLAIN) for error in errors)
    return f"{shown}\nNo test was run: the program has {counted(len(errors), 'error')}."


def _insist_on_sound(loaded: _Loaded, project: Project, path: str) -> None:
    """Refuse the files of a project with errors: the first tells them, the others have nothing to run."""
    errors = loaded.errors[project]
    if errors and loaded.told.setdefault(project, path) == path:
        raise BrokenProject(errors)
    if errors:
        pytest.skip(f"the program does not compile, as told at {Path(loaded.told[project]).name}")
