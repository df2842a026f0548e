"""A test to begin with for a workflow: a row, and the state that its run begins in."""

import os
import re
from collections.abc import Iterator

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import newline
from osy_analysis.ide.actions.offer import ActionKind, Offered
from osy_analysis.project import Project
from osy_analysis.semantics.bind.meanings import dotted, tracks_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import marks
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.declarations import Field
from osy_grammar.nodes.expressions import Literal, Name
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.workflow import Clause, Workflow
from osy_grammar.span import Span

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VALUES = {
    "string": '"{name}"',
    "int": "1",
    "long": "1",
    "decimal": "1m",
    "double": "1.0",
    "bool": "true",
    "DateTime": "DateTime.UtcNow",
    "Guid": "Guid.NewGuid()",
    "TimeSpan": "TimeSpan.FromHours(1)",
}
_DEEPEST = 3


def offers(project: Project, path: str, span: Span) -> Iterator[Offered]:
    """Adds it to the project's first test file, else to a new one."""
    item = project.files[path].item_at(span.start)
    if item is None or not isinstance(item.node, Workflow) or item.chunk.problems or path in project.kit_paths:
        return
    table = semantics_of(project).table
    entity, field, enum = _tracked(table, path, item.node)
    initial = _clause(item.node, "Initial")
    if entity is None or enum is None or not isinstance(initial, Name):
        return
    target, is_new = _target(project, path, item.node.name.text)
    text = "" if is_new else project.files[target].text
    lines = _lines(table, item.node, entity, field, f"{enum}.{initial.text}", text)
    namespace = table.scope(path).namespace
    usings = table.scope(target).usings if not is_new else ()
    edits = [Edit(target, Span(len(text), len(text)), lines)]
    if is_new and namespace:
        edits = [Edit(target, Span(0, 0), f"using {namespace};\n{lines}")]
    elif namespace and namespace not in (*usings, table.scope(target).namespace):
        from osy_analysis.ide.completion.usings import using_edit

        edits.insert(0, using_edit(target, project.files[target], namespace))
    yield Offered(
        title=f"Add a test for `{item.node.name.text}`",
        kind=ActionKind.GENERATE,
        edits=tuple(edits),
        creates=target if is_new else "",
    )


def _tracked(table: Table, path: str, workflow: Workflow) -> tuple[Definition | None, str, str | None]:
    clause = tracks_of(workflow)
    entities = table.resolve_type(path, dotted(clause.target), set()) if clause is not None else ()
    if clause is None or not entities or entities[0].kind is not SymbolKind.ENTITY:
        return None, "", None
    field = next(iter(table.members(entities[0], clause.name.text, set())), None)
    enum = field.type.name.last.text if field is not None and field.type is not None else None
    return entities[0], clause.name.text, enum


def _target(project: Project, path: str, flow: str) -> tuple[str, bool]:
    if project.is_test(path):
        return path, False
    tests = [other for other in project.own_paths if project.is_test(other)]
    if tests:
        return tests[0], False
    folder = os.path.dirname(path)  # noqa: PTH120 - paths are strings in a project
    return f"{folder.rstrip('/')}/{_snake(flow)}.test.osy", True


def _snake(name: str) -> str:
    return _HUMPS.sub("_", name).lower()


def _clause(workflow: Workflow, name: str) -> object:
    found = (each for each in workflow.items if isinstance(each, Clause) and each.name.text == name)
    clause = next(found, None)
    return clause.value if clause is not None else None


def _lines(table: Table, workflow: Workflow, entity: Definition, field: str, state: str, text: str) -> str:
    end = newline(text)
    autostart = _clause(workflow, "Autostart")
    is_begun = not (isinstance(autostart, Literal) and autostart.kind == "false")
    name = f"{_snake(workflow.name.text)}_begins_in_{_snake(state.rpartition('.')[2])}"
    while re.search(rf"\b{name}\b", text):
        name += "_too"
    lines = [
        "",
        "[Test]",
        f"void {name}() {{",
        f"  var row = {_row(table, entity, field, 0)};",
        *(() if is_begun else ("  Workflow.Run(row);",)),
        f"  Assert.Equal({state}, row.{field});",
        "}",
        "",
    ]
    begun = "" if not text or text.endswith(("\n", "\r")) else end
    return begun + end.join(lines)


def _row(table: Table, entity: Definition, tracked: str, depth: int) -> str:
    """`new Entity { … }` with a value for each field that needs one."""
    given = []
    for field in table.all_members(entity, set()):
        if field.kind is not SymbolKind.FIELD or field.name == tracked or "Required" not in set(marks(field)):
            continue
        is_given = isinstance(field.node, Field) and field.node.value is not None
        value = "" if is_given or field.type is None else _value(table, field, field.type, depth)
        if value:
            given.append(f"{field.name} = {value}")
    return f"new {entity.name} {{ {', '.join(given)} }}" if given else f"new {entity.name} {{ }}"


def _value(table: Table, field: Definition, written: TypeName, depth: int) -> str:
    name = written.name.last.text
    if written.tails:
        return ""
    if name in _VALUES:
        return _VALUES[name].format(name=field.name)
    for one in table.resolve_type(table.path_of(field), written.name.text, set())[:1]:
        if one.kind is SymbolKind.ENUM and one.members:
            return f"{one.name}.{one.members[0].name}"
        if one.kind is SymbolKind.ENTITY and depth < _DEEPEST:
            return _row(table, one, "", depth + 1)
    return ""
