"""A `goto` in the `enter` of a milestone."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoInMilestoneEnter
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoInMilestoneEnter) -> Iterator[Finding]:
    """Reaching a milestone decides nothing about states."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"the `enter {{ }}` of `{problem.keyword.text}` may not `goto`: reaching a milestone is about WHO has "
            "the work, not about WHERE the run is"
        ),
        hint=(
            "do only side effects here; decide where the run goes in the `on` route of the event, "
            "or in the `enter { }` of a state"
        ),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(
    code="workflow-goto-in-milestone-enter",
    level=Level.ERROR,
    page="workflow-milestone-enter",
    on=GotoInMilestoneEnter,
    check=check,
)
