"""A state that runs never leave, though it is no terminal."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.flow import DeadEnd
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.workflow import Body

CODE = "workflow-dead-end"


def check(ctx: Context, problem: DeadEnd) -> Iterator[Finding]:
    """Say that a run stays there; offer to let it end there."""
    name = problem.state.name.text
    fixes = (_end(ctx, problem), suppress_here(ctx, problem.state, CODE))
    again = ", only back into it" if problem.returning else ""
    yield Finding(
        span=ctx.span(problem.state.name),
        message=f"nothing leads out of `{name}`{again}: a run that gets there stays there for good",
        hint=f"if runs end there, declare `terminal success {name}`; else let something in it `goto` another state",
        related=tuple(ctx.related(goto, f"this enters `{name}` again") for goto in problem.returning),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


def _end(ctx: Context, problem: DeadEnd) -> Fix | None:
    """Make it a terminal, where it has nothing that a terminal cannot have."""
    state = problem.state
    if problem.returning or not all(isinstance(item, Body) and item.keyword.text == "enter" for item in state.items):
        return None
    return ctx.replacement(f"Let runs end in `{state.name.text}`", state.keyword, "terminal success")


RULE = Rule(code=CODE, level=Level.HINT, page="workflow-terminal", on=DeadEnd, check=check)
