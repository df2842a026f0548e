"""A `goto` in a reminder."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoInRemind
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoInRemind) -> Iterator[Finding]:
    """A reminder speaks up; it moves nothing."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"`Remind {problem.name.text}` may not `goto`: a reminder nudges while the run waits, and its later turns "
            "would have nothing left to wait for"
        ),
        hint=("raise an event of this workflow and `goto` in its `on` route, or let the breach arm move the run"),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(code="workflow-goto-in-remind", level=Level.ERROR, page="workflow-remind", on=GotoInRemind, check=check)
