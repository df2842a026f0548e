"""The extension installs the compiled part of the server for a Python that the package does not fit."""

import json
from pathlib import Path

from osy_testing.extension_code import bundled_module

PROGRAM = """
const log = { info() {}, error: (line) => vscode.said.push(['log', line]) };
own.installCompiledPart([told.python], { extensionFolder: told.folder, storage: told.folder }, log)
  .then((done) => console.log(JSON.stringify({ done, said: vscode.said })));
"""
PYTHON = """#!/bin/sh
printf '"%s" ' "$PYTHONPATH$PYTHONHOME-$PYTHONSAFEPATH" >> "{asked}"
if [ "$1" = -c ]; then echo cp399; exit; fi
while [ "$1" != --target ]; do shift; done
mkdir -p "$2"
"""


def test_pip_runs_as_the_server_will(tmp_path: Path) -> None:
    python, asked = tmp_path / "python", tmp_path / "asked"
    python.write_text(PYTHON.format(asked=asked), "utf-8")
    python.chmod(0o755)
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": "/elsewhere", "PYTHONHOME": "/nowhere"}
    told = {"python": str(python), "folder": str(tmp_path)}
    found = bundled_module("choose-interpreter.ts", tmp_path).run(PROGRAM, told, env)
    assert found == {"done": True, "said": []}
    assert [json.loads(each) for each in asked.read_text("utf-8").split()] == ["-1", "-1"]
    assert (tmp_path / "compiled" / "cp399").is_dir()
