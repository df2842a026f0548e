"""An answer of another machine that is used, or dropped, before anything asked whether the call worked."""

from collections.abc import Iterator

from osy_analysis.asking import ask_first
from osy_analysis.diagnostic import Level
from osy_analysis.problems.reliability import UncheckedAnswer
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule, related_place

CODE = "reliability-http-result-unchecked"


def check(ctx: Context, problem: UncheckedAnswer) -> Iterator[Finding]:
    """Say what becomes of the answer, and why no `try` helps."""
    related = []
    if problem.made is not None:
        related.append(related_place(problem.made, f"`{problem.what}` hands on the answer of `{problem.made_what}`"))
    if problem.read is not None:
        related.append(related_place(problem.read, "the answer is used here"))
        became = f"used (`{problem.read_what}`)"
    else:
        became = "dropped"
    fixes = (ask_first(ctx, problem.use, problem.what), suppress_here(ctx, problem.call, CODE))
    yield Finding(
        span=ctx.span(problem.call),
        message=(
            f"the answer of `{problem.what}` is {became} before anything asks whether the call worked: "
            "a refusal such as 404 comes back like any other answer, and no `try` catches it"
        ),
        hint="test it first: `if (!answer.IsSuccess) { throw new ExternalServiceException(…); }`",
        related=tuple(related),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-network", on=UncheckedAnswer, check=check)
