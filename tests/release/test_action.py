"""The action for pipelines: its own steps, run by bash as a pipeline runs them, with this environment's `osy`."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}
EXPRESSION = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")


def run(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """What a step does with these inputs, the others being at their defaults."""
    given = {
        each: inputs.get(each.replace("-", "_"), described["default"]) for each, described in ACTION["inputs"].items()
    }
    step: dict[str, Any] = STEPS[name]
    settings = {key: EXPRESSION.sub(lambda found: given[found[1]], value) for key, value in step["env"].items()}
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = folder.parent / "step.sh"
    script.write_text(step["run"], "utf-8")
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
        cwd=folder,
        env={
            **os.environ,
            **settings,
            "PATH": programs,
            "GITHUB_OUTPUT": str(folder.parent / "outputs"),
            "OSY_CACHE_DIR": str(folder.parent / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the examples in a folder whose name needs quotes."""
    return Path(shutil.copytree(ROOT / "examples", tmp_path / "the examples"))


def test_every_input_is_used_and_every_use_is_an_input() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(ACTION["inputs"])


def test_findings_become_sarif_and_annotations(folder: Path) -> None:
    done = run("osy lint", folder, path="mistakes")
    assert done.returncode == 1
    assert "::error file=mistakes/" in done.stdout
    results = json.loads((folder / "osy.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert any(result["level"] == "error" for result in results)
    assert (folder.parent / "outputs").read_text("utf-8") == "written=true\n"


def test_a_clean_project_passes(folder: Path) -> None:
    done = run("osy lint", folder, path="approvals", fail_on="hint")
    assert (done.returncode, done.stdout) == (0, "Nothing found in 8 files.\n")


def test_a_path_that_is_not_there_fails_the_step_with_its_reason(folder: Path) -> None:
    done = run("osy lint", folder, path="nowhere")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert not (folder.parent / "outputs").exists(), "nothing is handed to code scanning"


@pytest.mark.parametrize(("path", "status", "failures"), [("approvals", 0, 0), ("failing", 1, 1)])
def test_results_become_junit(folder: Path, path: str, status: int, failures: int) -> None:
    done = run("osy test", folder, path=path)
    assert done.returncode == status, done.stderr
    cases = list(ET.parse(folder / "osy-tests.xml").iter("testcase"))
    assert len([case for case in cases if case.find("failure") is not None]) == failures
    assert len(cases) > failures or failures


def test_no_tests_are_no_failure(folder: Path) -> None:
    (folder / "plain.osy").write_text("enum Colour { Red }\n", "utf-8")
    assert run("osy test", folder, path="plain.osy").returncode == 0
