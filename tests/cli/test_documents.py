"""The project's examples do what they say. The programs in its documents are tested in `tests/docs`."""

from pathlib import Path

from osy_testing.command_line import Osy

ROOT = Path(__file__).resolve().parents[2]


def test_the_examples_do_what_they_say(osy: Osy) -> None:
    assert osy("lint", str(ROOT / "examples" / "approvals")).out.startswith("Nothing found")
    assert osy("test", str(ROOT / "examples" / "approvals")).status == 0
    assert osy("check", str(ROOT / "examples" / "mistakes")).status == 1
    assert osy("lint", str(ROOT / "examples" / "failing")).out.startswith("Nothing found")
    assert osy("test", str(ROOT / "examples" / "failing")).status == 1
