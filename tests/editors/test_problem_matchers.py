"""What VS Code's problem matchers find in what the tools print."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from osy_testing.editor_journeys import copied_workspace
from osy_testing.editor_programs import EXTENSION

MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def printed(workspace: Path, *words: str) -> list[str]:
    command = [sys.executable, "-m", "osy_cli", *words]
    result = subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stderr
    return result.stdout.splitlines()


def found(name: str, lines: list[str]) -> list[dict[str, str]]:
    """The problems in the lines: the patterns of a matcher hold for lines that follow each other."""
    [matcher] = [each for each in MANIFEST["contributes"]["problemMatchers"] if each["name"] == name]
    patterns = matcher["pattern"] if isinstance(matcher["pattern"], list) else [matcher["pattern"]]
    problems = []
    for number in range(len(lines) - len(patterns) + 1):
        matches = [re.search(pattern["regexp"], line) for pattern, line in zip(patterns, lines[number:], strict=False)]
        if all(matches):
            parts = [
                {key: match[group] for key, group in pattern.items() if key != "regexp"}
                for pattern, match in zip(patterns, matches, strict=True)
                if match is not None
            ]
            problems.append({key: value for part in parts for key, value in part.items()})
    return problems


def test_a_finding_of_a_check(workspace: Path) -> None:
    [problem] = found("osy-check", printed(workspace, "check", "--no-cache", "."))
    message = problem.pop("message")
    assert problem == {
        "file": "drafts/leaving.osy",
        "line": "18",
        "column": "12",
        "severity": "error",
        "code": "workflow-goto-in-exit",
    }
    assert message.startswith("an `exit { }` body may not `goto`")
    assert message.endswith("which MAY redirect.")


def test_a_failure_of_a_test(workspace: Path) -> None:
    tests = workspace / "app" / "tests" / "pickup.test.osy"
    tests.write_text(tests.read_text("utf-8").replace('"nils@workshop.test", repair', '"x", repair'), "utf-8")
    [problem] = found("osy-test", printed(workspace, "test", "app"))
    message = problem.pop("message")
    line = 1 + next(at for at, text in enumerate(tests.read_text("utf-8").splitlines()) if '"x"' in text)
    assert problem == {"file": "app/tests/pickup.test.osy", "line": str(line), "column": "3"}
    assert 'expected "x", but got "nils@workshop.test"' in message
