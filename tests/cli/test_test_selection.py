"""`osy test`: words, shares, several processes, bounds, JUnit's XML, coverage, watching."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from osy_runtime.coverage_report import CoverageReport
from osy_testing.command_line import Osy, Write

NUMBERS = "".join(f"[Test] void number_{n}() {{ Assert.True({n} != 7); }}\n" for n in range(20))
SCHEMA = Path(__file__).parent / "junit.xsd"

WORDS = {
    "number_1 and not number_1": [],
    "number_3 or NUMBER_5": ["number_3", "number_5"],
    "not (number_1 or number_2 or r_3 or r_4 or r_5 or r_6 or r_7 or r_8 or r_9)": ["number_0"],
    "number_1 and (r_10 or r_11) and not 11": ["number_10"],
}


@pytest.mark.parametrize(("text", "names"), WORDS.items())
def test_words_are_joined(text: str, names: list[str], osy: Osy, write: Write) -> None:
    write("n.test.osy", NUMBERS)
    listed = osy("test", "--list", "-k", text)
    assert [line.partition("::")[2] for line in listed.out.splitlines()] == names
    assert listed.status == (0 if names else 5)


WRONG = {
    ("-k", "a and"): "`-k` ends too early: `a and`",
    ("-k", "a b"): "`b` cannot stand where it does in `-k`: `a b`",
    ("-k", "(a"): "a parenthesis is not closed in `-k`: `(a`",
    ("--shard", "3/2"): "a share is written `I/N`, as in `2/4`, with I from 1 to N; `3/2` is none",
    ("--shard", "x"): "a share is written `I/N`, as in `2/4`, with I from 1 to N; `x` is none",
    ("-j", "0"): "`-j` takes a number from 1 to 1000, or `auto`, not `0`",
    ("-j", "many"): "`-j` takes a number from 1 to 1000, or `auto`, not `many`",
    ("--timeout", "0"): "`--timeout` takes seconds, more than 0, not `0`",
    ("--memory", "-1"): "`--memory` takes MiB, 0 is without a bound, not `-1`",
    ("--coverage", "--coverage-format", "xml"): "unknown coverage format `xml`; there are `text`, `json` and `lcov`",
    ("--coverage-format", "json"): "`--coverage-format` says how `--coverage` is told: it needs that",
    ("--watch", "--list"): "`--watch` runs tests and `--list` runs none: give one of them",
    ("--list", "--format", "junit"): "`--list` has no JUnit form; there are `text`, `json` and `events`",
}


@pytest.mark.parametrize(("arguments", "complaint"), WRONG.items(), ids=str)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], complaint: str, osy: Osy, write: Write) -> None:
    write("n.test.osy", NUMBERS)
    ended = osy("test", *arguments)
    assert (ended.status, ended.out, ended.err) == (2, "", f"osy: {complaint}\n")


def test_shares_are_all_of_them_and_none_twice(osy: Osy, write: Write) -> None:
    write("n.test.osy", NUMBERS)
    shares = [osy("test", "--list", "--shard", f"{n}/3").out.splitlines() for n in (1, 2, 3)]
    assert sorted(test for share in shares for test in share) == sorted(osy("test", "--list").out.splitlines())
    assert all(shares)


def test_a_test_stays_in_its_share_when_others_come(osy: Osy, write: Write) -> None:
    write("n.test.osy", NUMBERS)
    before = osy("test", "--list", "--shard", "2/3").out.splitlines()
    write("a.test.osy", "[Test] void other() { Assert.True(true); }\n")
    after = osy("test", "--list", "--shard", "2/3").out.splitlines()
    assert [test for test in after if test.startswith("n.")] == before


@pytest.mark.parametrize("jobs", ["1", "3", "auto"])
def test_several_processes_tell_the_same(jobs: str, osy: Osy, write: Write) -> None:
    write("n.test.osy", NUMBERS)
    tests = osy("test", "--format", "json", "-j", jobs).rows("tests")
    assert [(test["name"], test["outcome"]) for test in tests] == [
        (f"number_{n}", "failed" if n == 7 else "passed") for n in range(20)
    ]


def test_the_bounds_of_the_project_count_and_the_command_line_before_them(osy: Osy, write: Write) -> None:
    write("n.test.osy", "[Test] void loops() { while (true) { } }\n")
    write("osy.toml", "[test]\ntimeoutSeconds = 0.2\n")
    (test,) = osy("test", "--format", "json").rows("tests")
    assert test["message"] == "the test ran longer than 0.2 s and was stopped"
    (test,) = osy("test", "--format", "json", "--timeout", "0.1").rows("tests")
    assert test["message"] == "the test ran longer than 0.1 s and was stopped"


# ── JUnit ────────────────────────────────────────────────────────────────────────────────────────────────────────────

ALL_KINDS = """\
[Test] void passes() { Log.Information("one & <two>"); Assert.True(true); }
[Test] void fails() { Assert.Equal("a\\u0001b", "<c>"); }
[Test, Skip("later")] void waits() { Assert.True(false); }
[Test] void errs(int n) { Assert.True(n == 1); }
"""


def test_junit_is_valid_and_says_all(osy: Osy, write: Write) -> None:
    from xmlschema import XMLSchema

    write("all.test.osy", ALL_KINDS.replace("(int n)", "()").replace("n == 1", "[1, 2][5] == 1"))
    ended = osy("test", "--format", "junit")
    XMLSchema(str(SCHEMA)).validate(ended.out)
    (suite,) = root = fromstring(ended.out)
    assert {name: root.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "2",
        "errors": "0",
    }
    passes, fails, waits, _ = suite
    assert (passes.get("classname"), passes.findtext("system-out")) == ("all.test.osy", "one & <two>")
    failure = fails.find("failure")
    assert failure is not None
    assert 'expected "a' in str(failure.get("message"))
    assert "✗ fails — at all.test.osy:2:23" in str(failure.text)
    skipped = waits.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "later"


def test_junit_of_a_program_with_errors_is_valid_too(osy: Osy, write: Write) -> None:
    from xmlschema import XMLSchema

    write("n.test.osy", NUMBERS + "void stray() { goto Nowhere; }\n")
    ended = osy("test", "--format", "junit")
    assert ended.status == 2
    XMLSchema(str(SCHEMA)).validate(ended.out)
    assert "n.test.osy:21:16: error: " in ended.out


def test_junit_of_nothing_is_valid_too(osy: Osy, write: Write) -> None:
    from xmlschema import XMLSchema

    write("n.test.osy", NUMBERS)
    ended = osy("test", "--format", "junit", "-k", "nothing")
    assert ended.status == 5
    XMLSchema(str(SCHEMA)).validate(ended.out)


# ── Coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────────

FLOW = """\
enum Stage { Open, Asked, Done, Gone }

