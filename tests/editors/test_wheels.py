"""What is taken out of a wheel, and what is not."""

import zipfile
from pathlib import Path

import pytest

from tools import vsix
from tools.release.failures import ReleaseError


def unpacked(folder: Path, *names: str) -> list[str]:
    wheel, libs = folder / "plain-1-py3-none-any.whl", folder / "libs"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    vsix._unpack(wheel, libs)
    return sorted(file.relative_to(libs).as_posix() for file in libs.rglob("*") if file.is_file())


def test_entries_of_folders_are_passed_over(tmp_path: Path) -> None:
    names = ("plain-1.data/", "plain-1.data/purelib/", "plain-1.data/purelib/more.py", "plain/", "plain/__init__.py")
    assert unpacked(tmp_path, *names) == ["more.py", "plain/__init__.py"]


def test_a_name_that_only_has_data_in_it_is_no_data_folder(tmp_path: Path) -> None:
    assert unpacked(tmp_path, "plain.data-1.dist-info/METADATA") == ["plain.data-1.dist-info/METADATA"]


@pytest.mark.parametrize("name", ["../out.py", "plain/../../out.py", "plain-1.data/purelib/../../../out.py", "/out.py"])
def test_an_entry_outside_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReleaseError, match="outside of its folder"):
        unpacked(tmp_path, name)
    assert not list(tmp_path.rglob("out.py"))
