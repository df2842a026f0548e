"""A type that nothing in view declares."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.names import UnknownType
from osy_analysis.repairs import change_to
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import nearest


def check(ctx: Context, problem: UnknownType) -> Iterator[Finding]:
    """Say which type is unknown, and which was probably meant."""
    name, span = problem.name.text, ctx.span(problem.name)
    near = nearest(name, problem.known)
    hint = f"did you mean `{near}`?" if near else "declare it, or add the `using` of the namespace that has it"
    yield Finding(
        span=span, message=f"no type called `{name}` is in view here", hint=hint, fixes=change_to(ctx, span, near)
    )


RULE = Rule(code="name-unknown-type", level=Level.ERROR, on=UnknownType, check=check)
