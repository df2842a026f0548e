"""An `exit` where runs end."""

from collections.abc import Iterator

from osy_analysis.braces import as_last, cut, reindented
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.clauses import ExitOnTerminal
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: ExitOnTerminal) -> Iterator[Finding]:
    """Point at the word; offer to let the work be done on arrival."""
    name = problem.terminal.name.text
    move = _move(ctx, problem)
    yield Finding(
        span=ctx.span(problem.exit.keyword),
        message=f"this `exit` never runs: a run ends in terminal `{name}` and does not leave it",
        hint="do the work in `enter { }`, which runs as the run finishes",
        fixes=() if move is None else (move,),
    )


def _move(ctx: Context, problem: ExitOnTerminal) -> Fix | None:
    """Make it the `enter`, or put its statements behind those of the `enter` that is there."""
    if problem.enter is None:
        return ctx.replacement("Make it `enter`", problem.exit.keyword, "enter")
    statements = problem.exit.block.statements
    if not statements:
        return Fix("Remove `exit`", (cut(ctx, problem.exit),))
    edits = [cut(ctx, problem.exit)]
    edit = as_last(ctx, problem.enter.block, "\n".join(reindented(ctx, statement) for statement in statements))
    if edit is None:
        return None
    return Fix("Move it into `enter`", (*edits, edit))


RULE = Rule(
    code="workflow-exit-on-terminal", level=Level.WARNING, page="workflow-terminal", on=ExitOnTerminal, check=check
)
