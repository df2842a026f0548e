"""What a newcomer gets wrong is said in words of the program: which thing, where, and what was probably meant."""

from pathlib import Path

import pytest

from osy_analysis.disk import load
from osy_runtime import run_tests
from osy_runtime.events import Event, TestFinished, TestResult

PROGRAM = """\
using Osysharp.Workflow;
enum TicketState { Open, Answered, Closed }
[Principal] entity Person { string Name; }
entity Ticket { string Name; TicketState Status; }
workflow Flow {
  Tracks = Ticket.Status; Autostart = true; Initial = Open;
  event RaiseHand();
  event Answer();
  state Open { subscribe Answer() as Reply { } on Reply { goto Answered; } }
  terminal success Answered { }
}
"""
STARTS = '[Test] void t() { var ticket = new Ticket { Name = "a" }; UnitOfWork.Commit(); }\n'


def run(folder: Path, text: str) -> list[TestResult]:
    """The results of the tests of one file, without asking the checker first."""
    file = folder / "a.test.osy"
    file.write_text(text, encoding="utf-8")
    events: list[Event] = []
    run_tests(load([str(file)]).projects, None, events.append)
    return [event.result for event in events if isinstance(event, TestFinished)]


def message_of(folder: Path, text: str) -> str:
    """What the one test of the text is told to be wrong with."""
    (result,) = run(folder, text)
    assert result.outcome in ("failed", "errored")
    return result.message or ""


@pytest.mark.parametrize(
    ("right", "wrong", "told", "line"),
    [
        (
            "Ticket.Status;",
            "Ticket.State;",
            "tracks `Ticket.State`, and the entity `Ticket` has no member `State`; did you mean `Status`?",
            6,
        ),
        (
            "Ticket.Status;",
            "Tiket.Status;",
            "tracks `Tiket.Status`, and there is no entity `Tiket`; did you mean `Ticket`?",
            6,
        ),
        ("Ticket.Status;", "Ticket.Name;", "tracks `Ticket.Name`, whose type `string` is no enum", 6),
        ("Tracks = Ticket.Status;", "", "does not say what it tracks: it needs `Tracks = Entity.Field;`", 5),
        ("Initial = Open;", "", "does not say where it starts: it needs `Initial = State;`", 5),
        ("Initial = Open;", "Initial = Opn;", "has no state `Opn` to start in; did you mean `Open`?", 6),
        (
            "enum TicketState { Open, Answered",
            "enum TicketState { Open, Answred",
            "has the state `Answered`, which is no member of the enum that types `Ticket.Status`; "
            "did you mean `Answred`?",
            10,
        ),
    ],
)
def test_r27_a_header_that_fits_nothing_refuses_the_run(
    tmp_path: Path, right: str, wrong: str, told: str, line: int
) -> None:
    (result,) = run(tmp_path, PROGRAM.replace(right, wrong) + STARTS)
    assert (result.outcome, result.message) == ("errored", f"workflow `Flow` {told}")
    assert [(frame.function, frame.at.line) for frame in result.frames] == [("Flow", line), ("t", 12)]


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        (
            "Finished { Within = 4; Unfinished { } }",
            "`Within` of `Finished` in the slot `Reply` must be a TimeSpan, not a whole number (4)",
        ),
        (
            'Finished { Within = TimeSpan.Zero; Retries = "two"; Unfinished { } }',
            '`Retries` of `Finished` in the slot `Reply` must be a whole number, not a text ("two")',
        ),
        (
            "Finished { Within = TimeSpan.Zero; Remind Soon(After = 1) { } Unfinished { } }",
            "`After` of `Remind Soon` must be a TimeSpan, not a whole number (1)",
        ),
    ],
)
def test_a_clause_with_a_value_of_the_wrong_type_is_the_tests_message(tmp_path: Path, clauses: str, told: str) -> None:
    (result,) = run(tmp_path, PROGRAM.replace("as Reply { }", f"as Reply {{ {clauses} }}") + STARTS)
    assert (result.outcome, result.message) == ("errored", told)
    assert [(frame.function, frame.at.line) for frame in result.frames] == [("Flow", 9), ("t", 12)]


