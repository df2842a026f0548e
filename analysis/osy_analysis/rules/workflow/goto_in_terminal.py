"""A `goto` in the `enter` or `exit` of a terminal."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import GotoInTerminal
from osy_analysis.repairs import remove_goto
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: GotoInTerminal) -> Iterator[Finding]:
    """A run that has ended goes nowhere."""
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"the `{problem.keyword.text} {{ }}` of terminal `{problem.terminal.name.text}` may not `goto`: "
            "the run ends here, and an ended run goes nowhere"
        ),
        hint=(f"make `{problem.terminal.name.text}` a plain `state`, or decide before the run gets here"),
        fixes=(remove_goto(ctx, problem.goto, problem.parent),),
    )


RULE = Rule(
    code="workflow-goto-in-terminal", level=Level.ERROR, page="workflow-terminal", on=GotoInTerminal, check=check
)
