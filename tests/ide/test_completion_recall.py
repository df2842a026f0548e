"""Whatever was typed in real programs would have been proposed: each word is taken away but for its first letter.

The words of the language count, and the names that mean something; not those that a declaration brings.
"""

from collections.abc import Iterator
from pathlib import Path

from osy_analysis.disk import load
from osy_analysis.ide.completion import complete
from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_testing.order_app import PATH, program
from osy_testing.samples import SAMPLES
from osy_testing.shop import shop

APPROVALS = Path(__file__).parent.parent.parent / "examples" / "approvals"
WORDS = ("keyword", "modifier")
LEAST_RECALL, LEAST_RANK = 0.96, 0.55


def asked(project: Project, path: str, wanted: bool = True) -> Iterator[tuple[int, str]]:
    """The words of a file that must be proposed; only those of the language unless names are `wanted`."""
    source = project.files[path]
    bound = semantics_of(project).bound
    known = {item.start + node.start for item in source.items for node in bound(path, item).targets}
    for token in semantic_tokens(project, path):
        is_wanted = token.kind in WORDS or (wanted and token.start in known and "declaration" not in token.modifiers)
        if is_wanted and token.end - token.start > 1:
            yield token.start, source.text[token.start : token.end]


def rank(project: Project, path: str, start: int, word: str) -> float:
    """1 for the first of the proposals with that letter, a half for the second; 0 where it is not proposed."""
    text = project.files[path].text
    cut = project.with_file(path, text[: start + 1] + text[start + len(word) :])
    labels = [item.label for item in complete(cut, path, start + 1) if item.label[0].casefold() == word[0].casefold()]
    for place, label in enumerate(labels, 1):
        if word in (label.rstrip(":"), *label.split(".")):
            return 1 / place
    return 0.0


def test_the_names_and_words_of_apps() -> None:
    [approvals] = load([str(APPROVALS)]).projects
    ranks: list[float] = []
    missing: list[tuple[str, str]] = []
    for project in (approvals, shop(), Project(root="/app").with_file(PATH, program())):
        for path in project.own_paths:
            for start, word in [*asked(project, path)][::3]:
                ranks.append(rank(project, path, start, word))
                if not ranks[-1]:
                    missing.append((Path(path).name, word))
    assert 1 - len(missing) / len(ranks) >= LEAST_RECALL, missing
    assert sum(ranks) / len(ranks) >= LEAST_RANK


def test_the_words_of_all_constructs() -> None:
    found, missing = 0, []
    for name, text in SAMPLES.items():
        path = f"/app/{name}.osy"
        project = Project(root="/app").with_file(path, text)
        for start, word in [*asked(project, path, wanted=False)][::3]:
            if rank(project, path, start, word):
                found += 1
            else:
                missing.append((name, word))
    assert found / (found + len(missing)) >= LEAST_RECALL, missing
