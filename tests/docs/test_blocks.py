"""Every fenced block of the documents is what its fence says: programs are checked and run, data is read."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from osy_analysis.config import read_settings
from osy_cli.exits import Exit
from osy_testing.documents import Block, all_blocks, blocks, documents
from osy_testing.markdown import Case, diagnose, mismatches

KINDS = ("", "test", "syntax")
"""What may stand behind `osy`. Nothing: it reports what it announces. `test`: its tests pass. `syntax`: it parses."""
OF_THE_FORMATTER = ("before", "after")
"""What it makes of a program, wrong ones among them: `tests/format/test_guide.py` compares the two."""
LANGUAGES = {"osy", "sh", "toml", "json", "yaml", "lua", "elisp", "text", ""}
PROGRAMS = [block for block in all_blocks("osy") if block.words[1:2] not in [(word,) for word in OF_THE_FORMATTER]]
WITH_TESTS = [path for path in documents() if any(block.words[:2] == ("osy", "test") for block in blocks(path))]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_every_block_says_what_it_is(path: Path) -> None:
    for block in blocks(path):
        assert block.language in LANGUAGES, f"{block.id}: nobody tests a block of `{block.language}`"


@pytest.mark.parametrize("block", PROGRAMS, ids=lambda block: block.id)
def test_a_program_is_what_it_announces(block: Block) -> None:
    kind = block.words[1] if len(block.words) > 1 else ""
    assert kind in KINDS
    found = diagnose(case := Case(block.document, block.id, block.line, "osy", block.text))
    if kind:
        # The blocks of one app are checked together, by the test below.
        assert [one for one in found if one.code.startswith("syntax-")] == []
    else:
        assert mismatches(case, found) == []


@pytest.mark.parametrize("path", WITH_TESTS, ids=lambda path: path.name)
def test_the_programs_with_tests_have_no_finding_and_pass(path: Path) -> None:
    assert osy("lint", path).stdout.startswith("Nothing found")
    tested = osy("test", path)
    assert tested.returncode == Exit.OK, tested.stdout


def osy(command: str, path: Path) -> subprocess.CompletedProcess[str]:
    """How `osy` ends."""
    line = [sys.executable, "-m", "osy_cli", command, str(path)]
    return subprocess.run(line, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("block", all_blocks("toml"), ids=lambda block: block.id)
def test_toml_is_read(block: Block) -> None:
    tomllib.loads(block.text)
    if block.document.as_posix().partition("/docs/")[2].startswith("guide/"):
        case = Case(block.document, block.id, block.line, "toml", block.text)
        assert mismatches(case, read_settings("/page/osy.toml", block.text)[1]) == []


@pytest.mark.parametrize("block", all_blocks("json"), ids=lambda block: block.id)
def test_json_is_read(block: Block) -> None:
    json.loads(block.text)


@pytest.mark.parametrize("block", all_blocks("yaml"), ids=lambda block: block.id)
def test_yaml_is_read(block: Block) -> None:
    assert yaml.safe_load(block.text) is not None