entity Case { string Name; int Size; Stage Stage; }

int Doubled(int n) {
  if (n > 100) {
    return 100;
  } else if (n < 0) {
    return 0;
  }
  return n + n;
}

int Tripled(int n) => n + n + n;

stream<int> Upward(int n) {
  for (var i = 0; i < n; i++) {
    yield return i;
  }
}

workflow CaseFlow {
  Tracks = Case.Stage;
  Initial = Open;
  event Answer(string how);

  state Open {
    subscribe Answer(string how) as Reply {
      Assigned {
        Within = TimeSpan.FromHours(1);
        Remind Nudge(After = TimeSpan.FromMinutes(30)) { this.Item.Size = 1; }
        Unassigned { goto Asked; }
      }
    }
    on Reply(string how) {
      when (how == "yes") { goto Done; }
      default { goto Gone; }
    }
  }
  state Asked {
    Expire { Within = TimeSpan.FromDays(1); }
    on Expire { goto Gone; }
  }
  terminal success Done { }
  terminal cancel Gone { enter { this.Item.Size = 9; } }
}
"""
FLOW_TESTS = """\
[Test]
void doubles() { Assert.Equal(4, Doubled(2)); }

[Test]
void goes_up() { Assert.Equal([0, 1], Upward(2).ToList()); }

