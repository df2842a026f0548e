"""Runs tests, each in a world of its own: its fixture is built for it alone, with the same ids and clock each time.

What a test may not do is bounded: it runs for a limited time, its calls for a limited depth. It runs in a thread with
a large stack, so that a program that calls deeply meets our limit and not the machine's.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field

from osy_analysis.project import Project
from osy_grammar.tree import SourceFile
from osy_runtime.clock import VirtualClock
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.functions import call_function
from osy_runtime.evaluate.units import in_unit
from osy_runtime.evaluate.validation import deletion_guard, validator
from osy_runtime.events import (
    Discovered,
    DiscoveredTest,
    Event,
    Output,
    RunFinished,
    RunStarted,
    Summary,
    TestFinished,
    TestResult,
    TestStarted,
)
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, bare_name, first_argument
from osy_runtime.model import FunctionInfo, Site
from osy_runtime.program import Program, link
from osy_runtime.signals import BadProgram, CodeFrame, Failure, OverTime
from osy_runtime.slips import guess
from osy_runtime.testing.deep import on_a_large_stack
from osy_runtime.testing.discover import FoundTest, all_tests
from osy_runtime.testing.memory import LIMIT_MIB, memory_limit
from osy_runtime.testing.report import Ended, FixtureFailed, result_of
from osy_runtime.testing.watch import Watch
from osy_runtime.utf16 import plain
from osy_runtime.values import Row
from osy_runtime.world import EngineFace, World, over_time

Emit = Callable[[Event], None]
LIMIT_S = 30.0
"""How long a test may run unless the caller says otherwise."""

MOST_OUTPUT = 1_000_000
"""How many characters of a test's output are kept and told."""

NO_SECURITY = (
    "security blocks, and `[Authorize]` on functions, are not applied by this runner yet: "
    "every read, write and call is allowed"
)


@dataclass(slots=True)
class _Suite:
    """One project, linked when its first test runs."""

    project: Project
    tests: tuple[FoundTest, ...]
    program: Program = field(init=False)
    compiler: Compiler = field(init=False)
    is_linked: bool = False
    broken: dict[FunctionInfo, str] = field(default_factory=dict)

    def link(self) -> None:
        if not self.is_linked:
            self.program = link(self.project)
            self.compiler = Compiler(self.program)
            self.is_linked = True


