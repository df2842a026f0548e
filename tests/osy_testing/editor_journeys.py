"""Runs a working session in a real editor and tells which of its steps held."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from osy_testing import shop

WORKSPACE = Path(__file__).parent.parent / "editors" / "workspace"
_APP = 'app Shop {\n  use Osysharp.Workflow;\n  model "model/**/*.osy";\n  tests "tests/**/*.test.osy";\n}\n'
_STEP = re.compile(r"^(?:[\d.]+s )?step: (.+?)(?: \(\d+ ms\))?$", re.MULTILINE)


def copied_workspace(folder: Path) -> Path:
    """A copy of the sample workspace, to be edited."""
    return Path(shutil.copytree(WORKSPACE, folder / "workspace"))


def shop_workspace(folder: Path, cases: str = shop.CASES) -> Path:
    """The shop of the server's tests, in files."""
    root = folder / "workspace"
    for path, text in ((shop.MODEL, shop.SHOP), (shop.TEST, cases), ("/app/app.osy", _APP)):
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


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
