"""A reminder that is due when its milestone is over."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.milestones import RemindAfterBreach
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: RemindAfterBreach) -> Iterator[Finding]:
    """Point at the reminder's `After`, with the `Within` beside it."""
    after, within = ctx.text(problem.after.value), ctx.text(problem.within.value)
    yield Finding(
        span=ctx.span(problem.after),
        message=(
            f"`{problem.remind.name.text}` is due after `{after}`, and `{problem.keyword}` has lapsed by then: "
            f"its `Within` is `{within}`"
        ),
        hint="a reminder comes before the breach; let `After` be less than `Within`, or do the work in the breach arm",
        related=(ctx.related(problem.within, "the time that there is"),),
    )


RULE = Rule(
    code="workflow-remind-after-breach", level=Level.WARNING, page="workflow-remind", on=RemindAfterBreach, check=check
)
