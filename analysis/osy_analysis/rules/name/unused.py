"""Something that is declared and never mentioned."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.problems.names import Unused
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.expressions import Assignment, Call, New, Step
from osy_grammar.nodes.statements import Local


def check(ctx: Context, problem: Unused) -> Iterator[Finding]:
    """Say what is never used; offer to remove it, keeping what its value does."""
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
    node = problem.node
    if isinstance(node, Local) and isinstance(node.value, Call | New | Assignment | Step):
        return ctx.replacement(f"Remove `{name}` and keep its value's effect", node, f"{ctx.text(node.value)};")
    return Fix(f"Remove `{name}`", (ctx.edit(removal(ctx.file.text, ctx.span(node)), ""),))


RULE = Rule(code="name-unused", level=Level.HINT, on=Unused, check=check, page="language-declarations")
