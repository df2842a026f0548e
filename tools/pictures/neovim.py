"""A picture of a real Neovim: it runs in a terminal of its own, and what it wrote there is drawn."""

import fcntl
import json
import os
import pty
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from osy_testing.editor_programs import VsCode

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_suffix(".lua")
DRAWING = Path(__file__).with_name("terminal.mjs")
COLUMNS, LINES = 110, 26
LIMIT_S = 120
_END = b"\x1b[?1049l"
"""With this a program gives the terminal back as it was."""


def take(nvim: Path, programs: VsCode, file: str, picture: Path) -> None:
    """Open the file of the repository in that Neovim, set up as the guide says, and draw its screen."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "written"
        environment = {**os.environ, **_set_up(Path(folder)), "TERM": "xterm-256color", "OSY_FILE": file}
        command = [str(nvim), "--cmd", "set termguicolors", "-c", f"luafile {SCRIPT}"]
        written.write_bytes(_run(command, environment).rpartition(_END)[0])
        options = {
            "playwright": str(programs.playwright),
            "chromium": str(programs.chromium),
            "xterm": str(programs.code_server.parents[2] / "lib" / "vscode" / "node_modules" / "@xterm" / "xterm"),
            "written": str(written),
            "columns": COLUMNS,
            "lines": LINES,
            "picture": str(picture),
        }
        subprocess.run([programs.node, DRAWING, json.dumps(options)], check=True, timeout=LIMIT_S)


def _set_up(folder: Path) -> dict[str, str]:
    """The configuration that the guide writes, and the environment in which it is the user's."""
    plugin = shutil.copytree(ROOT / "editors" / "nvim", folder / "plugin")
    (folder / "config" / "nvim").mkdir(parents=True)
    lines = f"vim.opt.runtimepath:append('{plugin}')\nvim.lsp.enable('osy')\n"
    (folder / "config" / "nvim" / "init.lua").write_text(lines, encoding="utf-8")
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {**homes, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def _run(command: list[str], environment: dict[str, str]) -> bytes:
    """What the command writes into a terminal of the picture's size. Raises if it fails."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as process:
        os.close(theirs)
        written = bytearray()
        try:
            while piece := os.read(ours, 65536):
                written += piece
        except OSError:
            pass  # Linux says so when the other end is closed.
        status = process.wait(LIMIT_S)
    os.close(ours)
    if status != 0:
        raise RuntimeError(f"Neovim ended with {status}")
    return bytes(written)
