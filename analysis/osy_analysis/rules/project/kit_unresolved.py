"""A kit that is used and cannot be found."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.projects import UnresolvedKit
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: UnresolvedKit) -> Iterator[Finding]:
    """Say what that means: names that may come from the kit are not checked."""
    name = problem.package.name.text
    yield Finding(
        span=ctx.span(problem.package),
        message=(
            f"the kit `{name}` is not among the packages around this project, "
            "so no name that may come from it is checked"
        ),
        hint=f"put the folder with the `package {name} {{ }}` block into the repository, or check it along with this",
    )


RULE = Rule(code="project-kit-unresolved", level=Level.HINT, page="language-manifest", on=UnresolvedKit, check=check)
