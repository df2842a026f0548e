"""A policy that a kit leaves to the app, and that the app does not define."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.projects import UndefinedPolicy
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: UndefinedPolicy) -> Iterator[Finding]:
    """Say whose policy it is and what to write."""
    declaration = problem.policy.item.node
    name = problem.policy.item.chunk.text[problem.policy.node.start : problem.policy.node.end]
    parameters = getattr(declaration, "parameters", None)
    listed = problem.policy.item.chunk.text[parameters.start : parameters.end] if parameters is not None else ""
    yield Finding(
        span=ctx.span(problem.name),
        message=f"`{problem.name.text}` uses the kit `{problem.kit}`, which leaves the policy `{name}` to the app, "
        "and nothing defines it",
        hint=f"write `policy {name}{listed} => …;` in a file of the app",
        related=(related_place(problem.policy, f"`{problem.kit}` declares `{name}` without a condition"),),
    )


RULE = Rule(
    code="project-policy-undefined", level=Level.ERROR, page="language-security", on=UndefinedPolicy, check=check
)
