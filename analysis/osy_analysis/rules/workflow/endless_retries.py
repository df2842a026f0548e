"""A retry policy without an end."""

from collections.abc import Iterator

from osy_analysis.attempts import ATTEMPTS, add_retries
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import EndlessRetries
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.span import Span


def check(ctx: Context, problem: EndlessRetries) -> Iterator[Finding]:
    """Point at the policy; offer either budget."""
    keyword = problem.milestone.keyword.text
    end = ctx.span(problem.policy).end
    bound = f".MaxAttempts({ATTEMPTS + 1})"
    fixes = (
        Fix(f"Add `{bound}`", (ctx.edit(Span(end, end), bound),)),
        add_retries(ctx, problem.milestone, None),
    )
    yield Finding(
        span=ctx.span(problem.policy),
        message=f"`{keyword}` tries for ever: the policy says how the wait grows, and nothing says when to give up",
        hint="add `.MaxAttempts(n)` to the policy, or `Retries = n;` beside it; until then no breach arm runs",
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(
    code="workflow-endless-retries", level=Level.WARNING, page="workflow-backoff", on=EndlessRetries, check=check
)
