"""A wait between attempts, of which there is one."""

from collections.abc import Iterator

from osy_analysis.attempts import add_retries, why
from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import BackoffWithoutRetries
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: BackoffWithoutRetries) -> Iterator[Finding]:
    """Point at the clause."""
    keyword = problem.milestone.keyword.text
    fixes = (
        Fix("Remove `Backoff`", (cut(ctx, problem.backoff),)),
        add_retries(ctx, problem.milestone, problem.reason),
    )
    yield Finding(
        span=ctx.span(problem.backoff),
        message=f"this `Backoff` is never waited for: `{keyword}` {why(ctx, problem.reason)}",
        hint="add `Retries = n;` to try again after it, or remove it",
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(
    code="workflow-backoff-without-retries",
    level=Level.WARNING,
    page="workflow-backoff",
    on=BackoffWithoutRetries,
    check=check,
)
