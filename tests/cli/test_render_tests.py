"""Test results as text and as JSON, from hand-made results."""

import json
from pathlib import Path

import pytest

from osy_cli.render.json import dump
from osy_cli.render.terminal import Terminal
from osy_cli.render.tests_json import listing_json, refused_json, results_json
from osy_cli.render.tests_text import result_text, summary_text
from osy_cli.sources import Sources
from osy_runtime.events import (
    AuditLine,
    ClockState,
    DiscoveredTest,
    Fault,
    Frame,
    Place,
    RunState,
    SlotState,
    Summary,
    TestResult,
)

PLAIN = Terminal()
FILE = "time.test.osy"
PROGRAM = """\
[Test]
void a_request_goes_overdue() {
  Assert.NotNull(late);
}
"""
SOURCES = Sources({str(Path.cwd() / FILE): PROGRAM})
FAULT_MESSAGE = (
    "The `Unfinished { }` body of a milestone threw when its time came. Nothing it changed was kept, the run still "
    "waits, and it is tried again the next time timers run: nobody to send it on to"
)
STATE = RunState(
    workflow="RequestFlow",
    entity="Request",
    row="4a2f4268",
    state="Open",
    is_live=True,
    slots=(SlotState(name="Legal", event="Approve", status="Assigned", assignee="ann@example.com"),),
    clocks=(ClockState(kind="Finished", name="Legal", due="2030-01-01T08:00:00Z"),),
    audit=(
        AuditLine(at="2030-01-01T00:00:00Z", kind="Started", text="to Open"),
        AuditLine(at="2030-01-01T04:00:00Z", kind="Faulted", text="Legal"),
    ),
)


def failure(**changes: object) -> TestResult:
    base = TestResult(
        id=f"{FILE}::a_request_goes_overdue",
        name="a_request_goes_overdue",
        file=FILE,
        line=2,
        outcome="failed",
        duration_ms=3.5,
        message="Assert.NotNull failed: expected a non-null value, but got null",
        at=Place(file=FILE, line=3, column=3),
    )
    return base.model_copy(update=changes)


def test_a_passed_test_is_one_line() -> None:
    passed = failure(outcome="passed", message=None, at=None)
    assert result_text(passed, SOURCES, PLAIN) == "✓ a_request_goes_overdue  4 ms\n"


def test_a_failure_tells_place_sentence_and_line() -> None:
    assert result_text(failure(), SOURCES, PLAIN) == (
        "✗ a_request_goes_overdue — at time.test.osy:3:3\n"
        "  Assertion failed: Assert.NotNull(…) failed: expected a non-null value, but got null\n"
        "  3 │   Assert.NotNull(late);\n"
        "    │   ^\n"
        "\n"
    )


def test_a_failure_tells_all_that_explains_it() -> None:
    fault = Fault(
        workflow="RequestFlow", entity="Request", row="4a2f4268", state="Open", body="Unfinished", message=FAULT_MESSAGE
    )
    deeper = Frame(function="Check", at=Place(file=FILE, line=9, column=5))
    outer = Frame(function="a_request_goes_overdue", at=Place(file=FILE, line=3, column=3))
    text = result_text(
        failure(frames=(deeper, outer), output="sent 1 mail\n", state=(STATE,), faults=(fault,)), SOURCES, PLAIN
    )
    assert text == (
        "✗ a_request_goes_overdue — at time.test.osy:3:3\n"
        "  Assertion failed: Assert.NotNull(…) failed: expected a non-null value, but got null\n"
        "  3 │   Assert.NotNull(late);\n"
        "    │   ^\n"
        "  in Check at time.test.osy:9:5\n"
        "\n"
        "  It logged:\n"
        "    sent 1 mail\n"
        "\n"
        "  Where the tracked rows stood:\n"
        "  · RequestFlow, on Request 4a2f4268, in state Open\n"
        "      slot   Legal (Approve): Assigned, held by ann@example.com\n"
        "      clock  Finished Legal: due 2030-01-01T08:00:00Z\n"
        "      audit\n"
        "        2030-01-01T00:00:00Z  Started      to Open\n"
        "        2030-01-01T04:00:00Z  Faulted      Legal\n"
        "\n"
        "⚠ While this test ran, a workflow body threw with nobody to throw to:\n"
        "  · RequestFlow, on Request 4a2f4268, in state Open — The `Unfinished { }` body of a milestone threw when its "
        "time\n"
        "    came. Nothing it changed was kept, the run still waits, and it is tried again the next time timers run: "
        "nobody to\n"
        "    send it on to\n"
        "\n"
    )


