"""A run: which tests it has, running them in this process or in others, telling what happens in one order.

Wherever the tests run, what is told of them is the same: their order is that of the files, and what a fixture fails by
is told in full at the first test that it fails.
"""

import os
from collections.abc import Callable, Collection, Iterable

from osy_analysis.project import Project
from osy_grammar.record import record
from osy_runtime.events import (
    Discovered,
    DiscoveredTest,
    RunFinished,
    RunStarted,
    Summary,
    TestFinished,
    TestStarted,
)
from osy_runtime.testing.coverage import Coverage
from osy_runtime.testing.discover import FoundTest, all_tests
from osy_runtime.testing.memory import LIMIT_MIB
from osy_runtime.testing.recorder import Recorder
from osy_runtime.testing.report import not_built_again
from osy_runtime.testing.runner import LIMIT_S, Emit, Limits, Ran, Suite, run_one

Selection = Collection[str] | Callable[[DiscoveredTest], bool] | None
CAN_COPY = hasattr(os, "fork")
"""Whether a process can be copied; where it cannot, tests run in the process that asked for them."""


@record(kw_only=True)
class Plan:
    """How tests are run: in how many processes of their own (0: in this one), and what one of them may take.

    A limit that is None is the one that the project's settings say.
    """

    jobs: int = 0
    limit_s: float | None = None
    limit_mib: int | None = None
    stop_at_failure: bool = False
    is_cancelled: Callable[[], bool] = lambda: False
    coverage: Coverage | None = None


def run_tests(
    projects: Iterable[Project],
    select: Selection,
    emit: Emit,
    *,
    limit_s: float = LIMIT_S,
    limit_mib: int = LIMIT_MIB,
    stop_at_failure: bool = False,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Summary:
    """Run the tests that `select` names (by id, or by a question; None is all) here, and tell `emit` each event."""
    plan = Plan(limit_s=limit_s, limit_mib=limit_mib, stop_at_failure=stop_at_failure, is_cancelled=is_cancelled)
    return run_plan(projects, select, emit, plan)


def run_plan(projects: Iterable[Project], select: Selection, emit: Emit, plan: Plan) -> Summary:
    """Run the tests that `select` names as the plan says, and tell each event to `emit`."""
    suites = _suites(projects, select, plan)
    run = _Run(suites, emit, plan)
    emit(RunStarted())
    emit(Discovered(tests=tuple(test.told for test in run.tests)))
    if plan.jobs and CAN_COPY:
        _elsewhere(run, plan.jobs)
    else:
        _here(run)
    summary = Summary(**run.counts)
    emit(RunFinished(summary=summary, cancelled=run.is_cancelled))
    return summary


def _suites(projects: Iterable[Project], select: Selection, plan: Plan) -> list[Suite]:
    """The projects that have tests to run, with these tests."""
    chosen: dict[Project, list[FoundTest]] = {}
    for project, test in all_tests(projects):
        if select is None or (select(test.told) if callable(select) else test.told.id in select):
            chosen.setdefault(project, []).append(test)
    return [
        Suite(
            project,
            tuple(tests),
            limits=limits_of(project, plan),
            recorder=Recorder() if plan.coverage is not None else None,
        )
        for project, tests in chosen.items()
    ]


def limits_of(project: Project, plan: Plan) -> Limits:
    """What one of the project's tests may take: as the plan says, else as its settings do."""
    settings = project.settings
    return Limits(
        limit_s=settings.test_timeout_seconds if plan.limit_s is None else plan.limit_s,
        limit_mib=settings.test_memory_mib if plan.limit_mib is None else plan.limit_mib,
    )


class _Run:
    """What a run has told so far."""

    def __init__(self, suites: list[Suite], emit: Emit, plan: Plan) -> None:
        self.suites = suites
        self.places = [(s, t) for s, suite in enumerate(suites) for t in range(len(suite.tests))]
        self.counts = {"passed": 0, "failed": 0, "errored": 0, "skipped": 0}
        self.is_cancelled = False
        self.emit = emit
        self._plan = plan
        self._begun = -1
        self._broken: dict[tuple[int, str], str] = {}

    @property
    def tests(self) -> list[FoundTest]:
        """The tests in order."""
        return [self.suites[suite].tests[test] for suite, test in self.places]

    def test(self, number: int) -> FoundTest:
        """The test of that number."""
        suite, test = self.places[number]
        return self.suites[suite].tests[test]

    def begin(self, number: int) -> None:
        """Tell that the test begins, unless that is told."""
        if self._begun < number:
            self._begun = number
            self.emit(TestStarted(id=self.test(number).told.id))

    def finish(self, number: int, ran: Ran) -> bool:
        """Tell how the test ended; gives whether the run goes on."""
        self.begin(number)
        if self._plan.coverage is not None:
            self._plan.coverage.add(self.suites[self.places[number][0]].project, ran.hits)
        result = ran.result
        if ran.fixture is not None:
            first = self._broken.setdefault((self.places[number][0], ran.fixture), result.id)
            if first != result.id:
                result = not_built_again(result, self.test(number), ran.fixture, first)
        self.emit(TestFinished(result=result))
        self.counts[result.outcome] += 1
        return not (self._plan.stop_at_failure and result.outcome in ("failed", "errored")) and not self.asked_to_stop()

    def asked_to_stop(self) -> bool:
        """Whether whoever asked for the run has enough."""
        self.is_cancelled = self.is_cancelled or self._plan.is_cancelled()
        return self.is_cancelled


def _here(run: _Run) -> None:
    for number, (suite_number, test_number) in enumerate(run.places):
        if run.asked_to_stop():
            return
        suite = run.suites[suite_number]
        run.begin(number)
        if not run.finish(number, run_one(suite, suite.tests[test_number], run.emit)):
            return


def _elsewhere(run: _Run, jobs: int) -> None:
    # Imported here: a run in this process needs nothing of it.
    from osy_runtime.testing.pool import Listener, Pool

    listener = Listener(begin=run.begin, emit=run.emit, finish=run.finish, is_cancelled=run.asked_to_stop)
    Pool(run.suites, run.places, listener).run(jobs)
