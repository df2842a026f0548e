"""A suppression that silences nothing."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.problems.lint import UnusedSuppression
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.span import Span


def check(ctx: Context, problem: UnusedSuppression) -> Iterator[Finding]:
    """Say that it can go."""
    why = "errors cannot be silenced" if problem.is_of_an_error else "nothing here has that finding"
    edit = ctx.edit(_to_cut(ctx, problem), "")
    yield Finding(
        span=ctx.span(problem.argument),
        message=f"this suppression of `{problem.code}` silences nothing: {why}",
        hint="remove it, so that it does not hide a later finding" if not problem.is_of_an_error else "remove it",
        fixes=(Fix(f"Remove the suppression of `{problem.code}`", (edit,)),),
    )


def _to_cut(ctx: Context, problem: UnusedSuppression) -> Span:
    """The code with its comma; if it is the only one the attribute, and if that is the only one its brackets too."""
    text = ctx.file.text
    attribute = ctx.span(problem.attribute)
    if len(problem.attribute.arguments) > 1:
        return _with_comma(text, ctx.span(problem.argument))
    before = text[: attribute.start].rstrip()
    after = text[attribute.end :]
    if before.endswith("[") and after.lstrip().startswith("]"):
        end = attribute.end + len(after) - len(after.lstrip()) + 1
        return removal(text, Span(len(before) - 1, end))
    return _with_comma(text, attribute)


def _with_comma(text: str, span: Span) -> Span:
    after = text[span.end :]
    rest = after.lstrip()
    if rest.startswith(","):
        end = span.end + len(after) - len(rest) + 1
        return Span(span.start, end + len(text[end:]) - len(text[end:].lstrip(" \t")))
    before = text[: span.start].rstrip()
    return Span(len(before) - 1, span.end) if before.endswith(",") else span


RULE = Rule(
    code="lint-unused-suppression", level=Level.HINT, page="language-attributes", on=UnusedSuppression, check=check
)
