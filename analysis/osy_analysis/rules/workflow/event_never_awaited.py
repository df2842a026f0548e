"""An event that nothing waits for."""

from collections.abc import Iterator
from functools import lru_cache

from osy_analysis.braces import behind, cut
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.events import EventNeverAwaited
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.workflow import Event, Workflow


def check(ctx: Context, problem: EventNeverAwaited) -> Iterator[Finding]:
    """Point at the name; offer a route that hears it in every state."""
    name = problem.event.name.text
    remove = Fix(f"Remove event `{name}`", (cut(ctx, problem.event),))
    yield Finding(
        span=ctx.span(problem.event.name),
        message=f"nothing in workflow `{problem.workflow.name.text}` waits for event `{name}`",
        hint=f"hear it with `on {name} {{ … }}` or `subscribe {name}() as …;`, or remove it",
        fixes=(_route(ctx, problem), remove),
    )


def _route(ctx: Context, problem: EventNeverAwaited) -> Fix:
    """An empty route behind the last event."""
    name = problem.event.name.text
    parameters = ctx.text(problem.event.parameters) if problem.event.parameters.items else ""
    return Fix(f"Add `on {name}`", (behind(ctx, _last(problem.workflow), f"on {name}{parameters} {{ }}"),))


@lru_cache(maxsize=1)
def _last(workflow: Workflow) -> Event:
    """The last event; remembered, since one edit can leave hundreds of events unheard."""
    return next(item for item in reversed(workflow.items) if isinstance(item, Event))


RULE = Rule(
    code="workflow-event-never-awaited", level=Level.HINT, page="workflow-event", on=EventNeverAwaited, check=check
)
