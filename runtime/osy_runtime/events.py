"""What a test run tells: one JSON object a line under `osy test --format events`. Readers rely on these names.

Lines and columns count from 1, columns in characters. A test's `id` is `<file>::<test name>`, the file as the run was
told of it. These are the only names of the runtime that the language server imports.

The shapes are plain dataclasses: a run that is told in words would pay a third of its time for pydantic. Whatever reads
or writes them as JSON goes through pydantic, which refuses unknown names and wrong types.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self, TypeVar

from osy_grammar.record import record, replace

if TYPE_CHECKING:
    from pydantic import ConfigDict, TypeAdapter

    EVENT: "TypeAdapter[Event]"
    """Reads and writes any event."""

T = TypeVar("T")
Outcome = Literal["passed", "failed", "errored", "skipped"]


@record(kw_only=True)
class _Model:
    __pydantic_config__: ClassVar["ConfigDict"] = {"extra": "forbid"}

    @classmethod
    def model_validate(cls, value: Mapping[str, object]) -> Self:
        """The shape that the object says; pydantic's `ValidationError` if it says none."""
        return adapter(cls).validate_python(value)

    def model_dump(self) -> dict[str, object]:
        """The object that its JSON is."""
        dumped: dict[str, object] = adapter(type(self)).dump_python(self, mode="json")
        return dumped

    def model_dump_json(self) -> str:
        """Its JSON, in one line."""
        return adapter(type(self)).dump_json(self).decode("utf-8")

    def model_copy(self, *, update: Mapping[str, object]) -> Self:
        """The same with other values in some of its fields."""
        return replace(self, **update)


@record(kw_only=True)
class Place(_Model):
    """A place in a file."""

    file: str
    line: int
    column: int


@record(kw_only=True)
class Frame(_Model):
    """One call on the way to a failure, innermost first."""

    function: str
    at: Place


@record(kw_only=True)
class Fault(_Model):
    """A workflow body that threw with nobody to throw to in the test. `message` is the audit's whole sentence.

    `at` is the line that threw, `title` what the row is known by.
    """

    workflow: str
    entity: str
    row: str
    state: str
    body: str
    message: str
    at: Place | None = None
    title: str | None = None


@record(kw_only=True)
class ClockState(_Model):
    """A clock that is armed; `due` in ISO 8601, UTC. One that `is_due` was not settled since the clock was moved."""

    kind: str
    name: str
    due: str
    is_due: bool = False


@record(kw_only=True)
class SlotState(_Model):
    """An open slot."""

    name: str
    event: str
    status: str
    assignee: str | None = None


@record(kw_only=True)
class AuditLine(_Model):
    """One entry of a run's audit, as text."""

    at: str
    kind: str
    text: str


@record(kw_only=True)
class RunState(_Model):
    """Where a tracked row stood when its test ended: what explains a failure. `title` is what the row is known by."""

    workflow: str
    entity: str
    row: str
    title: str | None = None
    state: str
    is_live: bool
    slots: tuple[SlotState, ...] = ()
    clocks: tuple[ClockState, ...] = ()
    audit: tuple[AuditLine, ...] = ()


@record(kw_only=True)
class TestResult(_Model):
    """How one test ended. `hints` are sentences about what may have led to the failure, the likeliest first."""

    __test__: ClassVar[bool] = False

    id: str
    name: str
    file: str
    line: int
    outcome: Outcome
    duration_ms: float
    message: str | None = None
    expected: str | None = None
    actual: str | None = None
    at: Place | None = None
    hints: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    output: str = ""
    faults: tuple[Fault, ...] = ()
    state: tuple[RunState, ...] = ()


@record(kw_only=True)
class Summary(_Model):
    """How many tests ended which way."""

    passed: int = 0
    failed: int = 0
    errored: int = 0
    skipped: int = 0


@record(kw_only=True)
class DiscoveredTest(_Model):
    """A test that will run."""

    id: str
    name: str
    file: str
    line: int


@record(kw_only=True)
class RunStarted(_Model):
    """The first event of a run."""

    event: Literal["run-started"] = "run-started"
    schema: int = 1


@record(kw_only=True)
class Discovered(_Model):
    """Which tests will run, in order."""

    event: Literal["discovered"] = "discovered"
    tests: tuple[DiscoveredTest, ...]


@record(kw_only=True)
class TestStarted(_Model):
    """A test begins."""

    __test__: ClassVar[bool] = False

    event: Literal["test-started"] = "test-started"
    id: str


@record(kw_only=True)
class Output(_Model):
    """Something the program logged; `id` is the test's, or None outside of one."""

    event: Literal["output"] = "output"
    id: str | None = None
    text: str


@record(kw_only=True)
class TestFinished(_Model):
    """A test ended."""

    __test__: ClassVar[bool] = False

    event: Literal["test-finished"] = "test-finished"
    result: TestResult


@record(kw_only=True)
class RunFinished(_Model):
    """The last event of a run. `diagnostics` are those of `osy check --format json`, if it does not compile."""

    event: Literal["run-finished"] = "run-finished"
    summary: Summary
    cancelled: bool = False
    diagnostics: tuple[dict[str, object], ...] = ()
    message: str | None = None


Event = RunStarted | Discovered | TestStarted | Output | TestFinished | RunFinished


def adapter(shape: type[T]) -> "TypeAdapter[T]":
    """What reads and writes a shape as JSON, and knows its schema."""
    return _adapter(shape)  # type: ignore[arg-type]  # mypy takes the hash of the instances for that of the class


@cache
def _adapter(shape: type[T]) -> "TypeAdapter[T]":
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


@cache
def _event_adapter() -> "TypeAdapter[Event]":
    from pydantic import Field, TypeAdapter

    return TypeAdapter(Annotated[Event, Field(discriminator="event")])


def __getattr__(name: str) -> object:
    if name == "EVENT":
        return _event_adapter()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
