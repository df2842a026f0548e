"""To and from the Language Server Protocol: the one module that knows its types and ours."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from osy_grammar.span import LineIndex, Position, Span, Units
from osy_server.capabilities import ClientFeatures
from osy_server.handshake import TOKEN_MODIFIERS, TOKEN_TYPES
from osy_server.text import Change

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Diagnostic, Fix
    from osy_analysis.ide.answers import CompletionItem, FoldingRange, Hover, Symbol
    from osy_analysis.ide.semantic_tokens import Token
    from osy_server.failures import ShownFailure
    from osy_server.workspace import Snapshot

SOURCE = "osy"
RUN_SOURCE = "osy test"

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "hint": types.DiagnosticSeverity.Hint,
}
UNNECESSARY = frozenset(
    {"name-unused", "lint-unused-suppression", "workflow-cascade-unused", "workflow-exit-on-terminal"}
)
"""Codes of what could be taken away: clients fade it."""


# ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def units(encoding: types.PositionEncodingKind | str | None) -> Units:
    """The units of a negotiated encoding."""
    value = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
    return Units(value) if value else Units.UTF16


def to_offset(position: types.Position, lines: LineIndex, unit: Units) -> int:
    """The offset of a client's position, clamped into the text."""
    return lines.offset(Position(position.line, position.character), unit)


def to_span(range_: types.Range, lines: LineIndex, unit: Units) -> Span:
    """The span of a client's range, clamped into the text."""
    start = to_offset(range_.start, lines, unit)
    return Span(start, max(start, to_offset(range_.end, lines, unit)))


def position(offset: int, lines: LineIndex, unit: Units) -> types.Position:
    """The client's position of an offset."""
    found = lines.position(offset, unit)
    return types.Position(line=found.line, character=found.column)


def range_of(span: Span, lines: LineIndex, unit: Units) -> types.Range:
    """The client's range of a span."""
    return types.Range(start=position(span.start, lines, unit), end=position(span.end, lines, unit))


def changes(events: Iterable[types.TextDocumentContentChangeEvent]) -> list[Change]:
    """The edits of a `didChange`."""
    return [_change(event) for event in events]


def _change(event: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(event, types.TextDocumentContentChangeWholeDocument):
        return Change(event.text)
    start, end = event.range.start, event.range.end
    return Change(event.text, Position(start.line, start.character), Position(end.line, end.character))


# ── Findings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Converter:
    """Converts with one client's units and abilities, for one snapshot's files."""

    def __init__(
        self,
        unit: Units,
        uri: Callable[[str], str],
        lines: Callable[[str], LineIndex | None],
        features: ClientFeatures,
    ) -> None:
        self._unit = unit
        self._uri = uri
        self._lines = lines
        self._features = features

    def _range(self, path: str, span: Span) -> types.Range:
        lines = self._lines(path)
        return range_of(span, lines if lines is not None else LineIndex(""), self._unit)

    def diagnostic(self, finding: "Diagnostic") -> types.Diagnostic:
        """A finding as the client shows it. The fixes stay here: code actions find them again by place and code."""
        message = finding.message if not finding.hint else f"{finding.message}\n{finding.hint}"
        related = [
            types.DiagnosticRelatedInformation(
                location=types.Location(uri=self._uri(other.path), range=self._range(other.path, other.span)),
                message=other.message,
            )
            for other in finding.related
        ]
        href = finding.url or page_uri(finding.code)
        return types.Diagnostic(
            range=self._range(finding.path, finding.span),
            message=message if self._features.related or not related else "\n".join([message, *_as_lines(related)]),
            severity=SEVERITIES[finding.level],
            code=finding.code,
            code_description=types.CodeDescription(href=href) if href and self._features.links else None,
            source=SOURCE,
            tags=[types.DiagnosticTag.Unnecessary] if finding.code in UNNECESSARY and self._features.tags else None,
            related_information=related if related and self._features.related else None,
            data={"fixes": [self._fix_data(fix) for fix in finding.fixes]} if finding.fixes else None,
        )

    def failure(self, failure: "ShownFailure") -> types.Diagnostic:
        """A test's failure on its line."""
        return types.Diagnostic(
            range=self._range(failure.path, failure.span),
            message=failure.message,
            severity=types.DiagnosticSeverity.Error,
            code="test-failed",
            source=RUN_SOURCE,
        )

    def _fix_data(self, fix: "Fix") -> dict[str, object]:
        return {
            "title": fix.title,
            "edits": [
                {
                    "uri": self._uri(edit.path),
                    "range": plain_range(self._range(edit.path, edit.span)),
                    "text": edit.text,
                }
                for edit in fix.edits
            ],
        }

    def fix(
        self, fix: "Fix", finding: types.Diagnostic | None, versions: Callable[[str], int | None]
    ) -> types.CodeAction:
        """A repair as a code action."""
        edits: dict[str, list[types.TextEdit]] = {}
        paths: dict[str, str] = {}
        for edit in fix.edits:
            uri = self._uri(edit.path)
            paths[uri] = edit.path
            edits.setdefault(uri, []).append(
                types.TextEdit(range=self._range(edit.path, edit.span), new_text=edit.text)
            )
        return types.CodeAction(
            title=fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[finding] if finding else None,
            edit=self._workspace_edit(edits, {uri: versions(path) for uri, path in paths.items()}),
        )

    def _workspace_edit(
        self, edits: dict[str, list[types.TextEdit]], versions: dict[str, int | None]
    ) -> types.WorkspaceEdit:
        if not self._features.document_changes:
            return types.WorkspaceEdit(changes=dict(edits))
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    text_document=types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=versions[uri]),
                    edits=list(found),
                )
                for uri, found in edits.items()
            ]
        )


