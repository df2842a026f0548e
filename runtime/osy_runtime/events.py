"""What a test run tells: one JSON object a line under `osy test --format events`. Readers rely on these names.

Lines and columns count from 1, columns in characters. A test's `id` is `<file>::<test name>`, the file as the run was
told of it. These are the only names of the runtime that the language server imports.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Outcome = Literal["passed", "failed", "errored", "skipped"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Model):
    """A place in a file."""

    file: str
    line: int
    column: int


class Frame(_Model):
    """One call on the way to a failure, innermost first."""

    function: str
    at: Place


class Fault(_Model):
    """A workflow body that threw with nobody to throw to in the test. `message` is the audit's whole sentence."""

    workflow: str
    entity: str
    row: str
    state: str
    body: str
    message: str


class ClockState(_Model):
    """A clock that is armed; `due` in ISO 8601, UTC."""

    kind: str
    name: str
    due: str


class SlotState(_Model):
    """An open slot."""

    name: str
    event: str
    status: str
    assignee: str | None = None


class AuditLine(_Model):
    """One entry of a run's audit, as text."""

    at: str
    kind: str
    text: str


class RunState(_Model):
    """Where a tracked row stood when its test ended: what explains a failure."""

    workflow: str
    entity: str
    row: str
    state: str
    is_live: bool
    slots: tuple[SlotState, ...] = ()
    clocks: tuple[ClockState, ...] = ()
    audit: tuple[AuditLine, ...] = ()


class TestResult(_Model):
    """How one test ended."""

    __test__ = False

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
    frames: tuple[Frame, ...] = ()
    output: str = ""
    faults: tuple[Fault, ...] = ()
    state: tuple[RunState, ...] = ()


class Summary(_Model):
    """How many tests ended which way."""

    passed: int = 0
    failed: int = 0
    errored: int = 0
    skipped: int = 0


class DiscoveredTest(_Model):
    """A test that will run."""

    id: str
    name: str
    file: str
    line: int


class RunStarted(_Model):
    """The first event of a run."""

    event: Literal["run-started"] = "run-started"
    schema_version: int = Field(default=1, alias="schema")
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


class Discovered(_Model):
    """Which tests will run, in order."""

    event: Literal["discovered"] = "discovered"
    tests: tuple[DiscoveredTest, ...]


class TestStarted(_Model):
    """A test begins."""

    __test__ = False

    event: Literal["test-started"] = "test-started"
    id: str


class Output(_Model):
    """Something the program logged; `id` is the test's, or None outside of one."""

    event: Literal["output"] = "output"
    id: str | None = None
    text: str


class TestFinished(_Model):
    """A test ended."""

    __test__ = False

    event: Literal["test-finished"] = "test-finished"
    result: TestResult


class RunFinished(_Model):
    """The last event of a run. `diagnostics` are those of `osy check --format json`, if it does not compile."""

    event: Literal["run-finished"] = "run-finished"
    summary: Summary
    cancelled: bool = False
    diagnostics: tuple[dict[str, object], ...] = ()
    message: str | None = None


Event = Annotated[
    RunStarted | Discovered | TestStarted | Output | TestFinished | RunFinished, Field(discriminator="event")
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
