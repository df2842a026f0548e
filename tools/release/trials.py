"""Installs each artefact apart from the project and lets it do its main work.

The paths have blanks and letters outside of ASCII, the home folder cannot be written to, and a wheel is installed
without a network once it and what it needs are there.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from tools.release.build import ROOT, run
from tools.release.failures import ReleaseError
from tools.release.version import version

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
EXPECTED = (
    (("check", "approvals"), 0),
    (("check", "mistakes"), 1),
    (("lint", "--format", "sarif", "mistakes"), 1),
    (("test", "approvals"), 0),
    (("test", "failing"), 1),
    (("fmt", "--check", "approvals"), 0),
    (("graph", "ReviewFlow", "approvals"), 0),
    (("explain", "workflow-goto-in-exit"), 0),
)
"""What is asked of an installed `osy` in a copy of `examples/`, and the status it must end with."""


def pythons() -> Iterator[str]:
    """The Pythons here that the tools are for, this one first."""
    yield sys.executable
    own = f"python3.{sys.version_info.minor}"
    yield from (found for name in PYTHONS if name != own and (found := shutil.which(name)) and _runs(found))


def _runs(python: str) -> bool:
    """Whether it is there in truth: version managers put names on PATH that lead nowhere."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


def try_command(python: str, artefact: Path, folder: Path) -> Path:
    """Install a wheel or an sdist into a bare environment of this Python and use it; gives the folder of its `osy`."""
    place = folder / "Büro № 1"
    place.mkdir(parents=True)
    downloads, environment = place / "downloads", place / "environment"
    if artefact.suffix == ".whl":
        run(python, "-m", "pip", "download", "--quiet", "--dest", downloads, artefact)
        offline: tuple[str | Path, ...] = ("--no-index", "--find-links", downloads)
    else:
        offline = ()
    run(python, "-m", "venv", environment)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *offline, artefact)
    _main_work(programs / "osy", Path(shutil.copytree(ROOT / "examples", place / "examples")))
    return programs


def _main_work(osy: Path, examples: Path) -> None:
    environment = {"PATH": os.defpath, "HOME": f"{os.devnull}/home", "LANG": "C.UTF-8"}
    said = run(osy, "--version", env=environment).strip()
    if said != f"osy {version()}":
        raise ReleaseError(f"the installed command says it is `{said}`")
    for arguments, status in EXPECTED:
        _ends_with(status, osy, arguments, environment, examples)


def _ends_with(status: int, osy: Path, arguments: tuple[str, ...], env: dict[str, str], folder: Path) -> None:
    run("sh", "-c", f'"$@"; [ $? -eq {status} ]', "sh", osy, *arguments, env=env, folder=folder)


def extensions_for_here(folder: Path) -> Iterator[Path]:
    """The packages of the extension that run on this machine: the one for all, and the one for its kind."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(sys.platform, "")
    processor = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine().lower())
    names = [f"osysharp-{version()}.vsix", f"osysharp-{system}-{processor}-{version()}.vsix"]
    yield from (folder / name for name in names if (folder / name).exists())


def try_extension(vsix: Path, programs: Path) -> None:
    """Install the extension into a fresh VS Code and work with it, as the end-to-end tests do.

    The package for all machines finds its compiled libraries in the Python beside the installed `osy`.
    """
    settings = {"OSY_VSIX": str(vsix)}
    if vsix.name == f"osysharp-{version()}.vsix":
        # As if started in a terminal: otherwise VS Code asks a login shell for a PATH of its own.
        settings |= {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "VSCODE_CLI": "1"}
    _session("tests/editors/test_vscode.py", "working", settings)


def try_plugin(archive: Path, programs: Path, folder: Path) -> None:
    """Unpack the plugin for a fresh Neovim, with the installed `osy` on its PATH, and work with it."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    plugin = next(path for path in folder.iterdir() if path.name.startswith("osy.nvim-"))
    _session("tests/editors/test_neovim.py", "session", {"OSY_PLUGIN": str(plugin), "OSY_PROGRAMS": str(programs)})


def _session(tests: str, chosen: str, settings: dict[str, str]) -> None:
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, "-k", chosen)
    run(*command, env={**os.environ, **settings, "OSY_NO_SKIPS": "1"})
