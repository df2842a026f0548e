"""A run in words, for clients that show no test events: a line for each test, what explains a failure, a summary."""

from osy_server.runtime_door import Fault, RunBroken, RunFinished, Summary, TestResult

MARKS = {"passed": "✓", "failed": "✗", "errored": "✗", "skipped": "–"}


def outcome_text(result: TestResult) -> str:
    """What the log says of a test that ended."""
    mark = MARKS[result.outcome]
    if result.outcome == "passed":
        return f"{mark} {result.name} ({milliseconds(result.duration_ms)})"
    if result.outcome == "skipped":
        return f"{mark} {result.name} skipped" + (f": {result.message}" if result.message else "")
    at = f" — at {result.at.file}:{result.at.line}:{result.at.column}" if result.at else ""
    lines = [f"{mark} {result.name}{at}", f"  {result.message or result.outcome}"]
    lines += [f"  → {hint}" for hint in result.hints]
    lines += [f"    in {frame.function} ({frame.at.file}:{frame.at.line}:{frame.at.column})" for frame in result.frames]
    for run in result.state:
        lines.append(f"  {run.workflow} on {run.entity} {run.title or run.row}: state {run.state}")
        lines += [
            f"    slot {slot.name}: {slot.status}" + (f", held by {slot.assignee}" if slot.assignee else "")
            for slot in run.slots
        ]
        lines += [f"    clock {clock.kind} {clock.name}: due {clock.due}" for clock in run.clocks]
        lines += [f"    {entry.at}  {entry.text}" for entry in run.audit]
    if result.faults:
        lines.append("  ⚠ While this test ran, a workflow body threw with nobody to throw to")
        lines += [
            f"    {fault.workflow} in state {fault.state}: {fault.message}{_at(fault)}" for fault in result.faults
        ]
    return "\n".join(lines)


def _at(fault: Fault) -> str:
    return f" ({fault.at.file}:{fault.at.line}:{fault.at.column})" if fault.at is not None else ""


def summary_text(end: RunFinished) -> str:
    """The one sentence about a run that ended."""
    counted = counts(end.summary) or "no tests"
    if end.diagnostics:
        errors = "1 error" if len(end.diagnostics) == 1 else f"{len(end.diagnostics)} errors"
        return f"{end.message or 'the program does not compile'} ({errors}); no test was run"
    if end.message:
        return end.message if counted == "no tests" else f"{counted}; {end.message}"
    return f"cancelled after {counted}" if end.cancelled else counted


def is_bad(end: RunFinished) -> bool:
    """Whether the run went wrong. A message beside tests that ran to the end is a note, and no fault of theirs."""
    summary = end.summary
    is_note = not isinstance(end, RunBroken) and summary.passed + summary.skipped > 0
    return bool(summary.failed or summary.errored or end.diagnostics or (end.message and not is_note))


def counts(summary: Summary) -> str:
    """The counts that are not nought."""
    found = {"passed": summary.passed, "failed": summary.failed, "errored": summary.errored, "skipped": summary.skipped}
    return ", ".join(f"{count} {outcome}" for outcome, count in found.items() if count)


def milliseconds(duration_ms: float) -> str:
    """A duration for people."""
    return f"{duration_ms / 1000:.1f} s" if duration_ms >= 1000 else f"{duration_ms:.0f} ms"
