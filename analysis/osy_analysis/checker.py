"""Checks a project: problems of its chunks and of the whole, each handed to the rules that speak of its kind.

What is found in a chunk is kept with the chunk, so a check after a keystroke looks at one declaration again and asks
the whole only what crosses declarations. Words, places and repairs are made for problems alone, which are few. A
declaration with a fault of syntax has only that; a name that it may have declared is not missing.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.passes.facts import facts_of
from osy_analysis.passes.files import file_problems
from osy_analysis.passes.kits import kit_problems
from osy_analysis.passes.reach import reach_problems
from osy_analysis.problems.base import Problem
from osy_analysis.project import Extent, Project
from osy_analysis.registry import rules_by_problem
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.suppress import is_suppressed
from osy_grammar.tree import Item, SourceFile


def check(project: Project, paths: Collection[str] | None = None) -> tuple[Diagnostic, ...]:
    """The findings in the project's own files, or in those of `paths`, sorted by path, place and code."""
    wanted = [path for path in project.own_paths if paths is None or path in paths]
    found: set[Diagnostic] = set()
    for path in wanted:
        file = project.files[path]
        for item, problem in _problems_of_file(project, path, file):
            found.update(_diagnostics(Context(project, path, file, item), problem))
    if project.extent is not Extent.FRAGMENT:
        for entry, problem in reach_problems(project):
            if entry.path in wanted:
                context = Context(project, entry.path, project.files[entry.path], entry.item)
                found.update(_diagnostics(context, problem))
    return tuple(sorted(found, key=lambda d: (d.path, d.span, d.code, d.message)))


def _problems_of_file(project: Project, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    items = file.items
    for index, item in enumerate(items):
        if project.extent is Extent.FRAGMENT and not item.chunk.problems:
            continue
        # A brace too many ends a workflow early: what follows it is then broken, and may be where the name is declared.
        is_cut_off = index + 1 < len(items) and bool(items[index + 1].chunk.problems)
        is_open = is_cut_off or project.extent is Extent.EXCERPT
        for problem in facts_of(item.chunk).problems:
            if not (is_open and problem.is_about_names):
                yield item, problem
    if project.extent is Extent.PROGRAM:
        yield from file_problems(path, file)
        yield from kit_problems(project, file)


def _diagnostics(context: Context, problem: Problem) -> Iterator[Diagnostic]:
    for rule in rules_by_problem().get(type(problem), ()):
        level = (
            context.project.settings.levels.get(rule.code, rule.level) if rule.level is not Level.ERROR else rule.level
        )
        if level is None:
            continue
        for finding in rule.check(context, problem):
            start = context.item.start
            is_silenced = rule.level is not Level.ERROR and is_suppressed(
                context.item.chunk, finding.span.start - start, finding.span.end - start, rule.code
            )
            if not is_silenced:
                yield _diagnostic(context.path, rule, level, finding)


def _diagnostic(path: str, rule: Rule[Problem], level: Level, finding: Finding) -> Diagnostic:
    return Diagnostic(
        path=path,
        span=finding.span,
        code=rule.code,
        level=level,
        message=finding.message,
        related=finding.related,
        fixes=finding.fixes,
        url=_url(finding.page or rule.page),
        hint=finding.hint,
    )


@lru_cache(maxsize=1024)
def _url(page_id: str) -> str | None:
    if not page_id:
        return None
    # The pages' texts are read only where a finding links to one.
    from osy_grammar.language import page

    return page(page_id).url
