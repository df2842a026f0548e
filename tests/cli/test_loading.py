"""Our own way of loading modules gives what Python's gives."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = """\
import sys
from osy_cli.loading import Loader, load_quickly
load_quickly()
sys.path.insert(0, '.')
import osy_sample.part, osy_sample.inner.leaf
from importlib.util import find_spec
import inspect
part = osy_sample.part
print(part.VALUE, osy_sample.inner.leaf.VALUE, osy_sample.inner.__path__ == [osy_sample.inner.__file__[:-12]])
spec = part.__spec__
print(type(spec.loader) is Loader, spec.cached == part.__cached__, part.VALUE in inspect.getsource(part))
print(find_spec('osy_sample.none'), find_spec('osy_sample.part') is spec)
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A package with a module beside a folder of the same name, and a package in it."""
    folder = tmp_path / "osy_sample"
    (folder / "inner").mkdir(parents=True)
    (folder / "part").mkdir()
    for path in ("__init__.py", "inner/__init__.py"):
        (folder / path).touch()
    (folder / "part.py").write_text("VALUE = 'one'\n")
    (folder / "inner" / "leaf.py").write_text("VALUE = 'leaf'\n")
    return folder


def run(folder: Path) -> list[str]:
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", SCRIPT]
    ended = subprocess.run(command, cwd=folder.parent, env=variables, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    return ended.stdout.splitlines()


def compiled(folder: Path) -> Path:
    (file,) = (folder / "__pycache__").glob("part.*.pyc")
    return file


def test_modules_are_loaded_first_from_source_then_from_their_compiled_form(sample: Path) -> None:
    said = ["one leaf True", "True True True", "None True"]
    assert run(sample) == said
    written = compiled(sample).stat().st_mtime_ns
    assert run(sample) == said
    assert compiled(sample).stat().st_mtime_ns == written


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: b"\0" * 16 + data[16:],
        lambda data: data[:4] + b"\1" + data[5:],
    ],
    ids=["empty", "of another Python", "goes by a hash"],
)
def test_a_compiled_form_that_cannot_be_used_is_made_anew(sample: Path, damage: Callable[[bytes], bytes]) -> None:
    run(sample)
    file = compiled(sample)
    file.write_bytes(damage(file.read_bytes()))
    assert run(sample)[0] == "one leaf True"


def test_an_edit_is_seen(sample: Path) -> None:
    run(sample)
    (sample / "part.py").write_text("VALUE = 'other'\n")
    assert run(sample)[0] == "other leaf True"


def test_a_folder_that_moved_names_its_own_files(sample: Path, tmp_path: Path) -> None:
    run(sample)
    moved = sample.rename(tmp_path / "moved").rename(tmp_path / "elsewhere")
    elsewhere = tmp_path / "new"
    elsewhere.mkdir()
    moved = moved.rename(elsewhere / "osy_sample")
    assert run(moved) == ["one leaf True", "True True True", "None True"]
