"""The Neovim files in a real Neovim, set up as the page in docs/editors/neovim.md says."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from osy_testing import shop
from osy_testing.editor_journeys import copied_workspace, run_journey, shop_workspace
from osy_testing.editor_programs import Neovim, neovims

pytestmark = pytest.mark.flaky(reruns=1)
"""An editor on a busy machine may lose a key; what fails twice is a fault, and the last line tells of a second try."""

HERE = Path(__file__).parent
PLUGIN = Path(os.environ.get("OSY_PLUGIN", HERE.parent.parent / "editors" / "nvim"))
"""Our files, or an unpacked release of them."""
PROGRAMS = os.environ.get("OSY_PROGRAMS", str(Path(sys.executable).parent))
"""The folder of the `osy` that Neovim finds."""
_STEP = re.compile(r"^  \{\n    '(.+)',$", re.MULTILINE)


def passing_workspace(folder: Path) -> Path:
    """The shop with a test that passes: as far as the order is paid."""
    paid = "Assert.Equal(Stage.Paid, row.Stage);\n"
    return shop_workspace(folder, shop.CASES.partition(paid)[0] + paid + "}\n")


JOURNEYS = {
    "session": copied_workspace,
    "features": shop_workspace,
    "projects": shop_workspace,
    "graph": shop_workspace,
    "neotest": passing_workspace,
}


@pytest.mark.parametrize("program", neovims(), ids=lambda found: found.name)
@pytest.mark.parametrize("journey", JOURNEYS)
def test_a_journey(journey: str, program: Neovim, tmp_path: Path) -> None:
    if program.missing:
        pytest.skip(program.missing)
    script = HERE / "nvim" / f"{journey}.lua"
    config = tmp_path / "home" / ".config" / "nvim"
    config.mkdir(parents=True)
    shutil.copy(HERE / "nvim" / "init.lua", config / "init.lua")
    home = config.parent.parent
    environment = {
        **program.environment,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
        # `:helptags` writes beside the help page.
        "OSY_PLUGIN": str(shutil.copytree(PLUGIN, tmp_path / "plugin")),
        "OSY_NEOTEST": str(HERE / "nvim" / "neotest"),
        "OSY_SUPPORT": str(HERE / "nvim" / "support.lua"),
        "OSY_WORKSPACE": str(JOURNEYS[journey](tmp_path)),
    }
    steps, output = run_journey([*program.command, "--headless", "-c", f"luafile {script}"], environment, limit_s=400)
    wanted = _STEP.findall(script.read_text("utf-8"))
    assert wanted
    assert steps == wanted, output
