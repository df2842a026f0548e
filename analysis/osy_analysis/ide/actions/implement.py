"""The methods that a class lacks of its interfaces."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.ide.actions.offer import ActionKind, Offered
from osy_analysis.ide.signature import signature_text
from osy_analysis.ide.subjects import METHODS
from osy_analysis.project import Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.declarations import Class, Function
from osy_grammar.span import Span
from osy_grammar.tree import Item


def offers(project: Project, path: str, span: Span) -> Iterator[Offered]:
    """Adds them to the class in whose head or body the cursor is; each throws until somebody writes it."""
    item = project.files[path].item_at(span.start)
    if item is None or not isinstance(item.node, Class) or item.chunk.problems or path in project.kit_paths:
        return
    table = semantics_of(project).table
    own = table.own(path, item.chunk)
    if own is None or own.type_parameters:
        return
    missing = list(_missing(table, own))
    if missing:
        names = {one.owner.name for one in missing if one.owner is not None}
        title = f"Implement `{'`, `'.join(sorted(names))}`"
        yield Offered(title=title, kind=ActionKind.GENERATE, edits=(_edit(project, path, item, missing),))


def _missing(table: Table, own: Definition) -> Iterator[Definition]:
    around = [*table.with_bases(own, set())]
    there = {
        (member.name, _count(member))
        for one in around
        if one.kind is not SymbolKind.INTERFACE
        for member in one.members
        if member.kind in METHODS
    }
    for one in around:
        # What type parameters of an interface stand for is not filled in.
        if one.kind is not SymbolKind.INTERFACE or one.type_parameters:
            continue
        for member in one.members:
            is_abstract = isinstance(member.node, Function) and member.node.body is None
            if is_abstract and not member.type_parameters and (member.name, _count(member)) not in there:
                there.add((member.name, _count(member)))
                yield member


def _count(member: Definition) -> int:
    return len(member.parameters.items) if member.parameters is not None else 0


def _edit(project: Project, path: str, item: Item, missing: list[Definition]) -> Edit:
    text = project.files[path].text
    end, closing = newline(text), item.span(item.node).end - 1
    indent = indentation(text, item.span(item.node).start)
    made = [
        f'{indent}{INDENT}public {signature_text(one)} {{ throw new Exception("{one.name} is not written yet"); }}{end}'
        for one in missing
    ]
    start = line_start(text, closing)
    if text[start:closing].strip():
        return Edit(path, Span(closing, closing), f"{end}{''.join(made)}{indent}")
    return Edit(path, Span(start, start), "".join(made))
