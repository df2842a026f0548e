"""A clause or a body that stands twice in one place."""

from collections.abc import Iterator

from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.clauses import RepeatedClause
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: RepeatedClause) -> Iterator[Finding]:
    """Point at the later one, with the first beside it."""
    name = problem.name.text
    drop = Fix(f"Remove the second `{name}`", (cut(ctx, problem.item),))
    yield Finding(
        span=ctx.span(problem.name),
        message=f"{problem.owner} already has `{name}`",
        hint="one of the two would go unheard; keep one, or join them",
        related=(ctx.related(problem.first, f"the first `{name}` is here"),),
        fixes=(drop,),
    )


RULE = Rule(code="workflow-clause-repeated", level=Level.ERROR, on=RepeatedClause, check=check)
