"""A `Tracks` that names no field of an entity."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.tracking import TracksUnknown
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import nearest


def check(ctx: Context, problem: TracksUnknown) -> Iterator[Finding]:
    """Point at the part that says nothing; suggest the near name."""
    near = nearest(problem.name.rpartition(".")[2], problem.known) if problem.name else None
    fixes = () if near is None else (ctx.replacement(f"Change to `{near}`", problem.node, near),)
    yield Finding(
        span=ctx.span(problem.node),
        message=_message(ctx, problem),
        hint=f"did you mean `{near}`?" if near is not None else "write `Tracks = Entity.Field;`",
        fixes=fixes,
    )


def _message(ctx: Context, problem: TracksUnknown) -> str:
    name, owner, found = problem.name, problem.owner, problem.found
    if owner is not None:
        tail = f": it is a {found.kind.value} of it" if found is not None else ""
        return f"entity `{owner.name}` has no field `{name}` to track{tail}"
    if found is not None:
        return f"`{name}` is no entity to track but a {found.kind.value}"
    if name:
        return f"there is no entity `{name}` to track"
    return f"`{ctx.text(problem.node)}` names no field: `Tracks` needs an entity and one of its fields"


RULE = Rule(code="workflow-tracks-unknown", level=Level.ERROR, page="workflow-tracks", on=TracksUnknown, check=check)
