"""A token that cannot stand where it does."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level, Related
from osy_analysis.problems.syntax import SyntaxFault
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.span import Span
from osy_grammar.tree import SyntaxProblem


def check(ctx: Context, problem: SyntaxFault) -> Iterator[Finding]:
    """Tell the parser's words."""
    yield finding(ctx, problem.fault)


def finding(ctx: Context, fault: SyntaxProblem) -> Finding:
    """The parser's words at their place in the file, with the repair that it suggests."""
    start = ctx.item.start
    related = tuple(
        Related(ctx.path, Span(start + place.start, start + place.end), place.message) for place in fault.related
    )
    fixes: tuple[Fix, ...] = ()
    if fault.missing is not None:
        at = start + fault.insert_at
        fixes = (Fix(f"Insert `{fault.missing.strip()}`", (ctx.edit(Span(at, at), fault.missing),)),)
    return Finding(
        span=Span(start + fault.start, start + fault.end), message=fault.message, related=related, fixes=fixes
    )


RULE = Rule(code="syntax-error", level=Level.ERROR, on=SyntaxFault, check=check)
