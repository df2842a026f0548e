"""The kinds of packages: for this machine, for one kind of machine, for any."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from tools import vsix
from tools.release import bundled

COMPILED = (".so", ".pyd", ".dylib")
OWN = {"osy_grammar", "osy_analysis", "osy_runtime", "osy_server", "osy_cli"}


@pytest.fixture(autouse=True)
def no_npm_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Programs in the place of esbuild and vsce: the second puts the folder into an archive as it is."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "esbuild").touch()

    def run(command: list[str | Path], folder: Path) -> None:
        if Path(command[0]).parent != programs:
            subprocess.run(command, cwd=folder, check=True)
        elif Path(command[0]).name == "vsce":
            with zipfile.ZipFile(command[-1], "w") as archive:
                for file in sorted(folder.rglob("*")):
                    archive.write(file, file.relative_to(folder))
            (programs / "told").write_text(" ".join(map(str, command)), "utf-8")

    monkeypatch.setattr(vsix, "BIN", programs)
    monkeypatch.setattr(vsix, "_run", run)
    monkeypatch.setattr(bundled, "npm_packages", lambda: ())


def names(package: Path) -> list[str]:
    with zipfile.ZipFile(package) as archive:
        return [name for name in archive.namelist() if not name.endswith("/")]


def text(package: Path, name: str) -> str:
    with zipfile.ZipFile(package) as archive:
        return archive.read(name).decode("utf-8")


def test_a_universal_package_holds_nothing_compiled(tmp_path: Path) -> None:
    package = vsix.pack(tmp_path / "any.vsix", universal=True)
    inside = names(package)
    assert [name for name in inside if name.endswith(COMPILED)] == []
    assert {name.split("/")[2] for name in inside if name.startswith("bundled/libs/osy_")} == OWN
    assert "bundled/libs/pygls/__init__.py" in inside
    assert text(package, "bundled/python-version") == ""


def test_what_is_compiled_can_be_installed_later_by_its_hashes(tmp_path: Path) -> None:
    wanted = text(vsix.pack(tmp_path / "any.vsix", universal=True), "bundled/compiled.txt")
    requirements = [line.split("==")[0] for line in wanted.splitlines() if "==" in line]
    assert requirements == ["cffi", "cryptography", "graphlay", "pydantic-core", "regex", "watchfiles"]
    assert wanted.count("--hash=sha256:") >= len(requirements)
    assert "#" not in wanted


def test_a_package_for_here_holds_what_is_installed(tmp_path: Path) -> None:
    package = vsix.pack(tmp_path / "here.vsix")
    inside = names(package)
    assert any(name.startswith("bundled/libs/pydantic_core/") and name.endswith(COMPILED) for name in inside)
    assert len(text(package, "bundled/python-version").splitlines()) == 1


def test_a_package_for_a_kind_of_machine_has_a_folder_for_each_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def download(target: str, python: str, folder: Path) -> None:
        asked.append((target, python))
        folder.mkdir(parents=True)
        tag = f"cp{python.replace('.', '')}"
        for stem, file in (
            (f"core-1-{tag}-{tag}-manylinux2014_aarch64", "core/part.so"),
            ("stable-1-cp39-abi3-manylinux2014_aarch64", "stable/part.so"),
            ("plain-1-py3-none-any", "plain/__init__.py"),
            ("plain-1-py3-none-any", "plain-1.data/scripts/plain"),
            ("plain-1-py3-none-any", "plain-1.data/purelib/more/__init__.py"),
        ):
            with zipfile.ZipFile(folder / f"{stem}.whl", "a") as wheel:
                wheel.writestr(file, "")

    monkeypatch.setattr(vsix, "_download", download)
    package = vsix.pack(tmp_path / "arm.vsix", target="linux-arm64")
    assert asked == [("linux-arm64", python) for python in vsix.PYTHONS]
    inside = {name for name in names(package) if name.startswith("bundled/") and "/osy_" not in name}
    folders = {f"bundled/compiled/cp{python.replace('.', '')}/core/part.so" for python in vsix.PYTHONS}
    assert inside == folders | {
        "bundled/libs/stable/part.so",
        "bundled/libs/plain/__init__.py",
        "bundled/libs/more/__init__.py",
        "bundled/python-version",
        "bundled/compiled.txt",
        "bundled/third-party-notices.txt",
    }
    assert text(package, "bundled/python-version").split() == list(vsix.PYTHONS)
    assert "--target linux-arm64" in (tmp_path / "programs" / "told").read_text("utf-8")


def test_pip_is_asked_for_wheels_of_that_machine_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(vsix, "_run", lambda command, _: asked.extend(map(str, command)))
    vsix._download("win32-x64", "3.13", tmp_path)
    assert [asked[at + 1] for at, word in enumerate(asked) if word == "--platform"] == ["win_amd64"]
    assert [asked[at + 1] for at, word in enumerate(asked) if word == "--abi"] == ["cp313", "abi3", "none"]
    assert {"--require-hashes", "--only-binary", "--no-deps"} <= set(asked)
