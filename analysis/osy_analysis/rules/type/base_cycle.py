"""A type that is its own base."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.problems.types import BaseCycle
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Interface
from osy_grammar.span import Span


def check(ctx: Context, problem: BaseCycle) -> Iterator[Finding]:
    """Show the whole way around, and offer to leave the base out."""
    name = problem.name.text
    between = ", which is one of ".join(f"`{each}`" for each, _ in problem.ways)
    way = f"`{name}` is one of {between}, which is one of `{name}` again" if between else f"`{name}` names itself"
    yield Finding(
        span=ctx.span(problem.base),
        message=f"`{name}` cannot be its own base: {way}",
        hint="leave out one of the bases",
        related=tuple(related_place(place, f"`{each}` is on the way") for each, place in problem.ways),
        fixes=(Fix(f"Leave the base `{ctx.text(problem.base)}` out", (_without(ctx, problem.base),)),),
    )


def _without(ctx: Context, base: Node) -> Edit:
    """Cut the base with the comma beside it, or with the colon if it is the only one."""
    declaration, text = ctx.item.node, ctx.item.chunk.text
    bases = declaration.bases if isinstance(declaration, Class | Interface) else (base,)
    index = next(i for i, each in enumerate(bases) if each is base)
    if len(bases) == 1:
        head = text[: base.start].rstrip().removesuffix(":").rstrip()
        start, end = len(head), base.end
    elif index == 0:
        start, end = base.start, bases[1].start
    else:
        start, end = bases[index - 1].end, base.end
    return ctx.edit(Span(ctx.item.start + start, ctx.item.start + end), "")


RULE = Rule(code="type-base-cycle", level=Level.ERROR, on=BaseCycle, check=check)
