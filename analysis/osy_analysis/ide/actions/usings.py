"""The `using` lines in order, without those that bring nothing; and the repairs that are safe to make unasked."""

from itertools import pairwise

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Edit
from osy_analysis.edits import newline, removal
from osy_analysis.passes.usings import using_problems
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_grammar.nodes.declarations import Using
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile

SAFE = frozenset(("lint-unused-suppression",))
"""Codes whose repair takes away what has no effect."""

UNUSED = "name-unused"


def organized_usings(project: Project, path: str) -> tuple[Edit, ...]:
    """The edits; none where all is in order. Lines with comments between them stay in their order."""
    file = project.files[path]
    unused = {item for item, _ in using_problems(semantics_of(project), path, file)}
    found: list[Edit] = []
    for run in _runs(file):
        found += _of_run(path, file, run, unused)
    return tuple(found)


def _of_run(path: str, file: SourceFile, run: list[Item], unused: set[Item]) -> list[Edit]:
    text = file.text
    spans = [item.span(item.node) for item in run]
    between = [text[one.end : other.start] for one, other in pairwise(spans)]
    if any(blank.strip() for blank in between):
        return [Edit(path, removal(text, item.span(item.node)), "") for item in run if item in unused]
    kept = [item for item in run if item not in unused]
    names = sorted(dict.fromkeys(item.node.name.text for item in kept if isinstance(item.node, Using)), key=_order)
    whole = Span(spans[0].start, spans[-1].end)
    if not names:
        return [Edit(path, removal(text, whole), "")]
    sorted_text = newline(text).join(f"using {name};" for name in names)
    return [] if whole.text(text) == sorted_text else [Edit(path, whole, sorted_text)]


def _order(name: str) -> tuple[str, str]:
    return name.casefold(), name


def _runs(file: SourceFile) -> list[list[Item]]:
    runs: list[list[Item]] = []
    is_open = False
    for item in file.items:
        is_using = isinstance(item.node, Using) and not item.chunk.problems
        if is_using and is_open:
            runs[-1].append(item)
        elif is_using:
            runs.append([item])
        is_open = is_using
    return runs


def safe_repairs(project: Project, path: str) -> tuple[Edit, ...]:
    """The edits of the repairs that change nothing that the file means; of those that overlap the first."""
    file = project.files[path]
    taken: list[Edit] = []
    for finding in check(project, [path]):
        if not _is_safe(finding, file) or not finding.fixes:
            continue
        edits = finding.fixes[0].edits
        is_free = all(edit.path == path and not _overlaps(edit, taken) for edit in edits)
        if is_free:
            taken.extend(edits)
    return tuple(sorted(taken, key=lambda edit: edit.span))


def _is_safe(finding: Diagnostic, file: SourceFile) -> bool:
    if finding.code in SAFE:
        return True
    item = file.item_at(finding.span.start)
    return finding.code == UNUSED and item is not None and isinstance(item.node, Using)


def _overlaps(edit: Edit, others: list[Edit]) -> bool:
    return any(edit.span.start < other.span.end and other.span.start < edit.span.end for other in others)
