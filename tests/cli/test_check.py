"""`osy check` and `osy lint`: real programs, what is printed and how it ends."""

import os
from pathlib import Path

import pytest

from osy_testing.command_line import Osy, Write

GOOD = """\
enum OrderState { Review, Done }

entity Order { OrderState Status; }

workflow ReviewFlow {
  Tracks  = Order.Status;
  Initial = Review;

  event Approve();

  state Review {
    subscribe Approve();
    on Approve() { goto Done; }
  }
  terminal success Done { }
}
"""
GOTO_IN_EXIT = GOOD.replace("    subscribe Approve();", "    subscribe Approve();\n    exit { goto Done; }")
TWO_ERRORS = GOTO_IN_EXIT.replace("on Approve() { goto Done; }", "on Approve() { goto Dome; }")
UNGUARDED = GOOD.replace(
    "    subscribe Approve();", '    subscribe Approve();\n    enter { Http.Get("https://example.com"); }'
)


def test_a_good_program_gets_one_line(osy: Osy, write: Write) -> None:
    write("order.osy", GOOD)
    ended = osy("check", "order.osy")
    assert (ended.status, ended.out, ended.err) == (0, "Nothing found in 1 file.\n", "")


def test_an_error_is_shown_in_its_line_and_ends_with_1(osy: Osy, write: Write) -> None:
    write("order.osy", GOTO_IN_EXIT)
    ended = osy("check", "order.osy")
    assert ended.status == 1
    lines = ended.out.splitlines()
    assert lines[0].startswith("order.osy:13:12: error: ")
    assert lines[0].endswith("[workflow-goto-in-exit]")
    assert lines[1] == "  13 │     exit { goto Done; }"
    assert lines[2].startswith("     │            ^^^^")
    assert lines[-1] == "Found 1 error in 1 file. `osy explain CODE` says more about a code."


def test_files_below_a_folder_that_no_glob_matches_are_counted(osy: Osy, write: Write) -> None:
    write("app.osy", 'app Shop { model "model/*.osy"; }\n')
    write("osy.toml", '[project]\nexclude = ["old/**"]\n')
    write("model/order.osy", GOOD)
    write("scratch/a.osy", GOTO_IN_EXIT)
    write("b.osy", GOOD)
    write("old/c.osy", GOOD)
    said = "Nothing found in 2 files; left out: 2 .osy files that no glob of the project matches.\n"
    assert osy("check", ".").out == said
    assert osy("check", "model/order.osy").out == "Nothing found in 1 file.\n"
    summary = osy("check", "--format", "json", ".").json()["summary"]
    assert summary == {"errors": 0, "warnings": 0, "hints": 0, "files": 2}


def test_json_gives_the_same_finding(osy: Osy, write: Write) -> None:
    write("order.osy", GOTO_IN_EXIT)
    ended = osy("check", "--format", "json", "order.osy")
    assert ended.status == 1
    assert ended.json()["summary"] == {"errors": 1, "warnings": 0, "hints": 0, "files": 1}
    (finding,) = ended.rows("diagnostics")
    assert finding["file"] == "order.osy"
    assert finding["code"] == "workflow-goto-in-exit"
    assert finding["range"] == {"start": {"line": 13, "column": 12}, "end": {"line": 13, "column": 22}}


def test_the_working_directory_is_the_default(osy: Osy, write: Write) -> None:
    write("order.osy", TWO_ERRORS)
    ended = osy("check")
    assert ended.status == 1
    assert ended.out.count(": error: ") == 2


def test_only_what_was_asked_for_is_reported(osy: Osy, write: Write) -> None:
    write("good.osy", "enum A { X }")
    write("bad.osy", GOTO_IN_EXIT)
    assert osy("check", "good.osy").status == 0
    assert osy("check", "good.osy", "bad.osy").status == 1


def test_check_is_silent_about_warnings_and_lint_is_not(osy: Osy, write: Write) -> None:
    write("order.osy", UNGUARDED)
    assert osy("check", "order.osy").out == "Nothing found in 1 file.\n"
    linted = osy("lint", "order.osy")
    assert "order.osy:13:13: warning: " in linted.out
    assert "[reliability-outbound-call-unguarded]" in linted.out


FAIL_ON = {
    ("error", GOOD): 0,
    ("hint", GOOD): 0,
    ("error", UNGUARDED): 0,
    ("warning", UNGUARDED): 1,
    ("hint", UNGUARDED): 1,
    ("error", GOTO_IN_EXIT): 1,
}


@pytest.mark.parametrize(("case", "status"), FAIL_ON.items())
def test_fail_on_sets_the_bar(case: tuple[str, str], status: int, osy: Osy, write: Write) -> None:
    level, text = case
    write("order.osy", text)
    assert osy("lint", "--fail-on", level, "order.osy").status == status


def test_a_document_is_checked_where_it_stands(osy: Osy, write: Write) -> None:
    write("guide.md", f"# Guide\n\n> ignored\n\n```osy test app=x\n{GOTO_IN_EXIT}```\n\n```python\ngoto\n```\n")
    ended = osy("check", "guide.md")
    assert ended.status == 1
    assert ended.out.startswith("guide.md:18:12: error: ")
    assert "  18 │     exit { goto Done; }\n" in ended.out


def test_a_fragment_in_a_document_is_only_parsed(osy: Osy, write: Write) -> None:
    write("guide.md", "```osy syntax\nAssigned {\n  Within = <TimeSpan>;\n  Unassigned { goto Nowhere; }\n}\n```\n")
    assert osy("check", "guide.md").status == 0


