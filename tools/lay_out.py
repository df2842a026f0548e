"""`python -m tools.lay_out FOLDER PACKAGE TARGET`: makes a closed project of a published package, to run its tests.

FOLDER holds the published repositories, one a folder; it is given by the user, and nothing of it is kept here. What the
packages need that is not published is taken from the stand-ins under `tests/runtime/kits`.
"""

import shutil
import sys
from pathlib import Path

KITS = Path(__file__).resolve().parent.parent / "tests" / "runtime" / "kits"
STAND_INS: dict[str, tuple[str, ...]] = {
    "mail": ("identity",),
    "invitations": ("identity", "accounts", "organizations", "emailtemplates"),
    "notifications": ("identity", "emailtemplates", "clock"),
}
"""The stand-ins that a package's tests need."""
NEIGHBOURS: dict[str, tuple[str, ...]] = {"invitations": ("mail",), "notifications": ("mail",)}
"""The published packages that it uses."""


def lay_out(folder: Path, package: str, target: Path) -> Path:
    """Copy the package with all that it uses into `target`; gives the folder of its tests."""
    root = target / package
    shutil.copytree(folder / package, root)
    for name in NEIGHBOURS.get(package, ()):
        shutil.copytree(folder / name, root / "uses" / name)
    for name in STAND_INS[package]:
        shutil.copytree(KITS / name, root / "uses" / name)
    additions = KITS / package
    if additions.is_dir():
        shutil.copytree(additions, root / "tests" / "model", dirs_exist_ok=True)
    return root / "tests"


def main(arguments: list[str]) -> int:
    """Lay a package out and print the folder of its tests."""
    if len(arguments) != 3 or arguments[1] not in STAND_INS:
        print(f"usage: python -m tools.lay_out FOLDER {'|'.join(STAND_INS)} TARGET", file=sys.stderr)
        return 2
    print(lay_out(Path(arguments[0]), arguments[1], Path(arguments[2])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
