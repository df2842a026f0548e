"""A call that leaves the process, in a body that nobody called, with no `try`."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.enclosing import guard
from osy_analysis.problems.reliability import UnguardedCall
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule

CODE = "reliability-outbound-call-unguarded"


def check(ctx: Context, problem: UnguardedCall) -> Iterator[Finding]:
    """Say which call leaves which body, and what happens when it fails."""
    fixes = (guard(ctx, problem.use, problem.what, problem.run_in_place), suppress_here(ctx, problem.call, CODE))
    yield Finding(
        span=ctx.span(problem.call),
        message=(
            f"`{problem.what}` leaves the process from {problem.body} with no `try` around it: nobody called this "
            "body, so when the call fails the whole body is run again from the top"
        ),
        hint="catch the failure where you know what it means: `try { … } catch (Exception e) { Log.Error(e, …); }`",
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-network", on=UnguardedCall, check=check)
