"""Diagnostics and test results as JSON, schema 1: what scripts and pipelines rely on.

`file` is relative to the working directory, lines and columns count from 1, columns in characters.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.paths import shown_path
from osy_cli.sources import Sources
from osy_grammar.span import Span

SCHEMA = 1

Json = Mapping[str, object]


def diagnostics_json(diagnostics: Sequence[Diagnostic], sources: Sources, files: int) -> Json:
    """The object that `check` and `lint` print."""
    counts = {f"{level.value}s": sum(1 for diagnostic in diagnostics if diagnostic.level is level) for level in Level}
    return {
        "schema": SCHEMA,
        "diagnostics": diagnostic_rows(diagnostics, sources),
        "summary": {**counts, "files": files},
    }


def diagnostic_rows(diagnostics: Iterable[Diagnostic], sources: Sources) -> list[Json]:
    """The diagnostics in the order of their files, places and codes."""
    rows = [
        (
            (shown_path(diagnostic.path), diagnostic.span, diagnostic.code),
            {
                "file": shown_path(diagnostic.path),
                "code": diagnostic.code,
                "level": diagnostic.level.value,
                "message": diagnostic.message,
                "range": range_json(diagnostic.path, diagnostic.span, sources),
                "related": [
                    {
                        "file": shown_path(related.path),
                        "range": range_json(related.path, related.span, sources),
                        "message": related.message,
                    }
                    for related in diagnostic.related
                ],
                "url": diagnostic.url,
            },
        )
        for diagnostic in diagnostics
    ]
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def range_json(path: str, span: Span, sources: Sources) -> Json:
    """A span as two places."""
    start, end = sources.place(path, span.start), sources.place(path, span.end)
    return {
        "start": {"line": start.line, "column": start.column},
        "end": {"line": end.line, "column": end.column},
    }


def dump(value: Json) -> str:
    """The object as indented text, ended by a newline."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
