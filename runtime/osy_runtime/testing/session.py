"""Runs the tests of one project as somebody asks for them, one by one: the process that runs them stays."""

from osy_analysis.project import Project
from osy_runtime.events import TestResult
from osy_runtime.testing.discover import find_tests
from osy_runtime.testing.pool import Listener, Pool
from osy_runtime.testing.runner import Ran, Suite, run_one
from osy_runtime.testing.runs import CAN_COPY, Plan, limits_of


class Session:
    """The tests of a project, and the process that runs them."""

    def __init__(self, project: Project, plan: Plan) -> None:
        """Nothing runs yet; of the plan the limits count."""
        self._suite = Suite(project, tuple(find_tests(project)), limits=limits_of(project, plan))
        self._numbers = {test.told.id: number for number, test in enumerate(self._suite.tests)}
        self._ran: list[Ran] = []
        self._pool: Pool | None = None

    def run(self, test_id: str) -> TestResult:
        """How the test ends."""
        number = self._numbers[test_id]
        if not CAN_COPY:
            return run_one(self._suite, self._suite.tests[number], lambda _: None).result
        if self._pool is None:
            self._pool = Pool([self._suite], [], _listener(self._ran))
        self._pool.run_next((0, number))
        return self._ran.pop().result

    def end(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.end()


def _listener(ran: list[Ran]) -> Listener:
    def finish(_: int, one: Ran) -> bool:
        ran.append(one)
        return True

    return Listener(begin=lambda _: None, emit=lambda _: None, finish=finish, is_cancelled=lambda: False)
