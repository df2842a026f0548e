"""A milestone or a clock that nobody says how long it lasts."""

from collections.abc import Iterator

from osy_analysis.braces import as_first
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import WithinMissing
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.workflow import Clock

SPAN = "TimeSpan.FromDays(1)"


def check(ctx: Context, problem: WithinMissing) -> Iterator[Finding]:
    """Point at the word of the milestone or clock; offer a span to change."""
    owner, slot = problem.owner, problem.slot
    keyword = owner.keyword.text
    where = "" if isinstance(owner, Clock) else ", and no state or workflow around it gives one"
    message = f"`{keyword}` does not say how much time there is: it has no `Within`{where}"
    if slot is not None:
        message = f"slot `{slot.slot.text}` gets `{keyword}` from here without a `Within`"
    edit = as_first(ctx, owner, f"Within = {SPAN};")
    yield Finding(
        span=ctx.span(owner.keyword),
        message=message,
        hint="add `Within = …;` with a `TimeSpan`",
        related=() if slot is None else (ctx.related(slot.slot, "this slot says none of its own"),),
        fixes=() if edit is None else (Fix(f"Add `Within = {SPAN};`", (edit,)),),
    )


RULE = Rule(code="workflow-within-missing", level=Level.ERROR, page="workflow-within", on=WithinMissing, check=check)
