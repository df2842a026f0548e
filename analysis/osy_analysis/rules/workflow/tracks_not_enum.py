"""A tracked field that is no enum's."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.tracking import TracksNotEnum
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: TracksNotEnum) -> Iterator[Finding]:
    """Point at the field's name in `Tracks`."""
    name = problem.name.text
    yield Finding(
        span=ctx.span(problem.name),
        message=f"`{name}` is a `{problem.type}` and no enum: its members are the states",
        hint="declare an enum with a member for each state, and give the field its type",
        related=(related_place(problem.field, f"`{name}` is declared here"),),
    )


RULE = Rule(code="workflow-tracks-not-enum", level=Level.ERROR, page="workflow-tracks", on=TracksNotEnum, check=check)
