"""Programs of tests as cases: each `[Test]` is one, with what is expected of it in the comments above it.

`// expect: failed "part"` (or `errored`, `skipped`) names the outcome and a part of the message; without it the test
must pass. `// <- here` at the end of a line says where the failure is placed. `// output: "line" "line"` is all that
it logs. A test that is expected to be `errored` gets half a second, or what `// limit: 10 s` says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime import discover, run_tests
from osy_runtime.events import Event, Summary, TestFinished, TestResult
from osy_runtime.testing.discover import find_tests

_EXPECT = re.compile(r'^// expect: (failed|errored|skipped) "(.*)"$', re.MULTILINE)
_OUTPUT = re.compile(r"^// output: (.*)$", re.MULTILINE)
_LIMIT = re.compile(r"^// limit: (\d+) s$", re.MULTILINE)
_HERE = "// <- here"
LIMIT_S = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """One test of a program and what is expected of it."""

    project: Project
    id: str
    name: str
    outcome: str = "passed"
    part: str = ""
    line: int | None = None
    output: str | None = None
    limit_s: float = 30.0


def cases(path: Path) -> Iterator[Case]:
    """The cases of one file, which is a program by itself."""
    text = path.read_text(encoding="utf-8")
    project = Project(root=str(path.parent), files={str(path): parse(text)}, is_whole=True)
    for test in find_tests(project):
        source = test.item.chunk.text
        expected, output, limit = _EXPECT.search(source), _OUTPUT.search(source), _LIMIT.search(source)
        is_errored = expected is not None and expected.group(1) == "errored"
        before = text.count("\n", 0, test.item.start)
        marked = [number for number, line in enumerate(source.splitlines()) if line.endswith(_HERE)]
        yield Case(
            project,
            test.told.id,
            f"{path.name.removesuffix('.test.osy')}-{test.told.name}",
            expected.group(1) if expected else "passed",
            expected.group(2) if expected else "",
            before + marked[0] + 1 if marked else None,
            "\n".join(re.findall(r'"([^"]*)"', output.group(1))) if output else None,
            float(limit.group(1)) if limit else LIMIT_S if is_errored else 30.0,
        )


def run_case(case: Case) -> TestResult:
    """Run the one test through the runtime's face."""
    results: list[TestResult] = []

    def hear(event: Event) -> None:
        if isinstance(event, TestFinished):
            results.append(event.result)

    assert case.id in {test.id for test in discover([case.project])}
    summary = run_tests([case.project], {case.id}, hear, limit_s=case.limit_s)
    (result,) = results
    assert summary == Summary.model_validate({result.outcome: 1})
    return result


def check(case: Case) -> None:
    """Run the case and compare."""
    result = run_case(case)
    message = result.message or ""
    told = f"{result.outcome}: {message} at {result.at}"
    assert result.outcome == case.outcome, f"expected {case.outcome}, but it {told}"
    assert case.part in message, f"expected `{case.part}`, but it {told}"
    if case.line is not None:
        assert result.at is not None, told
        assert result.at.line == case.line, f"expected line {case.line}, but it {told}"
    if case.output is not None:
        assert result.output == case.output, f"expected the output {case.output!r}, got {result.output!r}"
