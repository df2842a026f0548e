"""A test that takes something, or gives something back."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.tests import TestSignature
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: TestSignature) -> Iterator[Finding]:
    """Point at the parameters, or at the type."""
    test = problem.test
    if test.parameters.items:
        yield Finding(
            span=ctx.span(test.parameters),
            message=f"the test `{test.name.text}` has parameters, and nobody hands anything to a test",
            hint="make what it needs in its body or in a fixture",
            fixes=(ctx.replacement("Remove the parameters", test.parameters, "()"),),
        )
    if problem.returns:
        yield Finding(
            span=ctx.span(test.type),
            message=f"the test `{test.name.text}` gives a `{ctx.text(test.type)}` back, and nobody reads it",
            hint="a test is `void`: assert what the value must be",
            fixes=(ctx.replacement("Change to `void`", test.type, "void"),),
        )


RULE = Rule(code="test-signature", level=Level.ERROR, on=TestSignature, check=check, page="test-fixture")
