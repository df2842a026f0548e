"""A default that a run's first state replaces."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.tracking import TrackedFieldDefault
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_grammar.span import Span


def check(ctx: Context, problem: TrackedFieldDefault) -> Iterator[Finding]:
    """Point at the default; offer to remove it."""
    field, workflow = problem.field.name, problem.workflow.name.text
    cut = ctx.edit(Span(ctx.span(field).end, ctx.span(problem.value).end), "")
    first = f", which is `{problem.initial}`" if problem.initial else ""
    yield Finding(
        span=ctx.span(problem.value),
        message=(
            f"`{field.text}` gets its first value from `{workflow}`, which starts with the row: "
            f"its `Initial`{first}, and not this default"
        ),
        hint="remove the default, or start the runs yourself with `Autostart = false`",
        related=(related_place(problem.place, f"`{workflow}` tracks `{field.text}`"),),
        fixes=(Fix("Remove the default", (cut,)),),
    )


RULE = Rule(
    code="workflow-tracked-field-default",
    level=Level.WARNING,
    page="workflow-tracks",
    on=TrackedFieldDefault,
    check=check,
)
