"""What a release is made of, part by part; the whole is `./dev release`."""

import json
import os
import shutil
import tarfile
from pathlib import Path

import pytest
import yaml

from tools.release import entries, notes
from tools.release.archive import files_below, write_archive
from tools.release.bill import bill
from tools.release.bundled import Bundled, needed_by_ours, python_packages
from tools.release.notices import notices
from tools.release.version import PLACES, ROOT, VersionError, set_version, version

EPOCH_S = 1_790_000_000
CLIENT = Bundled(ecosystem="npm", name="@a/client", version="1.2.3", licence="MIT", texts=("Take it.",), needs=("b",))
NEEDED = Bundled(ecosystem="npm", name="b", version="4.0.0", licence="ISC", texts=("Take it too.",), needs=())


@pytest.fixture
def places(tmp_path: Path) -> Path:
    """A tree of nothing but the files that say the version."""
    for place in PLACES:
        (tmp_path / place.file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place.file, tmp_path / place.file)
    return tmp_path


def test_a_version_is_written_everywhere_and_nowhere_else(places: Path) -> None:
    before = {place.file: (places / place.file).read_text("utf-8").splitlines() for place in PLACES}
    set_version("7.8.9", places)
    assert version(places) == "7.8.9"
    for place in PLACES:
        after = (places / place.file).read_text("utf-8").splitlines()
        changed = [new for old, new in zip(before[place.file], after, strict=True) if old != new]
        assert len(changed) == place.times
        assert all("7.8.9" in line for line in changed)


def test_places_that_differ_are_named(places: Path) -> None:
    PLACES[1].write(places, "7.8.9")
    with pytest.raises(VersionError, match=r"handshake\.py: 7\.8\.9"):
        version(places)


@pytest.mark.parametrize("wrong", ["1.2", "v1.2.3", "1.2.3-rc1", ""])
def test_what_is_no_version_is_refused(places: Path, wrong: str) -> None:
    before = version(places)
    with pytest.raises(VersionError, match="is no version"):
        set_version(wrong, places)
    assert version(places) == before


def test_an_archive_depends_on_names_and_contents_alone(tmp_path: Path) -> None:
    for name, mode in (("one", 0o600), ("two", 0o755)):
        folder = tmp_path / name / "inner"
        folder.mkdir(parents=True)
        for file in ("a.lua", "b.lua") if name == "one" else ("b.lua", "a.lua"):
            (folder / file).write_text(file, "utf-8")
            (folder / file).chmod(mode)
            os.utime(folder / file, (mode, mode))
        write_archive(tmp_path / f"{name}.tar.gz", files_below(tmp_path / name, "plugin-1"), EPOCH_S)
    assert (tmp_path / "one.tar.gz").read_bytes() == (tmp_path / "two.tar.gz").read_bytes()
    with tarfile.open(tmp_path / "one.tar.gz") as packed:
        assert packed.getnames() == ["plugin-1/inner/a.lua", "plugin-1/inner/b.lua"]


def test_the_bill_names_what_is_bundled_and_what_needs_what() -> None:
    found = json.loads(
        bill(version="7.8.9", epoch_s=EPOCH_S, python=python_packages(), npm=(CLIENT, NEEDED), needed=needed_by_ours())
    )
    urls = {each.get("purl") for each in found["components"]}
    needs = {each["ref"]: each.get("dependsOn", []) for each in found["dependencies"]}
    assert "pkg:npm/%40a/client@1.2.3" in urls
    assert needs["npm:osysharp"] == ["pkg:npm/%40a/client@1.2.3", "pypi:osysharp-tools"]
    assert needs["pkg:npm/%40a/client@1.2.3"] == ["pkg:npm/b@4.0.0"]
    direct = {reference.removeprefix("pkg:pypi/").partition("@")[0] for reference in needs["pypi:osysharp-tools"]}
    assert direct == set(needed_by_ours())
    assert {each["version"] for each in (found["metadata"]["component"], found["components"][0])} == {"7.8.9"}


def test_every_licence_is_one_that_fits() -> None:
    known = ("MIT", "Apache-2.0", "BSD", "ISC", "PSF-2.0", "CNRI-Python")
    assert [each.name for each in python_packages() if not each.licence.startswith(known)] == []


def test_notices_hand_the_texts_on() -> None:
    text = notices((CLIENT, NEEDED))
    assert "@a/client 1.2.3 (npm)\nLicence: MIT" in text
    assert text.index("Take it.") < text.index("Licence: ISC") < text.index("Take it too.")


def test_the_entry_for_mason() -> None:
    entry = yaml.safe_load(entries.mason("7.8.9", "https://code.example/osysharp-tools"))
    assert entry["source"] == {"id": "pkg:pypi/osysharp-tools@7.8.9"}
    assert entry["bin"] == {"osy": "pypi:osy"}
    assert entry["homepage"] == "https://code.example/osysharp-tools"
    assert entry["neovim"] == {"lspconfig": "osy"}


def test_the_entry_for_lspconfig_is_our_own_configuration() -> None:
    entry = entries.lspconfig("https://code.example/osysharp-tools")
    own = (ROOT / "editors" / "nvim" / "lsp" / "osy.lua").read_text("utf-8")
    rows = [line for line in entry.splitlines() if line.startswith("  ")]
    assert [row.split()[0] for row in rows] == ["cmd", "filetypes", "root_markers"]
    assert all(row in own for row in rows)


def test_the_notes_hold_every_fragment() -> None:
    text = notes.release_notes()
    fragments = [path for path in (ROOT / "changes").glob("*.md") if not path.name.startswith(".")]
    assert fragments
    for path in fragments:
        assert path.read_text("utf-8").splitlines()[0] in text
        assert path.suffixes[-2:] in ([".feature", ".md"], [".fix", ".md"]), path.name
