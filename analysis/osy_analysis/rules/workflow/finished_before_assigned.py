"""A slot that is due to be finished before it is due to be picked up."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.milestones import FinishedBeforeAssigned
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: FinishedBeforeAssigned) -> Iterator[Finding]:
    """Point at the `Within` of `Finished`, with that of `Assigned` beside it."""
    slot = problem.slot.slot.text
    finished, assigned = ctx.text(problem.finished.value), ctx.text(problem.assigned.value)
    yield Finding(
        span=ctx.span(problem.finished),
        message=(
            f"slot `{slot}` is due to be finished after `{finished}`, before it is due to be picked up, "
            f"after `{assigned}`"
        ),
        hint="both clocks start when the slot opens; give `Finished` more time than `Assigned`",
        related=(ctx.related(problem.assigned, f"`{slot}` is to be picked up within this"),),
    )


RULE = Rule(
    code="workflow-finished-before-assigned",
    level=Level.HINT,
    page="workflow-milestone",
    on=FinishedBeforeAssigned,
    check=check,
)
