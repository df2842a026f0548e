"""`using` lines that bring nothing: judged where everything that the file mentions is in view."""

from collections.abc import Iterator

from osy_analysis.problems.base import Problem
from osy_analysis.problems.names import Unused
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.nodes.declarations import Using
from osy_grammar.tree import Item, SourceFile


def using_problems(semantics: Semantics, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """A problem for each `using` of a namespace of the project that the file mentions nothing of."""
    usings = [item for item in file.items if isinstance(item.node, Using)]
    table = semantics.table
    if not usings or table.missing(path) or any(item.chunk.problems for item in file.items):
        return
    mentioned: set[str] = set()
    for item in file.items:
        mentioned |= semantics.namespaces(path, item)
    seen: set[str] = set()
    for item in usings:
        node = item.node
        if not isinstance(node, Using) or node.name.text not in table.namespaces:
            continue
        name = node.name.text
        if name in seen or name not in mentioned:
            yield item, Unused(name=node.name, kind="using", node=node)
        seen.add(name)
