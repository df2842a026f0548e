"""The hooks that other repositories use, run by pre-commit itself in a repository of its own.

Only how they are installed is replaced, since that would fetch packages: `osy` is the one of this environment.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOOKS = Path(__file__).parent.parent.parent / ".pre-commit-hooks.yaml"
WARNED = "entity A { string B; }\n[Test]\nvoid nothing() { }\n"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's git and pre-commit, and this environment's `osy` before all others."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT"))]:
        monkeypatch.delenv(name)
    settings = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "OSY_CACHE_DIR": str(tmp_path / "cache"),
        "NO_COLOR": "1",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ole", "-c", "user.email=ole@yard.test", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def repository(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    git(folder, "init", "-q")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "All")
    return folder


def run(tmp_path: Path, hook: str, files: dict[str, str], arguments: str = "[]") -> tuple[int, str]:
    """What the hook says of a repository in which all of the files have just changed."""
    written = HOOKS.read_text(encoding="utf-8")
    assert written.count("language: python") == written.count("- id:")
    hooks = repository(tmp_path / "hooks", {HOOKS.name: written.replace("language: python", "language: system")})
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, check=True, capture_output=True, text=True)
    uses = f"repos:\n- repo: {hooks}\n  rev: {commit.stdout.strip()}\n  hooks: [{{id: {hook}, args: {arguments}}}]\n"
    project = repository(tmp_path / "project", {**files, ".pre-commit-config.yaml": uses})
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"]
    ended = subprocess.run(command, cwd=project, check=False, capture_output=True, text=True, timeout=120)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(
    ("hook", "text", "arguments", "status", "said"),
    [
        ("osy-check", "enum E { A }\n", "[]", 0, "Nothing found in 1 file."),
        ("osy-check", "enum E { A, A }\n", "[]", 1, "a.osy:1:13: error:"),
        ("osy-lint", WARNED, "[]", 0, "[test-no-assertion]"),
        ("osy-lint", WARNED, "[--fail-on, warning]", 1, "[test-no-assertion]"),
        ("osy-fmt", "enum E { A }\n", "[]", 0, "1 left unchanged"),
        ("osy-fmt", "enum E{A}\n", "[]", 1, "formatted a.osy"),
        ("osy-fmt", "enum E{A}\n", "[--check]", 1, "would format a.osy"),
    ],
)
def test_a_hook_lets_good_programs_pass_and_no_others(
    tmp_path: Path, hook: str, text: str, arguments: str, status: int, said: str
) -> None:
    ended, output = run(tmp_path, hook, {"a.osy": text}, arguments)
    assert (ended, said in output) == (status, True), output


@pytest.mark.usefixtures("environment")
def test_the_formatter_leaves_excluded_files_alone(tmp_path: Path) -> None:
    files = {"osy.toml": '[project]\nexclude = ["old/**"]\n', "old/a.osy": "enum E{A}\n", "b.osy": "enum E { A }\n"}
    ended, output = run(tmp_path, "osy-fmt", files)
    assert (ended, "0 files formatted, 1 left unchanged" in output) == (0, True), output


@pytest.mark.usefixtures("environment")
def test_a_change_without_a_program_runs_nothing(tmp_path: Path) -> None:
    ended, output = run(tmp_path, "osy-check", {"readme.txt": "Hello.\n"})
    assert ended == 0
    assert "no files to check" in output
