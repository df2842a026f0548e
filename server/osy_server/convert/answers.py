"""Answers to questions about a document."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from osy_grammar.span import LineIndex, Span, Units
from osy_server.capabilities import ClientFeatures
from osy_server.convert.kinds import FOLDING_KINDS, SYMBOL_KINDS
from osy_server.convert.places import range_of

if TYPE_CHECKING:
    from osy_analysis.ide.answers import FoldingRange, Hover, Symbol
    from osy_server.workspace import Snapshot


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


def folding(found: Iterable["FoldingRange"], lines: LineIndex) -> list[types.FoldingRange]:
    """Folds by whole lines."""
    return [
        types.FoldingRange(start_line=lines.line_of(fold.span.start), end_line=end, kind=FOLDING_KINDS.get(fold.kind))
        for fold in found
        if (end := lines.line_of(fold.span.end) - fold.keeps_last_line) > lines.line_of(fold.span.start)
    ]


def code_lens(span: Span, command: types.Command | None, lines: LineIndex, unit: Units) -> types.CodeLens:
    """A lens; one without a command gets it when it is seen."""
    return types.CodeLens(range=range_of(span, lines, unit), command=command)
