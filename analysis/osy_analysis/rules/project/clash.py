"""One thing declared in two files."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.doubles import repairs
from osy_analysis.paths import shown_path
from osy_analysis.problems.names import Clash
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: Clash) -> Iterator[Finding]:
    """Point at the later declaration, with the first beside it."""
    name, first = problem.name.text, problem.first
    where = f" in namespace `{problem.namespace}`" if problem.namespace else ""
    yield Finding(
        span=ctx.span(problem.name),
        message=f"{problem.kind} `{name}`{where} is declared in `{shown_path(first.path)}` already",
        hint="give one of the two another name or another namespace, or keep one of them",
        related=(related_place(first, f"`{name}` is first declared here"),),
        fixes=repairs(ctx, problem.name, first),
    )


RULE = Rule(code="project-clash", level=Level.ERROR, on=Clash, check=check)
