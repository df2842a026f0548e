"""A clock of a state or a run that nothing hears."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import indentation, line_start, newline
from osy_analysis.problems.flow import ClockWithoutRoute
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.language.model import Place
from osy_grammar.span import Span

CODE = "workflow-expire-without-route"


def check(ctx: Context, problem: ClockWithoutRoute) -> Iterator[Finding]:
    """Say that nothing comes of the clock; offer an empty route."""
    keyword = problem.clock.keyword.text
    where = "in the workflow" if problem.state is None else f"in `{problem.state.name.text}` or at workflow scope"
    fixes = (_add_route(ctx, problem), suppress_here(ctx, problem.clock, CODE))
    yield Finding(
        span=ctx.span(problem.clock.keyword),
        message=f"nothing happens when this `{keyword}` is due: there is no `on {keyword}` {where}",
        hint=f"add `on {keyword} {{ … }}`, or remove the clock",
        fixes=tuple(fix for fix in fixes if fix is not None),
        page="workflow-deadline" if keyword == Place.DEADLINE else None,
    )


def _add_route(ctx: Context, problem: ClockWithoutRoute) -> Fix:
    """Put a route behind the clock: on a line of its own if the clock has one."""
    text, span = ctx.file.text, ctx.span(problem.clock)
    keyword = problem.clock.keyword.text
    is_alone = not text[line_start(text, span.start) : span.start].strip()
    before = f"{newline(text)}{indentation(text, span.start)}" if is_alone else " "
    return Fix(f"Add `on {keyword}`", (ctx.edit(Span(span.end, span.end), f"{before}on {keyword} {{ }}"),))


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-expire", on=ClockWithoutRoute, check=check)
