"""A `goto` in `Start`."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoInStart
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoInStart) -> Iterator[Finding]:
    """Where a run begins is `Initial`."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            "`Start { }` may not `goto`: it runs before the initial state is entered, so there is no state to leave yet"
        ),
        hint=("decide in the `enter { }` of the initial state, which may redirect"),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(code="workflow-goto-in-start", level=Level.ERROR, page="workflow-start", on=GotoInStart, check=check)
