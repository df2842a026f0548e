"""A default milestone that no slot can inherit."""

from collections.abc import Iterator

from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import CascadeUnused
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: CascadeUnused) -> Iterator[Finding]:
    """Point at the milestone's word."""
    keyword = problem.milestone.keyword.text
    owner = problem.state.name.text if problem.state is not None else problem.workflow.name.text
    kind = "state" if problem.state is not None else "workflow"
    yield Finding(
        span=ctx.span(problem.milestone.keyword),
        message=f"no slot inherits this `{keyword}`: {kind} `{owner}` has none with `Candidates`",
        hint=f"only pool slots inherit; give one `Candidates = …;`, or put `{keyword}` into the slot that it is for",
        fixes=(Fix(f"Remove `{keyword}`", (cut(ctx, problem.milestone),)),),
    )


RULE = Rule(code="workflow-cascade-unused", level=Level.HINT, page="workflow-milestone", on=CascadeUnused, check=check)
