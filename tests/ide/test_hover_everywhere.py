"""There is a hover on every word of the language and on every name that means something, in all programs we have."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from osy_analysis.disk import load
from osy_analysis.ide.chunk_tokens import tokens_of
from osy_analysis.ide.hover import hover
from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_testing.order_app import PATH, program
from osy_testing.samples import SAMPLES
from osy_testing.shop import shop

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
KEYWORDS = ("keyword", "modifier")


def projects() -> Iterator[tuple[str, Project]]:
    """The samples, the examples and the apps of the tests."""
    for name, text in SAMPLES.items():
        yield name, Project(root="/app").with_file(f"/app/{name}.osy", text)
    for folder in sorted(EXAMPLES.iterdir()):
        for found in load([str(folder)]).projects:
            yield Path(found.root).name, found
    yield "order", Project(root="/app").with_file(PATH, program())
    yield "shop", shop()


PROJECTS = dict(projects())


def words(project: Project, path: str) -> Iterator[tuple[int, str]]:
    """The words of a file outside of comments, by their offsets."""
    for item in project.files[path].items:
        for start, _, text in tokens_of(item.chunk).lexemes:
            if text[:1].isalpha() or text[:1] == "_":
                yield item.start + start, text


@pytest.mark.parametrize("name", PROJECTS)
def test_every_word_of_the_language_is_told_of_with_its_page(name: str) -> None:
    project = PROJECTS[name]
    silent = []
    for path in project.own_paths:
        keywords = {one.start for one in semantic_tokens(project, path) if one.kind in KEYWORDS}
        for offset, text in words(project, path):
            if offset in keywords:
                answer = hover(project, path, offset)
                if answer is None or "](https://" not in answer.markdown:
                    silent.append((path, offset, text))
    assert silent == []


@pytest.mark.parametrize("name", PROJECTS)
def test_every_name_that_means_or_declares_something_is_told_of(name: str) -> None:
    project = PROJECTS[name]
    silent = []
    for path in project.own_paths:
        known = {one.start for one in semantic_tokens(project, path) if "declaration" in one.modifiers}
        for item in project.files[path].items:
            known.update(item.start + node.start for node in semantics_of(project).bound(path, item).targets)
        named = [(path, at, text) for at, text in words(project, path) if at in known]
        silent += [one for one in named if hover(project, path, one[1]) is None]
    assert silent == []
