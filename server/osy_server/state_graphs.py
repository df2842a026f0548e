"""The state machines that clients have asked for: the last good one of each workflow, and the notice when one changes.

While a workflow's text has faults of syntax its last good graph goes on being the answer, marked as stale; only where
there never was a good one is the graph what has been parsed.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from osy_server import convert

if TYPE_CHECKING:
    from osy_analysis.graph.values import WorkflowGraph
    from osy_grammar.span import LineIndex
    from osy_grammar.tree import Chunk, SourceFile
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot

FORMS = ("svg", "text", "mermaid", "dot")


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A graph with the lines of the text that it is of."""

    graph: "WorkflowGraph"
    lines: "LineIndex"


class StateGraphs:
    """Answers `osy/stateGraph`."""

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._good: dict[str, dict[str, Known]] = {}
        self._seen: dict[str, tuple[tuple[Chunk, int], ...]] = {}

    def file_checked(self, snapshot: "Snapshot") -> None:
        """A file was checked: tell the client if its graphs are others than those it has asked for."""
        if snapshot.path in self._seen and self._server.client.features.osy:
            seen = _workflows(snapshot.source)
            if seen != self._seen[snapshot.path]:
                self._seen[snapshot.path] = seen
                uri = self._server.files.uri(snapshot.path)
                self._server.client.notify("osy/stateGraphChanged", {"uri": uri})

    def answer(
        self, snapshot: "Snapshot", workflow: str | None, offset: int | None, forms: tuple[str, ...]
    ) -> dict[str, object] | None:
        """The graph of the workflow of that name, else of the one around or next to the offset, else of the first.

        None where the file has no workflow. `forms` are drawn as well.
        """
        from osy_analysis.graph import graphs_of

        source = snapshot.project.files.get(snapshot.path)
        if source is None:
            return None
        self._seen[snapshot.path] = _workflows(source)
        graphs = graphs_of(source)
        good = self._good.setdefault(snapshot.path, {})
        good.update({graph.name: Known(graph, source.lines) for graph in graphs if graph.name and not graph.is_broken})
        is_whole = not any(True for _ in source.problems)
        if is_whole:
            # A workflow that got another name is no broken text.
            for gone in good.keys() - {graph.name for graph in graphs}:
                del good[gone]
        chosen = _chosen(graphs, workflow, offset)
        name = chosen.name if chosen is not None else workflow
        known = good.get(name) if name else None
        if chosen is None and known is None and workflow is None and good and not is_whole:
            known = next(iter(good.values()))
        if chosen is not None and (not chosen.is_broken or known is None):
            shown, is_stale = Known(chosen, source.lines), False
        elif known is not None:
            shown, is_stale = known, True
        else:
            return None
        names = [graph.name for graph in graphs if graph.name]
        return {
            "uri": self._server.files.uri(snapshot.path),
            "version": None if snapshot.document is None else snapshot.document.version,
            "workflows": names,
            "stale": is_stale,
            **self._data(shown),
            "drawn": {form: drawn(shown.graph, form) for form in forms},
        }

    def _data(self, known: Known) -> dict[str, object]:
        from dataclasses import asdict

        from osy_analysis.graph.writer import state_graph

        unit = self._server.client.unit
        return asdict(
            state_graph(known.graph, lambda span: convert.plain_range(convert.range_of(span, known.lines, unit)))
        )


def _workflows(source: "SourceFile") -> "tuple[tuple[Chunk, int], ...]":
    """The workflows of a file with their places: what does not change as long as its graphs do not."""
    from osy_grammar.nodes.workflow import Workflow

    return tuple((item.chunk, item.start) for item in source.items if isinstance(item.node, Workflow))


def _chosen(graphs: "tuple[WorkflowGraph, ...]", workflow: str | None, offset: int | None) -> "WorkflowGraph | None":
    if workflow is not None:
        return next((graph for graph in graphs if graph.name == workflow), None)
    if offset is not None and graphs:
        return min(graphs, key=lambda graph: max(graph.place.start - offset, offset - graph.place.end, 0))
    return graphs[0] if graphs else None


def drawn(graph: "WorkflowGraph", form: str) -> str | None:
    """The graph in that form; None where it cannot be laid out."""
    from osy_analysis.graph.dot import dot_of
    from osy_analysis.graph.drawing import drawing_of
    from osy_analysis.graph.layout import LayoutError
    from osy_analysis.graph.mermaid import mermaid_of
    from osy_analysis.graph.svg import svg_of
    from osy_analysis.graph.text import text_of

    drawing = drawing_of(graph)
    match form:
        case "mermaid":
            return mermaid_of(drawing)
        case "dot":
            return dot_of(drawing)
        case "text":
            return text_of(drawing)
        case _:
            try:
                return svg_of(drawing)
            except LayoutError:
                return None