def test_a_folder_of_documents_stands_for_them(osy: Osy, write: Write) -> None:
    write("docs/a/guide.md", f"```osy test\n{GOTO_IN_EXIT}```\n")
    write("docs/b.md", "nothing here")
    ended = osy("check", "docs")
    assert ended.status == 1
    assert ended.out.startswith("docs/a/guide.md:14:12: error: ")


def test_a_document_without_a_block_has_nothing_wrong(osy: Osy, write: Write) -> None:
    write("README.md", "# Nothing\n\n```python\npass\n```\n")
    ended = osy("check", "README.md")
    assert (ended.status, ended.out) == (0, "Nothing found in 1 file.\n")


def test_a_folder_of_documents_without_a_block_has_nothing_to_check(osy: Osy, write: Write) -> None:
    write("docs/README.md", "# Nothing\n")
    ended = osy("check", "docs")
    assert (ended.status, ended.out) == (2, "")
    assert "no document with an `osy` block, in `docs`" in ended.err


def test_paths_with_spaces_and_accents(osy: Osy, write: Write) -> None:
    write("mes flux/été/commande.osy", GOTO_IN_EXIT)
    assert osy("check", "mes flux/été").out.startswith("mes flux/été/commande.osy:13:12: error: ")
    (finding,) = osy("check", "--format", "json", "mes flux").rows("diagnostics")
    assert finding["file"] == "mes flux/été/commande.osy"


BAD_TEXTS = {
    "empty": b"",
    "only a byte order mark": "\ufeff".encode(),
    "NUL bytes": b"\x00\x00enum \x00",
    "random bytes": bytes(range(256)) * 8,
    "not UTF-8": b"enum E { \xff }",
    "an unclosed brace": b"workflow W {",
    "an unclosed string": b'enum E { A }\nvoid F() { var x = "',
    "a lone carriage return": b"enum E {\rA\r}",
    "form feed": b"enum E {\x0c A }",
    "nested too deep": b"void F() { var x = " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"; }",
    "one very long line": b"void F() { var x = 1" + b" + 1" * 20_000 + b"; }",
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=BAD_TEXTS.keys())
@pytest.mark.parametrize("form", ["text", "json"])
def test_bad_input_gets_a_clear_answer(text: bytes, form: str, osy: Osy, tmp_path: Path) -> None:
    (tmp_path / "bad.osy").write_bytes(text)
    ended = osy("lint", "--format", form, "bad.osy")
    assert ended.status in {0, 1, 2}
    assert "internal error" not in ended.err
    assert ended.out
    if ended.status:
        assert "bad.osy" in ended.out


def test_a_file_that_is_no_text_could_not_be_read(osy: Osy, tmp_path: Path) -> None:
    (tmp_path / "bad.osy").write_bytes(b"enum E { \xff }")
    ended = osy("check", "bad.osy")
    assert ended.status == 2
    assert ended.out.startswith("bad.osy:1:1: error: the file is not UTF-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(osy: Osy, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.osy")
    ended = osy("check", "pipe.osy")
    assert ended.status == 2
    assert ended.out.startswith("pipe.osy:1:1: error: this is not a regular file")


def test_a_byte_order_mark_moves_no_column(osy: Osy, write: Write) -> None:
    write("order.osy", "\ufeff" + GOTO_IN_EXIT.replace("\n", "\r\n"))
    assert osy("check", "order.osy").out.startswith("order.osy:13:12: error: ")


def test_the_specification_has_nothing_wrong(osy: Osy, specification: Path) -> None:
    ended = osy("check", str(specification / "seeds"))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("Nothing found in ")


def test_a_goto_put_into_an_exit_of_the_specification_is_refused(osy: Osy, specification: Path, write: Write) -> None:
    page = (specification / "seeds" / "000_9c5b96e280886a62.txt").read_text(encoding="utf-8")
    changed = page.replace("  state Review {\n", "  state Review {\n    exit { goto Done; }\n", 1)
    assert changed != page
    write("page.md", changed)
    ended = osy("check", "page.md")
    assert ended.status == 1
    assert ended.out.count(": error: ") == 1
    assert "[workflow-goto-in-exit]" in ended.out


def test_a_kit_that_many_miss_is_shown_once_with_the_other_places_behind_it(osy: Osy, write: Write) -> None:
    for name in "abcdef":
        write(f"{name}/app.osy", f"app Shop{name.upper()} {{ use Acme.Gone@1; }}\n")
    write("other/app.osy", "app Other { use Acme.Lost@1; }\n")
    ended = osy("lint", ".")
    shown = [line for line in ended.out.splitlines() if ": hint: " in line]
    assert [line.partition(": hint: ")[0] for line in shown] == ["a/app.osy:1:17", "other/app.osy:1:17"]
    also = "  also: b/app.osy:1:17, c/app.osy:1:17, d/app.osy:1:17, e/app.osy:1:17, and 1 more"
    assert also in ended.out.splitlines()
    assert ended.out.endswith("Found 7 hints in 7 files. `osy explain CODE` says more about a code.\n")
    assert len(osy("lint", "--format", "json", ".").rows("diagnostics")) == 7


def test_documents_that_are_left_out_are_not_checked(osy: Osy, write: Write, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(".gitignore", "made/\n")
    write("osy.toml", '[project]\nexclude = ["docs/old/**"]\n')
    wrong, right = "```osy\nenum A {\n```\n", "```osy\nenum A { B }\n```\n"
    write("docs/made/a.md", wrong)
    write("docs/old/b.md", wrong)
    write("docs/page.md", right)
    assert osy("check", "docs").status == 0
    assert osy("check", "docs/old/b.md").status == 1
