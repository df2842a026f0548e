"""Whole programs with committed trees: every construct of the language, its shape and its exact place."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from osy_grammar import parse
from osy_grammar.nodes import Node
from osy_grammar.walk import children, walk
from osy_testing.dump import assert_twin, dump

FOLDER = Path(__file__).parent.parent / "samples"
SAMPLES = sorted(FOLDER.glob("*.osy"))


@pytest.fixture(params=SAMPLES, ids=lambda path: path.stem)
def sample(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_a_sample_has_its_committed_tree(sample: Path) -> None:
    file = parse(sample.read_text(encoding="utf-8"))
    assert not list(file.problems)
    assert_twin(sample.with_suffix(".tree"), dump(file))


def test_the_items_of_a_sample_are_its_text(sample: Path) -> None:
    text = sample.read_text(encoding="utf-8")
    file = parse(text)
    assert "".join(item.chunk.text for item in file.items) == text[: file.items[-1].end]
    assert not text[file.items[-1].end :].strip()


def test_a_node_holds_its_children_and_begins_and_ends_with_a_token(sample: Path) -> None:
    for item in parse(sample.read_text(encoding="utf-8")).items:
        for node in walk(item.node):
            text = item.chunk.text[node.start : node.end]
            assert text == text.strip() or type(node).__name__ == "TextPart"
            for child in children(node):
                assert node.start <= child.start <= child.end <= node.end, (node, child)


def test_children_do_not_overlap(sample: Path) -> None:
    for item in parse(sample.read_text(encoding="utf-8")).items:
        for node in walk(item.node):
            for before, behind in _pairs(children(node)):
                assert before.end <= behind.start, (node, before, behind)


def test_names_are_written_where_they_stand(sample: Path) -> None:
    for item in parse(sample.read_text(encoding="utf-8")).items:
        for node in walk(item.node):
            text = getattr(node, "text", None)
            if isinstance(text, str) and type(node).__name__ in ("Identifier", "Name", "Literal", "TextPart"):
                assert item.chunk.text[node.start : node.end].lstrip("@").startswith(text.lstrip("@"))


def _pairs(nodes: list[Node]) -> Iterator[tuple[Node, Node]]:
    return pairwise(nodes)
