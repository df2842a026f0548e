"""Which Python the VS Code extension takes for the language server, and what it says when none will do."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from osy_testing.editor_programs import EXTENSION, node

ASK = """
const { findInterpreter } = require(process.argv[1]);
const [told, extensionFolder, storage] = process.argv.slice(2);
const configured = JSON.parse(told);
findInterpreter(configured, { extensionFolder, storage }, () => {}).then(
  ({ python, origin, env }) =>
    console.log(JSON.stringify({ python: python.join(' '), origin, path: env.PYTHONPATH ?? null })),
  (problem) => console.log(JSON.stringify({ problem: problem.message, unfit: problem.unfit?.join(' ') ?? null })),
);
"""


@dataclass(frozen=True)
class Finder:
    """The extension's own code, run by Node on an extension folder that a test fills."""

    node: Path
    script: Path
    extension: Path

    @property
    def storage(self) -> Path:
        """Where the extension may write."""
        return self.extension / "storage"

    def find(self, configured: object = "", path: Path | None = None) -> dict[str, str | None]:
        result = subprocess.run(
            [self.node, "-e", ASK, self.script, json.dumps(configured), self.extension, self.storage],
            env={"PATH": str(path or "/nowhere")},
            cwd=self.extension,
            capture_output=True,
            text=True,
            check=True,
        )
        found: dict[str, str | None] = json.loads(result.stdout)
        return found

    def bundle(self, compiled_part: str | None) -> Path:
        """A bundled server, with the text of its compiled part beside it, or without one."""
        libs = self.extension / "bundled" / "libs"
        write_packages(libs, {"osy_server": ""} | ({} if compiled_part is None else compiled(compiled_part)))
        (self.extension / "bundled" / "python-version").write_text("3.98\n3.99\n", "utf-8")
        (self.extension / "bundled" / "compiled.txt").write_text("regex==1\n", "utf-8")
        return libs


def compiled(text: str) -> dict[str, str]:
    """The packages that tell whether the bundle fits."""
    return {"pydantic_core": text, "regex": ""}


def write_packages(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text, "utf-8")
    return folder


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    program, esbuild = node(), EXTENSION / "node_modules" / ".bin" / "esbuild"
    if program is None or not esbuild.exists():
        pytest.skip("Node or the extension's npm packages are not installed; `.ci/editors` installs them")
    script = tmp_path / "interpreter.cjs"
    options = ["--bundle", "--platform=node", "--format=cjs", "--log-level=warning", f"--outfile={script}"]
    subprocess.run([esbuild, EXTENSION / "src" / "interpreter.ts", *options], check=True)
    (tmp_path / "extension").mkdir()
    return Finder(program, script, tmp_path / "extension")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "path"
    folder.mkdir()
    return folder


def python(folder: Path, name: str, *, old: bool = False) -> Path:
    """A command of that name: this Python without its packages, or one that tells an old version."""
    program = folder / name
    answer = json.dumps({"version": [3, 9, 2], "executable": str(program), "compiled": [], "error": ""})
    bare = Path(sys.base_prefix) / "bin" / "python3"
    run = f"echo '{answer}'" if old else f'exec "{bare}" -S "$@"'
    program.write_text(f"#!/bin/sh\n{run}\n", "utf-8")
    program.chmod(0o755)
    return program


def test_the_bundled_server_comes_first(finder: Finder, path: Path) -> None:
    libs = finder.bundle(compiled_part="")
    python(path, "python3")
    assert finder.find(path=path) == {"python": "python3", "origin": "bundled", "path": str(libs)}


def test_a_bundle_that_does_not_fit_gives_way_to_an_installed_server(finder: Finder) -> None:
    finder.bundle(compiled_part="raise ImportError('made for another Python')")
    assert finder.find(sys.executable) == {"python": sys.executable, "origin": "installed", "path": None}


def test_without_a_server_the_message_names_the_python_that_fits(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="raise ImportError('made for another Python')")
    python(path, "python3")
    problem = finder.find(path=path)["problem"] or ""
    assert "The bundled server fits Python 3.98, 3.99" in problem
    assert "made for another Python" in problem


def test_the_python_that_the_bundle_was_made_for_is_looked_for_too(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3", old=True)
    python(path, "python3.99")
    assert finder.find(path=path)["python"] == "python3.99"


def test_an_old_python_is_passed_over(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3", old=True)
    python(path, "python")
    assert finder.find(path=path)["python"] == "python"


def test_only_an_old_python(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3", old=True)
    problem = finder.find(path=path)["problem"] or ""
    assert "needs Python 3.11 or newer" in problem
    assert "Python 3.9.2 is too old" in problem


def test_no_python_at_all(finder: Finder) -> None:
    problem = finder.find()["problem"] or ""
    assert "needs Python 3.11 or newer" in problem
    assert "not found" in problem


def test_a_configured_interpreter_is_the_only_one_tried(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3")
    problem = finder.find("/nowhere/python", path)["problem"] or ""
    assert "osy.server.interpreter" in problem
    assert "/nowhere/python" in problem


@pytest.mark.parametrize("setting", [["python3"], " python3 ", ["python3", "-B"]])
def test_r200_a_setting_is_a_text_or_a_list_with_arguments(finder: Finder, path: Path, setting: object) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3")
    words = setting if isinstance(setting, list) else ["python3"]
    assert finder.find(setting, path)["python"] == " ".join(words)


@pytest.mark.parametrize("setting", ["", " ", [], [""], None, 3, [3]])
def test_a_setting_that_names_no_program_is_none(finder: Finder, path: Path, setting: object) -> None:
    finder.bundle(compiled_part="")
    python(path, "python")
    assert finder.find(setting, path)["python"] == "python"


def test_modules_of_the_working_folder_are_not_imported(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part="")
    python(path, "python3")
    (finder.extension / "json.py").write_text("raise RuntimeError('the wrong json')", "utf-8")
    assert finder.find(path=path)["origin"] == "bundled"


OWN_TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}"


def test_a_package_for_several_pythons_has_a_folder_for_each(finder: Finder, path: Path) -> None:
    libs = finder.bundle(compiled_part=None)
    part = write_packages(finder.extension / "bundled" / "compiled" / OWN_TAG, compiled(""))
    python(path, "python3")
    assert finder.find(path=path) == {"python": "python3", "origin": "bundled", "path": f"{libs}{os.pathsep}{part}"}


def test_what_the_extension_installed_itself_is_used(finder: Finder, path: Path) -> None:
    libs = finder.bundle(compiled_part=None)
    part = write_packages(finder.storage / "compiled" / OWN_TAG, compiled(""))
    python(path, "python3")
    assert finder.find(path=path)["path"] == f"{libs}{os.pathsep}{part}"


def test_a_python_that_lacks_the_compiled_part_only_is_named(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part=None)
    python(path, "python", old=True)
    python(path, "python3")
    assert finder.find(path=path)["unfit"] == "python3"


def test_nothing_can_be_installed_for_an_old_python(finder: Finder, path: Path) -> None:
    finder.bundle(compiled_part=None)
    python(path, "python3", old=True)
    assert finder.find(path=path)["unfit"] is None


def test_pythons_that_are_not_there_are_not_listed_one_by_one(finder: Finder) -> None:
    finder.bundle(compiled_part="")
    assert "python3.99" not in (finder.find()["problem"] or "")
