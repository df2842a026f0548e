"""Packs the VS Code extension with the language server inside: `python -m tools.vsix [--target MACHINE | --universal]`.

The extension is put together in a temporary folder: its own files, the bundled scripts, our import packages, and the
distributions of `requirements.lock`. Six of these hold compiled code, so there are three kinds of package:

- without an option, for the Python and the machine that pack it; nothing is downloaded;
- `--target linux-x64` and the like, for that kind of machine with any supported Python: pip downloads the wheels;
- `--universal`, without compiled code: the extension looks for it in the user's Python, or offers to install it.

The npm packages must be there (`npm ci` in `vscode-extension/`).
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from tools.release import bundled
from tools.release.bundled import LOCK
from tools.release.failures import ReleaseError
from tools.release.notices import notices

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
    "walkthrough",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The Python versions that a package for one kind of machine fits."""
# The older platform first: a wheel for it runs on the newer ones too.
PLATFORMS = {
    "linux-x64": tuple(f"manylinux{tag}_x86_64" for tag in ("2014", "_2_17", "_2_28", "_2_34")),
    "linux-arm64": tuple(f"manylinux{tag}_aarch64" for tag in ("2014", "_2_17", "_2_28", "_2_34")),
    "darwin-arm64": tuple(f"macosx_{tag}_{kind}" for tag in ("11_0", "10_9") for kind in ("arm64", "universal2")),
    "win32-x64": ("win_amd64",),
}
"""The kinds of machines for which there is a wheel of everything."""


def main() -> int:
    """Pack the extension and say where it is."""
    parser = argparse.ArgumentParser(prog="python -m tools.vsix", description="Packs the VS Code extension.")
    parser.add_argument("--out", type=Path, help="the file to write (default: in vscode-extension/)")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--target", choices=sorted(PLATFORMS), help="the kind of machine that the package is for")
    kind.add_argument("--universal", action="store_true", help="a package without compiled code, for any machine")
    arguments = parser.parse_args()
    try:
        print(pack(arguments.out, target=arguments.target, universal=arguments.universal))
    except ReleaseError as error:
        print(f"vsix: {error}", file=sys.stderr)
        return 1
    return 0


def pack(out: Path | None = None, *, target: str | None = None, universal: bool = False) -> Path:
    """Write the `.vsix` and give its path."""
    if not (BIN / "esbuild").exists():
        raise ReleaseError("the npm packages are not installed: run `npm ci` in vscode-extension/")
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    kind = f"-{target}" if target else "-universal" if universal else ""
    written = (out or EXTENSION / f"{manifest['name']}{kind}-{manifest['version']}.vsix").resolve()
    written.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="osy-vsix-") as folder:
        stage = Path(folder)
        inner = stage / "bundled"
        _own_files(stage)
        _scripts(stage / "out")
        _own_packages(inner / "libs")
        pythons = _downloaded(target, inner) if target else _installed(inner, is_compiled_wanted=not universal)
        (inner / "python-version").write_text("".join(f"{python}\n" for python in pythons), "utf-8")
        (inner / "compiled.txt").write_text("".join(_compiled_requirements()), "utf-8")
        (inner / "third-party-notices.txt").write_text(notices(bundled.npm_packages()), "utf-8")
        # What is packed stands in the repository or is pinned by hash: to look for secrets in it would take minutes.
        unsearched = ["--allow-package-all-secrets", "--allow-package-env-file"]
        options = ["--no-dependencies", "--allow-missing-repository", *unsearched]
        options += ["--target", target] if target else []
        _run([BIN / "vsce", "package", *options, "-o", written], stage)
    return written


# ── The extension's own ──────────────────────────────────────────────────────────────────────────────────────────────


def _own_files(stage: Path) -> None:
    for name in OWN_FILES:
        source = EXTENSION / name
        if source.is_dir():
            shutil.copytree(source, stage / name)
        elif source.exists():
            shutil.copy(source, stage / name)
        else:
            raise ReleaseError(f"vscode-extension/{name} is missing")


