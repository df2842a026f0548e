"""A `subscribe` to, or a route for, an event that is not there."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.passes.bodies import CLOCK_ROUTES
from osy_analysis.problems.names import UnknownEvent
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import listing, nearest
from osy_grammar.nodes.workflow import Event, State, Terminal
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
    events = [item for item in items if isinstance(item, Event)]
    states = [item for item in items if isinstance(item, State | Terminal)]
    declaration = f"event {problem.name.text}();"
    if events:
        at = ctx.span(events[-1]).end
        new = f"{line}{indentation(text, ctx.span(events[-1]).start)}{declaration}"
    elif states:
        start = ctx.span(states[0]).start
        indent = indentation(text, start)
        at = start
        new = f"{declaration}{line}{line}{indent}"
        if text[line_start(text, start) : start].strip():
            new = f"{declaration} "
    else:
        at = ctx.span(items[0]).start
        new = f"{declaration}{line}{indentation(text, at) or INDENT}"
    return Fix(f"Add event `{problem.name.text}`", (ctx.edit(Span(at, at), new),))


RULE = Rule(code="name-unknown-event", level=Level.ERROR, page="workflow-event", on=UnknownEvent, check=check)
