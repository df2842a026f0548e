"""Fixtures are built once a run, and no test sees what another did: whatever a world holds is put back."""

from collections.abc import Sequence

import pytest

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime import run_tests
from osy_runtime.events import Event, Output, TestFinished

PROGRAM = """
[Principal] entity Person { [Required, Unique] string Email; }
enum Stage { Open, Late, Done }
entity Job { [Required] string Name; Stage Stage; [Counter(Numbers)] int No; List<string>? Tags; Person? Owner; }
Counter Numbers = new();
List<string> Seen = [];
class Setup { public List<string> Lines = []; public int Count; }
app.Setup = new Setup();
workflow JobFlow {
  Tracks = Job.Stage; Autostart = true; Initial = Open;
  event Finish();
  state Open {
    subscribe Finish() as End { Finished { Within = TimeSpan.FromHours(2); Unfinished { goto Late; } } }
    on Finish { goto Done; }
  }
  state Late { on Finish { goto Done; } }
  terminal success Done { }
}
principal Ada => Person.Single(p => p.Email == "ada");
string Outside() => "real";

[TestFixture] void Base() {
  Log.Information("base is built");
  new Person { Email = "ada" };
  new Job { Name = "first", Tags = ["a"] };
  var calls = new List<string>();
  Outside.Stub(() => { calls.Add("x"); return "stub " + calls.Count; });
  Http.Get.Stub(url => new HttpResponse { StatusCode = 200, Body = "fixture" });
  TestClock.Set(new DateTime(2031, 1, 1));
  Seen.Add("fixture");
  App.Setting<Setup>().Lines.Add("fixture");
}
[TestFixture(Base)] void Derived() {
  new Job { Name = "second", Owner = Ada };
  TestClock.Advance(TimeSpan.FromHours(1));
}
"""

USES = """
  Assert.Equal(new DateTime(2031, 1, 1), DateTime.UtcNow);
  Assert.Equal(1, Job.Count());
  var job = Job.Single();
  Assert.Equal("first", job.Name);
  Assert.Equal(Stage.Open, job.Stage);
  Assert.Equal(["a"], job.Tags);
  Assert.Equal(["fixture"], Seen);
  Assert.Equal(["fixture"], App.Setting<Setup>().Lines);
  Assert.Equal(0, App.Setting<Setup>().Count);
  Assert.Equal("stub 1", Outside());
  Assert.Equal("fixture", Http.Get("https://x.test").Body);
  Assert.Equal(2, new Job { Name = "mine" }.No);
  Log.Information($"id {new Person { Email = "eve" }.Id}");
  UnitOfWork.Commit();
  job.Name = "changed";
  job.Tags!.Add("b");
  Seen.Add("test");
  App.Setting<Setup>().Lines.Add("test");
  App.Setting<Setup>().Count = 7;
  Outside.Stub(() => "mine");
  Http.Get.Stub(url => new HttpResponse { StatusCode = 500, Body = "test" });
  TestClock.Advance(TimeSpan.FromHours(3));
  Workflow.Settle(job);
  Assert.Equal(Stage.Late, job.Stage);
  JobFlow.RaiseFinish(job);
  Job.Single(j => j.Name == "mine").Delete();
  UnitOfWork.Commit();
  runas (Ada) { new Job { Name = "by ada" }; }
"""


def run(text: str) -> tuple[list[str], list[Sequence[str]]]:
    """The outcomes of the program's tests, with messages of those that did not pass, and what each logged."""
    project = Project(root="/p", files={"/p/a.test.osy": parse(text)}, is_whole=True)
    events: list[Event] = []
    run_tests([project], None, events.append)
    results = [event.result for event in events if isinstance(event, TestFinished)]
    told = [r.outcome if r.message is None else f"{r.outcome}: {r.message}" for r in results]
    return told, [[event.text for event in events if isinstance(event, Output) and event.id == r.id] for r in results]


def test_r28_each_test_gets_the_fixtures_world_as_it_was_built() -> None:
    told, logged = run(PROGRAM + "".join(f"[Test(Base)] void t{n}() {{ {USES} }}\n" for n in range(4)))
    assert told == ["passed"] * 4
    assert logged[0][0] == "base is built"
    assert logged == [logged[0]] * 4


@pytest.mark.parametrize(
    "ending",
    [
        "Assert.True(false);",
        'throw new ValidationException("x");',
        "missing();",
        'while (true) { Seen.Add("more"); }',
        "void_of_names;",
    ],
)
def test_r28_a_test_that_fails_leaves_nothing_behind(ending: str) -> None:
    text = PROGRAM + f"[Test(Base)] void t1() {{ {USES} {ending} }}\n[Test(Base)] void t2() {{ {USES} }}\n"
    project = Project(root="/p", files={"/p/a.test.osy": parse(text)}, is_whole=True)
    events: list[Event] = []
    run_tests([project], None, events.append, limit_s=1.0)
    outcomes = [event.result.outcome for event in events if isinstance(event, TestFinished)]
    assert outcomes[0] != "passed"
    assert outcomes[1] == "passed", [event.result.message for event in events if isinstance(event, TestFinished)]


def test_r28_the_order_of_tests_does_not_matter() -> None:
    one = f"[Test(Base)] void one() {{ {USES} }}\n"
    two = """[Test] void two() {
      Assert.Equal(0, Job.Count());
      Assert.Equal(1, new Job { Name = "n" }.No);
      Seen.Add("z");
    }\n"""
    three = """[Test(Derived)] void three() {
      Assert.Equal(["first", "second"], Job.Select(j => j.Name).ToList());
      Assert.Equal(new DateTime(2031, 1, 1, 1, 0, 0), DateTime.UtcNow);
      Log.Information($"{new Job { Name = "n" }.Id} {Outside()} {Seen.Count}");
    }\n"""
    there, logged_there = run(PROGRAM + one + two + three + two.replace("two", "four") + three.replace("three", "five"))
    back, logged_back = run(PROGRAM + three + two + one + three.replace("three", "five"))
    assert there == ["passed"] * 5
    assert back == ["passed"] * 4
    assert logged_there[2] == logged_there[4] == logged_back[0] == logged_back[3]
    assert logged_there[0] == logged_back[2]


def test_more_fixtures_than_are_kept() -> None:
    fixtures = "".join(f'[TestFixture] void F{n}() {{ new Job {{ Name = "f{n}" }}; }}\n' for n in range(20))
    tests = "".join(
        f'[Test(F{n})] void t{turn}_{n}() {{ Assert.Equal("f{n}", Job.Single().Name); new Job {{ Name = "x" }}; }}\n'
        for turn in range(2)
        for n in range(20)
    )
    assert run(PROGRAM + fixtures + tests)[0] == ["passed"] * 40


def test_a_fixture_that_throws_is_told_and_the_others_go_on() -> None:
    text = PROGRAM + (
        '[TestFixture] void Bad() { throw new ValidationException("no yard"); }\n'
        "[Test(Bad)] void a() { }\n[Test(Base)] void b() { }\n[Test(Bad)] void c() { }\n"
    )
    told = run(text)[0]
    assert told[0] == "errored: the fixture `Bad` failed: uncaught ValidationException: no yard"
    assert told[1] == "passed"
    assert told[2].startswith("errored: the fixture `Bad` failed, as told at")