def test_the_innermost_call_is_shown_with_its_line() -> None:
    inner = Frame(function="Check", at=Place(file=FILE, line=1, column=2))
    middle = Frame(function="Visit", at=Place(file=FILE, line=2, column=6))
    outer = Frame(function="a_request_goes_overdue", at=Place(file=FILE, line=3, column=3))
    text = result_text(failure(message="uncaught E: no", frames=(inner, middle, outer)), SOURCES, PLAIN)
    assert text == (
        "✗ a_request_goes_overdue — at time.test.osy:3:3\n"
        "  uncaught E: no\n"
        "  3 │   Assert.NotNull(late);\n"
        "    │   ^\n"
        "  in Check at time.test.osy:1:2\n"
        "  1 │ [Test]\n"
        "    │  ^\n"
        "  in Visit at time.test.osy:2:6\n"
        "\n"
    )


def test_what_is_no_assertion_is_not_called_one() -> None:
    text = result_text(failure(message="uncaught Exception: the mail failed: no host"), SOURCES, PLAIN)
    assert text.splitlines()[1] == "  uncaught Exception: the mail failed: no host"


def test_values_are_shown_when_the_sentence_leaves_them_out() -> None:
    text = result_text(failure(message="Assert.Equal failed", expected='"a"', actual='"b"'), SOURCES, PLAIN)
    assert '  expected: "a"\n  actual:   "b"\n' in text


def test_values_are_not_said_twice() -> None:
    text = result_text(failure(message='expected "a", got "b"', expected='"a"', actual='"b"'), SOURCES, PLAIN)
    assert "expected:" not in text


def test_a_long_audit_is_cut_to_its_tail() -> None:
    audit = tuple(AuditLine(at=f"day {day}", kind="Reminded", text="") for day in range(20))
    text = result_text(failure(state=(STATE.model_copy(update={"audit": audit}),)), SOURCES, PLAIN)
    assert "audit  (the last 6 of 20 entries)" in text
    assert "day 13 " not in text
    assert all(f"day {day} " in text for day in range(14, 20))


def test_an_error_without_a_place_has_none() -> None:
    text = result_text(failure(outcome="errored", at=None, message="the fixture threw"), SOURCES, PLAIN)
    assert text == "✗ a_request_goes_overdue\n  the fixture threw\n\n"


def test_a_skipped_test_says_why() -> None:
    skipped = failure(outcome="skipped", message="no browser", at=None)
    assert result_text(skipped, SOURCES, PLAIN) == "- a_request_goes_overdue (skipped: no browser)\n"


def test_without_unicode_the_marks_are_words() -> None:
    terminal = Terminal(is_unicode=False)
    assert result_text(failure(message="no"), SOURCES, terminal).startswith("FAILED a_request_goes_overdue - at ")


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        (Summary(passed=3), "3 passed in 0.25 s\n"),
        (Summary(passed=3, failed=1, skipped=2), "1 failed, 3 passed, 2 skipped in 0.25 s\n"),
        (Summary(errored=1), "1 errored in 0.25 s\n"),
        (Summary(), "nothing ran in 0.25 s\n"),
    ],
)
def test_the_closing_line_counts_outcomes(summary: Summary, expected: str) -> None:
    assert summary_text(summary, 0.25, PLAIN) == expected


def test_json_is_the_documented_shape() -> None:
    value = json.loads(dump(results_json([failure(state=(STATE,))], Summary(failed=1))))
    assert value.keys() == {"schema", "tests", "summary"}
    assert value["summary"] == {"passed": 0, "failed": 1, "errored": 0, "skipped": 0}
    (test,) = value["tests"]
    assert test.keys() == {
        *("id", "name", "file", "line", "outcome", "duration_ms", "message", "expected", "actual"),
        *("at", "hints", "frames", "output", "faults", "state"),
    }
    assert test["id"] == "time.test.osy::a_request_goes_overdue"
    assert test["file"] == "time.test.osy"
    assert test["at"] == {"file": "time.test.osy", "line": 3, "column": 3}


def test_json_of_a_refused_project_has_diagnostics_and_no_tests() -> None:
    value = refused_json([{"code": "syntax-error"}])
    assert value["tests"] == []
    assert value["diagnostics"] == [{"code": "syntax-error"}]


def test_json_of_a_listing_has_ids() -> None:
    test = DiscoveredTest(id=f"{FILE}::one", name="one", file=FILE, line=2)
    assert listing_json([test])["tests"] == [
        {"id": "time.test.osy::one", "name": "one", "file": "time.test.osy", "line": 2}
    ]


def test_a_flood_of_output_and_of_rows_is_cut() -> None:
    flood = "\n".join(f"line {number}" for number in range(150))
    text = result_text(failure(output=flood, state=(STATE,) * 30), SOURCES, PLAIN)
    assert "(50 lines before these are left out; `--format json` has them)" in text
    assert "line 49\n" not in text
    assert "line 50\n" in text
    assert text.count("RequestFlow, on Request") == 8
    assert "and 22 more, which `--format json` has" in text
