"""`python -m tools.pictures`, which is `./dev pictures`: takes the pictures of `docs/pictures` anew.

Needs what `.ci/editors` installs. Look at each picture before it is committed.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from osy_testing.editor_programs import VsCode

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
EXAMPLE = "examples/mistakes/model/purchases.osy"
LIMIT_S = 300
COLORS = 128
"""How many colours a picture keeps: text on one ground needs few, and a quarter of the bytes."""
VSCODE_BOXES = {
    "problem": (0, 35, 1280, 640),
    "completion": (348, 35, 1280, 640),
    "red": (48, 35, 1280, 740),
    "graph": (48, 35, 1280, 740),
}
"""What of each picture of VS Code is kept: left, top, right, bottom."""


def main() -> int:
    """Take all pictures; say what is missing."""
    sys.path.insert(0, str(ROOT / "tests"))
    from osy_testing.editor_programs import neovim, vscode

    programs, nvim = vscode(), neovim()
    if isinstance(programs, str) or isinstance(nvim, str):
        print(programs if isinstance(programs, str) else nvim, file=sys.stderr)
        return 1
    from tools.pictures.neovim import take

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        take(nvim, programs, EXAMPLE, folder / "neovim.png")
        keep(folder / "neovim.png", "neovim")
        take_vscode(folder, programs)
        for step, box in VSCODE_BOXES.items():
            keep(folder / f"{step}.png", f"vscode-{step}", box)
    return 0


def take_vscode(folder: Path, programs: "VsCode") -> None:
    """Leave the pictures of a session in VS Code in the folder."""
    from osy_testing.editor_journeys import copied_workspace
    from tools.vsix import pack

    found = {each: str(getattr(programs, each)) for each in ("node", "code_server", "playwright", "chromium")}
    options: Mapping[str, object] = {
        "programs": found,
        "vsix": str(pack(folder / "osysharp.vsix")),
        "workspace": str(copied_workspace(folder)),
        "folder": str(folder / "vscode"),
        "pictures": str(folder),
        "settings": {"security.workspace.trust.enabled": False},
    }
    script = Path(__file__).with_name("vscode.mjs")
    subprocess.run([found["node"], script, json.dumps(options)], check=True, timeout=LIMIT_S)


def keep(taken: Path, name: str, box: tuple[int, int, int, int] | None = None) -> None:
    """Write the part of a picture into the documentation, as small as it gets."""
    image = Image.open(taken).convert("RGB")
    part = image.crop(box) if box else image
    target = PICTURES / f"{name}.png"
    part.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(target, optimize=True)
    print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    sys.exit(main())
