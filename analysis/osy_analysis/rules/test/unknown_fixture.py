"""A test or a fixture that is built on a fixture which is not there."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level, Related
from osy_analysis.edits import indentation, line_start, newline
from osy_analysis.problems.tests import UnknownFixture
from osy_analysis.repairs import change_to
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.wording import listing, nearest
from osy_grammar.span import Span


def check(ctx: Context, problem: UnknownFixture) -> Iterator[Finding]:
    """Say which fixture is missing; offer the near one, or to make a fixture of the function of that name."""
    name, span = problem.name, ctx.span(problem.argument)
    near = nearest(name, problem.known)
    fixes = change_to(ctx, span, near)
    related: tuple[Related, ...] = ()
    if problem.function is not None:
        message = f"`{name}` is a function and no fixture: `[TestFixture]` does not stand on it"
        hint = "mark it with `[TestFixture]`"
        related = (
            related_place(semantics_of(ctx.project).table.place(problem.function), f"`{name}` is declared here"),
        )
        fixes = (_mark(ctx, problem.function), *fixes)
    else:
        message = f"there is no fixture `{name}`"
        hint = f"did you mean `{near}`?" if near else _hint(problem)
    yield Finding(span=span, message=message, hint=hint, related=related, fixes=fixes)


def _hint(problem: UnknownFixture) -> str:
    if not problem.known:
        return f"declare it: `[TestFixture] void {problem.name}() {{ … }}`"
    return f"the fixtures in view are: {listing(problem.known)}"


def _mark(ctx: Context, function: Definition) -> Fix:
    table = semantics_of(ctx.project).table
    path = table.path_of(function)
    text, start = ctx.project.files[path].text, table.item_of(function).span(function.node).start
    is_first = not text[line_start(text, start) : start].strip()
    between = f"{newline(text)}{indentation(text, start)}" if is_first else " "
    return Fix(f"Mark `{function.name}` as a fixture", (Edit(path, Span(start, start), f"[TestFixture]{between}"),))


RULE = Rule(code="test-unknown-fixture", level=Level.ERROR, on=UnknownFixture, check=check, page="test-fixture")
