"""Checks a project: problems of its chunks and of the whole, each handed to the rules that speak of its kind.

What is found in a chunk is kept with the chunk, so a check after a keystroke looks at one declaration again and asks
the whole only what crosses declarations. Words, places and repairs are made for problems alone, which are few. A
declaration with a fault of syntax has only that; a name that it may have declared is not missing: none of its words
is, wherever in the project it is looked for (ruling R94).
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.passes.assigned import assigned_problems
from osy_analysis.passes.astray import astray
from osy_analysis.passes.base_cycles import base_cycle_problems
from osy_analysis.passes.clashes import clash_problems
from osy_analysis.passes.constants import promise_problems
from osy_analysis.passes.facts import chunk_problems
from osy_analysis.passes.manifests import manifest_problems
from osy_analysis.passes.nulls import null_problems
from osy_analysis.passes.reach import reach_problems
from osy_analysis.passes.suppressions import unused_suppressions
from osy_analysis.passes.tests import test_problems
from osy_analysis.passes.tracked_fields import tracking_problems
from osy_analysis.passes.usings import using_problems
from osy_analysis.problems.base import Problem
from osy_analysis.project import Extent, Project
from osy_analysis.registry import rules_by_problem
from osy_analysis.repairs import suppression
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.steps import checkpoint
from osy_analysis.suppress import Suppression, suppressions
from osy_grammar.record import replace
from osy_grammar.tree import Item, SourceFile


def check(project: Project, paths: Collection[str] | None = None) -> tuple[Diagnostic, ...]:
    """The findings in the project's own files, or in those of `paths`, sorted by path, place and code."""
    asked = None if paths is None else set(paths)
    wanted = {path: None for path in project.own_paths if asked is None or path in asked}
    found: set[Diagnostic] = set()
    used: set[Suppression] = set()
    # Asked first, since it binds every body: what else binding finds there is then known, and is not looked for again.
    reaching = [] if project.extent is Extent.FRAGMENT else reach_problems(project, wanted)
    for path in wanted:
        checkpoint()
        file = project.files[path]
        left = astray(file) if any(item.chunk.problems for item in file.items) else ()
        for item, problem in _problems_of_file(project, path, file):
            if item in left:
                continue
            found.update(_diagnostics(Context(project, path, file, item), problem, used))
    for home, problem in reaching:
        context = Context(project, home.path, project.files[home.path], home.item)
        found.update(_diagnostics(context, problem, used))
    for path in wanted:
        file = project.files[path]
        for item, unused in unused_suppressions(project, file, used):
            found.update(_diagnostics(Context(project, path, file, item), unused, used))
    return tuple(sorted(found, key=lambda d: (d.path, d.span, d.code, d.message)))


def _problems_of_file(project: Project, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    if project.extent is Extent.FRAGMENT:
        yield from ((item, problem) for item in file.items for problem in _faults(item))
        return
    semantics = semantics_of(project)
    doubtful = semantics.table.doubtful
    items = file.items
    for index, item in enumerate(items):
        checkpoint()
        # A brace too many ends a workflow early: what follows it is then broken, and may be where the name is declared.
        is_cut_off = index + 1 < len(items) and bool(items[index + 1].chunk.problems)
        is_open = is_cut_off or project.extent is Extent.EXCERPT
        for problem in chunk_problems(item.chunk):
            if not (is_open and problem.is_about_names):
                yield item, problem
        for problem in () if item.chunk.problems else semantics.problems(path, item):
            if not (problem.is_about_names and (is_open or _may_be_declared(problem, doubtful))):
                yield item, problem
    if project.extent is Extent.PROGRAM:
        for found in (
            clash_problems(semantics.table, path),
            base_cycle_problems(semantics.table, path),
            manifest_problems(project, path, file),
            tracking_problems(semantics.table, path),
            assigned_problems(semantics, path),
            promise_problems(semantics.table, path),
            test_problems(project, path, file),
            using_problems(semantics, path, file),
            null_problems(semantics, path, file),
        ):
            checkpoint()
            yield from found


def _faults(item: Item) -> Iterable[Problem]:
    return chunk_problems(item.chunk) if item.chunk.problems else ()


def _may_be_declared(problem: Problem, doubtful: frozenset[str]) -> bool:
    """Whether the name that the problem is about may be declared by what does not parse."""
    name = getattr(problem, "name", "")
    return bool(doubtful) and (name if isinstance(name, str) else name.text) in doubtful


def _diagnostics(context: Context, problem: Problem, used: set[Suppression]) -> Iterator[Diagnostic]:
    for rule in rules_by_problem().get(type(problem), ()):
        level = (
            context.project.settings.levels.get(rule.code, rule.level) if rule.level is not Level.ERROR else rule.level
        )
        if level is None:
            continue
        for finding in rule.check(context, problem):
            if rule.level is Level.ERROR:
                yield _diagnostic(context.path, rule, level, finding)
                continue
            start, end = finding.span.start - context.item.start, finding.span.end - context.item.start
            silencing = [one for one in suppressions(context.item.chunk) if one.covers(start, end, rule.code)]
            used.update(silencing)
            if not silencing:
                silence = suppression(context, finding.span, rule.code)
                fixes = finding.fixes if silence is None or silence in finding.fixes else (*finding.fixes, silence)
                yield _diagnostic(context.path, rule, level, replace(finding, fixes=fixes))


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
