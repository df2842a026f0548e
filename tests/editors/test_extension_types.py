"""The extension's sources under the TypeScript compiler, those of the editor and those of its page."""

import subprocess
from pathlib import Path

import pytest

from osy_testing.editor_programs import EXTENSION, node


@pytest.mark.parametrize("project", [".", "webview"])
def test_the_types_fit(project: str) -> None:
    program, compiler = node(), EXTENSION / "node_modules" / "typescript" / "bin" / "tsc"
    if program is None or not compiler.exists():
        pytest.skip("Node or the extension's npm packages are not installed; `.ci/editors` installs them")
    command: list[str | Path] = [program, compiler, "--noEmit", "-p", EXTENSION / project]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
