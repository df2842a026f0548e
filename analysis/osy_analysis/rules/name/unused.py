"""Something that is declared and never mentioned."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.problems.names import Unused
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: Unused) -> Iterator[Finding]:
    """Say what is never used; offer to remove it."""
    name = ctx.text(problem.name)
    match problem.kind:
        case "using":
            message, hint = f"nothing of `{name}` is used in this file", "remove the line"
        case "local":
            message, hint = f"`{name}` is never read", "remove it, or use it"
        case kind:
            message, hint = f"nothing calls the {kind} `{name}`", "remove it, or call it"
    yield Finding(span=ctx.span(problem.name), message=message, hint=hint, fixes=(_remove(ctx, problem, name),))


def _remove(ctx: Context, problem: Unused, name: str) -> Fix:
    return Fix(f"Remove `{name}`", (ctx.edit(removal(ctx.file.text, ctx.span(problem.node)), ""),))


RULE = Rule(code="name-unused", level=Level.HINT, on=Unused, check=check)
