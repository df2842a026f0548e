"""The TextMate grammars under VS Code's own engine."""

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest

from osy_testing.editor_programs import EXTENSION, node
from osy_testing.marked import Mark, read

HERE = Path(__file__).parent
RUNNER = HERE / "textmate" / "tokenize.mjs"
SAMPLE = (HERE / "syntax" / "sample.osy").read_text("utf-8")
SCOPES = {
    "control": "keyword.control",
    "declaration": "keyword.declaration",
    "modifier": "storage.modifier",
    "word-operator": "keyword.operator.expression",
    "constant": "constant.language",
    "type": "storage.type",
    "clause": "keyword.other.clause",
    "ambient": "variable.language",
    "type-name": "entity.name.type",
    "platform": "support.class",
    "function": "entity.name.function",
    "state": "variable.other.enummember",
    "namespace": "entity.name.namespace",
    "string": "string.quoted",
    "escape": "constant.character.escape",
    "format": "constant.other.format",
    "number": "constant.numeric",
    "comment": "comment",
    "doc": "comment.line.documentation",
    "attribute": "entity.other.attribute-name",
}
PLAIN = ("variable.other.property", "variable.other.readwrite", "variable.other.slot", "variable.parameter")
Line = list[tuple[int, int, tuple[str, ...]]]


def tokenize(*texts: str, scope: str = "source.osy") -> list[list[Line]]:
    """For each text its lines, as columns and the scopes there; the test is skipped where the engine is missing."""
    program = node()
    if program is None:
        pytest.skip("Node is not installed; `.ci/editors` installs it")
    if not (EXTENSION / "node_modules" / "vscode-textmate").is_dir():
        pytest.skip("the extension's npm packages are not installed; `.ci/editors` installs them")
    result = subprocess.run(
        [program, RUNNER, EXTENSION / "syntaxes"],
        input=json.dumps([{"scope": scope, "text": text} for text in texts]),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return [[_columns(line) for line in lines] for lines in json.loads(result.stdout)]


def _columns(tokens: list[tuple[str, list[str]]]) -> Line:
    at, line = 0, []
    for text, scopes in tokens:
        line.append((at, at + len(text), tuple(scopes)))
        at += len(text)
    return line


@cache
def sample() -> list[Line]:
    """The sample, tokenised once."""
    return tokenize("\n".join(read(SAMPLE)[0]))[0]


def scopes_at(line: Line, column: int) -> tuple[str, ...]:
    return next(scopes for start, end, scopes in line if start <= column < end)


@pytest.mark.parametrize("mark", read(SAMPLE)[1], ids=lambda mark: f"{mark.line + 1}-{mark.text}-{mark.kind}")
def test_colour(mark: Mark) -> None:
    for column in range(mark.start, mark.end):
        innermost = scopes_at(sample()[mark.line], column)[-1]
        expected = PLAIN if mark.kind == "plain" else SCOPES[mark.kind]
        assert innermost.startswith(expected), f"`{mark.text}` is {innermost}"


@pytest.mark.parametrize(
    "line",
    [
        'var x = "never closed',
        "Call(a, (b, [c",
        "var x = new Stay",
        "[Required",
        "allow read when",
        "goto ",
        "subscribe Weigh(int",
        "Within = ",
        '$"{a + ',
    ],
)
def test_what_is_half_typed_does_not_discolour_what_stands_below(line: str) -> None:
    text = f"void F() {{\n  {line}\n;\n}}\nworkflow Next {{\n  Tracks = A.B;\n}}"
    below = tokenize(text)[0][4]
    assert scopes_at(below, 0)[-1].startswith("keyword.declaration")


def test_a_long_line_is_done_in_time() -> None:
    tokens = tokenize("a.b(c < d, e) " * 5_000)[0][0]
    assert tokens[-1][1] == 70_000


FENCES = {
    "plain": ("```osy", "```"),
    "attributes": ('```osy title="a `b`-free title" test app=x', "```"),
    "braces": ("```osy {.numbered}", "```"),
    "four": ("````osy syntax", "````"),
    "tildes": ("~~~ osy title=`tick`", "~~~"),
    "indented": ("   ```osy", "   ```"),
    "in a list": ("      ```osy syntax", "      ```"),
    "longer end": ("```osy", "`````"),
}


@pytest.mark.parametrize(("opening", "closing"), FENCES.values(), ids=FENCES)
def test_a_fenced_block_in_markdown(opening: str, closing: str) -> None:
    if "`" in opening.strip().strip("`"):
        opening = opening if opening.startswith("~") else opening.replace("`b`", "b")
    text = f'before\n{opening}\n  state Open {{\n  var s = "open\n{closing}\nstate After {{'
    lines = tokenize(text, scope="text.html.markdown")[0]
    inside = scopes_at(lines[2], 2)
    assert "meta.embedded.block.osy" in inside
    assert inside[-1].startswith("keyword.declaration")
    assert "source.osy" not in scopes_at(lines[5], 0)
    assert not any("embedded" in scope for scope in scopes_at(lines[5], 0))


@pytest.mark.parametrize("opening", ["```osyris", "```csharp", "``osy"])
def test_other_blocks_are_left_alone(opening: str) -> None:
    lines = tokenize(f"{opening}\nstate Open {{\n```", scope="text.html.markdown")[0]
    assert not any("embedded" in scope for scope in scopes_at(lines[1], 0))


def test_the_seeds_end_outside_of_every_text_and_comment(specification: Path) -> None:
    texts = [f"{path.read_text('utf-8')}\n" for path in sorted((specification / "seeds").glob("*.txt"))]
    blocks = [block for text in texts for block in _blocks(text)]
    assert blocks
    for text, lines in zip(blocks, tokenize(*(f"{block}\nlast" for block in blocks)), strict=True):
        assert scopes_at(lines[-1], 0)[-1] == "variable.other.readwrite.osy", text


def _blocks(text: str) -> list[str]:
    inside: list[str] | None = None
    found = []
    for line in text.splitlines():
        if line.startswith("```osy"):
            inside = []
        elif line.startswith("```") and inside is not None:
            found.append("\n".join(inside))
            inside = None
        elif inside is not None:
            inside.append(line)
    return found
