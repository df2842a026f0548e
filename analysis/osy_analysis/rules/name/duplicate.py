"""One name for two things of one kind."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.doubles import repairs
from osy_analysis.problems.base import Place
from osy_analysis.problems.names import DuplicateName
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: DuplicateName) -> Iterator[Finding]:
    """Point at the later declaration, with the first beside it."""
    name, first = problem.name.text, problem.first
    words = f"`{name}` is first declared here"
    related = related_place(first, words) if isinstance(first, Place) else ctx.related(first, words)
    yield Finding(
        span=ctx.span(problem.name),
        message=f"{problem.owner} already has {problem.kind} `{name}`",
        hint=f"give one of the two another name; {REASONS.get(problem.kind, 'a use of it could mean either')}",
        related=(related,),
        fixes=repairs(ctx, problem.name, first),
        page=PAGES.get(problem.kind),
    )


REASONS = {
    "a slot": "a slot is asked for by its name alone, in whatever state it stands",
    "a state": "a `goto` could mean either",
    "an event": "raising it could mean either",
}

PAGES = {
    "a slot": "workflow-subscribe",
    "a state": "workflow-state",
    "an event": "workflow-event",
}

RULE = Rule(code="name-duplicate", level=Level.ERROR, on=DuplicateName, check=check)
