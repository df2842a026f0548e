"""`osy test`: which tests run, what is told of them, how it ends."""

import json

import pytest

from osy_runtime.events import EVENT, RunFinished, TestFinished
from osy_testing.command_line import Osy, Write

TESTS = """\
[Test]
void one_is_one() {
  Assert.Equal(1, 1);
}

[Test]
void one_is_two() {
  Assert.Equal(2, 1);
}

[Test]
void two_is_two() {
  Assert.Equal(2, 2);
}
"""
OVERDUE = """\
using Osysharp.Workflow;

enum OrderState { Review, Done }

[Principal]
entity Person {
  [Required, MaxLength(200)] string Email;
  bool IsLead;
}

entity Order {
  [Required, MaxLength(60)] string Reference;
  OrderState Status;
}

workflow ReviewFlow {
  Tracks    = Order.Status;
  Autostart = true;
  Initial   = Review;

  event Approve(string reason);

  state Review {
    subscribe Approve(string reason) as Legal {
      Candidates = u => u.Email != "";
      Assigned {
        Within = TimeSpan.FromHours(4);
        Unassigned { slot.Assign(Person.Single(u => u.IsLead)); }
      }
    }
    on Approve(string reason) { goto Done; }
  }
  terminal success Done { }
}

[Test]
void nobody_takes_it_so_the_lead_gets_it() {
  var lead = new Person { Email = "lead@example.com", IsLead = true };
  var order = new Order { Reference = "A-1" };
  TestClock.Advance(TimeSpan.FromHours(4));
  Workflow.Settle(order);
  Assert.Equal(lead, ReviewFlow.For(order).Legal.Assignee);
  Assert.Equal(OrderState.Review, order.Status);
  TestClock.Advance(TimeSpan.FromDays(2));
  Workflow.Settle(order);
  Assert.Equal(1, ReviewFlow.For(order).Audit.Where(a => a.Kind == AuditKind.Breached).Count());
}
"""


