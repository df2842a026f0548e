"""A value for a tracked field from outside its workflow."""

from collections.abc import Iterator

from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.tracking import TrackedFieldAssigned
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: TrackedFieldAssigned) -> Iterator[Finding]:
    """Point at the field's name."""
    field, workflow = ctx.text(problem.node), problem.workflow.name.text
    if problem.is_initialiser:
        hint = f"leave it out: `{workflow}` starts with the row, in its `Initial`"
    else:
        hint = f"raise an event, `{workflow}.Raise…(row)`, and let a route `goto` the state"
    yield Finding(
        span=ctx.span(problem.node),
        message=f"`{field}` is driven by workflow `{workflow}`, which alone gives it a value",
        hint=hint,
        related=(related_place(problem.place, f"`{workflow}` tracks `{field}`"),),
        fixes=(Fix(f"Leave `{field}` out", (cut(ctx, problem.assignment),)),) if problem.is_initialiser else (),
    )


RULE = Rule(
    code="workflow-tracked-field-assigned",
    level=Level.ERROR,
    page="workflow-tracks",
    on=TrackedFieldAssigned,
    check=check,
)
