"""Test results as text for people: a line a test, and under one that failed everything that explains why.

A failure reads from the outside in: where and what, the source line, the calls on the way, what the program logged,
where the tracked rows stood, and the workflow bodies that threw while nobody was listening.
"""

from collections.abc import Iterator
from itertools import groupby

from osy_analysis.paths import shown_path
from osy_cli.render.snippet import snippet
from osy_cli.render.terminal import Style, Terminal, printable
from osy_cli.sources import Sources
from osy_runtime.events import AuditLine, Fault, Place, RunState, Summary, TestResult

MOST_LINES = 100
"""How many lines of what a failed test logged are shown."""

MOST_ROWS = 8
"""How many rows, and how many bodies that threw, are shown under a failure."""

AUDIT_TAIL = 6
LINE_WIDTH = 118
FAULTS_TITLE = "While this test ran, a workflow body threw with nobody to throw to"


def result_text(result: TestResult, sources: Sources, terminal: Terminal) -> str:
    """One test, ended by a newline; after a failure there is an empty line."""
    match result.outcome:
        case "passed":
            mark = terminal.paint(terminal.glyph("✓", "ok"), Style.GREEN)
            return f"{mark} {result.name}{_duration(result, terminal)}\n"
        case "skipped":
            reason = f": {result.message}" if result.message else ""
            return f"{terminal.paint('-', Style.YELLOW)} {result.name} (skipped{reason})\n"
        case "failed" | "errored":
            return "".join(f"{line}\n" for line in _failure(result, sources, terminal)) + "\n"


def summary_text(summary: Summary, seconds: float, terminal: Terminal) -> str:
    """The closing line: how many tests ended which way."""
    parts = [
        terminal.paint(f"{count} {outcome}", style)
        for outcome, count, style in (
            ("failed", summary.failed, Style.RED),
            ("errored", summary.errored, Style.RED),
            ("passed", summary.passed, Style.GREEN),
            ("skipped", summary.skipped, Style.YELLOW),
        )
        if count
    ]
    return f"{', '.join(parts) or 'nothing ran'} in {seconds:.2f} s\n"


def _duration(result: TestResult, terminal: Terminal) -> str:
    return terminal.paint(f"  {result.duration_ms:.0f} ms", Style.DIM) if result.duration_ms >= 1 else ""


def _failure(result: TestResult, sources: Sources, terminal: Terminal) -> Iterator[str]:
    mark = terminal.paint(terminal.glyph("✗", "FAILED"), Style.RED)
    place = f" {terminal.glyph('—', '-')} at {_place(result.at)}" if result.at else ""
    yield f"{mark} {terminal.paint(result.name, Style.BOLD)}{place}"
    yield from _indented(_sentence(result, terminal), "  ")
    yield from _values(result)
    if result.at:
        yield from _source_line(result.at, sources, terminal)
    for hint in result.hints:
        dot = terminal.glyph("→", "->")
        whole = f"{dot} {printable(hint)}"
        yield from _wrapped(whole)
    yield from _calls(result, sources, terminal)
    if result.output:
        yield ""
        yield "  It logged:"
        yield from _logged(result.output)
    yield from _states(result.state, terminal)
    yield from _faults(result.faults, sources, terminal)


def _logged(output: str) -> Iterator[str]:
    """The end of what the test logged: what came last is nearest to the failure."""
    lines = output.splitlines()
    left_out = len(lines) - MOST_LINES
    if left_out > 0:
        yield f"    ({left_out} lines before these are left out; `--format json` has them)"
    yield from _indented("\n".join(lines[-MOST_LINES:]), "    ")


def _sentence(result: TestResult, terminal: Terminal) -> str:
    """What is wrong. An assertion is introduced as one. Source: workflow-milestone#breach-throws."""
    message = result.message or "it failed without a word"
    name, separator, rest = message.partition(" failed: ")
    if separator and name.startswith("Assert.") and name.removeprefix("Assert.").isidentifier():
        return f"Assertion failed: {name}({terminal.glyph('…', '...')}) failed: {rest}"
    return message