def _as_lines(related: Iterable[types.DiagnosticRelatedInformation]) -> list[str]:
    return [f"line {other.location.range.start.line + 1}: {other.message}" for other in related]


def plain_range(range_: types.Range) -> dict[str, dict[str, int]]:
    """A range as it goes into messages of our own."""
    return {
        "start": {"line": range_.start.line, "character": range_.start.character},
        "end": {"line": range_.end.line, "character": range_.end.character},
    }


@cache
def page_uri(code: str) -> str | None:
    """The bundled page of a code, as a file URI."""
    import osy_analysis

    package = Path(osy_analysis.__file__).parent
    for folder in (package / "pages", package.parent.parent / "docs" / "diagnostics"):
        page = folder / f"{code}.md"
        if page.is_file():
            return page.as_uri()
    return None


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

SYMBOL_KINDS = {
    "namespace": types.SymbolKind.Namespace,
    "entity": types.SymbolKind.Class,
    "class": types.SymbolKind.Class,
    "interface": types.SymbolKind.Interface,
    "enum": types.SymbolKind.Enum,
    "enum member": types.SymbolKind.EnumMember,
    "field": types.SymbolKind.Field,
    "property": types.SymbolKind.Property,
    "method": types.SymbolKind.Method,
    "constructor": types.SymbolKind.Constructor,
    "function": types.SymbolKind.Function,
    "test": types.SymbolKind.Function,
    "fixture": types.SymbolKind.Function,
    "workflow": types.SymbolKind.Module,
    "state": types.SymbolKind.EnumMember,
    "terminal": types.SymbolKind.EnumMember,
    "event": types.SymbolKind.Event,
    "slot": types.SymbolKind.Object,
    "milestone": types.SymbolKind.Key,
    "route": types.SymbolKind.Method,
    "body": types.SymbolKind.Method,
    "client": types.SymbolKind.Interface,
    "policy": types.SymbolKind.Boolean,
    "principal": types.SymbolKind.Variable,
    "constant": types.SymbolKind.Constant,
    "component": types.SymbolKind.Class,
    "package": types.SymbolKind.Package,
    "variable": types.SymbolKind.Variable,
    "operation": types.SymbolKind.Method,
    "action": types.SymbolKind.Method,
    "grant": types.SymbolKind.Key,
    "topic": types.SymbolKind.Class,
    "control": types.SymbolKind.Class,
    "theme": types.SymbolKind.Object,
    "animation": types.SymbolKind.Object,
    "reminder": types.SymbolKind.Event,
    "requirement": types.SymbolKind.Boolean,
    "clock": types.SymbolKind.Event,
}

COMPLETION_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "clause": types.CompletionItemKind.Property,
    "body": types.CompletionItemKind.Snippet,
    "method": types.CompletionItemKind.Method,
    "property": types.CompletionItemKind.Property,
    "field": types.CompletionItemKind.Field,
    "function": types.CompletionItemKind.Function,
    "variable": types.CompletionItemKind.Variable,
    "ambient": types.CompletionItemKind.Variable,
    "state": types.CompletionItemKind.EnumMember,
    "enum member": types.CompletionItemKind.EnumMember,
    "event": types.CompletionItemKind.Event,
    "slot": types.CompletionItemKind.Reference,
    "entity": types.CompletionItemKind.Class,
    "class": types.CompletionItemKind.Class,
    "type": types.CompletionItemKind.Class,
    "interface": types.CompletionItemKind.Interface,
    "enum": types.CompletionItemKind.Enum,
    "workflow": types.CompletionItemKind.Module,
    "attribute": types.CompletionItemKind.Class,
    "value": types.CompletionItemKind.Value,
    "template": types.CompletionItemKind.Snippet,
}


