"""The members that a file reads of what may be null, each chunk's kept for as long as it means the same.

Files of tests are left out: a test that reads of null fails, which is what it is for (ruling R114).
"""

from collections.abc import Iterator

from osy_analysis.nulls.find import nullable_reads
from osy_analysis.problems.base import Problem
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.tree import Item, SourceFile

_KEY = "nulls"


def null_problems(semantics: Semantics, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """The problems of a file, in source order."""
    if semantics.table.scope(path).is_test:
        return
    for item in file.items:
        yield from ((item, problem) for problem in _of_item(semantics, path, item))


def _of_item(semantics: Semantics, path: str, item: Item) -> tuple[Problem, ...]:
    def make(bound: Bound) -> tuple[Problem, ...]:
        return nullable_reads(item.chunk, bound)

    return semantics.derived(path, item, _KEY, make)
