"""Asks once, ahead of the user, what the first question about a project has to make and all later ones find made."""

from collections.abc import Iterator

from osy_analysis.ide.completion import complete
from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_analysis.ide.workspace_symbols import workspace_symbols
from osy_analysis.project import Project
from osy_analysis.steps import checkpoint
from osy_grammar.nodes.declarations import Function
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import SourceFile


def warm(project: Project, path: str) -> None:
    """Make what proposals in the file, its colours, and the list of the project's symbols rest on."""
    source = project.files.get(path)
    if source is None:
        return
    for place in _places(source):
        checkpoint()
        complete(project, path, place)
    for _ in semantic_tokens(project, path):
        pass
    checkpoint()
    workspace_symbols((project,), "a", 1)


def _places(source: SourceFile) -> Iterator[int]:
    """A place in a body, one in a workflow, one between declarations: as far as the file has them."""
    kinds = set()
    for item in source.items:
        node = item.node
        if isinstance(node, Function | Workflow) and type(node) not in kinds:
            body = node.body if isinstance(node, Function) else node
            if isinstance(body, Block | Workflow):
                kinds.add(type(node))
                yield item.start + body.end - 1
    yield len(source.text)
