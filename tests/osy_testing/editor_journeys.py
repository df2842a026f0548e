"""Runs a working session in a real editor and tells which of its steps held."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

WORKSPACE = Path(__file__).parent.parent / "editors" / "workspace"
_STEP = re.compile(r"^(?:[\d.]+s )?step: (.+?)(?: \(\d+ ms\))?$", re.MULTILINE)


def copied_workspace(folder: Path) -> Path:
    """A copy of the sample workspace, to be edited."""
    return Path(shutil.copytree(WORKSPACE, folder / "workspace"))


def run_journey(command: Sequence[str | Path], environment: Mapping[str, str], limit_s: float) -> tuple[list[str], str]:
    """The steps that held, in order, and all that the session printed; the process is ended when the time is up."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        # The editor, its language server and the browser are one process group.
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        output += f"\nended after {limit_s} s"
    steps = _STEP.findall(output)
    return (steps if process.returncode == 0 else [*steps, f"exit code {process.returncode}"]), output
