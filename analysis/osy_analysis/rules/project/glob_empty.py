"""A glob that matches nothing."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.projects import EmptyGlob
from osy_analysis.rule import Context, Finding, Rule

_WHAT = {"model": "no source belongs to the project by it", "tests": "no test is found by it"}


def check(ctx: Context, problem: EmptyGlob) -> Iterator[Finding]:
    """Say what is not there."""
    yield Finding(
        span=ctx.span(problem.value),
        message=f"{problem.value.text} matches no file, so {_WHAT.get(problem.word, 'no data is read by it')}",
        hint="a glob counts from the manifest's folder: `**` stands for any folders, `*` for a part of one name",
    )


RULE = Rule(code="project-glob-empty", level=Level.WARNING, page="language-manifest", on=EmptyGlob, check=check)
