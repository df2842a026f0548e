"""`osy fmt`: links, names, wrong settings and options, blocks in lists and quotes."""

import os
from pathlib import Path

import pytest

from osy_testing.command_line import Osy, Write

UGLY = "enum   Shift{Moored,Sailing}\n"
NEAT = "enum Shift { Moored, Sailing }\n"


# ── Links and names ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_links_in_a_folder_are_not_followed(osy: Osy, write: Write) -> None:
    outside, inside = write("out/a.osy", UGLY), write("kit/model/b.osy", UGLY)
    kit = inside.parent.parent
    (kit / "elsewhere").symlink_to(outside.parent)
    (kit / "file.osy").symlink_to(outside)
    (kit / "again.osy").symlink_to(inside)
    (kit / "gone.osy").symlink_to(kit / "nowhere.osy")
    ended = osy("fmt", "kit")
    assert (ended.status, ended.out) == (0, "formatted kit/model/b.osy\n")
    assert outside.read_text() == UGLY


def test_a_file_with_several_names_is_formatted_once(osy: Osy, write: Write, tmp_path: Path) -> None:
    write("a.osy", UGLY)
    (tmp_path / "link.osy").symlink_to("a.osy")
    assert osy("fmt", "--check", "a.osy", "link.osy", ".").out == "would format a.osy\n"


def test_a_file_with_several_names_on_the_disk_keeps_them(
    osy: Osy, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.osy", UGLY)
    (tmp_path / "b.txt").hardlink_to(path)
    fsync = os.fsync
    full = iter([OSError(28, "the disk is full")])

    def sync(handle: int) -> None:
        for error in full:
            raise error
        fsync(handle)

    monkeypatch.setattr(os, "fsync", sync)
    assert osy("fmt", "a.osy").status == 2
    assert path.read_text() == UGLY
    assert osy("fmt", "a.osy").status == 0
    assert (path.read_text(), (tmp_path / "b.txt").read_text()) == (NEAT, NEAT)


def test_a_folder_that_the_system_does_not_list_is_told_of(
    osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("closed/a.osy", UGLY)
    sound = write("a.osy", UGLY)
    listed = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)
    ended = osy("fmt")
    assert ended.status == 2
    assert "closed: the folder cannot be read: permission denied" in ended.err
    assert sound.read_text() == NEAT


def test_a_terminal_obeys_no_name(osy: Osy, write: Write) -> None:
    write("a\x1b[31m.osy", UGLY)
    for arguments in ((), ("--check",), ("--diff",), ("none\x1b[31m.osy",)):
        ended = osy("fmt", *arguments)
        assert "\x1b" not in ended.out + ended.err
        write("a\x1b[31m.osy", UGLY)


# ── Wrong settings and options ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("settings", ['[format]\nwidth = "wide"\n', "[project\n", "[format]\nwith = 80\n"])
def test_files_under_wrong_settings_stay_and_what_is_wrong_is_told(osy: Osy, write: Write, settings: str) -> None:
    write("kit/osy.toml", settings)
    stays, other = write("kit/a.osy", UGLY), write("b.osy", UGLY)
    ended = osy("fmt")
    assert ended.status == 2
    assert "kit/osy.toml: " in ended.err
    assert (stays.read_text(), other.read_text()) == (UGLY, NEAT)


@pytest.mark.parametrize("width", ["abc", "9", "1001", "9" * 5000, "-40", "٤٠٠٠"])
def test_a_width_that_is_none_is_refused_with_the_bounds(
    osy: Osy, width: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = osy("fmt", f"--width={width}")
    assert ended.status == 2
    assert "20 to 1000 columns" in ended.err + capsys.readouterr().err


def test_a_path_for_stdin_without_stdin_is_refused(osy: Osy, write: Write) -> None:
    path = write("a.osy", UGLY)
    assert osy("fmt", "--stdin-path", "a.osy").status == 2
    assert path.read_text() == UGLY


INDENTED = '''\
- In a list:

  ```osy
  void   F() {
    Moor("""
      text

      more
      """);
  }
  ```

> ```osy
> enum   A{B}
>
> class  C {
>   int   D;
> }
> ```
'''


def test_blocks_in_lists_and_quotes_keep_what_is_before_their_lines(osy: Osy, write: Write) -> None:
    path = write("page.md", INDENTED)
    assert osy("fmt", "page.md").status == 0
    expected = INDENTED.replace("void   F", "void F").replace("enum   A{B}", "enum A { B }")
    assert path.read_text() == expected.replace("class  C", "class C").replace("int   D", "int D")


def test_a_block_that_stays_is_told_of(osy: Osy, write: Write) -> None:
    write("page.md", "```osy\nenum   A{B\n```\n")
    assert "`page.md`: 1 block with faults left as they are" in osy("fmt", "page.md").err