def test_each_test_has_a_line_and_a_failure_its_reason(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    ended = osy("test")
    assert ended.status == 1
    lines = ended.out.splitlines()
    assert lines[0].startswith("✓ one_is_one")
    assert lines[1] == "✗ one_is_two — at sum.test.osy:8:3"
    assert "expected 2, but got 1" in lines[2]
    assert lines[3] == "  8 │   Assert.Equal(2, 1);"
    assert lines[4] == "    │   ^"
    assert lines[6].startswith("✓ two_is_two")
    assert lines[8].startswith("1 failed, 2 passed in ")


def test_a_pool_slot_that_nobody_takes(osy: Osy, write: Write) -> None:
    write("order.test.osy", OVERDUE)
    assert osy("test").status == 0


def test_the_wrong_expectation_is_explained_by_line_values_state_and_audit(osy: Osy, write: Write) -> None:
    write("order.test.osy", OVERDUE.replace("Assert.Equal(OrderState.Review", "Assert.Equal(OrderState.Done"))
    ended = osy("test")
    assert ended.status == 1
    assert "✗ nobody_takes_it_so_the_lead_gets_it — at order.test.osy:43:3" in ended.out
    assert "expected OrderState.Done, but got OrderState.Review" in ended.out
    assert "in state Review" in ended.out
    assert "slot   Legal (Approve): Assigned, held by" in ended.out
    assert "2030-01-01T04:00:00Z  Breached" in ended.out


SELECTIONS = {
    ("-k", "TWO"): ["one_is_two", "two_is_two"],
    ("-k", "one_is_one"): ["one_is_one"],
    ("--file", "sum.test.osy"): ["one_is_one", "one_is_two", "two_is_two"],
    ("--file", "other/more.test.osy"): ["more"],
    ("--file", "more.test.osy"): ["more"],
    ("--file", "more.test.osy", "-k", "mo"): ["more"],
    ("other",): ["more"],
    ("sum.test.osy",): ["one_is_one", "one_is_two", "two_is_two"],
    (): ["more", "one_is_one", "one_is_two", "two_is_two"],
}


@pytest.mark.parametrize(("arguments", "names"), SELECTIONS.items(), ids=str)
def test_what_runs_can_be_chosen(arguments: tuple[str, ...], names: list[str], osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    write("other/more.test.osy", "[Test]\nvoid more() { Assert.True(true); }\n")
    listed = osy("test", "--list", "--format", "json", *arguments).rows("tests")
    ran = osy("test", "--format", "json", *arguments).rows("tests")
    assert sorted(str(test["name"]) for test in listed) == names
    assert sorted(str(test["name"]) for test in ran) == names


NOTHING = {
    ("-k", "nothing_like_it"): "no test here matches a name with `nothing_like_it`",
    ("--file", "none.osy"): "no test here matches the file `none.osy`",
    ("types.osy",): "there is no test here: a test is a function with the attribute `[Test]`",
}


@pytest.mark.parametrize(("arguments", "reason"), NOTHING.items(), ids=str)
def test_no_test_is_a_status_of_its_own(arguments: tuple[str, ...], reason: str, osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    write("types.osy", "enum E { A }")
    ended = osy("test", *arguments)
    assert (ended.status, ended.out) == (5, "")
    assert ended.err == f"osy: {reason}\n"
    as_json = osy("test", "--format", "json", *arguments)
    assert (as_json.status, as_json.json()["tests"]) == (5, [])
    *_, last = osy("test", "--format", "events", *arguments).out.splitlines()
    finished = EVENT.validate_json(last)
    assert isinstance(finished, RunFinished)
    assert finished.message == reason


def test_the_list_is_of_ids(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    assert osy("test", "--list").out.splitlines() == [
        *("sum.test.osy::one_is_one", "sum.test.osy::one_is_two", "sum.test.osy::two_is_two")
    ]


def test_fail_fast_stops_at_the_first_failure(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    ended = osy("test", "--fail-fast")
    assert ended.status == 1
    assert "two_is_two" not in ended.out


def test_json_is_one_object_with_everything(osy: Osy, write: Write) -> None:
    write("a/sum.test.osy", TESTS)
    ended = osy("test", "--format", "json", "a")
    assert ended.json()["schema"] == 1
    assert ended.json()["summary"] == {"passed": 2, "failed": 1, "errored": 0, "skipped": 0}
    _, failed, _ = ended.rows("tests")
    assert failed["id"] == "a/sum.test.osy::one_is_two"
    assert (failed["file"], failed["line"], failed["outcome"]) == ("a/sum.test.osy", 7, "failed")
    assert (failed["expected"], failed["actual"]) == ("2", "1")
    assert failed["at"] == {"file": "a/sum.test.osy", "line": 8, "column": 3}


def test_events_come_in_order_one_a_line(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS)
    events = [EVENT.validate_json(line) for line in osy("test", "--format", "events").out.splitlines()]
    assert [event.event for event in events] == [
        "run-started",
        "discovered",
        *("test-started", "test-finished") * 3,
        "run-finished",
    ]
    assert [event.result.outcome for event in events if isinstance(event, TestFinished)] == [
        *("passed", "failed", "passed")
    ]


def test_a_program_with_errors_is_not_run(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS + "\nvoid broken() { goto Nowhere; }\n")
    ended = osy("test")
    assert ended.status == 2
    assert "sum.test.osy:16:17: error: " in ended.out
    assert "No test was run: the program has 1 error.\n" in ended.out
    assert "✓" not in ended.out


def test_json_of_a_program_with_errors_has_the_diagnostics_of_check(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS + "\nvoid broken() { goto Nowhere; }\n")
    refused = osy("test", "--format", "json")
    assert refused.status == 2
    assert refused.json()["tests"] == []
    assert refused.json()["diagnostics"] == osy("check", "--format", "json").json()["diagnostics"]


def test_events_of_a_program_with_errors_end_with_the_diagnostics(osy: Osy, write: Write) -> None:
    write("sum.test.osy", TESTS + "\nvoid broken() { goto Nowhere; }\n")
    refused = osy("test", "--format", "events")
    assert refused.status == 2
    last = json.loads(refused.out.splitlines()[-1])
    assert last["event"] == "run-finished"
    assert [row["code"] for row in last["diagnostics"]] == ["workflow-goto-outside"]


def test_a_test_block_of_a_document_is_run_where_it_stands(osy: Osy, write: Write) -> None:
    write("guide.md", f"# Guide\n\n```osy test\n{TESTS}```\n\n```osy\nvoid excerpt() {{ Unknown(); }}\n```\n")
    ended = osy("test", "guide.md")
    assert ended.status == 1
    assert "✗ one_is_two — at guide.md:11:3" in ended.out
    assert "  11 │   Assert.Equal(2, 1);\n" in ended.out


UI = """\
void PressSave() { Ui.Click("Save"); }

void Save() { PressSave(); }

[Test]
void clicks() {
  Save();
}

[Test]
void sees() {
  Assert.Visible("Saved");
}

[Test]
void adds() {
  Assert.Equal(2, 1 + 1);
}
"""


def test_a_test_that_needs_a_browser_is_skipped(osy: Osy, write: Write) -> None:
    write("ui.test.osy", UI)
    ended = osy("test")
    assert ended.status == 0
    assert "- clicks (skipped: `Ui.Click` needs a browser, and this runner has none)" in ended.out
    assert "- sees (skipped: `Assert.Visible` needs a browser, and this runner has none)" in ended.out
    assert "1 passed, 2 skipped in " in ended.out
