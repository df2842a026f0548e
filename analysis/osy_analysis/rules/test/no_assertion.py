"""A test that asks nothing."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.tests import TestWithoutAssertion
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: TestWithoutAssertion) -> Iterator[Finding]:
    """Say that it can hardly fail."""
    name = problem.test.name
    yield Finding(
        span=ctx.span(name),
        message=f"the test `{name.text}` passes whatever happens: neither it nor what it calls asserts anything",
        hint="say with `Assert` what must be true at its end",
    )


RULE = Rule(code="test-no-assertion", level=Level.WARNING, on=TestWithoutAssertion, check=check, page="test-assert")