def _scripts(out: Path) -> None:
    """The extension's script, and the script and the style of its page."""
    common = ["--bundle", "--minify", "--log-level=warning"]
    node = ["--platform=node", "--format=cjs", "--target=node20", "--external:vscode"]
    page = ["--platform=browser", "--format=iife", "--target=es2022"]
    esbuild = BIN / "esbuild"
    _run([esbuild, "src/extension.ts", *common, *node, f"--outfile={out / 'extension.js'}"], EXTENSION)
    _run([esbuild, "webview/preview.ts", "webview/preview.css", *common, *page, f"--outdir={out}"], EXTENSION)


def _own_packages(libs: Path) -> None:
    unneeded = shutil.ignore_patterns("__pycache__", "*.pyc")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, libs / Path(package).name, ignore=unneeded)
    source, place = PAGES
    shutil.copytree(ROOT / source, libs / place, ignore=unneeded, dirs_exist_ok=True)


# ── Distributions ────────────────────────────────────────────────────────────────────────────────────────────────────


def _compiled_requirements() -> Iterator[str]:
    """What is compiled: this the extension can install for a Python that the package does not fit."""
    for each in bundled.locked():
        if _is_compiled(bundled.installed(each.name, each.version)):
            yield each.requirement


def _is_compiled(distribution: metadata.Distribution) -> bool:
    return "Root-Is-Purelib: false" in (distribution.read_text("WHEEL") or "")


def _installed(place: Path, *, is_compiled_wanted: bool) -> tuple[str, ...]:
    """Take the distributions as they are installed here; gives the Python versions that they fit."""
    for each in bundled.locked():
        found = bundled.installed(each.name, each.version)
        if is_compiled_wanted or not _is_compiled(found):
            _copy(found, place / "libs")
    return (f"{sys.version_info[0]}.{sys.version_info[1]}",) if is_compiled_wanted else ()


def _copy(distribution: metadata.Distribution, libs: Path) -> None:
    for file in distribution.files or ():
        # Console scripts lie outside of the folder of libraries, and compiled files are made on the user's machine.
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        target = libs / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(str(file.locate()), target)


def _downloaded(target: str, place: Path) -> tuple[str, ...]:
    """Take the wheels for that kind of machine; what does not fit every Python stands in a folder of each."""
    with tempfile.TemporaryDirectory(prefix="osy-wheels-") as folder:
        wheels: dict[str, dict[str, Path]] = {}
        for python in PYTHONS:
            _download(target, python, Path(folder) / python)
            wheels[python] = {wheel.name: wheel for wheel in sorted((Path(folder) / python).glob("*.whl"))}
        common = set.intersection(*(set(found) for found in wheels.values()))
        for python, found in wheels.items():
            for name, wheel in found.items():
                if name not in common:
                    _unpack(wheel, place / "compiled" / f"cp{python.replace('.', '')}")
                elif python == PYTHONS[0]:
                    _unpack(wheel, place / "libs")
    return PYTHONS


def _download(target: str, python: str, folder: Path) -> None:
    """The wheels of requirements.lock, checked by their hashes."""
    tag = f"cp{python.replace('.', '')}"
    platforms = [option for platform in PLATFORMS[target] for option in ("--platform", platform)]
    abis = [option for abi in (tag, "abi3", "none") for option in ("--abi", abi)]
    which = ["--implementation", "cp", "--python-version", python, *platforms, *abis, "--only-binary", ":all:"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"]
    _run([*pip, "--no-deps", "--require-hashes", *which, "-d", folder, "-r", LOCK], ROOT)


def _unpack(wheel: Path, libs: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        for entry in content.infolist():
            place = _place(entry.filename, libs)
            if place is None or entry.is_dir():
                continue
            if not place.resolve().is_relative_to(libs.resolve()):
                raise ReleaseError(f"{wheel.name} has an entry outside of its folder: {entry.filename}")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.read(entry))


def _place(name: str, libs: Path) -> Path | None:
    """Where an entry of a wheel belongs; a wheel's scripts and headers are of no use here."""
    parts = Path(name).parts
    if not parts or not parts[0].endswith(".data"):
        return libs / name
    return libs.joinpath(*parts[2:]) if parts[1:2] in (("purelib",), ("platlib",)) else None


def _run(command: list[str | Path], folder: Path) -> None:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise ReleaseError(f"{Path(command[0]).name} failed:\n{result.stdout}{result.stderr}")


if __name__ == "__main__":
    sys.exit(main())
