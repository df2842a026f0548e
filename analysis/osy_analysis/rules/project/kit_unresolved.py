"""A kit that is used and cannot be found, or is found more than once."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level, Related
from osy_analysis.problems.projects import UnresolvedKit
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.span import Span


def check(ctx: Context, problem: UnresolvedKit) -> Iterator[Finding]:
    """Say what that means: names that may come from the kit are not checked, or those of one of the two are taken."""
    name = problem.package.name.text
    if problem.manifests:
        first, *others = problem.manifests
        yield Finding(
            span=ctx.span(problem.package),
            message=f"{len(problem.manifests)} packages around here are called `{name}`, and the nearest one is used",
            hint="keep one of them, or give the other one a name of its own",
            related=(
                Related(first, Span(0, 0), f"this `{name}` is used"),
                *(Related(path, Span(0, 0), f"this `{name}` is not") for path in others),
            ),
        )
        return
    yield Finding(
        span=ctx.span(problem.package),
        message=(
            f"the kit `{name}` is not among the packages around this project, "
            "so no name that may come from it is checked"
        ),
        hint=f"put the folder with the `package {name} {{ }}` block into the repository, or check it along with this",
    )


RULE = Rule(code="project-kit-unresolved", level=Level.HINT, page="language-manifest", on=UnresolvedKit, check=check)
