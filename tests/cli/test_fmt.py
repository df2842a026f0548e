"""`osy fmt`: what is written, what is only told, and what is left alone."""

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from osy_cli.main import main
from osy_testing.command_line import Osy, Write

UGLY = "enum   Shift{Moored,Sailing}\n"
NEAT = "enum Shift { Moored, Sailing }\n"
LONG = "void F() { Harbour(one: 1, two: 2, three: 3, four: 4, five: 5); }\n"


def test_files_are_written_in_place_and_named(osy: Osy, write: Write) -> None:
    ugly, neat = write("model/a.osy", UGLY), write("model/b.osy", NEAT)
    before = neat.stat().st_mtime_ns
    ended = osy("fmt")
    assert ended.status == 0
    assert ended.out == f"formatted {Path('model/a.osy')}\n"
    assert "1 file formatted, 1 left unchanged" in ended.err
    assert ugly.read_text() == NEAT
    assert neat.stat().st_mtime_ns == before
    assert osy("fmt", "model/a.osy").out == ""


def test_check_names_and_writes_nothing(osy: Osy, write: Write) -> None:
    ugly = write("a.osy", UGLY)
    ended = osy("fmt", "--check", ".")
    assert (ended.status, ended.out) == (1, "would format a.osy\n")
    assert ugly.read_text() == UGLY
    write("a.osy", NEAT)
    assert osy("fmt", "--check").status == 0


def test_diff_shows_and_writes_nothing(osy: Osy, write: Write) -> None:
    ugly = write("a.osy", UGLY)
    ended = osy("fmt", "--diff")
    assert ended.status == 1
    assert ended.out.splitlines() == [
        "--- a/a.osy",
        "+++ b/a.osy",
        "@@ -1 +1 @@",
        f"-{UGLY.strip()}",
        f"+{NEAT.strip()}",
    ]
    assert ugly.read_text() == UGLY


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        (NEAT.strip(), [f"-{NEAT.strip()}", "\\ No newline at end of file", f"+{NEAT.strip()}"]),
        (NEAT + "\n", [f" {NEAT.strip()}", "-"]),
    ],
)
def test_a_diff_shows_the_last_line_end(osy: Osy, write: Write, before: str, shown: list[str]) -> None:
    write("a.osy", before)
    ended = osy("fmt", "--diff")
    assert ended.status == 1
    assert ended.out.splitlines()[3:] == shown


def test_a_diff_is_utf_8_in_any_locale(write: Write, tmp_path: Path) -> None:
    write("a.osy", "enum   A{B} // é 日\n")
    ended = process(tmp_path, "--diff", PYTHONIOENCODING="ascii")
    out, err = ended.communicate(timeout=60)
    assert "+enum A { B } // é 日" in out.decode("utf-8").splitlines()
    assert ended.returncode == 1, err


def process(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """`osy fmt` as a process of its own."""
    command = [sys.executable, "-m", "osy_cli", "fmt", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **environment}, stdout=pipe, stderr=pipe)


def test_a_reader_that_goes_away_says_nothing_of_the_files(write: Write, tmp_path: Path) -> None:
    for number in range(9):
        write(f"a{number}.osy", UGLY)
    # Without a buffer each line meets the closed pipe.
    running = process(tmp_path, PYTHONUNBUFFERED="1")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait(timeout=60) == 141


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let `data` be what stdin holds."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_stdin_goes_to_stdout(osy: Osy, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, UGLY.encode())
    assert (ended := osy("fmt", "-")).status == 0
    assert ended.out == NEAT
    given(monkeypatch, UGLY.encode())
    ended = osy("fmt", "--check", "-")
    assert (ended.status, ended.out) == (1, "")
    given(monkeypatch, b"\xff")
    assert osy("fmt", "-").status == 2
    assert osy("fmt", "-", "x.osy").status == 2


