"""R117: code that needs a kit which is not there refuses when it is reached; all other tests of the project run."""

import pytest

from osy_analysis.disk import load
from osy_runtime import run_tests
from osy_runtime.events import Event, TestFinished, TestResult

MODEL = """
using Acme.Identity;
enum Level { Low, High }
entity Person : Principal { string Name; Team? Team; }
[Role] entity Badge { Team Team; Level Level; }
class Sender : IPostman { public string Key => "own"; public Parcel Pack(Letter l) => new Parcel { Letter = l }; }
policy Leads => IsAuthenticated && RoleGrant.Any(g => g.Member == user && g.Role == Level.High);
string Greeting(Person p, Team t) => Titles.Of(p) + t.Name;
[Authorize(Leads)] string Secret() => "a";
string Plain(string name) => "hello " + name;
Team? TeamOf(Person p) { try { return Teams.Find(p); } catch (TeamException e) { return e.Team; } }
app.Identity = new IdentitySetup { Sender = new Sender(), Levels = [Level.High] };
principal Ada => Person.Single(p => p.Email == "ada@x.example");
"""
TESTS = """
using Acme.Identity;
[Test] void needs_nothing_of_it() { Assert.Equal("hello Bo", Plain("Bo")); }
[Test] void needs_a_class_of_which_a_base_is_missing() { Assert.Equal("own", new Sender().Key); }
[Test] void needs_the_row_itself() { Assert.Equal("Bo", new Person { Name = "Bo" }.Name); }
[Test] void needs_a_function_of_it() { Greeting(new Person { Name = "Bo" }, null); }
[Test] void needs_a_policy_that_ends_before_it() { Assert.Denied(() => Secret()); }
[Test] void needs_a_type_of_it() { new Sender().Pack(null); }
[Test] void needs_a_setting_of_it() { App.Setting<IdentitySetup>(); }
[Test] void needs_a_member_of_the_base() { new Person { Name = "Bo" }; Person.Single(p => p.Email == "x"); }
"""
UNSEEN = "unless by a kit that is not in view"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TestResult]:
    folder = tmp_path_factory.mktemp("project")
    (folder / "app.osy").write_text("app Demo { use Acme.Identity@3; }", encoding="utf-8")
    (folder / "model.osy").write_text(MODEL, encoding="utf-8")
    (folder / "people.test.osy").write_text(TESTS, encoding="utf-8")
    events: list[Event] = []
    run_tests(load([str(folder)]).projects, None, events.append)
    return {event.result.name: event.result for event in events if isinstance(event, TestFinished)}


@pytest.mark.parametrize(
    "name",
    [
        "needs_nothing_of_it",
        "needs_a_class_of_which_a_base_is_missing",
        "needs_the_row_itself",
        "needs_a_policy_that_ends_before_it",
    ],
)
def test_r117_what_needs_nothing_of_a_missing_kit_runs(results: dict[str, TestResult], name: str) -> None:
    assert results[name].outcome == "passed", results[name].message


@pytest.mark.parametrize(
    ("name", "message", "line"),
    [
        ("needs_a_function_of_it", f"nothing here is called `Titles`, {UNSEEN}", 8),
        ("needs_a_type_of_it", f"nothing here declares a type `Parcel`, {UNSEEN}", 6),
        ("needs_a_setting_of_it", "`App.Setting<IdentitySetup>()` needs a class of the program", 9),
        (
            "needs_a_member_of_the_base",
            "a row of Person has no `Email` of its own, and the base `Principal` comes from a kit that is not in view",
            10,
        ),
    ],
)
def test_r117_what_needs_it_refuses_by_name_at_its_place(
    results: dict[str, TestResult], name: str, message: str, line: int
) -> None:
    result = results[name]
    assert result.outcome == "errored"
    assert message in (result.message or "")
    assert result.frames
    assert result.frames[0].at.line == line
