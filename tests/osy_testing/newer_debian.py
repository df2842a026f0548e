"""Unpacks the next Neovim and Helix out of a newer Debian, into a folder, with the libraries that they want.

Nothing of it is installed, and nothing of the system is changed: `apt-get` gets lists of packages of its own.
Debian's unstable moves, so no version is named, and where something is missing the tests do without; what was unpacked
once stays.
"""

import platform
import shutil
import subprocess
from pathlib import Path

SUITE = "sid"
STAMP = "works"
PACKAGES = (
    "libc6", "libgcc-s1", "neovim", "neovim-runtime", "libluajit-5.1-2", "libtree-sitter0.26", "libunibilium4",
    "libutf8proc3", "libuv1t64", "lua-lpeg", "lua-luv", "hx",
)  # fmt: skip
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")


def install(folder: Path) -> None:
    """Fill the folder if it can be done, and say how it went."""
    if (folder / STAMP).exists():
        print(f"Neovim and Helix of Debian {SUITE}: already in {folder}", flush=True)
        return
    reason = _refusal() or _unpack(folder)
    print(f"Neovim and Helix of Debian {SUITE}: {reason or 'unpacked into ' + str(folder)}", flush=True)


def _refusal() -> str | None:
    if platform.machine() != "x86_64" or not shutil.which("apt-get") or not shutil.which("dpkg"):
        return "left out; this is no Debian on x86_64"
    return None if SOURCES.exists() else f"left out; there is no {SOURCES}"


def _unpack(folder: Path) -> str | None:
    """Why it failed, or None."""
    shutil.rmtree(folder, ignore_errors=True)
    work = folder / "apt"
    (work / "lists" / "partial").mkdir(parents=True)
    (work / "cache" / "archives" / "partial").mkdir(parents=True)
    found = next((line for line in SOURCES.read_text("utf-8").splitlines() if line.startswith("URIs:")), "")
    (work / "sources.list").write_text(f"deb {found.partition(':')[2].strip()} {SUITE} main\n", "utf-8")
    options = [
        "-qq", "-o", f"Dir::Etc::sourcelist={work / 'sources.list'}", "-o", "Dir::Etc::sourceparts=/dev/null",
        "-o", f"Dir::State::lists={work / 'lists'}", "-o", f"Dir::Cache={work / 'cache'}",
    ]  # fmt: skip
    wanted = [f"{package}/{SUITE}" for package in PACKAGES]
    for command in (["update"], ["download", *wanted]):
        done = subprocess.run(["apt-get", *options, *command], cwd=work, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"left out; apt-get says: {done.stderr.strip().splitlines()[-1:]}"
    for package in work.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder], check=True)
    shutil.rmtree(work)
    loader = folder / "usr" / "lib" / "x86_64-linux-gnu"
    for program in ("nvim", "hx"):
        binary = folder / "usr" / "bin" / program
        start = [str(loader / "ld-linux-x86-64.so.2"), "--library-path", str(loader), str(binary)]
        if subprocess.run([*start, "--version"], capture_output=True, check=False).returncode != 0:
            return f"left out; {program} does not start"
    (folder / STAMP).write_text(SUITE, "utf-8")
    return None
