"""A body that nobody called reaches the network through what it calls, with no `try` on the way."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.enclosing import guard
from osy_analysis.problems.reliability import UnguardedReach
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule, related_place

CODE = "reliability-reaches-the-network-unguarded"


def check(ctx: Context, problem: UnguardedReach) -> Iterator[Finding]:
    """Say where the way ends; the related places are the hops of the chain."""
    out = problem.chain[-1]
    fixes = (guard(ctx, problem.use, problem.what, problem.run_in_place), suppress_here(ctx, problem.call, CODE))
    yield Finding(
        span=ctx.span(problem.call),
        message=(
            f"`{problem.what}` reaches `{out.what}`, which leaves the process, and nothing between it and "
            f"{problem.body} catches a failure: nobody called this body, so it would be run again from the top"
        ),
        hint=(
            f"write one `try` where the failure means something: around `{out.what}` in `{out.caller}`, "
            "or around this call"
        ),
        related=tuple(related_place(hop.place, f"`{hop.caller}` calls `{hop.what}`") for hop in problem.chain),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-network", on=UnguardedReach, check=check)
