"""Where the places of a picture stand in a text that goes on being edited: the preview's own code, run by Node."""

import json
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from osy_testing.editor_programs import EXTENSION, node

ASK = """
const { Places } = require(process.argv[1]);
const { text, edits, characters, offsets, lines } = JSON.parse(process.argv[2]);
const places = new Places(text);
const at = lines.map(([line, column]) => places.characterAt(line, column));
edits.forEach(([rangeOffset, rangeLength, typed]) => places.edited({ rangeOffset, rangeLength, text: typed }));
const now = characters.map((each) => places.now(each));
console.log(JSON.stringify({ now, seen: offsets.map((each) => places.seen(each)), at, size: [places.size] }));
"""
Edit = tuple[int, int, str]


@dataclass(frozen=True)
class Asker:
    """The preview's module, and the Node that runs it."""

    node: Path
    script: Path

    def ask(
        self,
        text: str,
        edits: list[Edit],
        *,
        characters: list[int] | None = None,
        offsets: list[int] | None = None,
        lines: list[tuple[int, int]] | None = None,
    ) -> dict[str, list[int]]:
        told = {
            "text": text,
            "edits": edits,
            "characters": characters or [],
            "offsets": offsets or [],
            "lines": lines or [],
        }
        result = subprocess.run(
            [self.node, "-e", ASK, self.script, json.dumps(told)], capture_output=True, text=True, check=True
        )
        answer: dict[str, list[int]] = json.loads(result.stdout)
        return answer


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    program, esbuild = node(), EXTENSION / "node_modules" / ".bin" / "esbuild"
    if program is None or not esbuild.exists():
        pytest.skip("Node or the extension's npm packages are not installed; `.ci/editors` installs them")
    script = tmp_path_factory.mktemp("places") / "places.cjs"
    options = ["--bundle", "--platform=node", "--format=cjs", "--log-level=warning", f"--outfile={script}"]
    subprocess.run([esbuild, EXTENSION / "src" / "state-machine" / "places.ts", *options], check=True)
    return Asker(program, script)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def test_without_an_edit_only_the_unit_differs(asker: Asker) -> None:
    text = "a𝄞b😀\nc"
    found = asker.ask(text, [], characters=list(range(7)), offsets=[0, 1, 3, 4, 6, 7, 8])
    assert found["now"] == [units(text[:each]) for each in range(7)]
    assert found["seen"] == list(range(7))


def test_a_line_and_a_column_of_any_line_ending(asker: Asker) -> None:
    text = "𝄞\r\nb\rc😀d\nend"
    found = asker.ask(text, [], lines=[(0, 2), (1, 0), (2, 1), (2, 3), (3, 3), (9, 9)])
    assert found["at"] == [1, 3, 6, 7, 12, 12]


def test_what_was_deleted_stands_where_it_was(asker: Asker) -> None:
    found = asker.ask("state Waiting { }", [(6, 7, "")], characters=[0, 6, 9, 13, 15])
    assert found["now"] == [0, 6, 6, 6, 8]


def test_what_was_typed_stands_for_where_it_was_typed(asker: Asker) -> None:
    found = asker.ask("ab", [(1, 0, "xyz")], offsets=[0, 1, 2, 3, 4, 5])
    assert found["seen"] == [0, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("seed", range(4))
def test_what_no_edit_touched_is_found_again(asker: Asker, seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice("ab𝄞\n😀 é") for _ in range(60))
    # Each character of the text goes on as its own number, so that it is known wherever it comes to stand.
    kept: list[int | str] = list(range(len(text)))
    edits: list[Edit] = []
    for _ in range(12):
        start = chance.randint(0, len(kept))
        end = chance.randint(start, min(start + 5, len(kept)))
        typed = "".join(chance.choice("xy😀\n") for _ in range(chance.randint(0, 4)))
        written = [text[each] if isinstance(each, int) else each for each in kept]
        edits.append((units("".join(written[:start])), units("".join(written[start:end])), typed))
        kept[start:end] = list(typed)
    written = [text[each] if isinstance(each, int) else each for each in kept]
    expected = {each: units("".join(written[:at])) for at, each in enumerate(kept) if isinstance(each, int)}
    assert expected
    found = asker.ask(text, edits, characters=list(expected), offsets=list(expected.values()))
    assert found["now"] == list(expected.values())
    assert found["seen"] == list(expected)


def test_edits_in_one_place_stay_one_change(asker: Asker) -> None:
    typed: list[Edit] = [(6 + at, 0, "x") for at in range(500)]
    erased: list[Edit] = [(6 + at, 1, "") for at in reversed(range(400))]
    found = asker.ask("state Waiting { }", [*typed, *erased], characters=[5, 6, 13], offsets=[5, 106])
    assert found["size"] == [1]
    assert found["now"] == [5, 106, 113]
    assert found["seen"] == [5, 6]


def test_what_was_typed_and_erased_again_is_no_change(asker: Asker) -> None:
    found = asker.ask("state Waiting { }", [(0, 0, "x"), (9, 0, "y"), (9, 1, ""), (0, 1, "")], characters=[0, 9, 16])
    assert found["size"] == [0]
    assert found["now"] == [0, 9, 16]


def test_an_edit_over_several_changes_takes_them_in(asker: Asker) -> None:
    edits: list[Edit] = [(1, 0, "xx"), (5, 1, ""), (10, 0, "y"), (12, 1, "zz"), (2, 9, "q")]
    found = asker.ask("abcdefghijkl", edits, characters=[0, 1, 9, 10, 11], offsets=[0, 3, 5])
    assert found["size"] == [2]
    assert found["now"] == [0, 1, 3, 4, 6]
    assert found["seen"] == [0, 9, 10]


def test_a_name_that_was_typed_anew_begins_where_the_old_one_did(asker: Asker) -> None:
    found = asker.ask("state Waiting { }", [(6, 7, ""), (6, 0, "R"), (7, 0, "eady")], characters=[6, 13])
    assert found["now"] == [6, 11]
