"""A value of a kind that can never be what its place wants."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level, Related
from osy_analysis.problems.types import Mismatch
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.wording import a_name

HINTS = {
    ("int", "string"): "`Convert.ToInt32(…)` reads a number out of a text",
    ("long", "string"): "`Convert.ToInt64(…)` reads a number out of a text",
    ("decimal", "string"): "`Convert.ToDecimal(…)` reads a number out of a text",
    ("string", "int"): "`Convert.ToString(…)` writes a number as text",
    ("string", "long"): "`Convert.ToString(…)` writes a number as text",
    ("string", "decimal"): "`Convert.ToString(…)` writes a number as text",
}


def check(ctx: Context, problem: Mismatch) -> Iterator[Finding]:
    """Say what stands there, what the place wants, and where that was decided."""
    expected, actual = problem.expected, problem.actual
    bare = (expected.removesuffix("?"), actual.removesuffix("?"))
    yield Finding(
        span=ctx.span(problem.value),
        message=f"this is {a_name(actual)}, and {problem.place} takes {a_name(expected)}",
        hint=HINTS.get(bare, f"{a_name(actual)} never becomes {a_name(expected)}: write a value of that type"),
        related=tuple(_decided(ctx, problem)),
    )


def _decided(ctx: Context, problem: Mismatch) -> Iterator[Related]:
    other = problem.other
    if isinstance(other, Definition):
        place = semantics_of(ctx.project).table.place(other)
        yield related_place(place, f"`{other.name}` is declared here")
    elif other is not None:
        yield ctx.related(other, f"the type `{problem.expected}` comes from here")


RULE = Rule(code="type-mismatch", level=Level.ERROR, on=Mismatch, check=check)
