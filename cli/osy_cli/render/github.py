"""Diagnostics as annotations of GitHub Actions: one workflow command a line.

GitHub shows ten annotations of each level a step, so errors come first; the others are in the step's log all the same.
"""

from collections.abc import Iterable

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.paths import shown_path
from osy_cli.render.places import Root
from osy_cli.sources import Sources

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "notice"}
SHOWN_A_LEVEL = 10
LONGEST_MESSAGE = 4_000
"""GitHub cuts longer ones, in bytes, without a mark."""


def annotations(diagnostics: Iterable[Diagnostic], sources: Sources) -> str:
    """The commands, errors first, each ended by a newline."""
    root = Root.here()
    levels = [*COMMANDS]
    found = sorted(diagnostics, key=lambda one: levels.index(one.level))
    return "".join(f"{_annotation(one, sources, root)}\n" for one in found)


def left_out(diagnostics: Iterable[Diagnostic]) -> int:
    """How many of them GitHub does not show beside the code."""
    found = [one.level for one in diagnostics]
    return sum(max(found.count(level) - SHOWN_A_LEVEL, 0) for level in Level)


def _annotation(diagnostic: Diagnostic, sources: Sources, root: Root) -> str:
    start = sources.place(diagnostic.path, diagnostic.span.start)
    end = sources.place(diagnostic.path, diagnostic.span.end)
    properties = {
        "file": root.inside(diagnostic.path) or shown_path(diagnostic.path),
        "line": start.line,
        "endLine": end.line,
        **({"col": start.column, "endColumn": max(end.column - 1, start.column)} if start.line == end.line else {}),
        "title": diagnostic.code,
    }
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = "\n".join(filter(None, [diagnostic.message, diagnostic.hint, diagnostic.url]))
    return f"::{COMMANDS[diagnostic.level]} {listed}::{_data(_cut(message))}"


def _cut(message: str) -> str:
    data = message.encode("utf-8", "replace")
    return message if len(data) <= LONGEST_MESSAGE else data[:LONGEST_MESSAGE].decode("utf-8", "ignore") + "…"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