def test_a_run_whose_first_step_failed_is_not_started_in_every_report(tmp_path: Path) -> None:
    flow = PROGRAM.replace("event Answer();", 'event Answer(); Start { throw new ValidationException("no"); }')
    test = """[Test] void t() {
      var ticket = new Ticket { Name = "a" };
      UnitOfWork.Commit();
      Flow.For(ticket).Reply.Claim();
    }"""
    (result,) = run(tmp_path, flow + test)
    assert "None" not in repr(result.message)
    assert [fault.state for fault in result.faults] == [state.state for state in result.state] == ["(not started)"]
    (ended,) = run(tmp_path, flow + test.replace("Reply.Claim()", "Reply.Status.ToString()"))
    assert "is not open in state (not started)" in (ended.message or "")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("Flow.RaiseAnsewr(row);", "the workflow `Flow` has no member `RaiseAnsewr`; did you mean `RaiseAnswer`?"),
        ("Flow.Start(row);", "the workflow `Flow` has no member `Start`; `Workflow.Run(row)` starts a run"),
        (
            "Flow.Approve(row);",
            "the workflow `Flow` has no member `Approve`; its events are `RaiseHand` and `Answer`, "
            "and `Raise` before one of them raises it",
        ),
        ("var x = Flow.RaiseAnswer;", "`Flow.RaiseAnswer` is called with the row: `Flow.RaiseAnswer(row)`"),
        ("Flow.For(row).Repl.Claim();", "a run of `Flow` has no member `Repl`; did you mean `Reply`?"),
        ("Flow.For(row).Reply.Clam();", "a slot has no member `Clam`; did you mean `Claim`?"),
        (
            "TestClock.Advanc(TimeSpan.Zero);",
            "`TestClock` has no member `Advanc` that this runner knows; did you mean `Advance`?",
        ),
        ("var x = TicketState.Opened;", "`TicketState` has no member `Opened`; did you mean `Open`?"),
        ("var x = row.Statu;", "a row of Ticket has no member `Statu`; did you mean `Status`?"),
        ("var x = new Ticket { Nmae = null };", "`Ticket` has no member `Nmae`; did you mean `Name`?"),
        (
            "Assert.AreEqual(1, 2);",
            "`Assert.AreEqual` is nothing that this runner knows; did you mean `Assert.Equal`?",
        ),
        ("Math.Flor(1.5);", "`Math.Flor` is nothing that this runner knows; did you mean `Math.Floor`?"),
        (
            'Console.WriteLine("x");',
            'nothing here is called `Console`; use `Log.Information("…")` to write a line',
        ),
        ("var x = List<int>();", "`List` is a type and no function: `new List<…>(…)` makes one"),
        ("var x = Ticket();", "`Ticket` is a type and no function: `new Ticket(…)` makes one"),
        ("var x = Tickt.Count();", "nothing here is called `Tickt`; did you mean `Ticket`?"),
        ('var x = "a".Lenght;', "a text has no member `Lenght` that this runner knows; did you mean `Length`?"),
    ],
)
def test_a_missing_member_or_name_is_told_with_what_was_meant(tmp_path: Path, body: str, told: str) -> None:
    test = f'[Test] void t() {{ var row = new Ticket {{ Name = "a" }}; UnitOfWork.Commit(); {body} }}\n'
    assert message_of(tmp_path, PROGRAM + test) == told


def test_a_fixture_that_is_not_there_is_told_at_the_attributes_argument(tmp_path: Path) -> None:
    (result,) = run(tmp_path, "[TestFixture] void Desk() { }\n[Test(Dessk)] void t() { }\n")
    assert (result.outcome, result.message) == ("errored", "no fixture here is called `Dessk`; did you mean `Desk`?")
    assert result.at is not None
    assert (result.at.line, result.at.column) == (2, 7)


def test_a_fixture_that_throws_is_told_once_in_full(tmp_path: Path) -> None:
    text = (
        '[TestFixture] void Desk() { throw new Exception("no"); }\n[Test(Desk)] void a() { }\n[Test(Desk)] void b() { }'
    )
    first, second = run(tmp_path, text)
    assert first.message == "the fixture `Desk` failed: uncaught Exception: no"
    assert [frame.function for frame in first.frames] == ["Desk"]
    assert (second.outcome, second.frames) == ("errored", ())
    assert second.message == f"the fixture `Desk` failed, as told at `{first.id}`"


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (
            "class Sums { [Test] void adds() { } }",
            "Sums.adds",
            "`Sums.adds` is a method, and a test is a function at the top of a file",
        ),
        ("[test] void adds() { }", "adds", "`[test]` makes no test: the attribute is written `[Test]`"),
    ],
)
def test_what_is_marked_as_a_test_and_is_none_is_refused(tmp_path: Path, text: str, name: str, told: str) -> None:
    (result,) = run(tmp_path, text)
    assert (result.name, result.outcome, result.message) == (name, "errored", told)
    assert result.at is not None
    assert result.at.line == 1


def test_a_state_that_is_null_because_nothing_was_committed_says_so(tmp_path: Path) -> None:
    test = '[Test] void t() { var row = new Ticket { Name = "a" }; Assert.Equal(TicketState.Open, row.Status); }'
    assert message_of(tmp_path, PROGRAM + test) == (
        "Assert.Equal failed: expected TicketState.Open, but got null; "
        "the row of Ticket is not committed, so no run of `Flow` has started"
    )
    other = test.replace("Assert.Equal(TicketState.Open", "UnitOfWork.Commit(); Assert.Equal(null")
    assert "not committed" not in message_of(tmp_path, PROGRAM + other)
