"""How a test ended, as data: outcome, sentence, the place in the test, what explains it."""

from collections.abc import Mapping, Sequence
from functools import partial

from osy_grammar.record import record
from osy_grammar.tree import SourceFile
from osy_runtime.events import Outcome, Place, TestResult
from osy_runtime.signals import (
    AssertionFailed,
    BadProgram,
    CodeFrame,
    Failure,
    LimitPassed,
    NeedsBrowser,
    OsyThrow,
    Unsupported,
)
from osy_runtime.testing.discover import FoundTest
from osy_runtime.testing.hints import hints_for
from osy_runtime.testing.places import frames_of, place_of
from osy_runtime.utf16 import plain
from osy_runtime.world import World

MOST_FRAMES = 30
"""How many frames a result tells; a recursion without end has thousands alike."""


class FixtureFailed(Exception):  # noqa: N818 -- it carries what failed
    """A fixture did not build its world."""

    def __init__(self, fixture: str, cause: Failure, world: World) -> None:
        super().__init__(fixture)
        self.fixture = fixture
        self.cause = cause
        self.world = world


@record()
class Ended:
    """A test that ran: its failure if there is one, what it logged, its world."""

    test: FoundTest
    files: Mapping[str, SourceFile]
    duration_ms: float
    failure: BaseException | None
    output: str
    world: World | None


def result_of(ended: Ended) -> TestResult:
    """The result to tell (R53).

    A failed assertion or an uncaught exception is `failed`; what kept the test from running is `errored`.
    """
    told, failure = ended.test.told, ended.failure
    outcome, message, cause = _judged(failure)
    frames = [*cause.frames] if cause is not None else []
    shown = [*frames[:MOST_FRAMES]]
    engine = ended.world.engine if ended.world is not None else None
    expected, actual = (failure.expected, failure.actual) if isinstance(failure, AssertionFailed) else (None, None)
    message, expected, actual = (None if text is None else plain(text) for text in (message, expected, actual))
    return TestResult(
        id=told.id,
        name=told.name,
        file=told.file,
        line=told.line,
        outcome=outcome,
        duration_ms=round(ended.duration_ms, 3),
        message=message,
        expected=expected,
        actual=actual,
        at=_at(ended, frames) if failure is not None else None,
        hints=hints_for(failure, ended.world, ended.files) if failure is not None else (),
        frames=frames_of(ended.files, shown),
        output=ended.output,
        faults=tuple(engine.faults(partial(place_of, ended.files))) if engine is not None else (),
        state=tuple(engine.run_states()) if engine is not None and failure is not None else (),
    )


def skipped(test: FoundTest, reason: str) -> TestResult:
    """The result of a test that is not run."""
    return _plain(test, "skipped", reason)


def lost(test: FoundTest, files: Mapping[str, SourceFile], message: str, duration_ms: float) -> TestResult:
    """The result of a test whose process did not live to tell one."""
    told = _plain(test, "errored", message)
    return told.model_copy(update={"duration_ms": round(duration_ms, 3), "at": place_of(files, _named(test))})


def not_built_again(result: TestResult, test: FoundTest, fixture: str, first: str) -> TestResult:
    """The result of a test whose fixture fails as it did at the test `first`, where all of it is told."""
    told = _plain(test, "errored", f"the fixture `{fixture}` failed, as told at `{first}`")
    return told.model_copy(update={"duration_ms": result.duration_ms, "at": result.at})


def _plain(test: FoundTest, outcome: Outcome, message: str) -> TestResult:
    told = test.told
    return TestResult(
        id=told.id, name=told.name, file=told.file, line=told.line, outcome=outcome, duration_ms=0.0, message=message
    )


def _judged(failure: BaseException | None) -> tuple[Outcome, str | None, Failure | None]:
    match failure:
        case None:
            return "passed", None, None
        case FixtureFailed():
            _, message, cause = _judged(failure.cause)
            return "errored", f"the fixture `{failure.fixture}` failed: {message}", cause
        case NeedsBrowser():
            return "skipped", failure.message, None
        case AssertionFailed():
            return "failed", failure.message, failure
        case OsyThrow():
            return "failed", f"uncaught {failure.value.cls.name}: {failure.message}", failure
        case LimitPassed() | Unsupported() | BadProgram():
            return "errored", failure.message, failure
        case Failure():
            return "errored", failure.message, failure
        case RecursionError():
            return "errored", "the program calls or nests deeper than this runner can follow", None
        case MemoryError():
            return "errored", "the test used more memory than it may", None
        case _:
            return "errored", f"the runner itself failed: {type(failure).__name__}: {failure}", None


def _at(ended: Ended, frames: Sequence[CodeFrame]) -> Place | None:
    """The first frame inside the test function, a lambda written in it included; else the innermost that is known.

    Where there is none, it is the test's name.
    """
    name, path = ended.test.node.name.text, ended.test.path
    inside = next((f for f in frames if f.function == name and f.path == path), None)
    chosen = inside or next((f for f in frames if f.path in ended.files), None)
    return place_of(ended.files, chosen or _named(ended.test))


def _named(test: FoundTest) -> CodeFrame:
    """The place of the test's name."""
    return CodeFrame(test.node.name.text, test.path, test.item.span(test.node.name).start)
