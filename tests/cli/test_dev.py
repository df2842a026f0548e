"""`./dev`: the project's own commands, as far as they need no network."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="`./dev` is a script of the shell")


def dev(
    *arguments: str, cwd: Path, script: Path = ROOT / "dev", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(script), *arguments],
        cwd=cwd,
        env={**os.environ, "OSY_DEV_PYTHON": sys.executable, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_demonstration_shows_what_it_promises(tmp_path: Path) -> None:
    ended = dev("demo", cwd=tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "[workflow-goto-in-exit]" in ended.stdout
    assert "✓" in ended.stdout
    assert "⚠ While this test ran, a workflow body threw" in ended.stdout
    assert ended.stdout.index("VS Code") < ended.stdout.index("Neovim")


def test_without_a_command_it_lists_them(tmp_path: Path) -> None:
    ended = dev(cwd=tmp_path)
    assert ended.returncode == 0
    assert {"demo", "test", "check", "bench", "vsix", "setup", "lock"} <= {
        line.split()[0] for line in ended.stdout.splitlines() if line.startswith("  ")
    }


def test_an_unknown_command_is_refused(tmp_path: Path) -> None:
    ended = dev("frobnicate", cwd=tmp_path)
    assert ended.returncode == 2
    assert "there is no command `frobnicate`" in ended.stderr


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A copy of the script in a folder with a space in its name, and a `bin` with the shell's own programs only."""
    copy = tmp_path / "a copy"
    copy.mkdir()
    for name in ("dev", "pyproject.toml", "requirements-dev.lock"):
        shutil.copy(ROOT / name, copy)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "dirname", "cksum", "cat", "rm"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    return copy


def python(programs: Path, *lines: str) -> None:
    """Put a `python3` of these shell lines there."""
    script = programs / "python3"
    script.write_text("\n".join(("#!/bin/sh", *lines, "")))
    script.chmod(0o755)


def test_a_python_that_is_too_old_is_named(bare: Path) -> None:
    programs = bare.parent / "bin"
    python(programs, 'if [ "$1" = --version ]; then echo Python 3.9.2; else exit 1; fi')
    ended = dev("setup", cwd=bare, script=bare / "dev", environment={"PATH": str(programs), "OSY_DEV_PYTHON": ""})
    assert ended.returncode == 2
    assert "Python 3.11 or newer is needed, and none was found (python3 is Python 3.9.2)" in ended.stderr


def test_a_python_without_venv_says_how_to_get_it(bare: Path) -> None:
    programs = bare.parent / "bin"
    python(programs, f'case "$2" in *ensurepip*) exit 1 ;; *) exec "{sys.executable}" "$@" ;; esac')
    ended = dev("setup", cwd=bare, script=bare / "dev", environment={"PATH": str(programs), "OSY_DEV_PYTHON": ""})
    assert ended.returncode == 2
    assert "sudo apt-get install python3-venv" in ended.stderr
    assert not (bare / ".venv").exists()