def markup(text: str, is_markdown: bool) -> types.MarkupContent:
    """Markdown, or the same as plain text for a client that knows no other."""
    return types.MarkupContent(
        kind=types.MarkupKind.Markdown if is_markdown else types.MarkupKind.PlainText,
        value=text if is_markdown else _plain_text(text),
    )


def _plain_text(markdown: str) -> str:
    return (
        "\n".join(line for line in markdown.splitlines() if not line.startswith("```"))
        .replace("`", "")
        .replace("**", "")
    )


def hover(answer: "Hover", snapshot: "Snapshot", unit: Units, features: ClientFeatures) -> types.Hover:
    """A hover."""
    return types.Hover(
        contents=markup(answer.markdown, features.markdown_hover),
        range=range_of(answer.span, snapshot.source.lines, unit),
    )


def completion(
    item: "CompletionItem", order: int, lines: LineIndex, unit: Units, features: ClientFeatures, uri: str
) -> types.CompletionItem:
    """One proposal; its documentation is asked for later, by `data`."""
    use_snippet = features.snippets and item.snippet is not None
    return types.CompletionItem(
        label=item.label,
        kind=COMPLETION_KINDS.get(item.kind, types.CompletionItemKind.Text),
        detail=item.detail or None,
        sort_text=f"{order:05}",
        filter_text=item.label,
        insert_text_format=types.InsertTextFormat.Snippet if use_snippet else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(
            range=range_of(item.span, lines, unit),
            new_text=item.snippet if use_snippet and item.snippet is not None else item.insert or item.label,
        ),
        # Not left for later: few clients take an edit that comes with the documentation.
        additional_text_edits=[
            types.TextEdit(range=range_of(edit.span, lines, unit), new_text=edit.text) for edit in item.more
        ]
        or None,
        data={"uri": uri, "subject": item.subject} if item.subject else None,
    )


def symbols(found: Sequence["Symbol"], lines: LineIndex, unit: Units) -> list[types.DocumentSymbol]:
    """The outline as a tree."""
    return [
        types.DocumentSymbol(
            name=symbol.name or "…",
            detail=symbol.detail or None,
            kind=SYMBOL_KINDS.get(symbol.kind, types.SymbolKind.Variable),
            range=range_of(symbol.span, lines, unit),
            selection_range=range_of(symbol.name_span, lines, unit),
            children=symbols(symbol.children, lines, unit) or None,
        )
        for symbol in found
    ]


def flat_symbols(
    found: Sequence["Symbol"], lines: LineIndex, unit: Units, uri: str, container: str | None = None
) -> list[types.SymbolInformation]:
    """The outline as a list, for clients that know no tree."""
    flat = []
    for symbol in found:
        flat.append(
            types.SymbolInformation(
                name=symbol.name or "…",
                kind=SYMBOL_KINDS.get(symbol.kind, types.SymbolKind.Variable),
                location=types.Location(uri=uri, range=range_of(symbol.span, lines, unit)),
                container_name=container,
            )
        )
        flat.extend(flat_symbols(symbol.children, lines, unit, uri, symbol.name))
    return flat


FOLDING_KINDS = {
    "comment": types.FoldingRangeKind.Comment,
    "imports": types.FoldingRangeKind.Imports,
    "region": types.FoldingRangeKind.Region,
}


def folding(found: Iterable["FoldingRange"], lines: LineIndex) -> list[types.FoldingRange]:
    """Folds by whole lines."""
    return [
        types.FoldingRange(start_line=lines.line_of(fold.span.start), end_line=end, kind=FOLDING_KINDS.get(fold.kind))
        for fold in found
        if (end := lines.line_of(fold.span.end) - fold.keeps_last_line) > lines.line_of(fold.span.start)
    ]


_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def semantic_tokens(tokens: Iterable["Token"], lines: LineIndex, unit: Units) -> types.SemanticTokens:
    """The tokens in the protocol's relative numbers; `tokens` are in source order and none spans a line's end."""
    data: list[int] = []
    line = column = 0
    for token in tokens:
        at = lines.position(token.start, unit)
        width = lines.position(token.end, unit).column - at.column
        if width <= 0:
            continue
        data.append(at.line - line)
        data.append(at.column - column if at.line == line else at.column)
        data.append(width)
        data.append(_TYPE_NUMBERS[token.kind])
        data.append(sum(_MODIFIER_BITS[modifier] for modifier in token.modifiers))
        line, column = at.line, at.column
    return types.SemanticTokens(data=data)


def code_lens(span: Span, command: types.Command | None, lines: LineIndex, unit: Units) -> types.CodeLens:
    """A lens; one without a command gets it when it is seen."""
    return types.CodeLens(range=range_of(span, lines, unit), command=command)
