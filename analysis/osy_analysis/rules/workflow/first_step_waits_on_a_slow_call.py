"""The first step of a workflow that starts itself waits for an answer from outside."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import indentation, newline
from osy_analysis.problems.reliability import SlowFirstStep
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_grammar.nodes.statements import Goto
from osy_grammar.nodes.workflow import Clock, Route, State, Workflow
from osy_grammar.span import Span
from osy_grammar.walk import walk

CODE = "workflow-first-step-waits-on-a-slow-call"
CLOCK = "Expire { Within = TimeSpan.Zero; Accrues = false; }"


def check(ctx: Context, problem: SlowFirstStep) -> Iterator[Finding]:
    """Say which call the commit waits for, and how to put it behind the commit."""
    way = f"reaches `{problem.chain[-1].what}`, which leaves the process" if problem.chain else "leaves the process"
    fixes = (_by_clock(ctx, problem), suppress_here(ctx, problem.call, CODE))
    yield Finding(
        span=ctx.span(problem.call),
        message=(
            f"`{problem.what}` {way}, and {problem.body} is part of this workflow's first step: the commit that makes "
            "the row waits for the answer"
        ),
        hint=f"let a clock that is due at once make the call after the commit: `{CLOCK} on Expire {{ … }}`",
        related=tuple(related_place(hop.place, f"`{hop.caller}` calls `{hop.what}`") for hop in problem.chain),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


def _by_clock(ctx: Context, problem: SlowFirstStep) -> Fix | None:
    """Make the `enter` the route of a clock; not in a state that has one, nor where `enter` decides where to settle."""
    body, workflow = problem.item, ctx.item.node
    if body is None or not isinstance(workflow, Workflow):
        return None
    around = (item for item in workflow.items if isinstance(item, State) and body in item.items)
    items = next((state.items for state in around), ())
    has_clock = any(
        isinstance(item, Clock) or (isinstance(item, Route) and item.name.text == "Expire") for item in items
    )
    if has_clock or any(isinstance(node, Goto) for node in walk(body)):
        return None
    text, start = ctx.file.text, ctx.span(body).start
    keyword = ctx.span(body.keyword)
    line = f"{newline(text)}{indentation(text, start)}"
    edit = ctx.edit(Span(start, keyword.end), f"{CLOCK}{line}on Expire")
    return Fix("Run this by a clock that is due at once, after the commit", (edit,))


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-expire", on=SlowFirstStep, check=check)
