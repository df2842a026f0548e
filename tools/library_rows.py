"""Runs every row of the table of language facts: what the runner does, what it refuses by name, what needs a browser.

Each row is one test of a program that is written here: it reads the member, or calls it with nothing. What it is told
then may be about the arguments, but not about the name. `tests/runtime/test_library.py` looks at the answers, and the
page `docs/reference/support.md` is made of them.
"""

import re
from enum import StrEnum
from functools import cache

from osy_analysis.project import Project
from osy_grammar.language import FUNCTIONS, TYPES
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.parse import parse
from osy_runtime import discover, run_tests
from osy_runtime.events import Event, TestFinished, TestResult

PATH = "/app/library.test.osy"
DECLARED = """
enum Stage { A, B }
entity Pot { string Name; Stage Stage; }
class Glass { public int Size; }
int? Missing() => null;
"""
SAMPLES: dict[str, str] = {
    "Array": '"a b".Split(" ")',
    "DateOnly": "DateOnly.FromDayNumber(5)",
    "DateTime": "DateTime.UtcNow",
    "DateTimeOffset": "DateTimeOffset.UtcNow",
    "Dictionary": "new Dictionary<string, int>()",
    "EntityQuery": "Pot.Where(p => p.Name != null)",
    "EnumValue": "Stage.A",
    "Guid": "Guid.NewGuid()",
    "List": "new List<int>()",
    "Match": 'Regex.Match("a", "a")',
    "Query": "new List<int>().Where(n => n > 0)",
    "Row": 'new Pot { Name = "fern" }',
    "TimeOnly": "TimeOnly.MinValue",
    "TimeSpan": "TimeSpan.Zero",
    "UTF8Encoding": "Encoding.UTF8",
    "bool": "true",
    "char": "'a'",
    "decimal": "1.5m",
    "double": "1.5",
    "int": "1",
    "long": "1L",
    "object": "new Glass()",
    "string": '"text"',
}
"""How a program comes by a value of a type that it does not make with `new`."""

CONSTRUCTS: dict[str, str] = {
    "`await`": "await Task.Delay(TimeSpan.Zero);",
    "`const` inside a body": "const int five = 5;",
    "`foreach`, `for`, `while`, `do`": "foreach (var n in new List<int> { 1 }) { for (var i = 0; i < 1; i++) { } }",
    "`lock`": "lock (Guid.NewGuid()) { }",
    "`switch` as a statement": "switch (1) { case 1: break; default: break; }",
    "`switch` as an expression": "var it = 1 switch { 1 => 2, _ => 3 };",
    "`try`, `catch` with a filter, `finally`": "try { } catch (Exception e) when (e.Message != null) { } finally { }",
    "`using` as a statement": "using (var glass = new Glass()) { }",
    "`when` in a `case`": "switch (1) { case 1 when true: break; }",
    "`checked`, `unchecked`": "var it = unchecked(1 + 2);",
    "`goto case`, `goto default`": "switch (1) { case 1: goto default; default: break; }",
    "`ref`, `out`, `in`": 'int.TryParse("1", out _);',
    "anonymous objects": "var it = new { Size = 1 };",
    "deconstruction": "var (a, b) = (1, 2);",
    "functions inside a body": "int Twice(int n) { return n * 2; }",
    "interpolated strings with formats": 'var it = $"{1.5m:0.00}";',
    "lambdas": "Func<int, int> twice = n => n * 2; twice(1);",
    "nullable values, `?.`, `??`": "var it = Missing() ?? 1;",
    "patterns with `is`": "var it = Missing() is > 1 and not (5 or 6);",
    "ranges (`..`)": 'var it = "abc"[0..1];',
    "raw string literals": 'var it = """a "quoted" word""";',
    "several names in one declaration": "int a = 1, b = 2;",
    "tuples": "var it = (1, Two: 2);",
}
"""Constructs of the language and of C#, each as statements."""


class Answer(StrEnum):
    """What the runner does with a row."""

    RUNS = "runs"
    REFUSED = "refused by name"
    BROWSER = "needs a browser"


_REFUSAL = re.compile(r"(?P<what>.+) is not supported by this runner yet")
_ARGUMENTS = re.compile(r" with (?:no|\d+) arguments?$")
"""How a call is refused that has too few or too many: with the right ones it runs."""
_BROWSER = re.compile(r"`[^`]+` needs a browser, and this runner has none")


def answers() -> dict[str, Answer]:
    """What the runner does with each row and each construct. RuntimeError if it fails itself: that is no answer."""
    return {row: _answer(result.message or "") for row, result in results().items()}


def _answer(message: str) -> Answer:
    if message.startswith("the runner itself failed"):
        raise RuntimeError(message)
    if _BROWSER.fullmatch(message):
        return Answer.BROWSER
    refused = _REFUSAL.fullmatch(message)
    return Answer.REFUSED if refused and not _ARGUMENTS.search(refused["what"]) else Answer.RUNS


@cache
def results() -> dict[str, TestResult]:
    """How the test of each row and each construct ended, all in one run."""
    asked = {**rows(), **CONSTRUCTS}
    tests = [f"[Test] void t{number}() {{ {use} }}\n" for number, use in enumerate(asked.values())]
    project = Project(root="/app", files={PATH: parse(DECLARED + "".join(tests))}, is_whole=True)
    found: dict[str, TestResult] = {}

    def hear(event: Event) -> None:
        if isinstance(event, TestFinished):
            found[event.result.name] = event.result

    run_tests([project], {test.id for test in discover([project])}, hear, limit_s=30)
    return {row: found[f"t{number}"] for number, row in enumerate(asked)}


def rows() -> dict[str, str]:
    """A statement for each row that a program can reach, by what it is about."""
    found: dict[str, str] = {}
    for kind in TYPES:
        for fact in kind.members:
            owner = _owner(kind, fact)
            if owner is not None:
                found.setdefault(f"{kind.name}.{fact.name}", _use(f"{owner}.{fact.name}", fact))
        if kind.is_written and kind.constructors:
            found[f"new {kind.name}"] = f"var it = new {kind.name}{_arguments(kind)}();"
    for fact in FUNCTIONS:
        found[fact.name] = _use(fact.name, fact)
    return found


def _owner(kind: BuiltinType, fact: MemberFact) -> str | None:
    if fact.is_static:
        return kind.name if kind.is_written else None
    if kind.name in SAMPLES:
        return f"({SAMPLES[kind.name]})"
    can_be_made = kind.is_written and any("()" in made.signature for made in kind.constructors)
    return f"(new {kind.name}{_arguments(kind)}())" if can_be_made else None


def _arguments(kind: BuiltinType) -> str:
    return f"<{', '.join('int' for _ in kind.type_parameters)}>" if kind.type_parameters else ""


def _use(what: str, fact: MemberFact) -> str:
    return f"{what}();" if fact.is_method else f"var it = {what};"
