"""Which files settings and ignore files leave out, whoever asks."""

from pathlib import Path

import pytest

from osy_analysis.survey import Surveyor, survey


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository without a manifest, whose settings exclude a folder in a folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("made/\n")
    (tmp_path / "osy.toml").write_text('[project]\nexclude = ["kit/old.osy", "docs/old/**"]\n')
    for name in ("kit/a.osy", "kit/old.osy", "docs/page.md", "docs/old/b.md", "docs/made/c.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("enum A { B }\n" if name.endswith(".osy") else "```osy\nenum A { B }\n```\n")
    return tmp_path


def test_settings_further_up_exclude_what_stands_beside_a_lone_file(folder: Path) -> None:
    (outline,) = survey([str(folder / "kit" / "a.osy")]).outlines()
    assert outline.paths == (str(folder / "kit" / "a.osy"),)


def test_one_answer_says_what_is_left_out(folder: Path) -> None:
    surveyor = Surveyor({}, {})
    left = [path for path in sorted(folder.rglob("*.*")) if surveyor.is_left_out(str(path))]
    assert [path.name for path in left] == ["c.md", "b.md", "old.osy"]
    assert surveyor.documents_below(str(folder / "docs"), (".md",)) == [str(folder / "docs" / "page.md")]
