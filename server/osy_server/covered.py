"""What a run's tests reached, as clients are told of it: as data with URIs, or as a line for each file and workflow."""

import os
from collections.abc import Callable, Iterator

from osy_server.runtime_door import CoverageReport, FileCoverage, WorkflowCoverage


def told(report: CoverageReport, uri: Callable[[str], str]) -> dict[str, object]:
    """The report with the URI of each file, for clients that show coverage in the editor."""
    files = [{"uri": uri(one.file), **one.model_dump()} for one in report.files]
    workflows = [{"uri": uri(one.file), **one.model_dump()} for one in report.workflows]
    return {**report.model_dump(), "files": files, "workflows": workflows}


def in_words(report: CoverageReport, root: str) -> str:
    """The report for a log; files are named from `root` on."""
    total = f"Coverage: {report.lines.covered} of {report.lines.total} lines"
    lines = [_file_line(one, root) for one in report.files]
    return "\n".join([total, *lines, *(line for one in report.workflows for line in _workflow_lines(one))])


def _file_line(one: FileCoverage, root: str) -> str:
    missing = ", ".join(str(line.line) for line in one.lines if not line.count)
    counted = f"  {os.path.relpath(one.file, root)}: {one.covered} of {one.executable} lines"
    return f"{counted}; not reached: {missing}" if missing else counted


def _workflow_lines(one: WorkflowCoverage) -> Iterator[str]:
    reached = sum(1 for element in one.elements if element.count)
    yield f"  {one.name}: {reached} of {len(one.elements)} states, arms, clocks and bodies"
    for element in one.elements:
        if not element.count:
            where = f"{element.state}: " if element.state and element.kind != "state" else ""
            yield f"    not reached: {element.kind} {where}{element.name} (line {element.line})"
