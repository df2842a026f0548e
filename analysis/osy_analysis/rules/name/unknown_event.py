"""A `subscribe` to, or a route for, an event that is not there."""

from collections.abc import Iterator
from functools import lru_cache

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.passes.bodies import CLOCK_ROUTES
from osy_analysis.problems.names import UnknownEvent
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import listing, nearest
from osy_grammar.nodes.workflow import Event, State, Terminal, Workflow
from osy_grammar.span import Span


def check(ctx: Context, problem: UnknownEvent) -> Iterator[Finding]:
    """Say which name is unknown and what could stand there; offer the near one, or a new event."""
    name, workflow = problem.name.text, problem.workflow.name.text
    near = nearest(name, problem.known)
    fixes = [_declare(ctx, problem)]
    if near is not None:
        hint = f"did you mean `{near}`?"
        fixes.insert(0, ctx.replacement(f"Change to `{near}`", problem.name, near))
    elif problem.keyword == "on":
        hint = f"`on` names a slot, an event, {listing(CLOCK_ROUTES)}; declare `event {name}();` to add one"
    else:
        hint = f"declare `event {name}();` in the workflow"
    if problem.keyword == "on":
        message = f"workflow `{workflow}` has no event or slot `{name}` for `on` to hear"
    else:
        message = f"workflow `{workflow}` has no event `{name}` to subscribe to"
    page = "workflow-route" if problem.keyword == "on" else "workflow-subscribe"
    yield Finding(span=ctx.span(problem.name), message=message, hint=hint, fixes=tuple(fixes), page=page)


def _declare(ctx: Context, problem: UnknownEvent) -> Fix:
    """Add the event after the workflow's last one, else before its first state."""
    text, items = ctx.file.text, problem.workflow.items
    line = newline(text)
    last_event, first_state = _landmarks(problem.workflow)
    declaration = f"event {problem.name.text}();"
    if last_event is not None:
        at = ctx.span(last_event).end
        new = f"{line}{indentation(text, ctx.span(last_event).start)}{declaration}"
    elif first_state is not None:
        start = ctx.span(first_state).start
        indent = indentation(text, start)
        at = start
        new = f"{declaration}{line}{line}{indent}"
        if text[line_start(text, start) : start].strip():
            new = f"{declaration} "
    else:
        at = ctx.span(items[0]).start
        new = f"{declaration}{line}{indentation(text, at) or INDENT}"
    return Fix(f"Add event `{problem.name.text}`", (ctx.edit(Span(at, at), new),))


@lru_cache(maxsize=1)
def _landmarks(workflow: Workflow) -> tuple[Event | None, State | Terminal | None]:
    """The last event and the first state; remembered, since one edit can make hundreds of routes name nothing."""
    last_event = next((item for item in reversed(workflow.items) if isinstance(item, Event)), None)
    first_state = next((item for item in workflow.items if isinstance(item, State | Terminal)), None)
    return last_event, first_state


RULE = Rule(code="name-unknown-event", level=Level.ERROR, page="workflow-event", on=UnknownEvent, check=check)
