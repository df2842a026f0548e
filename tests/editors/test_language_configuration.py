"""The patterns of the language configuration, as the editor's own JavaScript reads them."""

import json
import subprocess

import pytest

from osy_testing.editor_programs import node
from tools.generate.configuration import configuration

SCRIPT = """
const [pattern, flags, text] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify([...text.matchAll(new RegExp(pattern, flags + 'g'))].map((m) => m[0])));
"""


def matches(pattern: str, text: str, flags: str = "") -> list[str]:
    program = node()
    if program is None:
        pytest.skip("Node is not installed; `.ci/editors` installs it")
    result = subprocess.run(
        [program, "-e", SCRIPT],
        input=json.dumps([pattern, flags, text]),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found: list[str] = json.loads(result.stdout)
    return found


def test_words() -> None:
    word = configuration()["wordPattern"]
    assert isinstance(word, dict)
    text = "slot.Assign(größe, 12.50m, _x1);"
    assert matches(word["pattern"], text, word["flags"]) == ["slot", "Assign", "größe", "12.50m", "_x1"]


@pytest.mark.parametrize(
    ("line", "deeper"),
    [
        ("state Open {", True),
        ("  new Stay {  // a stay", True),
        ("Row(gap: 2,", True),
        ("var names = [", True),
        ("enter { goto Done; }", False),
        ("// state Open {", False),
        ('Call("{");', False),
        ("Call(a);", False),
    ],
)
def test_a_line_that_opens_a_bracket_indents_the_next_one(line: str, deeper: bool) -> None:
    rules = configuration()["indentationRules"]
    assert isinstance(rules, dict)
    assert bool(matches(rules["increaseIndentPattern"], line)) == deeper


@pytest.mark.parametrize(("line", "back"), [("  }", True), ("});", True), ("] }", True), ("goto X; }", False)])
def test_a_line_that_closes_a_bracket_goes_back(line: str, back: bool) -> None:
    rules = configuration()["indentationRules"]
    assert isinstance(rules, dict)
    assert bool(matches(rules["decreaseIndentPattern"], line)) == back


@pytest.mark.parametrize(
    ("line", "goes_on"), [("  /// What", True), ("///", True), ("// What", False), ("////", False)]
)
def test_a_doc_comment_goes_on(line: str, goes_on: bool) -> None:
    rules = configuration()["onEnterRules"]
    assert isinstance(rules, list)
    assert bool(matches(rules[0]["beforeText"], line)) == goes_on
    assert rules[0]["action"]["appendText"] == "/// "
