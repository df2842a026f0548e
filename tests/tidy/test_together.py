"""Tests that share what their module makes run in one process, also where several run at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
TESTS = """\
import pytest


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    with open({log!r}, "a") as log:
        log.write("made\\n")


@pytest.mark.parametrize("number", range(8))
def test_that_shares(made, number):
    pass
"""


def test_what_a_module_makes_is_made_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shutil.copy(CONFTEST, tmp_path / "conftest.py")
    (tmp_path / "test_some.py").write_text(TESTS.format(log=str(log)))
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "OSY_"))}
    options = ["-q", "-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "8 passed" in ended.stdout
    assert log.read_text() == "made\n"
