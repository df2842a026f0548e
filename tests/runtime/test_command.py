"""`python -m osy_runtime`: events on stdout and nothing else, exit statuses, what is selected, overlays, limits."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from osy_runtime.__main__ import main
from osy_runtime.events import EVENT, Discovered, Event, Output, RunFinished, TestFinished

PROGRAM = """
[Test] void adds() { Log.Information("sum {N}", 1 + 1); Assert.Equal(2, 1 + 1); }
[Test] void multiplies() { Assert.Equal(6, 2 * 3); }
"""
FAILING = """
[Test] void is_wrong() {
  Assert.Equal(3, 1 + 1);
}
"""


def run_process(*arguments: str, folder: Path) -> tuple[int, list[Event]]:
    """The exit status and the events of a run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "osy_runtime", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, [EVENT.validate_json(line) for line in done.stdout.splitlines()]


def run(*arguments: str, folder: Path) -> tuple[int, list[Event]]:
    """The same in this process: a cold start for each question would take seconds."""
    output = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(output):
        status = main(arguments)
    return status, [EVENT.validate_json(line) for line in output.getvalue().splitlines()]


def outcomes(events: list[Event]) -> dict[str, str]:
    """How each test ended, by id."""
    return {event.result.id: event.result.outcome for event in events if isinstance(event, TestFinished)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sums.test.osy").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


def test_a_run_tells_its_events_in_order_and_ends_with_0(folder: Path) -> None:
    status, events = run_process("sums.test.osy", folder=folder)
    assert status == 0
    kinds = [event.event for event in events]
    assert kinds[:3] == ["run-started", "discovered", "test-started"]
    assert kinds[-1] == "run-finished"
    assert outcomes(events) == {"sums.test.osy::adds": "passed", "sums.test.osy::multiplies": "passed"}
    assert [(e.id, e.text) for e in events if isinstance(e, Output)] == [("sums.test.osy::adds", "sum 2")]


def test_a_failure_ends_with_1_and_has_its_place(folder: Path) -> None:
    (folder / "wrong.test.osy").write_text(FAILING, encoding="utf-8")
    status, events = run("wrong.test.osy", folder=folder)
    assert status == 1
    (finished,) = [event for event in events if isinstance(event, TestFinished)]
    result = finished.result
    assert (result.message, result.expected, result.actual) == ("Assert.Equal failed: expected 3, but got 2", "3", "2")
    assert result.at is not None
    assert (result.at.file, result.at.line, result.at.column) == ("wrong.test.osy", 3, 3)


def test_a_program_that_does_not_compile_is_not_run(folder: Path) -> None:
    (folder / "sums.test.osy").write_text("[Test] void half( {", encoding="utf-8")
    status, events = run("sums.test.osy", folder=folder)
    assert status == 2
    assert outcomes(events) == {}
    assert isinstance(events[-1], RunFinished)
    assert events[-1].diagnostics[0]["code"] in ("syntax-error", "syntax-unclosed")


def test_without_tests_it_ends_with_5(folder: Path) -> None:
    status, events = run("sums.test.osy", "-k", "no_such_name", folder=folder)
    assert status == 5
    assert [event.tests for event in events if isinstance(event, Discovered)] == [()]


def test_tests_are_selected_by_id_by_text_and_by_file(folder: Path) -> None:
    (folder / "more.test.osy").write_text("[Test] void more() { }", encoding="utf-8")
    (folder / "ids.json").write_text(json.dumps(["sums.test.osy::adds"]), encoding="utf-8")
    assert list(outcomes(run(".", "--ids", "ids.json", folder=folder)[1])) == ["sums.test.osy::adds"]
    assert list(outcomes(run(".", "--id", "more.test.osy::more", folder=folder)[1])) == ["more.test.osy::more"]
    assert list(outcomes(run(".", "-k", "MULTI", folder=folder)[1])) == ["sums.test.osy::multiplies"]
    assert list(outcomes(run(".", "--file", "more.test.osy", folder=folder)[1])) == ["more.test.osy::more"]


def test_an_overlay_stands_in_for_what_is_on_disk(folder: Path) -> None:
    text = PROGRAM.replace("Assert.Equal(6", "Assert.Equal(7")
    (folder / "overlay.json").write_text(json.dumps({str(folder / "sums.test.osy"): text}), encoding="utf-8")
    status, events = run("sums.test.osy", "--overlay", "overlay.json", folder=folder)
    assert status == 1
    assert outcomes(events)["sums.test.osy::multiplies"] == "failed"


def test_options_files_that_cannot_be_read_are_one_sentence(folder: Path) -> None:
    status, events = run("sums.test.osy", "--ids", "nowhere.json", folder=folder)
    assert status == 2
    assert isinstance(events[-1], RunFinished)
    assert "nowhere.json" in (events[-1].message or "")


def test_a_stopped_test_does_not_stop_the_run(folder: Path) -> None:
    (folder / "endless.test.osy").write_text(
        "[Test] void endless() { while (true) { } }\n[Test] void deep() { Deep(1); }\nint Deep(int n) => Deep(n + 1);\n"
        "[Test] void fine() { }",
        encoding="utf-8",
    )
    status, events = run_process("endless.test.osy", "--timeout", "0.3", "--memory", "1024", folder=folder)
    assert status == 1
    assert [outcome for _, outcome in sorted(outcomes(events).items())] == ["errored", "errored", "passed"]


def test_r28_two_runs_tell_the_same(folder: Path) -> None:
    (folder / "rows.test.osy").write_text(
        "entity Dog { string Name; }\n"
        '[Test] void ids() { Log.Information("{A} {B}", new Dog { Name = "a" }.Id, Guid.NewGuid()); }\n'
        '[Test] void again() { Log.Information("{A} {B}", new Dog { Name = "a" }.Id, DateTime.UtcNow); }',
        encoding="utf-8",
    )
    first, second = (
        [event.text for event in run("rows.test.osy", folder=folder)[1] if isinstance(event, Output)] for _ in range(2)
    )
    assert first == second
    assert len(first) == 2


def test_programs_of_one_document_have_ids_of_their_own(folder: Path) -> None:
    blocks = "".join(
        f"```osy test app={name}\n[Test] void adds() {{ Assert.Equal({total}, 1 + 2); }}\n```\n\n"
        for name, total in (("one", 3), ("two", 4))
    )
    (folder / "page.md").write_text(blocks, encoding="utf-8")
    status, events = run("page.md", folder=folder)
    assert status == 1
    assert outcomes(events) == {"page.md::adds": "passed", "page.md::adds@6": "failed"}
    assert outcomes(run("page.md", "--id", "page.md::adds@6", folder=folder)[1]) == {"page.md::adds@6": "failed"}


def test_memory_is_bounded_and_the_next_test_has_it_again(folder: Path) -> None:
    (folder / "greedy.test.osy").write_text(
        '[Test] void greedy() { var all = new List<string>(); var text = "0123456789abcdef";\n'
        "  for (var i = 0; i < 16; i++) { text = text + text; }\n"
        "  while (true) { all.Add(text + all.Count); } }\n"
        "[Test] void modest() { Assert.Equal(2, 1 + 1); }",
        encoding="utf-8",
    )
    status, events = run_process("greedy.test.osy", "--memory", "200", folder=folder)
    assert status == 1
    assert list(outcomes(events).values()) == ["errored", "passed"]
    (greedy, _) = [event.result for event in events if isinstance(event, TestFinished)]
    assert greedy.message == "the test used more memory than it may"


def test_output_is_bounded(folder: Path) -> None:
    (folder / "loud.test.osy").write_text(
        "[Test] void loud() { for (var i = 0; i < 30000; i++) { "
        'Log.Information("0123456789012345678901234567890123456789"); } }',
        encoding="utf-8",
    )
    status, events = run("loud.test.osy", folder=folder)
    lines = [event.text for event in events if isinstance(event, Output)]
    assert status == 0
    assert lines[-1] == "(the rest of what it logged is left out)"
    assert 20_000 < len(lines) < 30_000


def test_what_a_missing_kit_would_declare_is_said_to_be_unknown(folder: Path) -> None:
    (folder / "app.osy").write_text("app Demo { use Acme.Identity@3; }", encoding="utf-8")
    (folder / "people.test.osy").write_text(
        "using Acme.Identity;\nentity Person : Principal { bool Leads; }\n"
        '[Test] void makes() { new Person { Leads = true, Email = "a@x" }; }\n'
        "[Test] void reads() { var p = new Person(); Assert.Null(p.Email); }\n"
        "[Test] void names() { Assert.Null(Country.Sweden); }\n",
        encoding="utf-8",
    )
    _, events = run("people.test.osy", folder=folder)
    unknown = "and the base `Principal` comes from a kit that is not in view, so its members are not known"
    assert [(e.result.outcome, e.result.message) for e in events if isinstance(e, TestFinished)] == [
        ("errored", f"`Person` has no `Email` of its own, {unknown}"),
        ("errored", f"a row of Person has no `Email` of its own, {unknown}"),
        ("errored", "nothing here is called `Country`, unless by a kit that is not in view"),
    ]


def test_of_fixtures_of_one_name_a_test_gets_that_of_its_own_file(folder: Path) -> None:
    for number, name in enumerate(("one", "two"), 1):
        (folder / f"{name}.test.osy").write_text(
            f"entity Dog{number} {{ string Name; }}\n"
            f'[TestFixture] void World() {{ new Dog{number} {{ Name = "a" }}; }}\n'
            f"[Test(World)] void {name}() {{ Assert.Equal(1, Dog{number}.Count()); }}\n",
            encoding="utf-8",
        )
    _, events = run(".", "--file", "one.test.osy", folder=folder)
    assert outcomes(events) == {"one.test.osy::one": "passed"}
    status, events = run(".", "--file", "two.test.osy", folder=folder)
    assert outcomes(events) == {"two.test.osy::two": "passed"}
    assert status == 0


def test_r74_no_test_is_run_if_one_of_the_projects_does_not_compile(tmp_path: Path) -> None:
    for name, test in (("good", "[Test] void g() { }"), ("bad", "[Test] void b( { }")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "app.osy").write_text(f"app {name.title()} {{ }}", encoding="utf-8")
        (tmp_path / name / "a.test.osy").write_text(test, encoding="utf-8")
    status, events = run(".", folder=tmp_path)
    assert status == 2
    assert outcomes(events) == {}
    assert isinstance(events[-1], RunFinished)
    assert [row["file"] for row in events[-1].diagnostics] == ["bad/a.test.osy"]
