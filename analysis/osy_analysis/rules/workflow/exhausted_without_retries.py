"""An `Exhausted` that cannot run, since there is one attempt."""

from collections.abc import Iterator

from osy_analysis.attempts import add_retries, why
from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import ExhaustedWithoutRetries
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: ExhaustedWithoutRetries) -> Iterator[Finding]:
    """Point at the word."""
    keyword = problem.milestone.keyword.text
    fixes = (
        Fix("Remove `Exhausted`", (cut(ctx, problem.exhausted),)),
        add_retries(ctx, problem.milestone, problem.reason),
    )
    yield Finding(
        span=ctx.span(problem.exhausted.keyword),
        message=f"this `Exhausted` never runs: `{keyword}` {why(ctx, problem.reason)}",
        hint="add `Retries = n;`, or do the work in the breach arm, which runs when the one attempt has lapsed",
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(
    code="workflow-exhausted-without-retries",
    level=Level.WARNING,
    page="workflow-exhausted",
    on=ExhaustedWithoutRetries,
    check=check,
)
