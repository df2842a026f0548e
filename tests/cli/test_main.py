"""The entry: help, version, what cannot be understood, what goes wrong. Everything in this process."""

import io
import json
from pathlib import Path

import pytest

from osy_cli import main as entry
from osy_cli.exits import Exit
from osy_testing.command_line import Osy


def test_help_lists_the_commands_that_there_are(osy: Osy) -> None:
    run = osy("--help")
    assert run.status == Exit.OK
    assert [line.split()[0] for line in run.out.splitlines() if line.startswith("  ")][:7] == [
        *("check", "lint", "fmt", "test", "graph", "explain", "lsp")
    ]
    assert not run.err


def test_without_a_command_the_help_is_a_complaint(osy: Osy) -> None:
    run = osy()
    assert (run.status, run.out) == (Exit.FAILED, "")
    assert run.err.startswith("usage: osy ")


def test_version_is_that_of_the_distribution(osy: Osy) -> None:
    run = osy("--version")
    assert run.status == Exit.OK
    assert run.out.startswith("osy 0.")


@pytest.mark.parametrize("command", ["check", "lint", "test", "explain", "lsp"])
def test_every_command_explains_itself(command: str, osy: Osy) -> None:
    run = osy(command, "--help")
    assert run.status == Exit.OK
    assert run.out.startswith(f"usage: osy {command} ")


REFUSED = {
    ("chek",): "there is no command `chek`; did you mean `check`?",
    ("frobnicate",): "there is no command `frobnicate`\n",
    ("--frobnicate",): "unknown option `--frobnicate`",
    ("check", "--frobnicate"): "unrecognized arguments: --frobnicate",
    ("check", ""): "a path is empty; `.` is the working directory",
    ("check", "--format", "yaml", "."): "unknown format `yaml`",
    ("lint", "--fail-on", "never"): "invalid choice: 'never'",
    ("check", "--fail-on", "hint"): "unrecognized arguments: --fail-on",
    ("test", "-j", "few"): "`-j` takes a number from 1 to 1000, or `auto`, not `few`",
    ("check", "nowhere.osy"): "there is no file or folder `nowhere.osy`",
    ("test", "nowhere"): "there is no file or folder `nowhere`",
    ("explain",): "the following arguments are required: CODE",
    ("explain", "workflow-goto-in-exi"): "did you mean `workflow-goto-in-exit`",
    ("explain", "../../../etc/passwd"): "there is no page for `../../../etc/passwd`",
}


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_what_cannot_be_done_is_refused_on_stderr(arguments: tuple[str, ...], osy: Osy) -> None:
    run = osy(*arguments)
    assert (run.status, run.out) == (Exit.FAILED, "")
    assert REFUSED[arguments] in run.err
    assert "Traceback" not in run.err


def test_a_folder_without_programs_is_refused(osy: Osy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("no program here")
    run = osy("check")
    assert (run.status, run.out) == (Exit.FAILED, "")
    assert "there is no .osy file" in run.err


def test_an_unreadable_file_is_refused(osy: Osy) -> None:
    Path("a.osy").symlink_to("a.osy")
    run = osy("check", "a.osy")
    assert (run.status, run.out) == (Exit.FAILED, "")
    assert "`a.osy` cannot be read: Too many levels of symbolic links" in run.err


class Broken:
    """A checker with a fault."""

    def __init__(self, culprit: str) -> None:
        self.culprit = culprit

    def __call__(self, project: object, paths: object = None) -> tuple[()]:
        if isinstance(paths, list) and any(path.endswith(self.culprit) for path in paths):
            raise RuntimeError("no such node")
        return ()


def test_a_fault_of_the_tool_names_the_file(osy: Osy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.osy", "b.osy", "c.osy"):
        (tmp_path / name).write_text("enum E { A }")
    monkeypatch.setattr("osy_analysis.checker.check", Broken("b.osy"))
    run = osy("check", "a.osy", "b.osy", "c.osy")
    assert (run.status, run.out) == (Exit.FAILED, "")
    assert run.err.splitlines() == [
        "osy: internal error while working on b.osy: RuntimeError: no such node",
        "osy: this is a fault of the tool, not of your program; `--debug` shows where",
    ]


def test_debug_shows_the_traceback(osy: Osy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b.osy").write_text("enum E { A }")
    monkeypatch.setattr("osy_analysis.checker.check", Broken("b.osy"))
    run = osy("check", "--debug", "b.osy")
    assert run.status == Exit.FAILED
    assert "Traceback" in run.err
    assert "in __call__" in run.err


def test_an_interrupt_is_one_line(osy: Osy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "b.osy").write_text("enum E { A }")
    monkeypatch.setattr("osy_analysis.checker.check", interrupted)
    run = osy("check", "b.osy")
    assert (run.status, run.err) == (Exit.INTERRUPTED, "osy: interrupted\n")


def test_options_may_stand_between_paths(osy: Osy) -> None:
    Path("a.osy").write_text("enum A { X }")
    Path("b.osy").write_text("enum B { X }")
    run = osy("check", "a.osy", "--format", "json", "b.osy")
    assert run.status == Exit.OK
    assert json.loads(run.out)["summary"]["files"] == 2


def test_a_closed_output_still_ends_with_the_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.osy").write_text("enum A { X }")
    monkeypatch.setattr("sys.stdout", None)
    assert entry.main(["check", str(tmp_path / "a.osy")]) == Exit.OK


def test_an_output_without_unicode_gets_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    (tmp_path / "a.osy").write_text("workflow é {", encoding="utf-8")
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert entry.main(["check", str(tmp_path / "a.osy")]) == Exit.FOUND
    text = raw.getvalue().decode("ascii")
    assert "1 | workflow ? {" in text
