"""Tests in processes of their own: whatever one of them does, it fails in one sentence and the run goes on."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime.events import Event, Output, Summary, TestFinished, TestResult, TestStarted
from osy_runtime.testing import guard
from osy_runtime.testing.runs import CAN_COPY, Plan, run_plan

pytestmark = pytest.mark.skipif(not CAN_COPY, reason="processes cannot be copied here")
NASTY = Path(__file__).parent / "nasty.test.osy"
PLAN = Plan(jobs=1, limit_s=1, limit_mib=300)
EXPECTED = {
    "loops": ("errored", "the test ran longer than 1 s and was stopped"),
    "recurses": ("errored", "calls are more than 3000 deep, the innermost is `Deep`: does it call itself for ever?"),
    "stands_on_what_is_broken": (
        "errored",
        "the fixture `Broken` failed: uncaught IndexOutOfRangeException: the index 3 is outside of 0 items",
    ),
    "stands_on_it_too": ("errored", "the fixture `Broken` failed, as told at `{}::stands_on_what_is_broken`"),
    "stub_throws": ("failed", "uncaught Exception: no line out"),
    "explodes": ("errored", "the test ran longer than 1 s and was stopped"),
    "asks_outside": (
        "failed",
        "uncaught UnstubbedCallException: no stub answers GET https://harbour.example/tides: a test never calls out, "
        "use `Http.Get.Stub(…)`",
    ),
    "goes_on": ("passed", None),
}


def project(text: str, path: Path = NASTY) -> Project:
    return Project(root=str(path.parent), files={str(path): parse(text)}, is_whole=True)


def run(source: Project, plan: Plan, select: Callable[[str], bool] = lambda _: True) -> tuple[Summary, list[Event]]:
    """A run with those of its tests whose names are picked."""
    events: list[Event] = []
    summary = run_plan([source], lambda test: select(test.name), events.append, plan)
    return summary, events


def results(events: list[Event]) -> dict[str, TestResult]:
    return {event.result.name: event.result for event in events if isinstance(event, TestFinished)}


@pytest.fixture(scope="module")
def nasty() -> list[Event]:
    return run(project(NASTY.read_text(encoding="utf-8")), PLAN, lambda name: not name.startswith("eats"))[1]


@pytest.mark.parametrize("name", EXPECTED)
def test_each_fails_in_one_sentence(name: str, nasty: list[Event]) -> None:
    found = results(nasty)[name]
    outcome, message = EXPECTED[name]
    assert (found.outcome, found.message) == (outcome, message.format(found.file) if message else None)


def test_each_failure_has_a_place(nasty: list[Event]) -> None:
    assert [name for name, result in results(nasty).items() if result.at is None] == ["goes_on"]


def test_a_circle_of_references_is_shown_in_a_finite_sentence(nasty: list[Event]) -> None:
    message = results(nasty)["shows_a_circle"].message or ""
    assert message.startswith("Assert.Equal failed: expected null, but got Node { Next = Node {")
    assert len(message) < 1000


@pytest.mark.parametrize(("name", "limit_mib"), [("eats", 100), ("eats_in_small_pieces", 10)])
def test_a_test_that_eats_memory_is_stopped_before_the_machine_is(name: str, limit_mib: int) -> None:
    # The time is that of a machine which is busy with much else: what is asked here is about memory.
    plan = Plan(jobs=1, limit_s=300, limit_mib=limit_mib)
    _, events = run(project(NASTY.read_text(encoding="utf-8")), plan, lambda each: each in (name, "goes_on"))
    found = results(events)
    assert (found[name].outcome, found[name].message) == ("errored", "the test used more memory than it may")
    assert found["goes_on"].outcome == "passed"


def test_several_processes_tell_the_same_in_the_same_order(nasty: list[Event]) -> None:
    def told(events: list[Event]) -> list[tuple[object, ...]]:
        return [
            (e.event, e.result.model_copy(update={"duration_ms": 0.0})) if isinstance(e, TestFinished) else (e.event, e)
            for e in events
        ]

    plan = Plan(jobs=3, limit_s=1, limit_mib=300)
    _, events = run(project(NASTY.read_text(encoding="utf-8")), plan, lambda name: not name.startswith("eats"))
    assert told(events) == told(nasty)


def test_what_is_logged_is_told_between_begin_and_end(nasty: list[Event]) -> None:
    kinds = [
        type(event)
        for event in nasty
        if (isinstance(event, (TestStarted, Output)) and str(event.id).endswith("::goes_on"))
        or (isinstance(event, TestFinished) and event.result.name == "goes_on")
    ]
    assert kinds == [TestStarted, Output, TestFinished]


def test_a_run_that_stops_at_a_failure_tells_nothing_after_it() -> None:
    text = "".join(f"[Test] void t{n}() {{ Assert.Equal(3, {n}); }}\n" for n in (3, 3 + 1, 3 + 2, 3 + 3))
    summary, events = run(project(text), Plan(jobs=4, stop_at_failure=True))
    assert [*results(events)] == ["t3", "t4"]
    assert summary == Summary(passed=1, failed=1)


def test_a_process_that_falls_over_costs_one_test(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[Test] void dies() { Log.Information("die"); }\n[Test] void lives() { Assert.True(true); }\n'
    from osy_runtime.testing import wire

    send = wire.send

    def send_or_die(pipe: int, value: object) -> None:
        if isinstance(value, Output):
            os._exit(3)
        send(pipe, value)

    monkeypatch.setattr(wire, "send", send_or_die)
    _, events = run(project(text), Plan(jobs=1))
    found = results(events)
    assert found["dies"].message == "the process that ran the test ended before the test did (exit status 3)"
    assert found["lives"].outcome == "passed"


def test_a_run_that_is_cancelled_says_so_and_leaves_no_process() -> None:
    text = "[Test] void loops() { while (true) { } }\n[Test] void later() { Assert.True(true); }\n"
    asked = iter([False, True])
    summary, events = run(project(text), Plan(jobs=2, limit_s=30, is_cancelled=lambda: next(asked, True)))
    assert summary == Summary()
    assert getattr(events[-1], "cancelled", False)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


# ── No way out ───────────────────────────────────────────────────────────────────────────────────────────────────────

ATTEMPTS = {
    "a connection": "__import__('socket').socket()",
    "a program": "__import__('subprocess').run(['true'])",
    "a shell": "__import__('os').system('true')",
    "a file of the machine": "open('/etc/passwd')",
    "a file of the project": "open('app.osy')",
    "a file written": "open('out.txt', 'w')",
    "a file removed": "__import__('os').remove('app.osy')",
    "a folder made": "__import__('os').mkdir('inside')",
    "a file renamed": "__import__('os').rename('app.osy', 'other.osy')",
    "another process": "__import__('os').fork()",
}


@pytest.mark.parametrize("code", ATTEMPTS.values(), ids=ATTEMPTS)
def test_the_process_of_a_test_is_shut_in(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app.osy").write_text("app Yard { }\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    process = os.fork()
    if process == 0:
        guard.shut_in()
        try:
            eval(code)
        except guard.Refused:
            os._exit(0)
        except BaseException:
            os._exit(2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["app.osy"]


def test_what_the_library_loads_late_still_loads() -> None:
    process = os.fork()
    if process == 0:
        status = 1
        try:
            guard.shut_in()
            import wave
            import zoneinfo

            status = 0 if zoneinfo.ZoneInfo("Asia/Tokyo") and wave else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


PYTHON = ["__class__", "__globals__", "gi_frame", "mro", "__dict__", "__init__", "_log", "values"]


@pytest.mark.parametrize("name", PYTHON)
def test_no_member_leads_into_python(name: str) -> None:
    text = (
        "class Box { public int Size; }\n"
        f'[Test] void of_text() {{ Assert.Null("a".{name}); }}\n'
        f"[Test] void of_list() {{ var l = new List<int>(); Assert.Null(l.{name}); }}\n"
        f"[Test] void of_object() {{ var b = new Box(); Assert.Null(b.{name}); }}\n"
        f"[Test] void of_lambda() {{ var f = (int n) => n; Assert.Null(f.{name}); }}\n"
        f"[Test] void of_static() {{ Assert.Null(Log.{name}); }}\n"
        f"[Test] void bare() {{ Assert.Null({name}); }}\n"
    )
    _, events = run(project(text), Plan(jobs=1))
    assert {result.outcome for result in results(events).values()} == {"errored"}
    assert len(results(events)) == 6


FORMATS = ["{0.__class__}", "{0:__class__}", "{0[__class__]}", "{0!r}", "%(x)s", "{X.__init__.__globals__}"]


@pytest.mark.parametrize("template", FORMATS)
def test_no_format_leads_into_python(template: str) -> None:
    text = (
        f'[Test] void of_format() {{ Log.Information(string.Format("{template}", "v")); }}\n'
        f'[Test] void of_log() {{ Log.Information("{template}", "v"); }}\n'
        f'[Test] void of_number() {{ Log.Information(12.ToString("{template}")); }}\n'
        f'[Test] void of_replace() {{ Log.Information(Regex.Replace("a", "a", "{template}")); }}\n'
    )
    _, events = run(project(text), Plan(jobs=1))
    logged = " ".join(event.text for event in events if isinstance(event, Output))
    assert "<class" not in logged
    assert "osy_runtime" not in logged
    assert "object at 0x" not in logged
    assert not [result for result in results(events).values() if "the runner itself failed" in (result.message or "")]
