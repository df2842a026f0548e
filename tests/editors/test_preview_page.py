"""What the preview's page shows after each message: the page's own script in a browser, without an editor."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from osy_testing.editor_programs import EXTENSION, vscode

SCRIPT = Path(__file__).parent / "vscode" / "page.mjs"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">
<g class="state" data-name="Waiting" data-start="0" data-end="9"><title>Waiting</title><text>Waiting</text></g></svg>"""
NOTHING = {"type": "nothing", "reason": "flow.osy has no workflow."}
CURSOR = {"type": "cursor", "offset": 3}


def picture(svg: str = SVG, text: str = "", stale: str = "") -> dict[str, Any]:
    facts = {"uri": "file:///flow.osy", "workflow": "Flow", "workflows": ["Flow", "Other"]}
    return {"type": "picture", "picture": {**facts, "svg": svg, "text": text, "stale": stale}}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    programs = vscode()
    if isinstance(programs, str):
        pytest.skip(programs)
    bundle = tmp_path_factory.mktemp("page") / "preview.js"
    options = ["--bundle", "--platform=browser", "--format=iife", "--target=es2022", "--log-level=warning"]
    esbuild = EXTENSION / "node_modules" / ".bin" / "esbuild"
    subprocess.run([esbuild, EXTENSION / "webview" / "preview.ts", *options, f"--outfile={bundle}"], check=True)
    return bundle


def seen(script: Path, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What is on the page after each message; the page's script must not fail."""
    programs = vscode()
    assert not isinstance(programs, str)
    named = {"playwright": str(programs.playwright), "chromium": str(programs.chromium)}
    told = {"programs": named, "script": str(script), "messages": messages}
    command: list[str | Path] = [programs.node, SCRIPT, json.dumps(told)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["problems"] == []
    steps: list[dict[str, Any]] = found["seen"]
    return steps


def test_nothing_of_the_workflow_before_is_left(script: Path) -> None:
    before, marked, after, still, again = seen(script, picture(stale="old"), CURSOR, NOTHING, CURSOR, picture())
    assert (before["workflows"], before["stale"], before["outline"]) == (["Flow", "Other"], "old", ["Waiting"])
    assert marked["marked"] == 1
    empty: dict[str, Any] = {"workflows": [], "stale": "", "text": None, "width": None, "marked": 0, "outline": []}
    assert after == still == {**empty, "nothing": NOTHING["reason"]}
    assert (again["outline"], again["width"], again["nothing"]) == (["Waiting"], "200", "")


def test_a_workflow_that_cannot_be_laid_out_is_text_in_the_place_of_the_picture(script: Path) -> None:
    _, text, again = seen(script, picture(), picture(svg="", text="Flow as text", stale="old"), picture())
    assert (text["text"], text["width"], text["outline"]) == ("Flow as text", None, [])
    assert "cannot be laid out" in text["nothing"]
    assert (text["workflows"], text["stale"]) == (["Flow", "Other"], "old")
    assert (again["text"], again["width"], again["stale"]) == (None, "200", "")
