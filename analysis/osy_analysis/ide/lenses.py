"""The lenses beside those that run tests: how often a declaration is mentioned, and a workflow's state machine."""

from dataclasses import dataclass

from osy_analysis.ide.mentions import count
from osy_analysis.ide.subjects import subject_at
from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.semantics.declare import definition_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.declarations import Function, Namespace
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile

_COUNTED = frozenset(
    (
        SymbolKind.ENTITY,
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.CLIENT,
        SymbolKind.FUNCTION,
        SymbolKind.POLICY,
        SymbolKind.COMPONENT,
        SymbolKind.WORKFLOW,
        SymbolKind.EVENT,
    )
)
_RUN = ("Test", "TestFixture")


@dataclass(frozen=True, slots=True)
class Counted:
    """A declaration whose mentions a lens counts; the count is asked for when the lens is seen."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Machine:
    """A workflow whose states a lens shows."""

    name: str
    span: Span


def counted(source: SourceFile) -> tuple[Counted, ...]:
    """The declarations of a file whose mentions are worth counting: what is declared at the top, events, methods."""
    namespace = _namespace(source)
    found: list[Counted] = []
    for item in source.items:
        checkpoint()
        top = definition_of(item.chunk, namespace)
        if top is None or not top.name or _is_run(top.node):
            continue
        for one in (top, *top.members):
            if one.kind in _COUNTED and one.name:
                span = item.span(one.identifier)
                found.append(Counted(one.name, span))
    return tuple(found)


def machines(source: SourceFile) -> tuple[Machine, ...]:
    """The workflows of a file."""
    namespace = _namespace(source)
    found = ((item, definition_of(item.chunk, namespace)) for item in source.items)
    return tuple(
        Machine(one.name, item.span(one.identifier))
        for item, one in found
        if one is not None and one.kind is SymbolKind.WORKFLOW and one.name
    )


def mention_count(project: Project, path: str, offset: int) -> int:
    """How many names mean what is declared at the offset."""
    model = Model(project)
    subject = subject_at(model, path, offset) if path in project.files else None
    if subject is None or not isinstance(subject.target, Definition):
        return 0
    return count(model, model.semantics.table, subject.target)


def _namespace(source: SourceFile) -> str:
    return next((item.node.name.text for item in source.items if isinstance(item.node, Namespace)), "")


def _is_run(node: object) -> bool:
    return isinstance(node, Function) and any(each.name.last.text in _RUN for each in node.attributes)
