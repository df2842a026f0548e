"""The ambient `slot` where no milestone is around."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import SlotOutside
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: SlotOutside) -> Iterator[Finding]:
    """Say where `slot` means something, and what to write here."""
    yield Finding(
        span=ctx.span(problem.name),
        message="`slot` is the slot of the milestone around it, and there is none here",
        hint="inside the workflow a slot has a name of its own, and from outside it is `Flow.For(row).Name`; a "
        "function can take it as a parameter of the type `Slot`",
    )


RULE = Rule(code="workflow-slot-outside", level=Level.ERROR, on=SlotOutside, check=check, page="workflow-slot")
