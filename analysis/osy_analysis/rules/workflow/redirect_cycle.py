"""States whose `enter`s redirect into each other for ever."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.flow import RedirectCycle
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import listing

CODE = "workflow-redirect-cycle"


def check(ctx: Context, problem: RedirectCycle) -> Iterator[Finding]:
    """Point at the first `goto` of the cycle, with the others beside it."""
    first, *others = problem.gotos
    names = [state.name.text for state in problem.states]
    if len(names) == 1:
        what = f"the `enter {{ }}` of `{names[0]}` always redirects into `{names[0]}` itself"
    else:
        what = f"the `enter {{ }}`s of {listing(names)} always redirect into each other"
    fix = suppress_here(ctx, first, CODE)
    yield Finding(
        span=ctx.span(first),
        message=f"{what}: a run that gets there never settles, and the step that brought it is refused",
        hint="let one of them redirect on a condition only, or wait for something",
        related=tuple(ctx.related(goto, "and from here") for goto in others),
        fixes=() if fix is None else (fix,),
    )


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-enter-exit", on=RedirectCycle, check=check)
