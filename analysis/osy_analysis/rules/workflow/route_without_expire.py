"""A route for a clock that is not there."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import INDENT, indentation, line_start, newline, removal
from osy_analysis.problems.flow import RouteWithoutClock
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.language.model import Place
from osy_grammar.nodes.workflow import Clause
from osy_grammar.span import Span

CODE = "workflow-route-without-expire"


def check(ctx: Context, problem: RouteWithoutClock) -> Iterator[Finding]:
    """Say that the route never runs; offer the clock, or to drop the route."""
    keyword = problem.route.name.text
    if keyword == Place.DEADLINE:
        missing = f"the workflow has no `{keyword}`"
    elif problem.state is not None:
        missing = f"`{problem.state.name.text}` has no `{keyword}`"
    else:
        missing = f"no state has an `{keyword}`"
    remove = Fix(f"Remove `on {keyword}`", (ctx.edit(removal(ctx.file.text, ctx.span(problem.route)), ""),))
    fixes = (_add_clock(ctx, problem), remove, suppress_here(ctx, problem.route, CODE))
    yield Finding(
        span=ctx.span(problem.route.name),
        message=f"`on {keyword}` never runs: {missing}",
        hint=f"add `{keyword} {{ Within = …; }}`, or remove the route",
        fixes=tuple(fix for fix in fixes if fix is not None),
        page="workflow-deadline" if keyword == Place.DEADLINE else None,
    )


def _add_clock(ctx: Context, problem: RouteWithoutClock) -> Fix | None:
    """Put the clock before the route, or a `Deadline` behind the workflow's clauses; a day is as good as any span."""
    keyword = problem.route.name.text
    clock = f"{keyword} {{ Within = TimeSpan.FromDays(1); }}"
    title = f"Add `{clock}`"
    text = ctx.file.text
    if keyword == Place.DEADLINE:
        clauses = [item for item in problem.workflow.items if isinstance(item, Clause)]
        if not clauses:
            return None
        end = ctx.span(clauses[-1]).end
        indent = indentation(text, ctx.span(problem.workflow.name).start) + INDENT
        return Fix(title, (ctx.edit(Span(end, end), f"{newline(text)}{indent}{clock}"),))
    if problem.state is None:
        return None
    start = ctx.span(problem.route).start
    is_alone = not text[line_start(text, start) : start].strip()
    after = f"{newline(text)}{indentation(text, start)}" if is_alone else " "
    return Fix(title, (ctx.edit(Span(start, start), f"{clock}{after}"),))


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-expire", on=RouteWithoutClock, check=check)
