"""A `Name = value` that no place of a workflow knows, or not this one."""

from collections.abc import Iterator

from osy_analysis.braces import cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.clauses import UnknownClause
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import listing, nearest
from osy_grammar.language import clauses_of, words_at
from osy_grammar.language.model import Next


def check(ctx: Context, problem: UnknownClause) -> Iterator[Finding]:
    """Point at the name; suggest the near one."""
    name = problem.name.text
    known = [row.name for row in clauses_of(problem.place)]
    near = nearest(name, known)
    opens = any(row.text == name and Next.BRACE in row.before for row in words_at(problem.place))
    if near is not None:
        hint = f"did you mean `{near}`?"
    elif opens:
        hint = f"`{name}` opens braces: `{name} {{ … }}`"
    else:
        hint = f"what may be given a value there: {listing(known)}"
    fixes = [Fix(f"Remove `{name}`", (cut(ctx, problem.clause),))]
    if near is not None:
        fixes.insert(0, ctx.replacement(f"Change to `{near}`", problem.name, near))
    yield Finding(
        span=ctx.span(problem.name),
        message=f"{problem.owner} has no clause `{name}`",
        hint=hint,
        fixes=tuple(fixes),
    )


RULE = Rule(code="workflow-clause-unknown", level=Level.ERROR, on=UnknownClause, check=check)
