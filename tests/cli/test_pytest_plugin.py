"""pytest collects `*.test.osy`: items, failures, skips, selection, workers, broken projects, other people's runs."""

import subprocess
import sys
from xml.etree.ElementTree import fromstring

import pytest

pytest_plugins = ["pytester"]

# The plugin is named as a module, so that these tests depend neither on how the package is installed nor on the others.
PLUGIN = ("-p", "osy_cli.pytest_plugin", "-p", "no:cacheprovider")
APP = 'app Yard {\n  model "model/**/*.osy";\n  tests "tests/**/*.test.osy";\n}\n'
MODEL = "int Twice(int n) => n + n;\n"
TESTS = """\
[TestFixture]
void Berths() { Log.Information("built"); }

[Test(Berths)]
void two_is_twice_one() { Assert.Equal(2, Twice(1)); }

[Test(Berths)]
void two_is_twice_two() {
  Log.Information("asked");
  Assert.Equal(2, Twice(2));
}

[Skip("the crane is away")]
[Test]
void lifts() { Assert.True(false); }

[Test]
void clicks() { Ui.Click("Save"); }
"""


@pytest.fixture
def app(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makefile(".osy", app=APP)
    (pytester.path / "model").mkdir()
    (pytester.path / "model" / "sums.osy").write_text(MODEL, encoding="utf-8")
    (pytester.path / "tests").mkdir()
    (pytester.path / "tests" / "sums.test.osy").write_text(TESTS, encoding="utf-8")
    return pytester


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def run(app: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return app.runpytest_subprocess(*PLUGIN, *arguments)


def test_each_test_is_an_item_that_ends_as_it_does(app: pytest.Pytester) -> None:
    ended = run(app, "-v")
    ended.assert_outcomes(passed=1, failed=1, skipped=2)
    ended.stdout.fnmatch_lines(
        [
            "*sums.test.osy::two_is_twice_one PASSED*",
            "*sums.test.osy::two_is_twice_two FAILED*",
            "*sums.test.osy::lifts SKIPPED (the crane is away)*",
            "*sums.test.osy::clicks SKIPPED (`Ui.Click` needs a browser*",
        ]
    )


def test_a_failure_reads_as_that_of_osy_test(app: pytest.Pytester) -> None:
    ended = run(app, "-rN")
    ended.stdout.fnmatch_lines(
        [
            "✗ two_is_twice_two — at tests/sums.test.osy:10:3",
            "  Assertion failed: Assert.Equal(…) failed: expected 2, but got 4",
            "  10 │   Assert.Equal(2, Twice(2));",
            "     │   ^",
            "*Captured stdout call*",
            "built",
            "asked",
        ]
    )
    ended.stdout.no_fnmatch_line("*Traceback*")


def test_collecting_runs_nothing(app: pytest.Pytester) -> None:
    (app.path / "tests" / "loops.test.osy").write_text("[Test]\nvoid loops() { while (true) { } }\n", encoding="utf-8")
    ended = run(app, "--collect-only", "-q")
    assert ended.outlines[:5] == [
        "tests/loops.test.osy::loops",
        *(f"tests/sums.test.osy::{n}" for n in ("two_is_twice_one", "two_is_twice_two", "lifts", "clicks")),
    ]


def test_words_choose(app: pytest.Pytester) -> None:
    run(app, "-k", "twice and not one").assert_outcomes(failed=1, deselected=3)


def test_one_can_be_named(app: pytest.Pytester) -> None:
    run(app, "tests/sums.test.osy::two_is_twice_one").assert_outcomes(passed=1)


def test_workers_share_the_tests(app: pytest.Pytester) -> None:
    run(app, "-p", "xdist", "-n", "2").assert_outcomes(passed=1, failed=1, skipped=2)


def test_the_xml_is_pytests_own(app: pytest.Pytester) -> None:
    run(app, "--junit-xml=out.xml")
    (suite,) = fromstring((app.path / "out.xml").read_text(encoding="utf-8"))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "2")
    names = [case.get("name") for case in suite]
    assert names == ["two_is_twice_one", "two_is_twice_two", "lifts", "clicks"]


def test_a_broken_project_is_one_error_with_its_findings(app: pytest.Pytester) -> None:
    (app.path / "model" / "sums.osy").write_text(MODEL + "void Stray() { goto Nowhere; }\n", encoding="utf-8")
    (app.path / "tests" / "more.test.osy").write_text("[Test]\nvoid more() { Assert.True(true); }\n", encoding="utf-8")
    ended = run(app)
    ended.assert_outcomes(errors=1, skipped=1)
    ended.stdout.fnmatch_lines(["model/sums.osy:2:16: error: *", "No test was run: the program has 1 error."])


def test_a_test_that_does_not_end_is_stopped(app: pytest.Pytester) -> None:
    (app.path / "tests" / "loops.test.osy").write_text("[Test]\nvoid loops() { while (true) { } }\n", encoding="utf-8")
    ended = run(app, "--osy-timeout", "0.3")
    ended.assert_outcomes(passed=1, failed=2, skipped=2)
    ended.stdout.fnmatch_lines(["*the test ran longer than 0.3 s and was stopped"])


def test_it_can_be_switched_off(app: pytest.Pytester) -> None:
    assert run(app, "--no-osy").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_run_without_such_files_imports_nothing_of_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_nothing_is_loaded():
            ours = [name for name in sys.modules if name.startswith("osy_")]
            assert sorted(ours) == ["osy_cli", "osy_cli.pytest_plugin"]
        """
    )
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


def test_the_plugin_itself_costs_next_to_nothing() -> None:
    code = "import osy_cli.pytest_plugin, sys; print(sorted(n for n in sys.modules if n.startswith('osy_')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['osy_cli', 'osy_cli.pytest_plugin']"
