"""A call that hands over an argument too many, too few, or one under an unknown name."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level, Related
from osy_analysis.problems.types import WrongArguments
from osy_analysis.repairs import change_to
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.wording import listing, nearest
from osy_grammar.language.model import MemberFact
from osy_grammar.language.signatures import signature_of


def check(ctx: Context, problem: WrongArguments) -> Iterator[Finding]:
    """Point at the argument, or at the brackets, and say what the function takes."""
    span = ctx.span(problem.at)
    if problem.unknown is not None:
        near = nearest(problem.unknown.text, problem.known)
        yield Finding(
            span=span,
            message=f"`{problem.name}` has no parameter `{problem.unknown.text}`",
            hint=f"did you mean `{near}`?" if near else f"its parameters are: {listing(problem.known)}",
            related=tuple(_declared(ctx, problem)),
            fixes=change_to(ctx, span, near),
        )
        return
    counts = sorted({count for function in problem.functions for count in _counts(function)})
    takes = _numbers(counts) if counts else "other arguments"
    yield Finding(
        span=span,
        message=f"`{problem.name}` takes {takes}, and this call hands over {_number(problem.given)}",
        hint=_hint(problem),
        related=tuple(_declared(ctx, problem)),
    )


def _counts(function: Definition | MemberFact) -> Iterator[int]:
    if isinstance(function, Definition):
        items = function.parameters.items if function.parameters is not None else ()
        required = sum(1 for item in items if item.default is None and not item.is_params)
        yield from range(required, len(items) + 1)
    else:
        parameters = signature_of(function).parameters or ()
        required = sum(1 for one in parameters if not one.has_default and not one.is_params)
        yield from range(required, len(parameters) + 1)


def _number(count: int) -> str:
    return {0: "none", 1: "one"}.get(count, str(count))


def _numbers(counts: list[int]) -> str:
    if counts == [0]:
        return "no argument"
    if counts == [1]:
        return "one argument"
    if len(counts) == 1:
        return f"{counts[0]} arguments"
    between = "or" if len(counts) == 2 else "to"
    return f"{_number(counts[0]) if counts[0] else 'no'} {between} {counts[-1]} arguments"


def _hint(problem: WrongArguments) -> str:
    if not problem.known:
        return f"`{problem.name}` takes nothing: leave the argument out"
    return f"its parameters are: {listing(problem.known)}"


def _declared(ctx: Context, problem: WrongArguments) -> Iterator[Related]:
    for function in problem.functions:
        if isinstance(function, Definition):
            place = semantics_of(ctx.project).table.place(function)
            yield related_place(place, f"`{function.name}` is declared here")


RULE = Rule(code="type-argument-count", level=Level.ERROR, on=WrongArguments, check=check, page="language-declarations")
