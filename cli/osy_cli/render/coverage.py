"""What the tests reached: as a table for people, as JSON, as lcov's format for other tools."""

from collections.abc import Iterator, Sequence

from osy_cli.render.json import dump
from osy_cli.render.terminal import Style, Terminal, printable
from osy_runtime.coverage_report import KINDS, CoverageReport, ElementCount, FileCoverage, WorkflowCoverage

_WORDS = {
    "state": "states",
    "transition": "moves",
    "arm": "arms",
    "breach": "breach arms",
    "reminder": "reminders",
    "clock": "clocks",
    "body": "bodies",
}
_MOST_LINES = 12
"""How many stretches of lines are named for a file; the rest is in the other formats."""


def coverage_text(report: CoverageReport, terminal: Terminal) -> str:
    """The files with what is not reached of them, then the workflows."""
    lines = ["", terminal.paint("Coverage", Style.BOLD)]
    width = max((len(printable(each.file)) for each in report.files), default=0)
    for each in report.files:
        lines.append(_file_line(each, width))
    share = _percent(report.lines.covered, report.lines.total)
    lines.append(f"  {'all'.ljust(width)}  {report.lines.covered} of {report.lines.total} lines, {share}")
    for workflow in report.workflows:
        lines += _workflow_lines(workflow, terminal)
    return "\n".join(lines) + "\n"


def coverage_json(report: CoverageReport) -> str:
    """The report as one JSON object."""
    return dump(report.model_dump())


def coverage_lcov(report: CoverageReport) -> str:
    """The report as an lcov tracefile: lines, and the arms of workflows' routes as branches."""
    flows: dict[str, list[WorkflowCoverage]] = {}
    for workflow in report.workflows:
        flows.setdefault(workflow.file, []).append(workflow)
    return "".join(f"{line}\n" for each in report.files for line in _lcov_file(each, flows.get(each.file, [])))


def _file_line(each: FileCoverage, width: int) -> str:
    counted = f"{each.covered} of {each.executable} lines, {_percent(each.covered, each.executable)}"
    missing = _stretches([line.line for line in each.lines if not line.count], [line.line for line in each.lines])
    text = ", ".join(missing[:_MOST_LINES]) + (
        f" and {len(missing) - _MOST_LINES} more" if missing[_MOST_LINES:] else ""
    )
    return f"  {printable(each.file).ljust(width)}  {counted}" + (f"; not reached: {text}" if missing else "")


def _stretches(missing: Sequence[int], lines: Sequence[int]) -> list[str]:
    """Lines that follow each other, as `4-7`; lines without a statement between them do not part them."""
    order = {line: at for at, line in enumerate(lines)}
    found: list[list[int]] = []
    for line in missing:
        if found and order[line] == order[found[-1][-1]] + 1:
            found[-1].append(line)
        else:
            found.append([line])
    return [str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in found]


def _percent(covered: int, total: int) -> str:
    return f"{100 * covered // total} %" if total else "nothing to reach"


def _workflow_lines(workflow: WorkflowCoverage, terminal: Terminal) -> Iterator[str]:
    shares = []
    for kind in KINDS:
        of_kind = [element for element in workflow.elements if element.kind == kind]
        if of_kind:
            shares.append(f"{_WORDS[kind]} {sum(1 for one in of_kind if one.count)}/{len(of_kind)}")
    yield f"  {terminal.paint(workflow.name, Style.BOLD)}  {', '.join(shares)}"
    for element in workflow.elements:
        if not element.count:
            yield f"    not {_verb(element)}: {_name(element)} (line {element.line})"


def _verb(element: ElementCount) -> str:
    return {"state": "entered", "clock": "fired", "reminder": "fired", "transition": "made"}.get(element.kind, "run")


def _name(element: ElementCount) -> str:
    where = f"{element.state}: " if element.state and element.kind not in ("state", "transition") else ""
    return where + printable(element.name)


def _lcov_file(each: FileCoverage, workflows: Sequence[WorkflowCoverage]) -> Iterator[str]:
    yield "TN:"
    yield f"SF:{each.file}"
    branches = [(arm.route, arm) for flow in workflows for arm in flow.elements if arm.route is not None]
    numbers: dict[int, int] = {}
    for line, arm in branches:
        number = numbers[line] = numbers.get(line, -1) + 1
        yield f"BRDA:{line},0,{number},{arm.count}"
    if branches:
        yield f"BRF:{len(branches)}"
        yield f"BRH:{sum(1 for _, arm in branches if arm.count)}"
    for count in each.lines:
        yield f"DA:{count.line},{count.count}"
    yield f"LF:{each.executable}"
    yield f"LH:{each.covered}"
    yield "end_of_record"
