"""`Retries` where people answer."""

from collections.abc import Iterator

from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.milestones import RetriesOnHumanSlot
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: RetriesOnHumanSlot) -> Iterator[Finding]:
    """Point at the clause."""
    slot = problem.slot.slot
    yield Finding(
        span=ctx.span(problem.retries),
        message=f"`Retries` on `{slot.text}` offers it again to the same people on the same terms",
        hint="it has `Candidates`, so people answer it: say in a breach arm whom to ask next, and when to give up",
        related=(ctx.related(slot, f"`{slot.text}` is a pool slot"),),
        fixes=(Fix("Remove `Retries`", (cut(ctx, problem.retries),)),),
    )


RULE = Rule(
    code="workflow-retries-on-human-slot", level=Level.HINT, page="workflow-retries", on=RetriesOnHumanSlot, check=check
)
