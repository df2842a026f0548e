"""All the states at once that a workflow lacks of its enum's members."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.ide.actions.offer import ActionKind, Offered
from osy_analysis.ide.subjects import STATES, tracked_enum
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.span import Span
from osy_grammar.tree import Item


def offers(project: Project, path: str, span: Span) -> Iterator[Offered]:
    """Adds them at the end of the workflow that the cursor is in."""
    item = project.files[path].item_at(span.start)
    if item is None or not isinstance(item.node, Workflow) or item.chunk.problems or path in project.kit_paths:
        return
    table = semantics_of(project).table
    workflow = table.own(path, item.chunk)
    enum = tracked_enum(table, workflow) if workflow is not None else None
    if workflow is None or enum is None:
        return
    there = {member.name for member in workflow.members if member.kind in STATES}
    missing = [member.name for member in enum.members if member.name and member.name not in there]
    if not missing:
        return
    title = (
        f"Add state `{missing[0]}`" if len(missing) == 1 else f"Add the {len(missing)} missing states of `{enum.name}`"
    )
    yield Offered(title=title, kind=ActionKind.GENERATE, edits=(_edit(project, path, item, missing),))


def _edit(project: Project, path: str, item: Item, missing: list[str]) -> Edit:
    text = project.files[path].text
    closing = item.span(item.node).end - 1
    end = newline(text)
    indent = indentation(text, item.span(item.node).start)
    lines = "".join(f"{indent}{INDENT}state {name} {{ }}{end}" for name in missing)
    start = line_start(text, closing)
    if text[start:closing].strip():
        return Edit(path, Span(closing, closing), f"{end}{lines}{indent}")
    return Edit(path, Span(start, start), lines)
