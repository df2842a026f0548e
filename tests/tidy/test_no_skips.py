"""Skips are told with their reasons, and fail where they are refused."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
TESTS = """\
import pytest


def test_that_needs_something():
    pytest.skip("no such program")


def test_that_needs_the_specification(specification):
    assert specification


@pytest.mark.xfail(reason="known", strict=True)
def test_that_fails_as_it_should():
    assert False


def test_that_passes():
    pass
"""
MODULE = 'import pytest\n\npytest.skip("not on this system", allow_module_level=True)\n'


def run(folder: Path, **environment: str) -> str:
    """What pytest says at the end."""
    (folder / "a" / "b").mkdir(parents=True)
    shutil.copy(CONFTEST, folder / "a" / "b" / "conftest.py")
    (folder / "a" / "b" / "test_some.py").write_text(TESTS)
    (folder / "a" / "b" / "test_module.py").write_text(MODULE)
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "OSY_"))}
    options = ["-ra", "-p", "no:cacheprovider", "--continue-on-collection-errors", "--rootdir", str(folder)]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder / "a")],
        cwd=folder,
        env={**variables, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ended.stdout


def test_a_skip_is_listed_with_its_reason(tmp_path: Path) -> None:
    said = run(tmp_path)
    assert "no such program" in said
    assert "not on this system" in said
    assert "no specification beside the repository" in said
    assert "1 passed, 3 skipped, 1 xfailed" in said


def test_where_skips_are_refused_they_fail_but_for_the_specification(tmp_path: Path) -> None:
    said = run(tmp_path, OSY_NO_SKIPS="1")
    assert "skipped, and OSY_NO_SKIPS is set: Skipped: no such program" in said
    assert "skipped, and OSY_NO_SKIPS is set: Skipped: not on this system" in said
    assert "1 failed, 1 passed, 1 skipped, 1 xfailed, 1 error in" in said
