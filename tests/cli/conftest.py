"""Running `osy` in this process, in a folder of its own."""

from pathlib import Path

import pytest

from osy_cli.main import main
from osy_testing.command_line import Ended, Osy, Write


@pytest.fixture
def osy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Osy:
    """Run `osy` with some arguments, in the test's temporary folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Ended:
        status = main(arguments)
        captured = capsys.readouterr()
        return Ended(int(status), captured.out, captured.err)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file under the test's temporary folder."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return write_file
