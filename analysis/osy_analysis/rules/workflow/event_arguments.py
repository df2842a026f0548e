"""A `subscribe` or an `on` with another list than its event's."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.events import EventArguments
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.workflow import Route


def check(ctx: Context, problem: EventArguments) -> Iterator[Finding]:
    """Point at the first type that differs, or at the list; offer the event's."""
    event = problem.event
    declared = f"event {event.name.text}{ctx.text(event.parameters)}"
    if problem.position is None:
        given, wanted = len(problem.parameters.items), len(event.parameters.items)
        span = ctx.span(problem.parameters)
        message = f"`{event.name.text}` brings {_count(wanted)}, and this list has {given}"
    else:
        own, theirs = problem.parameters.items[problem.position], event.parameters.items[problem.position]
        span = ctx.span(own.type)
        message = f"`{event.name.text}` brings `{ctx.text(theirs)}` here, and not a `{ctx.text(own.type)}`"
    yield Finding(
        span=span,
        message=message,
        hint="repeat the event's types in their order, under any names, or leave the list out",
        related=(ctx.related(event.parameters, f"`{declared}` is declared here"),),
        fixes=(_repeat(ctx, problem),),
        page="workflow-route" if isinstance(problem.item, Route) else None,
    )


def _count(number: int) -> str:
    return {0: "nothing", 1: "one value"}.get(number, f"{number} values")


def _repeat(ctx: Context, problem: EventArguments) -> Fix:
    """The event's list, with the names that the body knows where a place has one."""
    ours, theirs = problem.parameters.items, problem.event.parameters.items
    names = [one.name.text for one in ours[: len(theirs)]]
    names += [one.name.text for one in theirs[len(names) :]]
    if len(set(names)) < len(names):
        names = [one.name.text for one in theirs]
    listed = ", ".join(f"{ctx.text(one.type)} {name}" for one, name in zip(theirs, names, strict=True))
    return ctx.replacement(f"Repeat the parameters of `{problem.event.name.text}`", problem.parameters, f"({listed})")


RULE = Rule(
    code="workflow-event-arguments", level=Level.ERROR, page="workflow-subscribe", on=EventArguments, check=check
)
