"""Fixtures that are built on each other in a circle."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.tests import FixtureCycle
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: FixtureCycle) -> Iterator[Finding]:
    """Point at the first fixture of the circle, and at each step of the way round."""
    through = "".join(f", which is built on `{name}`" for name, _ in problem.ways[1:])
    message = (
        f"`{problem.name}` is built on `{problem.ways[0][0]}`{through}, which is built on `{problem.name}` again"
        if problem.ways
        else f"`{problem.name}` is built on itself"
    )
    yield Finding(
        span=ctx.span(problem.argument),
        message=message,
        hint="a world has to begin somewhere: let one of them name no other",
        related=tuple(related_place(place, f"`{name}` is declared here") for name, place in problem.ways),
    )


RULE = Rule(code="test-fixture-cycle", level=Level.ERROR, on=FixtureCycle, check=check, page="test-fixture")
