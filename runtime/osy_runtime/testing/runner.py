"""Runs tests, each in a world of its own: its fixture is built for it alone, with the same ids and clock each time.

What a test may not do is bounded: it runs for a limited time, its calls for a limited depth. It runs in a thread with
a large stack, so that a program that calls deeply meets our limit and not the machine's.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext

from osy_analysis.project import Project
from osy_grammar.record import field, record, replace
from osy_grammar.tree import SourceFile
from osy_runtime.clock import VirtualClock
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.functions import call_function
from osy_runtime.evaluate.units import in_unit
from osy_runtime.events import Event, Output, TestResult
from osy_runtime.exceptions import throw
from osy_runtime.keeping import WorldKeeper
from osy_runtime.link import attribute, bare_name, first_argument
from osy_runtime.model import FunctionInfo, Site
from osy_runtime.program import Program, link
from osy_runtime.signals import BadProgram, CodeFrame, Failure, OverTime, over_time
from osy_runtime.slips import guess
from osy_runtime.testing.deep import on_a_large_stack
from osy_runtime.testing.discover import FoundTest
from osy_runtime.testing.memory import LIMIT_MIB, make_room, memory_limit, reserved
from osy_runtime.testing.recorder import Hit, Recorder
from osy_runtime.testing.report import Ended, FixtureFailed, result_of, skipped
from osy_runtime.testing.watch import Watch
from osy_runtime.testing.worlds import Chain, Worlds
from osy_runtime.utf16 import plain
from osy_runtime.values import Row
from osy_runtime.world import EngineFace, World

Emit = Callable[[Event], None]
LIMIT_S = 30.0
"""How long a test may run unless the caller says otherwise."""

MOST_OUTPUT = 1_000_000
"""How many characters of a test's output are kept and told."""


@record(kw_only=True)
class Limits:
    """What one test may take: time, and memory beside what the process has; no MiB is without a bound."""

    limit_s: float = LIMIT_S
    limit_mib: int = LIMIT_MIB


@record(frozen=False)
class Suite:
    """One project, linked when its first test runs."""

    project: Project
    tests: tuple[FoundTest, ...]
    limits: Limits = Limits()
    program: Program = field(init=False)
    compiler: Compiler = field(init=False)
    is_linked: bool = False
    worlds: Worlds = field(init=False)
    recorder: Recorder | None = None

    def link(self) -> None:
        """Link the project, unless that is done."""
        if not self.is_linked:
            self.program = link(self.project)
            self.compiler = Compiler(self.program)
            self.compiler.recorder = self.recorder
            self.worlds = Worlds(lambda chain, log, limit_s: _built(self.compiler, chain, log, limit_s))
            self.is_linked = True


@record()
class Ran:
    """How a test ended, the fixture that its world could not be built by, if it was that, and what it reached first."""

    result: TestResult
    fixture: str | None = None
    hits: tuple[tuple[Hit, int], ...] = ()


def run_one(suite: Suite, test: FoundTest, emit: Emit) -> Ran:
    """Run the test in a world of its own; what it logs goes to `emit` at once."""
    if test.skip is not None:
        return Ran(skipped(test, test.skip))
    with memory_limit(suite.limits.limit_mib):
        ran = on_a_large_stack(lambda: _run(suite, test, emit, suite.limits.limit_s))
    return ran if suite.recorder is None else replace(ran, hits=suite.recorder.take())


# ── One test ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _run(suite: Suite, test: FoundTest, emit: Emit, limit_s: float) -> Ran:
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
    chain: Chain = ()
    reserve = reserved()
    watch = Watch(limit_s)
    try:
        if test.refusal is not None:
            raise BadProgram(test.refusal)
        suite.link()
        chain = _fixtures(suite.program, test)
        world = suite.worlds.take(chain, log, limit_s)
        world.limit(limit_s)
        _run_body(world, test)
    except FixtureFailed as problem:
        failure, world = problem, problem.world
    except Exception as problem:
        reserve.close()
        if isinstance(problem, MemoryError):
            make_room()
        failure = problem
    failure = failure or watch.end()
    watch.end()
    reserve.close()
    if isinstance(failure, OverTime):
        failure.message = over_time(limit_s)
    files: Mapping[str, SourceFile] = suite.project.files
    ended = Ended(test, files, (time.perf_counter() - start) * 1000, failure, "\n".join(lines), world)
    ran = Ran(result_of(ended), failure.fixture if isinstance(failure, FixtureFailed) else None)
    if suite.is_linked:
        suite.worlds.give_back(chain, failure)
    _let_go(failure)
    return ran


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
    world.store.keep_by(WorldKeeper(world))
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
    engine = Engine(world, clock, compiler.flows, compiler.program.entity_is)
    if compiler.recorder is not None:
        engine.tell(compiler.recorder.note)
    return engine


def _fixture(program: Program, name: str, site: Site) -> FunctionInfo:
    for function in program.find_functions(name, site):
        if attribute(function.attributes, "TestFixture") is not None:
            return function
    known = [
        function.name
        for functions in program.functions.values()
        for function in functions
        if attribute(function.attributes, "TestFixture") is not None
    ]
    raise BadProgram(f"no fixture here is called `{name}`{guess(name, known)}")


def _fixtures(program: Program, test: FoundTest) -> Chain:
    """The fixtures that the test's world is built by, each followed by the one that it is built on."""
    chain: list[FunctionInfo] = []
    site = program.site_of(test.path, test.item)
    name, mark = test.told.name, attribute(test.node.attributes, "Test")
    while wanted := bare_name(argument := first_argument(mark)):
        try:
            function = _fixture(program, wanted, site)
            if function in chain:
                raise BadProgram(f"the fixture `{wanted}` is built on itself")
        except BadProgram as refusal:
            if argument is not None:
                refusal.locate(CodeFrame(name, site.path, site.item.start + argument.start))
            raise
        chain.append(function)
        name, site, mark = function.name, function.site, attribute(function.attributes, "TestFixture")
    return tuple(chain)


def _built(compiler: Compiler, chain: Chain, log: Callable[[str], None], limit_s: float) -> World:
    """A world built by its fixtures, the base's first; security is off in them."""
    world = make_world(compiler, log)
    world.limit(limit_s)
    for function in reversed(chain):
        try:
            with world.as_system():
                _call(world, function)
        except Failure as failure:
            raise FixtureFailed(function.name, failure, world) from failure
    return world


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
