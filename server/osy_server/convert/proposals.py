"""Proposals as they go over the wire: there may be hundreds behind a key, so the types of the protocol are left out.

What every client takes for granted is left out: that a text is plain. The text to filter by is told though it is the
label: Neovim 0.11 filters no item that has an edit and no such text.
"""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from lsprotocol import types

from osy_analysis.steps import checkpoint
from osy_grammar.span import LineIndex, Span, Units
from osy_server.capabilities import ClientFeatures
from osy_server.convert.kinds import COMPLETION_KINDS
from osy_server.convert.places import plain_range, range_of

if TYPE_CHECKING:
    from osy_analysis.ide.answers import CompletionItem

Plain = dict[str, object]


def proposals(
    items: "Iterable[CompletionItem]", lines: LineIndex, unit: Units, features: ClientFeatures, uri: str
) -> list[Plain]:
    """The proposals in their order; their documentation is asked for later, by `data`."""

    @cache
    def range_at(span: Span) -> Plain:
        return {**plain_range(range_of(span, lines, unit))}

    found = []
    for order, item in enumerate(items):
        checkpoint()
        use_snippet = features.snippets and item.snippet is not None
        text = item.snippet if use_snippet and item.snippet is not None else item.insert or item.label
        told: Plain = {
            "label": item.label,
            "kind": COMPLETION_KINDS.get(item.kind, types.CompletionItemKind.Text).value,
            "filterText": item.label,
            "sortText": f"{order:05}",
            "textEdit": {"range": range_at(item.span), "newText": text},
        }
        if item.detail:
            told["detail"] = item.detail
        if use_snippet:
            told["insertTextFormat"] = types.InsertTextFormat.Snippet.value
        if item.more:
            # Not left for later: few clients take an edit that comes with the documentation.
            told["additionalTextEdits"] = [{"range": range_at(edit.span), "newText": edit.text} for edit in item.more]
        if item.subject:
            told["data"] = {"uri": uri, "subject": item.subject}
        found.append(told)
    return found
