"""A bracket or a quote that is never closed."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.syntax import Unclosed
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.rules.syntax.error import finding


def check(ctx: Context, problem: Unclosed) -> Iterator[Finding]:
    """Point at the opener."""
    yield finding(ctx, problem.fault)


RULE = Rule(code="syntax-unclosed", level=Level.ERROR, on=Unclosed, check=check)
