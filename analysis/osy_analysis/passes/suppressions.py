"""Suppressions that silence nothing: rulings R36 and R112.

Whether one silences something is known when all findings of its file are. Nothing is said where a finding may be out of
view: where a kit is missing, where a part of the file is broken, and of a code that the settings turn off. A code that
we do not have is another linter's.
"""

from collections.abc import Collection, Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.base import Problem
from osy_analysis.problems.lint import UnusedSuppression
from osy_analysis.project import Extent, Project
from osy_analysis.registry import all_rules
from osy_analysis.suppress import ATTRIBUTE, Suppression, suppressions
from osy_grammar.tree import Item, SourceFile


def unused_suppressions(
    project: Project, file: SourceFile, used: Collection[Suppression]
) -> Iterator[tuple[Item, Problem]]:
    """A problem for each code of a suppression that no finding of the file was silenced by."""
    if ATTRIBUTE not in file.text or project.extent is not Extent.PROGRAM or next(file.problems, None) is not None:
        return
    levels = {rule.code: rule.level for rule in all_rules()}
    for item in file.items:
        for one in suppressions(item.chunk):
            level = levels.get(one.code)
            if level is None or one in used:
                continue
            is_of_an_error = level is Level.ERROR
            is_off = project.settings.levels.get(one.code, level) is None
            if is_of_an_error or (project.is_whole and not is_off and one.code != "lint-unused-suppression"):
                yield (
                    item,
                    UnusedSuppression(
                        attribute=one.attribute, argument=one.argument, code=one.code, is_of_an_error=is_of_an_error
                    ),
                )
