"""Every member of the table of language facts runs, or is refused by its name.

Never is a program told that a part of the platform is unknown. Each row is one test of a program that this file writes:
it reads the member, or calls it with nothing. What it is told then may be about the arguments, but not about the name.
"""

import re
from functools import cache

import pytest

from osy_analysis.project import Project
from osy_grammar.language import FUNCTIONS, TYPES
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.parse import parse
from osy_runtime import discover, run_tests
from osy_runtime.builtins import STATIC_MODULES, find_static
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

UNKNOWN = re.compile(
    r"nothing here is called|no function here is called|nothing here declares|has no (member|method) "
    r"|is nothing that this runner knows"
)
"""What a program is told of a name that nobody has heard of."""


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


ROWS = rows()


@cache
def results() -> dict[str, TestResult]:
    """How each statement's test ended, all in one run."""
    tests = [f"[Test] void t{number}() {{ {use} }}\n" for number, use in enumerate(ROWS.values())]
    project = Project(root="/app", files={PATH: parse(DECLARED + "".join(tests))}, is_whole=True)
    found: dict[str, TestResult] = {}

    def hear(event: Event) -> None:
        if isinstance(event, TestFinished):
            found[event.result.name] = event.result

    run_tests([project], {test.id for test in discover([project])}, hear, limit_s=30)
    return {row: found[f"t{number}"] for number, row in enumerate(ROWS)}


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_table_runs_or_is_refused_by_name(row: str) -> None:
    message = results()[row].message or ""
    assert not UNKNOWN.search(message), f"`{ROWS[row]}`: {message}"


@pytest.mark.parametrize(
    "use",
    [
        "Frobnicate();",
        "var it = Frob;",
        "Frob.Nicate();",
        "var it = new Frob();",
        "var it = true.Frob;",
        '"a".Frob();',
    ],
)
def test_a_name_that_is_in_no_table_is_told_of(use: str) -> None:
    project = Project(root="/app", files={PATH: parse(f"[Test] void t() {{ {use} }}")}, is_whole=True)
    told: list[str] = []
    run_tests(
        [project],
        {test.id for test in discover([project])},
        lambda event: told.append(event.result.message or "") if isinstance(event, TestFinished) else None,
        limit_s=30,
    )
    assert UNKNOWN.search(told[0]), told


@pytest.mark.parametrize("name", STATIC_MODULES)
def test_every_static_is_in_its_module(name: str) -> None:
    static = find_static(name)
    assert static is not None
    assert static.functions or static.values or static.generic or static.dynamic


def test_a_static_without_an_implementation_refuses_its_members() -> None:
    assert results()["Memory.Search"].message == "`Memory.Search` is not supported by this runner yet"
    assert results()["new LlmConfig"].message == "`new LlmConfig` is not supported by this runner yet"
