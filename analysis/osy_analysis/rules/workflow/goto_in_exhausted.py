"""A `goto` in `Exhausted`."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoInExhausted
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoInExhausted) -> Iterator[Finding]:
    """The breach arm that follows decides."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"`Exhausted {{ }}` may not `goto`: `{problem.breach} {{ }}` runs right after it, and decides where "
            "the run goes"
        ),
        hint=(f"put the `goto` into `{problem.breach} {{ }}`"),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(
    code="workflow-goto-in-exhausted", level=Level.ERROR, page="workflow-exhausted", on=GotoInExhausted, check=check
)
