"""The `using` that goes with a type of another namespace."""

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import after_line_end, newline
from osy_analysis.ide.completion.context import Context
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import enclosing
from osy_grammar.nodes.declarations import Namespace, Using
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile


class Usings:
    """The edits that bring namespaces into the file: one each, however many names are proposed."""

    def __init__(self, context: Context) -> None:
        scope = context.model.semantics.table.scope(context.path)
        self._context = context
        self._edits: dict[str, tuple[Edit, ...]] = {"": ()}
        self._edits.update(dict.fromkeys((scope.namespace, *enclosing(scope.namespace), *scope.usings), ()))

    def edits_for(self, definition: Definition) -> tuple[Edit, ...]:
        """The edit for the definition's namespace; none where it is in view without one."""
        namespace = definition.namespace
        if namespace not in self._edits:
            self._edits[namespace] = (using_edit(self._context.path, self._context.source, namespace),)
        return self._edits[namespace]


def using_edit(path: str, source: SourceFile, namespace: str) -> Edit:
    """The edit that adds a `using` where it belongs: among the others in order, else at the top."""
    usings = [item for item in source.items if isinstance(item.node, Using)]
    end = newline(source.text)
    line = f"using {namespace};{end}"
    before = [item for item in usings if isinstance(item.node, Using) and item.node.name.text < namespace]
    if before:
        at = after_line_end(source.text, before[-1].span(before[-1].node).end)
        return Edit(path, Span(at, at), line if source.text[at - 1 : at] in ("\n", "\r") else f"{end}{line}")
    if usings:
        at = usings[0].span(usings[0].node).start
        return Edit(path, Span(at, at), line)
    first = next((item for item in source.items if isinstance(item.node, Namespace)), None)
    if first is not None:
        at = first.span(first.node).start
        return Edit(path, Span(at, at), line)
    at = source.items[0].span(source.items[0].node).start if source.items else 0
    at = min(at, _first_line(source))
    return Edit(path, Span(at, at), f"{line}{end}" if source.text[at:].strip() else line)


def _first_line(source: SourceFile) -> int:
    """Where the first declaration with its comments begins."""
    text = source.text
    return len(text) - len(text.lstrip("\ufeff \t\r\n")) if text.strip() else 0
