"""Packs the VS Code extension with the language server inside: `python -m tools.vsix [--out FILE]`.

The extension is put together in a temporary folder: its own files, the bundled script, our import packages, and each
distribution of `requirements.lock` as it is installed for the Python that runs this. Nothing is downloaded: the npm
packages must be there (`npm ci` in `vscode-extension/`).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXTENSION = ROOT / "vscode-extension"
BIN = EXTENSION / "node_modules" / ".bin"
PACKAGES = (
    "grammar/osy_grammar",
    "analysis/osy_analysis",
    "runtime/osy_runtime",
    "server/osy_server",
    "cli/osy_cli",
)
# In the wheel the diagnostics' pages stand inside the analysis package; the bundle is laid out like the wheel.
PAGES = ("docs/diagnostics", "osy_analysis/pages")
OWN_FILES = (
    "package.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "icon.png",
    "language-configuration.json",
    "syntaxes",
)
LICENCE_NAMES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "License.txt", "license")


class PackagingError(Exception):
    """Something that the package needs is missing."""


def main() -> int:
    """Pack the extension and say where it is."""
    parser = argparse.ArgumentParser(prog="python -m tools.vsix", description="Packs the VS Code extension.")
    parser.add_argument("--out", type=Path, help="the file to write (default: in vscode-extension/)")
    arguments = parser.parse_args()
    try:
        print(pack(arguments.out))
    except PackagingError as error:
        print(f"vsix: {error}", file=sys.stderr)
        return 1
    return 0


def pack(out: Path | None = None) -> Path:
    """Write the `.vsix` and give its path."""
    if not (BIN / "esbuild").exists():
        raise PackagingError("the npm packages are not installed: run `npm ci` in vscode-extension/")
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    target = (out or EXTENSION / f"{manifest['name']}-{manifest['version']}.vsix").resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="osy-vsix-") as folder:
        stage = Path(folder)
        _own_files(stage)
        _script(stage / "out" / "extension.js")
        _server(stage / "bundled" / "libs")
        (stage / "bundled" / "python-version").write_text(f"{sys.version_info[0]}.{sys.version_info[1]}\n", "utf-8")
        (stage / "bundled" / "third-party-notices.txt").write_text("".join(_npm_notices()), "utf-8")
        _run([BIN / "vsce", "package", "--no-dependencies", "--allow-missing-repository", "-o", target], stage)
    return target


def _own_files(stage: Path) -> None:
    for name in OWN_FILES:
        source = EXTENSION / name
        if source.is_dir():
            shutil.copytree(source, stage / name)
        elif source.exists():
            shutil.copy(source, stage / name)
        else:
            raise PackagingError(f"vscode-extension/{name} is missing")


def _script(target: Path) -> None:
    options = ["--bundle", "--platform=node", "--format=cjs", "--target=node20", "--external:vscode", "--minify"]
    _run([BIN / "esbuild", "src/extension.ts", *options, "--log-level=warning", f"--outfile={target}"], EXTENSION)


def _server(libs: Path) -> None:
    unneeded = shutil.ignore_patterns("__pycache__", "*.pyc")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, libs / Path(package).name, ignore=unneeded)
    source, place = PAGES
    shutil.copytree(ROOT / source, libs / place, ignore=unneeded, dirs_exist_ok=True)
    for name, version in _locked():
        _distribution(name, version, libs)


def _locked() -> Iterator[tuple[str, str]]:
    """Names and versions in requirements.lock."""
    for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines():
        requirement = line.split(";")[0].strip(" \\")
        name, separator, version = requirement.partition("==")
        if separator and not line.startswith((" ", "#")):
            yield name, version


def _distribution(name: str, version: str, libs: Path) -> None:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise PackagingError(f"{name} is not installed for {sys.executable}") from None
    if found.version != version:
        raise PackagingError(f"{name} {found.version} is installed, requirements.lock says {version}")
    for file in found.files or ():
        # Console scripts lie outside of the folder of libraries, and compiled files are made on the user's machine.
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        target = libs / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(str(file.locate()), target)


def _npm_notices() -> Iterator[str]:
    """The licences of the npm packages whose code the bundled script holds."""
    lock = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    for place, entry in sorted(lock["packages"].items()):
        if not place or entry.get("dev"):
            continue
        folder = EXTENSION / place
        texts = [folder / name for name in LICENCE_NAMES if (folder / name).exists()]
        if not texts:
            raise PackagingError(f"{place} has no licence file")
        yield f"{place.removeprefix('node_modules/')} {entry['version']}\n\n{texts[0].read_text('utf-8').strip()}\n\n\n"


def _run(command: list[str | Path], folder: Path) -> None:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise PackagingError(f"{Path(command[0]).name} failed:\n{result.stdout}{result.stderr}")


if __name__ == "__main__":
    sys.exit(main())
