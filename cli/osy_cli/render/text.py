"""Diagnostics as text for people: one line that editors and terminals can follow to the place, then the source."""

from collections.abc import Iterable, Iterator, Sequence

from osy_analysis.diagnostic import Diagnostic, Level, Related
from osy_analysis.paths import shown_path
from osy_cli.render.snippet import snippet
from osy_cli.render.terminal import Style, Terminal, printable
from osy_cli.sources import Sources
from osy_grammar.span import Span

PLACES_LISTED = 4
LEVEL_STYLES = {Level.ERROR: Style.RED, Level.WARNING: Style.YELLOW, Level.HINT: Style.CYAN}


def diagnostic_text(diagnostic: Diagnostic, sources: Sources, terminal: Terminal) -> str:
    """One diagnostic, ended by a newline."""
    return "".join(f"{line}\n" for line in _lines(diagnostic, sources, terminal))


def others_text(others: Sequence[Diagnostic], sources: Sources, terminal: Terminal) -> str:
    """Where else the same is found, a line ended by a newline; empty if nowhere."""
    if not others:
        return ""
    listed = [place_text(one.path, one.span, sources) for one in others[:PLACES_LISTED]]
    more = [f"and {len(others) - PLACES_LISTED} more"] if len(others) > PLACES_LISTED else []
    return f"  {terminal.paint('also:', Style.CYAN)} {', '.join([*listed, *more])}\n"


def summary_text(diagnostics: Iterable[Diagnostic], files: int, left_out: int, terminal: Terminal) -> str:
    """The closing line: how much was found in how many files, and how many were left out."""
    found = list(diagnostics)
    in_files = counted(files, "file")
    if left_out:
        in_files += f"; left out: {counted(left_out, '.osy file')} that no glob of the project matches"
    if not found:
        return terminal.paint(f"Nothing found in {in_files}.", Style.GREEN) + "\n"
    counts = [
        terminal.paint(counted(count, level.value), LEVEL_STYLES[level])
        for level in Level
        if (count := sum(1 for diagnostic in found if diagnostic.level is level))
    ]
    return f"Found {_listing(counts)} in {in_files}. `osy explain CODE` says more about a code.\n"


def counted(count: int, noun: str) -> str:
    """The number with its noun, plural where it must be."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def place_text(path: str, span: Span, sources: Sources) -> str:
    """`path:line:column`, counted from 1."""
    place = sources.place(path, span.start)
    return f"{printable(shown_path(path))}:{place.line}:{place.column}"


def _listing(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _lines(diagnostic: Diagnostic, sources: Sources, terminal: Terminal) -> Iterator[str]:
    style = LEVEL_STYLES[diagnostic.level]
    message, *rest = diagnostic.message.splitlines() or [""]
    place = terminal.paint(place_text(diagnostic.path, diagnostic.span, sources), Style.BOLD)
    code = terminal.paint(f"[{diagnostic.code}]", Style.DIM)
    yield f"{place}: {terminal.paint(diagnostic.level.value, style)}: {message} {code}"
    yield from (f"  {line}" for line in rest)
    yield from snippet(sources.source(diagnostic.path), diagnostic.span, terminal, style)
    for related in diagnostic.related:
        yield from _related_lines(related, sources, terminal)
    if diagnostic.hint:
        yield f"  {terminal.paint('hint:', Style.CYAN)} {diagnostic.hint}"
    if diagnostic.url:
        yield f"  {terminal.paint('page:', Style.CYAN)} {diagnostic.url}"


def _related_lines(related: Related, sources: Sources, terminal: Terminal) -> Iterator[str]:
    yield f"  {place_text(related.path, related.span, sources)}: {related.message}"
    for line in snippet(sources.source(related.path), related.span, terminal, Style.BLUE):
        yield f"  {line}"
