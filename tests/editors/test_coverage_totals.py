"""The totals that the extension gives to VS Code, and the details that VS Code shows when the file is opened."""

from pathlib import Path
from typing import Any

from osy_testing.extension_code import bundled_module

PROGRAM = """
const [file] = own.coveredFiles(told);
const details = file.details();
const having = (name) => details.filter((each) => name in each);
const [statements, declarations] = [having('branches'), having('name')];
const branches = statements.flatMap((each) => each.branches);
const counted = (all) => ({ covered: all.filter((each) => each.executed > 0).length, total: all.length });
console.log(JSON.stringify({
  totals: [file.statementCoverage, file.branchCoverage, file.declarationCoverage],
  details: [counted(statements), counted(branches), counted(declarations)],
  lines: statements.map((each) => each.location.line + 1),
}));
"""


def element(kind: str, line: int, count: int, route: int | None = None) -> dict[str, Any]:
    return {"kind": kind, "name": kind, "line": line, "count": count, "state": None, "route": route}


def test_the_totals_count_what_the_details_show(tmp_path: Path) -> None:
    # The route of line 4 is no line of code, that of line 6 is; a route that no run came to is not covered.
    arms = [element("arm", 4, 1, 4), element("arm", 5, 0, 4), element("arm", 6, 2, 6), element("breach", 9, 0)]
    elements = [element("state", 2, 1), element("transition", 3, 1), *arms]
    lines = [{"line": 3, "count": 1}, {"line": 6, "count": 2}, {"line": 7, "count": 0}]
    report = {
        "files": [{"uri": "file:///a.osy", "lines": lines}],
        "workflows": [{"uri": "file:///a.osy", "elements": elements}],
    }
    found = bundled_module("coverage.ts", tmp_path).run(PROGRAM, report)
    assert found["lines"] == [3, 6, 7, 4, 9]
    assert found["totals"] == found["details"]
    assert found["totals"] == [{"covered": 3, "total": 5}, {"covered": 2, "total": 4}, {"covered": 1, "total": 1}]
