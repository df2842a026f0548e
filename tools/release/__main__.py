"""`./dev release`: everything that is published, built twice, compared, described, tried."""

import argparse
import filecmp
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.release import entries, notes, trials
from tools.release.build import MACHINES, ROOT, build_all, run
from tools.release.failures import ReleaseError
from tools.release.version import VersionError, version

STARTED = time.monotonic()


def main() -> int:
    """Make a release in `dist/` and say what is in it."""
    parser = argparse.ArgumentParser(prog="./dev release", description="Builds, describes and tries what is published.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="an empty or new folder (default: dist)")
    parser.add_argument(
        "--repository", metavar="URL", help="where the project lives; also writes the registries' entries"
    )
    parser.add_argument(
        "--machines",
        nargs="*",
        default=MACHINES,
        metavar="MACHINE",
        help="the kinds that the extension is packed for",
    )
    parser.add_argument("--no-editors", action="store_true", help="try what is published without an editor only")
    parser.add_argument("--no-trials", action="store_true", help="install nothing and start no editor")
    parser.add_argument("--dirty", action="store_true", help="build a tree with changes that are not committed")
    arguments = parser.parse_args()
    try:
        release(arguments)
    except (ReleaseError, VersionError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def release(options: argparse.Namespace) -> None:
    """Write the artefacts and all that describes them; raises where one step fails."""
    out = options.out.resolve()
    if not options.dirty and run("git", "status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed; commit them, or try a release with --dirty")
    build_all(out, options.machines, say)
    if not options.dirty:
        say("once more, from a clone elsewhere")
        _compare(out, options.machines)
    (out / "release-notes.md").write_text(notes.release_notes(), "utf-8")
    if options.repository:
        _entries(out / "entries", options.repository)
    if not options.no_trials:
        _try(out, with_editors=not options.no_editors)
    _checksums(out)
    say("done")


def say(what: str) -> None:
    """Tell what comes next, and when."""
    print(f"[{time.monotonic() - STARTED:5.1f} s] {what}", flush=True)


def _compare(out: Path, machines: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="osy-release-") as folder:
        clone, again = Path(folder) / "clone", Path(folder) / "out"
        run("git", "clone", "--quiet", ROOT, clone)
        # Links to the files and not to the folder, since what is ignored is ignored as a folder.
        npm = "vscode-extension/node_modules"
        shutil.copytree(ROOT / npm, clone / npm, symlinks=True, copy_function=_link)
        run(sys.executable, "-m", "tools.release.build", again, *machines, folder=clone)
        names = sorted({path.name for path in (*out.iterdir(), *again.iterdir())})
        _, different, missing = filecmp.cmpfiles(out, again, names, shallow=False)
    if different or missing:
        raise ReleaseError(f"a second build gives other bytes: {', '.join((*different, *missing))}")


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _entries(folder: Path, repository: str) -> None:
    files = {
        "mason/packages/osysharp-tools/package.yaml": entries.mason(version(), repository),
        "nvim-lspconfig/lsp/osy.lua": entries.lspconfig(repository),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _try(out: Path, *, with_editors: bool) -> None:
    wheel, sdist = next(out.glob("*.whl")), next(out.glob("osysharp_tools-*.tar.gz"))
    with tempfile.TemporaryDirectory(prefix="osy-trial-") as folder:
        place = Path(folder)
        programs = None
        for number, python in enumerate(trials.pythons()):
            name = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            say(f"trial of the wheel, {name}")
            installed = trials.try_command(python, wheel, place / f"wheel {number}")
            programs = programs or installed
        say("trial of the sdist")
        trials.try_command(sys.executable, sdist, place / "sdist")
        assert programs is not None
        if not with_editors:
            return
        for vsix in trials.extensions_for_here(out):
            say(f"trial of {vsix.name} in a fresh VS Code")
            trials.try_extension(vsix, programs)
        say("trial of the plugin in a fresh Neovim")
        trials.try_plugin(next(out.glob("osy.nvim-*")), programs, place / "plugin")


def _checksums(out: Path) -> None:
    files = sorted(path for path in out.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(out).as_posix()}\n" for path in files]
    (out / "SHA256SUMS").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
