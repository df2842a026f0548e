"""`this.Item` or `actor` outside workflows."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.workflow import ItemOutside
from osy_analysis.rule import Context, Finding, Rule

MEANINGS = {
    "this.Item": ("the row that a workflow drives", "hand the row to the function as a parameter", "workflow-item"),
    "actor": (
        "the one who raised the event of a workflow",
        "hand the person to the function as a parameter; elsewhere `Session.CurrentUser` is who is signed in",
        "workflow-actor",
    ),
}


def check(ctx: Context, problem: ItemOutside) -> Iterator[Finding]:
    """Say what the word means in a workflow, and what to write here."""
    meaning, hint, page = MEANINGS[problem.word]
    yield Finding(
        span=ctx.span(problem.node),
        message=f"`{problem.word}` is {meaning}, and no workflow is around it",
        hint=hint,
        page=page,
    )


RULE = Rule(code="workflow-item-outside", level=Level.ERROR, on=ItemOutside, check=check, page="workflow-item")
