"""A bare name that nothing in view has."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.names import UnknownName
from osy_analysis.repairs import change_to
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import nearest
from osy_grammar.span import Span


def check(ctx: Context, problem: UnknownName) -> Iterator[Finding]:
    """Say which name is unknown, and which was probably meant."""
    name = problem.name.text
    near = nearest(name, problem.known)
    what = "no function" if problem.is_called else "nothing"
    if near is not None:
        hint = f"did you mean `{near}`?"
    elif problem.is_called:
        hint = f"declare a function `{name}`, or add the `using` of the namespace that has it"
    else:
        hint = f"declare `{name}` before it is used, or correct its spelling"
    start = ctx.span(problem.name).start
    span = Span(start, start + len(name))
    yield Finding(
        span=span, message=f"{what} called `{name}` is in view here", hint=hint, fixes=change_to(ctx, span, near)
    )


RULE = Rule(code="name-unknown", level=Level.ERROR, on=UnknownName, check=check)
