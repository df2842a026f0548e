"""A workflow's graph as JSON, schema 1."""

from osy_analysis.graph.values import WorkflowGraph
from osy_analysis.graph.wire import GraphFile, Position, Range
from osy_analysis.graph.writer import state_graph
from osy_analysis.paths import shown_path
from osy_cli.render.json import SCHEMA, dump
from osy_cli.sources import Sources
from osy_grammar.span import Span


def graph_json(graph: WorkflowGraph, path: str, sources: Sources) -> str:
    """The object as text; the graph's places are in the file of that path."""

    def place(span: Span) -> Range:
        return Range(start=position(span.start), end=position(span.end))

    def position(offset: int) -> Position:
        at = sources.place(path, offset)
        return Position(line=at.line, column=at.column)

    return dump(GraphFile(schema=SCHEMA, file=shown_path(path), graph=state_graph(graph, place)).data())
