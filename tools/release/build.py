"""Builds every artefact of a release into a folder: `python -m tools.release.build FOLDER MACHINE…`.

What comes out depends on the commit alone: its time is the time of all files, so that two builds are the same bytes.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tools import vsix
from tools.release import archive, bill, bundled, notices
from tools.release.failures import ReleaseError
from tools.release.version import version

ROOT = Path(__file__).parent.parent.parent
MACHINES = ("linux-x64", "linux-arm64", "darwin-arm64", "win32-x64")
"""The kinds of machine that every compiled library comes for; on others the extension without compiled code serves."""


def build_all(out: Path, machines: Sequence[str], say: Callable[[str], None]) -> None:
    """Write the artefacts; raises `ReleaseError` where one cannot be made."""
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise ReleaseError(f"{out} is not empty")
    epoch_s = commit_time_s()
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch_s)
    number = version()
    say("sdist and wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out)
    say("VS Code extension, for every machine")
    vsix.pack(out / f"osysharp-{number}.vsix", universal=True)
    for machine in machines:
        say(f"VS Code extension, for {machine}")
        vsix.pack(out / f"osysharp-{machine}-{number}.vsix", target=machine)
    say("Neovim plugin")
    plugin = archive.files_below(ROOT / "editors" / "nvim", f"osy.nvim-{number}")
    plugin = {name: path for name, path in plugin.items() if path.name != "tags"}
    plugin[f"osy.nvim-{number}/LICENSE"] = ROOT / "LICENSE"
    archive.write_archive(out / f"osy.nvim-{number}.tar.gz", plugin, epoch_s)
    say("documentation")
    with tempfile.TemporaryDirectory(prefix="osy-site-") as folder:
        run(ROOT / "dev", "docs", "--out", folder, env={**os.environ, "OSY_DEV_PYTHON": sys.executable})
        site = archive.files_below(Path(folder), f"osysharp-docs-{number}")
        archive.write_archive(out / f"osysharp-docs-{number}.tar.gz", site, epoch_s)
    say("bill of materials and licences")
    python, npm = bundled.python_packages(), bundled.npm_packages()
    materials = bill.bill(version=number, epoch_s=epoch_s, python=python, npm=npm, needed=bundled.needed_by_ours())
    (out / "sbom.cdx.json").write_text(materials, "utf-8")
    (out / "third-party-notices.txt").write_text(notices.notices((*python, *npm)), "utf-8")


def commit_time_s() -> int:
    """When the commit was made, in seconds since 1970."""
    return int(run("git", "log", "-1", "--format=%ct"))


def run(*command: str | Path, env: Mapping[str, str] | None = None, folder: Path = ROOT) -> str:
    """What a command prints; raises `ReleaseError` with its words where it fails."""
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    build_all(Path(sys.argv[1]).resolve(), sys.argv[2:], print)
