"""A breach arm whose list is not its one slot."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.problems.clauses import BreachParameter
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: BreachParameter) -> Iterator[Finding]:
    """Point at the list, or at the wrong type of its one parameter."""
    arm, parameters = problem.breach.keyword.text, problem.parameters
    items = parameters.items
    place = items[0].type if len(items) == 1 else parameters
    name = items[0].name.text if items else "slot"
    drop = ctx.edit(removal(ctx.file.text, ctx.span(parameters)), "")
    fixes = [ctx.replacement(f"Write `{arm}(Slot {name})`", parameters, f"(Slot {name})")]
    if not items:
        fixes.insert(0, Fix("Remove the list", (drop,)))
    yield Finding(
        span=ctx.span(place),
        message=f"`{arm}` may name one thing, the slot that it is about: `{arm}(Slot name)`",
        hint="leave the list out to call it `slot`, or give the slot one name",
        fixes=tuple(fixes),
    )


RULE = Rule(
    code="workflow-breach-parameter", level=Level.ERROR, page="workflow-milestone", on=BreachParameter, check=check
)