[Test]
void is_asked() {
  var one = new Case { Name = "a" };
  UnitOfWork.Commit();
  TestClock.Advance(TimeSpan.FromHours(1));
  Workflow.Settle(one);
  Assert.Equal(Stage.Asked, one.Stage);
}
"""


@pytest.fixture
def flow(write: Write) -> None:
    write("app.osy", 'app Cases {\n  model "model/*.osy";\n  tests "tests/*.test.osy";\n  use Osysharp.Workflow;\n}\n')
    write("model/case.osy", FLOW)
    write("tests/case.test.osy", FLOW_TESTS)


@pytest.mark.usefixtures("flow")
def test_coverage_for_people(osy: Osy) -> None:
    ended = osy("test", "--coverage")
    assert ended.status == 0
    assert ended.out.partition("\nCoverage\n")[2] == (
        "  model/case.osy  6 of 13 lines, 46 %; not reached: 7-9, 14, 36-45\n"
        "  all             6 of 13 lines, 46 %\n"
        "  CaseFlow  states 2/4, moves 1/4, arms 0/3, breach arms 1/1, reminders 1/1, clocks 1/2, bodies 0/1\n"
        '    not run: Open: on Reply when how == "yes" (line 36)\n'
        "    not made: Open → Done (line 36)\n"
        "    not run: Open: on Reply default (line 37)\n"
        "    not made: Open → Gone (line 37)\n"
        "    not fired: Asked: Expire (line 41)\n"
        "    not run: Asked: on Expire (line 42)\n"
        "    not made: Asked → Gone (line 42)\n"
        "    not entered: Done (line 44)\n"
        "    not entered: Gone (line 45)\n"
        "    not run: Gone: enter (line 45)\n"
    )


@pytest.mark.usefixtures("flow")
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_coverage_as_json(jobs: str, osy: Osy, tmp_path: Path) -> None:
    ended = osy("test", "--coverage=out.json", "-j", jobs)
    assert ended.err == "osy: 6 of 13 lines were reached; `out.json` has the rest\n"
    report = CoverageReport.model_validate(json.loads((tmp_path / "out.json").read_text(encoding="utf-8")))
    (file,) = report.files
    assert (file.file, file.covered, file.executable) == ("model/case.osy", 6, 13)
    assert [line.line for line in file.lines if line.count] == [6, 11, 17, 18, 31, 32]
    (flow,) = report.workflows
    assert {element.name for element in flow.elements if element.kind == "clock" and element.count} == {
        "Reply.Assigned"
    }
    assert {element.route for element in flow.elements if element.name.startswith("on Reply")} == {35}


@pytest.mark.usefixtures("flow")
def test_coverage_as_lcov_is_read_by_genhtml(osy: Osy, tmp_path: Path) -> None:
    assert osy("test", "--coverage=out.info", "--coverage-format", "lcov").status == 0
    text = (tmp_path / "out.info").read_text(encoding="utf-8")
    assert text.startswith("TN:\nSF:model/case.osy\nBRDA:35,0,0,0\nBRDA:35,0,1,0\nBRF:2\n")
    assert "DA:11,1\n" in text
    assert text.endswith("LF:13\nLH:6\nend_of_record\n")
    genhtml = shutil.which("genhtml")
    if genhtml is None:
        pytest.skip("genhtml of lcov is not installed")
    done = subprocess.run(
        [genhtml, "--branch-coverage", "-o", "html", "out.info"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "html" / "index.html").exists()


@pytest.mark.usefixtures("flow")
def test_a_path_behind_coverage_is_a_path(osy: Osy) -> None:
    ended = osy("test", "--coverage", "tests", "-k", "doubles")
    assert "1 passed" in ended.out
    assert "Coverage\n" in ended.out


# ── Watching ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Watched:
    """`osy test --watch` in a process of its own; what it prints, as it comes."""

    def __init__(self, folder: Path) -> None:
        self.file = folder.parent / f"{folder.name}.log"
        with self.file.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "osy_cli", "test", "--watch"],
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONUTF8": "1"},
            )

    def wait_for(self, text: str, times: int = 1) -> str:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            told = self.file.read_text(encoding="utf-8")
            if told.count(text) >= times:
                return told
            time.sleep(0.05)
        raise AssertionError(self.file.read_text(encoding="utf-8"))


@pytest.fixture
def watched(tmp_path: Path, write: Write) -> Iterator[Watched]:
    write("one.test.osy", "[Test] void one() { Assert.Equal(1, One()); }\n")
    write("two.test.osy", "[Test] void two() { Assert.Equal(2, Two()); }\n")
    write("sums.osy", "int One() => 1;\nint Two() => 2;\n")
    running = Watched(tmp_path)
    yield running
    running.process.kill()
    running.process.wait()


WAITING = "osy: waiting for changes; Ctrl-C ends"


def test_what_changes_runs_again_until_ctrl_c(watched: Watched, write: Write) -> None:
    first = watched.wait_for(WAITING)
    assert "✓ one" in first
    assert "✓ two" in first
    write("two.test.osy", "[Test] void two_again() { Assert.Equal(2, Two()); }\n")
    second = watched.wait_for(WAITING, 2)[len(first) :]
    assert "osy: changed: two.test.osy" in second
    assert "✓ two_again" in second
    assert "✓ one" not in second
    write("sums.osy", "int One() => 3;\nint Two() => 2;\n")
    third = watched.wait_for(WAITING, 3)[len(first) + len(second) :]
    assert "✗ one" in third
    assert "✓ two_again" in third
    write("sums.osy", "int One() => ;\nint Two() => 2;\n")
    watched.wait_for("No test was run: the program has", 1)
    watched.wait_for(WAITING, 4)
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(30) == 0
    told = watched.wait_for("osy: ended")
    assert "Traceback" not in told
    assert "\x1b[2J" not in told
