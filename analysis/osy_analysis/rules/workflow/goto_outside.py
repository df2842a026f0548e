"""A `goto` outside the bodies of a workflow."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoOutside
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoOutside) -> Iterator[Finding]:
    """Only a body of a workflow has states to go to."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"`goto` in {problem.where}: only the body of a workflow can move its run, and this one runs on its own"
        ),
        hint=("return what was found out, and let the body that called decide with its own `goto`"),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(code="workflow-goto-outside", level=Level.ERROR, page="workflow-goto", on=GotoOutside, check=check)
