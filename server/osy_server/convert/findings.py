"""Findings with their repairs, and failures of tests, as clients show them."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from osy_grammar.span import LineIndex, Span, Units
from osy_server.capabilities import ClientFeatures
from osy_server.convert.places import plain_range, range_of

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Diagnostic, Fix
    from osy_server.failures import ShownFailure

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
