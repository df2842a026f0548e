"""A workflow that does not say which field it drives."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.clauses import TracksMissing
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: TracksMissing) -> Iterator[Finding]:
    """Point at the workflow's name."""
    name = problem.workflow.name
    yield Finding(
        span=ctx.span(name),
        message=f"workflow `{name.text}` does not say which field it drives: it has no `Tracks`",
        hint="add `Tracks = Entity.Field;` with a field whose enum has a member for each state",
    )


RULE = Rule(code="workflow-tracks-missing", level=Level.ERROR, page="workflow-tracks", on=TracksMissing, check=check)
