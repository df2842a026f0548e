"""Compares what a run reached with what there is to reach, from the trees of the project's own files (R133).

Statements of functions, methods and workflow bodies count, each on the line where it begins; tests and fixtures do not,
for they are what asks. What pages and components say is not run here and does not count. Of a workflow count its
states, its moves (each `goto`), the arms of its routes, its breach arms, reminders, other bodies and clocks.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from osy_analysis.declared_tests import FIXTURE, TEST, attribute_of
from osy_analysis.paths import shown_path
from osy_analysis.project import Project
from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_grammar.nodes import workflow as w
from osy_grammar.nodes.base import Node
from osy_grammar.tree import Item, SourceFile
from osy_grammar.walk import children
from osy_runtime.coverage_report import (
    CoverageReport,
    ElementCount,
    ElementKind,
    FileCoverage,
    LineCount,
    Share,
    WorkflowCoverage,
)
from osy_runtime.testing.coverage import Coverage
from osy_runtime.testing.recorder import Hit

_RUN = (d.Function, d.Class, d.Entity, d.Interface, w.Workflow)
_UNCOUNTED = (s.Block, s.Empty, s.ErrorStatement, s.ForeignStatement)
_CALLED = (d.Function, d.Property, d.Accessor, d.Constructor)


def measured(projects: Iterable[Project], coverage: Coverage) -> CoverageReport:
    """The report of a run; a file of several projects counts once, by what all of them reached of it."""
    lines: dict[str, dict[int, int]] = {}
    workflows: dict[tuple[str, int], WorkflowCoverage] = {}
    for project in projects:
        counts = coverage.of(project)
        for path in project.own_paths:
            file, shown = project.files[path], shown_path(path)
            for item in file.items:
                for offset in _statements(item):
                    line = _line(file, offset)
                    count = counts.get(("statement", path, offset), 0)
                    known = lines.setdefault(shown, {})
                    known[line] = max(known.get(line, 0), count)
                if isinstance(item.node, w.Workflow):
                    found = _Workflow(path, file, item, item.node, counts).measured()
                    workflows[shown, found.line] = _more(found, workflows.get((shown, found.line)))
    files = tuple(_file(path, found) for path, found in sorted(lines.items()))
    total = Share(covered=sum(f.covered for f in files), total=sum(f.executable for f in files))
    return CoverageReport(lines=total, files=files, workflows=tuple(found for _, found in sorted(workflows.items())))


def _file(path: str, lines: Mapping[int, int]) -> FileCoverage:
    counts = tuple(LineCount(line=line, count=count) for line, count in sorted(lines.items()))
    covered = sum(1 for each in counts if each.count)
    return FileCoverage(file=path, covered=covered, executable=len(counts), lines=counts)


def _more(one: WorkflowCoverage, other: WorkflowCoverage | None) -> WorkflowCoverage:
    if other is None or len(other.elements) != len(one.elements):
        return one
    pairs = zip(one.elements, other.elements, strict=True)
    elements = tuple(a if a.count >= b.count else b for a, b in pairs)
    return WorkflowCoverage(name=one.name, file=one.file, line=one.line, elements=elements)


def _line(file: SourceFile, offset: int) -> int:
    return file.lines.position(offset).line + 1


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _statements(item: Item) -> Iterator[int]:
    """Where the statements of the item begin, in the file."""
    if not isinstance(item.node, _RUN) or _asks(item.node):
        return
    waiting: list[Node] = [item.node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _CALLED) and isinstance(body := _body(node), e.Expression):
            yield item.start + body.start
        if isinstance(node, s.Statement) and not isinstance(node, _UNCOUNTED):
            yield item.start + node.start
        for child in children(node):
            # The `if` of an `else if` is a part of its chain and no statement by itself.
            if isinstance(node, s.If) and child is node.otherwise and isinstance(child, s.If):
                waiting.extend(children(child))
            elif not (isinstance(child, d.Function) and _asks(child)):
                waiting.append(child)


def _body(node: Node) -> object:
    return node.getter if isinstance(node, d.Property) else getattr(node, "body", None)


def _asks(node: Node) -> bool:
    return isinstance(node, d.Function) and any(attribute_of(node, name) is not None for name in (TEST, FIXTURE))


# ── Workflows ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Workflow:
    """One workflow and what was reached of it."""

    path: str
    file: SourceFile
    item: Item
    node: w.Workflow
    counts: Mapping[Hit, int]

    def measured(self) -> WorkflowCoverage:
        """Its parts, in source order."""
        found = [*self._of(self.node.items, None)]
        for state in self.node.items:
            if isinstance(state, w.State | w.Terminal):
                hit: Hit = ("state", self.node.name.text, state.name.text)
                found.append(self._element("state", state.name.text, state.name, None, self.counts.get(hit, 0)))
                found += self._of(state.items, state.name.text)
        found.sort(key=lambda each: each.line)
        name = self.node.name
        return WorkflowCoverage(
            name=name.text,
            file=shown_path(self.path),
            line=_line(self.file, self.item.start + name.start),
            elements=tuple(found),
        )

    def _of(self, items: Iterable[w.WorkflowItem], state: str | None) -> Iterator[ElementCount]:
        """The parts that stand in a state or at workflow scope."""
        for item in items:
            match item:
                case w.Route():
                    yield from self._route(item, state)
                case w.Body(keyword=keyword, block=block):
                    yield self._body("body", keyword.text, block, state)
                case w.CompleteWhen(block=s.Block() as block):
                    yield self._body("arm", "complete when", block, state)
                case w.Clock(keyword=keyword):
                    yield self._clock(keyword.text, "", keyword.text, item, state)
                case w.Subscribe(items=inner):
                    for part in inner or ():
                        yield from self._milestone(part, item.slot.text, state)
                case w.Milestone():
                    yield from self._milestone(item, None, state)
                case _:
                    continue
            yield from self._moves(item, state)

    def _route(self, route: w.Route, state: str | None) -> Iterator[ElementCount]:
        line = self._line_of(route)
        title = f"on {route.name.text}"
        if isinstance(route.body, s.Block):
            yield self._body("arm", title, route.body, state)
            return
        for arm in route.body.arms:
            condition = " ".join(self._text(arm.condition).split())
            yield self._body("arm", f"{title} when {condition}", arm.block, state, line)
        if route.body.default is not None:
            yield self._body("arm", f"{title} default", route.body.default, state, line)

    def _milestone(self, milestone: w.WorkflowItem, slot: str | None, state: str | None) -> Iterator[ElementCount]:
        if not isinstance(milestone, w.Milestone):
            return
        word = milestone.keyword.text
        title = f"{slot}.{word}" if slot else word
        for item in milestone.items:
            match item:
                case w.Clause(name=name) if name.text == "Within":
                    yield self._clock(title, slot, word, item, state)
                case w.Body(keyword=keyword, block=block):
                    yield self._body("body", f"{title} {keyword.text}", block, state)
                case w.Breach(keyword=keyword, block=block):
                    yield self._body("breach", f"{title} {keyword.text}", block, state)
                case w.Remind(name=name, block=block):
                    yield self._body("reminder", f"{title} Remind {name.text}", block, state)
                case _:
                    pass

    def _moves(self, item: w.WorkflowItem, state: str | None) -> Iterator[ElementCount]:
        """Each `goto` of the item: whether a run ever got there."""
        waiting: list[Node] = [item]
        while waiting:
            node = waiting.pop()
            if isinstance(node, s.Goto):
                count = self._count("statement", node)
                yield self._element("transition", f"{state or 'anywhere'} → {node.state.text}", node, state, count)
            waiting.extend(children(node))

    def _clock(self, name: str, slot: str | None, word: str, node: Node, state: str | None) -> ElementCount:
        """A clock; what is inherited (without a slot) counts for every slot that may have it."""
        count = 0
        for hit, times in self.counts.items():
            match hit:
                case ("clock", flow, at, of, what) if (flow, what) == (self.node.name.text, word):
                    is_here = state is None or state == at
                    count += times if is_here and (slot is None or slot == of) else 0
                case _:
                    pass
        return self._element("clock", name, node, state, count)

    def _body(
        self, kind: ElementKind, name: str, block: s.Block, state: str | None, route: int | None = None
    ) -> ElementCount:
        return self._element(kind, name, block, state, self._count("body", block), route)

    def _element(
        self, kind: ElementKind, name: str, node: Node, state: str | None, count: int, route: int | None = None
    ) -> ElementCount:
        return ElementCount(kind=kind, name=name, line=self._line_of(node), count=count, state=state, route=route)

    def _count(self, kind: str, node: Node) -> int:
        return self.counts.get((kind, self.path, self.item.start + node.start), 0)

    def _line_of(self, node: Node) -> int:
        return _line(self.file, self.item.start + node.start)

    def _text(self, node: Node) -> str:
        return self.item.chunk.text[node.start : node.end]
