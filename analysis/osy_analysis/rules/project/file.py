"""A manifest that says what cannot be; files and settings with faults are told where they are read."""

from collections.abc import Iterator
from typing import assert_never

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.problems.projects import KitCycle, ManifestFault, UsedTwice, WrongWord
from osy_analysis.rule import Context, Finding, Rule, related_place


def check(ctx: Context, problem: ManifestFault) -> Iterator[Finding]:
    """Say what the word, the `use` or the way should be."""
    match problem.fault:
        case WrongWord() as fault:
            yield _wrong_word(ctx, fault)
        case UsedTwice() as fault:
            yield _used_twice(ctx, fault)
        case KitCycle() as fault:
            yield _cycle(ctx, fault)
        case _ as never:
            assert_never(never)


def _wrong_word(ctx: Context, fault: WrongWord) -> Finding:
    return Finding(
        span=ctx.span(fault.word),
        message=f"a manifest has no `{fault.word.text}`",
        hint=f"did you mean `{fault.meant}`?",
        fixes=(ctx.replacement(f"Change to `{fault.meant}`", fault.word, fault.meant),),
    )


def _used_twice(ctx: Context, fault: UsedTwice) -> Finding:
    name = fault.use.package.name.text
    versions = [use.package.major for use in (fault.first, fault.use)]
    differ = "" if versions[0] == versions[1] else ", each time in another version"
    edit = ctx.edit(removal(ctx.file.text, ctx.span(fault.use)), "")
    return Finding(
        span=ctx.span(fault.use.package),
        message=f"`{name}` is used twice{differ}",
        hint="keep one of the two lines",
        related=(ctx.related(fault.first.package, f"`{name}` is used here already"),),
        fixes=(Fix(f"Remove this `use {name}`", (edit,)),),
    )


def _cycle(ctx: Context, fault: KitCycle) -> Finding:
    own, first, *further = fault.way
    if first == own:
        message = f"the package `{own}` uses itself"
    else:
        steps = ", which uses ".join(f"`{name}`" for name in further)
        message = f"`{own}` uses `{first}`, which uses {steps}: no package can be built before itself"
    return Finding(
        span=ctx.span(fault.package),
        message=message,
        hint="move what both need into a package of its own, or let a third one join the two with `completes`",
        related=tuple(related_place(place, "it goes on here") for place in fault.hops),
    )


RULE = Rule(code="project-file", level=Level.ERROR, page="language-manifest", on=ManifestFault, check=check)