def _values(result: TestResult) -> Iterator[str]:
    """The two values, unless the sentence before says both already."""
    message = result.message or ""
    if result.expected is None or result.actual is None:
        return
    if result.expected in message and result.actual in message:
        return
    yield from _indented(f"expected: {result.expected}", "  ")
    yield from _indented(f"actual:   {result.actual}", "  ")


def _source_line(at: Place, sources: Sources, terminal: Terminal) -> Iterator[str]:
    span = sources.span_at(at.file, at.line, at.column)
    yield from snippet(sources.source(at.file), span, terminal, Style.RED)


def _calls(result: TestResult, sources: Sources, terminal: Terminal) -> Iterator[str]:
    """The calls below the test function, the innermost with its line; the test itself is in the headline already."""
    deeper = [frame for frame in result.frames if frame.at != result.at]
    for frame, alike in groupby(deeper):
        count = sum(1 for _ in alike)
        times = f" ({count} times)" if count > 1 else ""
        yield f"  in {frame.function} at {_place(frame.at)}{times}"
        if frame == result.frames[0] and sources.has_line(frame.at.file, frame.at.line):
            yield from _source_line(frame.at, sources, terminal)


def _states(states: tuple[RunState, ...], terminal: Terminal) -> Iterator[str]:
    if not states:
        return
    dot = terminal.glyph("·", "-")
    yield ""
    yield "  Where the tracked rows stood:"
    for run in states[:MOST_ROWS]:
        ended = "" if run.is_live else " (ended)"
        state = terminal.paint(run.state, Style.BOLD)
        yield f"  {dot} {run.workflow}, on {run.entity} {printable(run.title or run.row)}, in state {state}{ended}"
        for slot in run.slots:
            holder = f", held by {slot.assignee}" if slot.assignee else ""
            event = f" ({slot.event})" if slot.event != slot.name else ""
            yield f"      slot   {slot.name}{event}: {slot.status}{holder}"
        for clock in run.clocks:
            late = ", not settled" if clock.is_due else ""
            yield f"      clock  {' '.join(filter(None, [clock.kind, clock.name]))}: due {clock.due}{late}"
        yield from _audit(run.audit, terminal)
    if len(states) > MOST_ROWS:
        yield f"  {dot} and {len(states) - MOST_ROWS} more, which `--format json` has"


def _audit(audit: tuple[AuditLine, ...], terminal: Terminal) -> Iterator[str]:
    if not audit:
        return
    cut = terminal.glyph("…", "...")
    left_out = len(audit) - AUDIT_TAIL
    yield f"      audit  (the last {AUDIT_TAIL} of {len(audit)} entries)" if left_out > 0 else "      audit"
    for entry in audit[-AUDIT_TAIL:]:
        line = f"        {entry.at}  {entry.kind:<12} {' '.join(entry.text.split())}".rstrip()
        # A fault's whole sentence stands under the audit once more.
        yield line if len(line) <= LINE_WIDTH else line[: LINE_WIDTH - len(cut)] + cut


def _faults(faults: tuple[Fault, ...], sources: Sources, terminal: Terminal) -> Iterator[str]:
    if not faults:
        return
    dash = terminal.glyph("—", "-")
    yield ""
    yield terminal.paint(f"{terminal.glyph('⚠', '!')} {FAULTS_TITLE}:", Style.YELLOW)
    for fault in faults[:MOST_ROWS]:
        where = f"{fault.workflow}, on {fault.entity} {printable(fault.title or fault.row)}, in state {fault.state}"
        whole = f"{terminal.glyph('·', '-')} {where} {dash} {' '.join(fault.message.split())}"
        yield from _wrapped(whole)
        if fault.at is not None:
            yield f"    at {_place(fault.at)}"
            yield from _source_line(fault.at, sources, terminal)
    if len(faults) > MOST_ROWS:
        yield f"  {terminal.glyph('·', '-')} and {len(faults) - MOST_ROWS} more, which `--format json` has"


def _place(at: Place) -> str:
    return f"{printable(shown_path(at.file))}:{at.line}:{at.column}"


def _indented(text: str, indent: str) -> Iterator[str]:
    return (f"{indent}{printable(line)}".rstrip() for line in text.splitlines())


def _wrapped(text: str) -> list[str]:
    # Only a failure has so much to say.
    from textwrap import wrap

    return wrap(text, LINE_WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