def run_tests(
    projects: Iterable[Project],
    select: Collection[str] | Callable[[DiscoveredTest], bool] | None,
    emit: Emit,
    *,
    limit_s: float = LIMIT_S,
    limit_mib: int = LIMIT_MIB,
    stop_at_failure: bool = False,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Summary:
    """Run the tests that `select` names (by id, or by a question; None is all) and tell each event to `emit`."""
    suites = _suites(projects, select)
    emit(RunStarted())
    emit(Discovered(tests=tuple(test.told for suite in suites for test in suite.tests)))
    counts = {"passed": 0, "failed": 0, "errored": 0, "skipped": 0}
    cancelled = False
    for suite, test in [(owner, test) for owner in suites for test in owner.tests]:
        if is_cancelled() or (stop_at_failure and counts["failed"] + counts["errored"]):
            cancelled = is_cancelled()
            break
        with memory_limit(limit_mib):
            outcome = _run_one(suite, test, emit, limit_s)
        counts[outcome] += 1
    summary = Summary(**counts)
    notes = any(suite.is_linked and suite.program.has_security for suite in suites)
    emit(RunFinished(summary=summary, cancelled=cancelled, message=NO_SECURITY if notes else None))
    return summary


def _suites(
    projects: Iterable[Project], select: Collection[str] | Callable[[DiscoveredTest], bool] | None
) -> list[_Suite]:
    """The projects that have tests to run, with these tests."""
    chosen: dict[Project, list[FoundTest]] = {}
    for project, test in all_tests(projects):
        if select is None or (select(test.told) if callable(select) else test.told.id in select):
            chosen.setdefault(project, []).append(test)
    return [_Suite(project, tuple(tests)) for project, tests in chosen.items()]


def _run_one(suite: _Suite, test: FoundTest, emit: Emit, limit_s: float) -> str:
    emit(TestStarted(id=test.told.id))
    if test.skip is not None:
        result = _skipped(test, test.skip)
    else:
        result = on_a_large_stack(lambda: _run(suite, test, emit, limit_s))
    emit(TestFinished(result=result))
    return result.outcome


def _skipped(test: FoundTest, reason: str) -> TestResult:
    told = test.told
    return TestResult(
        id=told.id,
        name=told.name,
        file=told.file,
        line=told.line,
        outcome="skipped",
        duration_ms=0.0,
        message=reason,
    )


# ── One test ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _run(suite: _Suite, test: FoundTest, emit: Emit, limit_s: float) -> TestResult:
    lines: list[str] = []
    room = MOST_OUTPUT

    def log(text: str) -> None:
        nonlocal room
        if room < 0:
            return
        room -= len(text) + 1
        told = plain(text) if room >= 0 else "(the rest of what it logged is left out)"
        lines.append(told)
        emit(Output(id=test.told.id, text=told))

    start = time.perf_counter()
    world: World | None = None
    failure: BaseException | None = None
    watch = Watch(limit_s)
    try:
        if test.refusal is not None:
            raise BadProgram(test.refusal)
        suite.link()
        world = make_world(suite.compiler, log)
        world.limit(limit_s)
        _build_fixture(world, test, suite.broken)
        _run_body(world, test)
    except Exception as problem:
        failure = problem
    failure = failure or watch.end()
    watch.end()
    if isinstance(failure, OverTime):
        failure.message = over_time(limit_s)
    files: Mapping[str, SourceFile] = suite.project.files
    ended = Ended(test, files, (time.perf_counter() - start) * 1000, failure, "\n".join(lines), world)
    result = result_of(ended)
    _let_go(failure)
    return result


def _let_go(failure: BaseException | None) -> None:
    """Cut the failure's tracebacks: they hold the frames, and the frames whatever the test had in memory."""
    while failure is not None:
        failure.__traceback__ = None
        if isinstance(failure, FixtureFailed):
            failure.cause.__traceback__ = None
        failure = failure.__cause__ or failure.__context__


def make_world(compiler: Compiler, log: Callable[[str], None]) -> World:
    """An empty world of the program, with its workflow engine."""
    clock = VirtualClock()
    world = World(compiler, clock, log=log)
    world.store.validate = validator(compiler, world)
    if compiler.program.deletion_rules:
        world.store.before_delete = deletion_guard(compiler, world)
    world.start_engine = lambda world: _start_engine(world, clock)
    if compiler.program.workflows:
        world.engine = _start_engine(world, clock)
    return world


def _start_engine(world: World, clock: VirtualClock) -> EngineFace:
    # Imported here: a test that names nothing of workflows does not pay for the engine.
    from osy_runtime.workflow.engine import Engine
    from osy_runtime.workflow.flow import declared_flows

    compiler = world.compiler
    if compiler.flows is None:
        compiler.flows = declared_flows(compiler.program, compiler)
    return Engine(world, clock, compiler.flows, compiler.program.entity_is)


def _fixture(world: World, name: str, site: Site) -> FunctionInfo:
    for function in world.program.find_functions(name, site):
        if attribute(function.attributes, "TestFixture") is not None:
            return function
    known = [
        function.name
        for functions in world.program.functions.values()
        for function in functions
        if attribute(function.attributes, "TestFixture") is not None
    ]
    raise BadProgram(f"no fixture here is called `{name}`{guess(name, known)}")


def _fixtures(world: World, test: FoundTest) -> list[FunctionInfo]:
    """The fixtures that the test's world is built by, each followed by the one that it is built on."""
    chain: list[FunctionInfo] = []
    site = world.program.site_of(test.path, test.item)
    name, mark = test.told.name, attribute(test.node.attributes, "Test")
    while wanted := bare_name(argument := first_argument(mark)):
        try:
            function = _fixture(world, wanted, site)
            if function in chain:
                raise BadProgram(f"the fixture `{wanted}` is built on itself")
        except BadProgram as refusal:
            if argument is not None:
                refusal.locate(CodeFrame(name, site.path, site.item.start + argument.start))
            raise
        chain.append(function)
        name, site, mark = function.name, function.site, attribute(function.attributes, "TestFixture")
    return chain


def _build_fixture(world: World, test: FoundTest, broken: dict[FunctionInfo, str]) -> None:
    """Build the test's world from its fixtures, the base's first; security is off in them.

    What a fixture is `broken` by is told once in full: the tests after the first refer to it.
    """
    for function in reversed(_fixtures(world, test)):
        try:
            with world.as_system():
                _call(world, function)
        except Failure as failure:
            first = broken.setdefault(function, test.told.id)
            is_told = first != test.told.id
            raise FixtureFailed(function.name, failure, told_at=first if is_told else None) from failure


def _call(world: World, function: FunctionInfo) -> None:
    in_unit(world, lambda: call_function(world.compiler, function, world, None, []))


def _run_body(world: World, test: FoundTest) -> None:
    functions = world.program.functions[test.node.name.text]
    function = next(f for f in functions if f.node is test.node)
    if function.least:
        raise BadProgram(f"the test `{function.name}` has parameters, and nothing to fill them with")
    acting = _principal(world, function)
    with world.as_principal(acting) if acting is not None else nullcontext():
        # Nothing is undone when the body throws: the world is the test's own, and it is shown as the failure found it.
        call_function(world.compiler, function, world, None, [])
        world.store.commit()


def _principal(world: World, function: FunctionInfo) -> Row | None:
    """The row of the test's `[runas(P)]`."""
    argument = first_argument(attribute(function.attributes, "runas"))
    if argument is None:
        return None
    scope = world.compiler.scope(function.site, function.name, None, argument)
    value = world.compiler.value(scope, argument)(Frame(world, None, [None] * scope.size))
    if isinstance(value, Row):
        return value
    failure = throw("InvalidOperationException", "`[runas(…)]` names nobody who is there when the test begins")
    failure.locate(scope.place(argument))
    raise failure
