"""The VS Code extension's own code, run by Node on what stands in for the editor."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from osy_testing.editor_programs import EXTENSION, node

STAND_IN = Path(__file__).parent.parent / "editors" / "extension" / "vscode.cjs"


@dataclass(frozen=True)
class Module:
    """A bundled module of the extension, and the Node that runs it."""

    node: Path
    script: Path

    def run(self, program: str, told: object = None, env: Mapping[str, str] | None = None) -> Any:
        """What the program prints, as JSON: `own` is the module, `vscode` the stand-in, `told` what it is given."""
        head = "const own = require(process.argv[1]), told = JSON.parse(process.argv[2]);"
        head += " const vscode = require(require('node:path').join(process.argv[1], '../node_modules/vscode'));"
        result = subprocess.run(
            [self.node, "-e", head + program, self.script, json.dumps(told)],
            capture_output=True,
            text=True,
            check=False,
            env=env,
        )
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)


def bundled_module(source: str, folder: Path) -> Module:
    """The module of that path in the extension's `src`, bundled into the folder; skips where npm's packages are not."""
    program, esbuild = node(), EXTENSION / "node_modules" / ".bin" / "esbuild"
    if program is None or not esbuild.exists():
        pytest.skip("Node or the extension's npm packages are not installed; `.ci/editors` installs them")
    script = folder / "module.cjs"
    options = ["--bundle", "--platform=node", "--format=cjs", "--external:vscode", "--log-level=warning"]
    subprocess.run([esbuild, EXTENSION / "src" / source, *options, f"--outfile={script}"], check=True)
    stand_in = folder / "node_modules" / "vscode" / "index.js"
    stand_in.parent.mkdir(parents=True)
    shutil.copy(STAND_IN, stand_in)
    return Module(program, script)
