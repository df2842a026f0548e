"""What a run tells of workflows: faults, states, and refusals by name."""

from pathlib import Path

from osy_analysis.disk import load
from osy_runtime import run_tests
from osy_runtime.events import Event, TestFinished, TestResult

MODEL = """
using Osysharp.Workflow;
enum Place { Open, Late, Done }
[Principal] entity Person { string Name; }
entity Thing { string Name; Place Place; bool Down; }
void Watch(Thing thing) { if (thing.Down) { throw new ValidationException("nobody to send it on to"); } }
"""

FLOW = """
workflow ThingFlow {
  Tracks = Thing.Place; Autostart = true; Initial = Open;
  event Finish();
  state Open {
    subscribe Finish() as Closing {
      Candidates = u => u.Name != "";
      Assigned { Within = TimeSpan.FromHours(1); Unassigned { } }
      Finished { Within = TimeSpan.FromHours(4); Unfinished { Watch(this.Item); goto Late; } }
    }
    on Closing { goto Done; }
  }
  state Late { }
  terminal success Done { }
}
"""


def run(tmp_path: Path, *texts: str) -> TestResult:
    file = tmp_path / "one.test.osy"
    file.write_text("\n".join(texts), encoding="utf-8")
    events: list[Event] = []
    run_tests(load([str(file)]).projects, None, events.append)
    (result,) = [event.result for event in events if isinstance(event, TestFinished)]
    return result


def test_r24_a_swallowed_fault_is_told_whole(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        MODEL,
        FLOW,
        """[Test] void it_goes_late() {
          var thing = new Thing { Name = "t", Down = true };
          TestClock.Advance(TimeSpan.FromHours(5));
          Workflow.Settle(thing);
          Assert.Equal(Place.Late, thing.Place);
        }""",
    )
    assert result.outcome == "failed"
    (fault,) = result.faults
    assert (fault.workflow, fault.entity, fault.state, fault.body) == ("ThingFlow", "Thing", "Open", "Unfinished")
    assert fault.message.startswith("The `Unfinished { }` body of a milestone threw when its time came.")
    assert fault.message.endswith("timers run: nobody to send it on to")
    (state,) = result.state
    assert fault.row == state.row
    assert [line.kind for line in state.audit] == ["Started", "Breached", "Faulted"]


def test_a_failing_test_shows_the_run_as_the_failure_found_it(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        MODEL,
        FLOW,
        """[Test] void somebody_else_has_it() {
          var ann = new Person { Name = "Ann" };
          var thing = new Thing { Name = "t" };
          UnitOfWork.Commit();
          runas (ann) { ThingFlow.For(thing).Closing.Claim(); }
          ThingFlow.For(thing).Closing.Release();
          ThingFlow.For(thing).Closing.Assign(ann);
          Assert.True(ThingFlow.For(thing).Closing.IsUnassigned);
        }""",
    )
    assert result.outcome == "failed"
    (state,) = result.state
    (slot,) = state.slots
    assert (slot.name, slot.event, slot.status) == ("Closing", "Finish", "Assigned")
    assert (slot.assignee or "").startswith("Person ")
    assert [(clock.kind, clock.name, clock.due) for clock in state.clocks] == [
        ("Finished", "Closing", "2030-01-01T04:00:00Z")
    ]
    assert [line.kind for line in state.audit] == ["Started", "Assigned", "Released", "Assigned"]


def test_a_clause_that_nobody_knows_refuses_the_test_by_name(tmp_path: Path) -> None:
    flow = FLOW.replace("event Finish();", "Rhythm = 3; event Finish();")
    result = run(tmp_path, MODEL, flow, '[Test] void t() { new Thing { Name = "t" }; UnitOfWork.Commit(); }')
    assert result.outcome == "errored"
    assert "`Rhythm`" in (result.message or "")
    assert "ThingFlow" in (result.message or "")


def test_r22_service_hours_that_are_no_calendar_are_a_fault_of_the_first_step(tmp_path: Path) -> None:
    flow = FLOW.replace("event Finish();", "ServiceHours = this.Item; event Finish();")
    result = run(tmp_path, MODEL, flow, '[Test] void t() { new Thing { Name = "t" }; UnitOfWork.Commit(); }')
    assert result.outcome == "errored"
    assert "`ServiceHours` of workflow `ThingFlow`" in (result.message or "")
    assert "Windows" in (result.message or "")


def test_a_loop_that_never_gets_ahead_ends_the_test_and_not_the_run(tmp_path: Path) -> None:
    flow = FLOW.replace("state Late { }", "state Late { Expire { Within = TimeSpan.Zero; } on Expire { goto Late; } }")
    result = run(
        tmp_path,
        MODEL,
        flow,
        """[Test] void t() {
          var thing = new Thing { Name = "t" };
          TestClock.Advance(TimeSpan.FromHours(5));
          Workflow.Settle(thing);
        }""",
    )
    assert result.outcome == "failed"
    assert "more than 1000 times at one instant" in (result.message or "")
