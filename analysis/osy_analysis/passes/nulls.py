"""The members that a file reads of what may be null; in files of tests none are reported."""

from collections.abc import Iterator

from osy_analysis.code_facts import code_facts
from osy_analysis.problems.base import Problem
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.tree import Item, SourceFile


def null_problems(semantics: Semantics, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """The problems of a file, in source order."""
    for item in file.items:
        facts = code_facts(semantics, path, item)
        yield from ((item, read) for read in (facts.reads if facts is not None else ()))
