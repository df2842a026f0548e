"""A `goto`, or an `Initial`, to a state that is not there."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.problems.names import UnknownState
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.wording import listing, nearest
from osy_grammar.span import Span


def check(ctx: Context, problem: UnknownState) -> Iterator[Finding]:
    """Say which name is unknown and what is declared; offer the near one, or a new state."""
    name, workflow = problem.name.text, problem.workflow.name.text
    near = nearest(name, problem.known)
    fixes = [_declare(ctx, problem)]
    if near is not None:
        hint = f"did you mean `{near}`?"
        fixes.insert(0, ctx.replacement(f"Change to `{near}`", problem.name, near))
    else:
        hint = f"the states of `{workflow}` are: {listing(problem.known)}"
    yield Finding(
        span=ctx.span(problem.name),
        message=f"workflow `{workflow}` has no state `{name}`",
        hint=hint,
        fixes=tuple(fixes),
        page="workflow-initial" if problem.use == "Initial" else None,
    )


def _declare(ctx: Context, problem: UnknownState) -> Fix:
    """Add an empty state before the workflow's closing brace."""
    text, end = ctx.file.text, ctx.span(problem.workflow).end - 1
    line = newline(text)
    start = line_start(text, end)
    own_line = not text[start:end].strip()
    indent = indentation(text, ctx.span(problem.workflow.name).start)
    state = f"{indent}{INDENT}state {problem.name.text} {{{line}{indent}{INDENT}}}{line}"
    at, new = (start, state) if own_line else (end, f"{line}{state}{indent}")
    return Fix(f"Add state `{problem.name.text}`", (ctx.edit(Span(at, at), new),))


RULE = Rule(code="name-unknown-state", level=Level.ERROR, page="workflow-goto", on=UnknownState, check=check)