def test_stdin_has_the_settings_of_its_path(osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("kit/osy.toml", "[format]\nwidth = 60\n")
    given(monkeypatch, LONG.encode())
    ended = osy("fmt", "-", "--stdin-path", "kit/model/a.osy")
    assert ended.out.splitlines()[1] == "  Harbour(one: 1, two: 2, three: 3, four: 4, five: 5);"
    given(monkeypatch, LONG.encode())
    assert osy("fmt", "-").out == LONG


def test_the_width_is_the_projects_or_the_one_asked_for(osy: Osy, write: Write) -> None:
    write("osy.toml", "[format]\nwidth = 60\n")
    write("a.osy", LONG)
    assert osy("fmt", "--check").status == 1
    assert osy("fmt", "--check", "--width", "100").status == 0
    assert osy("fmt", "--check", "--width", "9").status == 2


def test_excluded_files_are_left_alone_unless_named(osy: Osy, write: Write) -> None:
    write("app.osy", "app Harbour {\n}\n")
    write("osy.toml", '[project]\nexclude = ["old/**"]\n')
    old = write("old/a.osy", UGLY)
    write(".gitignore", "made/\n")
    made = write("made/a.osy", UGLY)
    (old.parent.parent / ".git").mkdir()
    osy("fmt")
    assert (old.read_text(), made.read_text()) == (UGLY, UGLY)
    osy("fmt", "old/a.osy")
    assert old.read_text() == NEAT


@pytest.fixture
def harbour(write: Write, tmp_path: Path) -> None:
    """A project of which git ignores one folder and its settings exclude another."""
    (tmp_path / ".git").mkdir()
    write(".gitignore", "made/\n")
    write("osy.toml", '[project]\nexclude = ["old/**"]\n')
    write("app.osy", "app Harbour {\n}\n")


@pytest.mark.usefixtures("harbour")
@pytest.mark.parametrize("path", ["old/a.osy", "made/in/a.osy", "old/page.md", "made/page.md", "made"])
def test_force_exclude_leaves_alone_what_is_named(osy: Osy, write: Write, path: str) -> None:
    text = "```osy\nenum   A{B}\n```\n" if path.endswith(".md") else UGLY
    excluded = write(path if "." in path else f"{path}/a.osy", text)
    sound = write("a.osy", UGLY)
    assert osy("fmt", "--force-exclude", path, "a.osy").status == 0
    assert (excluded.read_text(), sound.read_text()) == (text, NEAT)
    osy("fmt", path)
    assert excluded.read_text() != text


@pytest.mark.usefixtures("harbour")
@pytest.mark.parametrize("path", ["old/a.osy", "made/in/new.osy"])
def test_stdin_that_stands_for_an_excluded_file_comes_back(
    osy: Osy, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    given(monkeypatch, UGLY.encode())
    assert osy("fmt", "-", "--stdin-path", path).out == UGLY
    given(monkeypatch, UGLY.encode())
    assert osy("fmt", "-", "--stdin-path", "a.osy").out == NEAT


@pytest.mark.parametrize("manifest", ["app Harbour {\n}\n", None], ids=["project", "settings"])
def test_excluded_documents_are_no_part_of_a_folder(
    osy: Osy, write: Write, tmp_path: Path, manifest: str | None
) -> None:
    (tmp_path / ".git").mkdir()
    if manifest is not None:
        write("app.osy", manifest)
    write("osy.toml", '[project]\nexclude = ["docs/old/**"]\n')
    write(".gitignore", "made/\n*.tmp.md\n")
    text = "```osy\nenum   A{B}\n```\n"
    left = [write(f"docs/{name}", text) for name in ("old/a.md", "made/b.md", "c.tmp.md", "node_modules/d.md")]
    page = write("docs/page.md", text)
    assert osy("fmt", "docs").status == 0
    assert [one.read_text() for one in left] == [text] * len(left)
    assert page.read_text() == "```osy\nenum A { B }\n```\n"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(osy: Osy, write: Write, end: str, mark: str) -> None:
    path = write("a.osy", mark + "enum A{B}\n\n\nclass  C{\n}\n".replace("\n", end))
    osy("fmt")
    assert path.read_bytes().decode() == mark + "enum A { B }\n\n\nclass C { }\n".replace("\n", end)


def test_permissions_and_links_stay(osy: Osy, write: Write, tmp_path: Path) -> None:
    path = write("a.osy", UGLY)
    path.chmod(0o640)
    (tmp_path / "link.osy").symlink_to(path)
    osy("fmt", "link.osy")
    assert path.read_text() == NEAT
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert (tmp_path / "link.osy").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.osy", "link.osy"]


def test_what_cannot_be_read_or_written_is_told_and_the_rest_done(osy: Osy, write: Write, tmp_path: Path) -> None:
    (tmp_path / "bad.osy").write_bytes(b"enum A { \xff }")
    other = write("good.osy", UGLY)
    ended = osy("fmt")
    assert ended.status == 2
    assert "`bad.osy` was left as it is: it is not UTF-8" in ended.err
    assert other.read_text() == NEAT
    assert osy("fmt", "none.osy").status == 2
    assert osy("fmt", "").status == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(osy: Osy, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.osy")
    ended = osy("fmt")
    assert ended.status == 2
    assert "`pipe.osy` was left as it is: it is not a regular file" in ended.err


def test_what_is_written_is_on_the_disk_before_the_old_file_goes(
    osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.osy", UGLY)
    synced: list[int] = []
    replace, fsync = os.replace, os.fsync

    def sync(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)
        fsync(handle)

    def put(source: str, target: str) -> None:
        assert synced == [len(NEAT)]
        replace(source, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", put)
    assert osy("fmt").status == 0


def test_a_write_that_fails_leaves_the_file(osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.osy", UGLY)

    def refuse(source: str, target: str) -> None:
        raise PermissionError(13, "not today")

    monkeypatch.setattr(os, "replace", refuse)
    ended = osy("fmt")
    assert ended.status == 2
    assert "`a.osy` was left as it is: not today" in ended.err
    assert path.read_text() == UGLY
    assert [one.name for one in path.parent.iterdir()] == ["a.osy"]


def test_broken_declarations_stay_and_are_counted(osy: Osy, write: Write) -> None:
    path = write("a.osy", "enum   A{B}\nclass   C {  int = 3 = 4;  }\nenum   D{E}\n")
    ended = osy("fmt")
    assert ended.status == 0
    assert "`a.osy`: 1 declaration with faults left as they are" in ended.err
    assert path.read_text() == "enum A { B }\nclass   C {  int = 3 = 4;  }\nenum D { E }\n"


DOCUMENT = """\
# Ferries

Text   with   blanks.

```osy
enum   Shift{Moored}
```

```osy syntax
state   <Name>   { … }
```

- In a list:

  ```osy test
  enum   Shift{Moored}

  class  Ferry{
  public int   Decks;
  }
  ```

```osy
class   Broken {
```
"""


def test_of_a_document_only_sound_blocks_are_formatted(osy: Osy, write: Write) -> None:
    path = write("page.md", DOCUMENT)
    assert osy("fmt", "page.md").status == 0
    block = "  enum Shift { Moored }\n\n  class Ferry {\n    public int Decks;\n  }\n"
    expected = DOCUMENT.replace("\nenum   Shift{Moored}", "\nenum Shift { Moored }", 1)
    start, end = expected.index("  enum   Shift"), expected.index("  ```\n\n```osy\nclass")
    assert path.read_text() == expected[:start] + block + expected[end:]
    assert osy("fmt", "--check", "page.md").status == 0


def test_the_documents_of_a_folder_are_formatted_if_it_has_no_programs(osy: Osy, write: Write) -> None:
    page = write("docs/page.md", "```osy\nenum   A{B}\n```\n")
    write("model/a.osy", NEAT)
    osy("fmt")
    assert "A{B}" in page.read_text()
    osy("fmt", "docs")
    assert page.read_text() == "```osy\nenum A { B }\n```\n"


def test_a_file_of_another_kind_is_refused(osy: Osy, write: Write) -> None:
    write("a.cs", UGLY)
    assert osy("fmt", "a.cs").status == 2


def test_help_says_what_the_status_means(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--help"]) == 0
    assert "would change" in capsys.readouterr().out


def test_stdin_is_told_of_faults_and_wrong_settings(osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, b"enum Broken {{{\n" + UGLY.encode())
    ended = osy("fmt", "-", "--stdin-path", "a.osy")
    assert ended.status == 0
    assert "`a.osy`: 1 declaration with faults left as they are" in ended.err
    write("osy.toml", '[format]\nwidth = "wide"\n')
    given(monkeypatch, UGLY.encode())
    ended = osy("fmt", "-", "--stdin-path", "a.osy")
    assert (ended.status, ended.out) == (2, "")
    assert "osy.toml: " in ended.err


def test_a_closed_stdin_is_told_of(osy: Osy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    ended = osy("fmt", "-")
    assert (ended.status, ended.out) == (2, "")
    assert "stdin is closed" in ended.err


@pytest.mark.skipif(not hasattr(os, "chown"), reason="there are no owners here")
def test_a_file_stays_its_owners(osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.osy", UGLY)
    path.chmod(0o4755)
    handed: list[tuple[int, int]] = []
    owner = path.stat()
    found = os.stat

    def as_somebody_elses(name: str | Path, **options: bool) -> os.stat_result:
        seen = found(name, **options)
        return os.stat_result((*seen[:4], owner.st_uid + 1, *seen[5:])) if str(name).endswith("a.osy") else seen

    monkeypatch.setattr(os, "stat", as_somebody_elses)
    monkeypatch.setattr(os, "chown", lambda _, user, group: handed.append((user, group)))
    assert osy("fmt", "a.osy").status == 0
    assert handed == [(owner.st_uid + 1, owner.st_gid)]

    def forbidden(*_: object) -> None:
        raise PermissionError(1, "not permitted")

    path.write_text(UGLY)
    path.chmod(0o4755)
    monkeypatch.setattr(os, "chown", forbidden)
    assert osy("fmt", "a.osy").status == 0
    monkeypatch.undo()
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
