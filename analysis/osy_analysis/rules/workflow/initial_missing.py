"""A workflow that does not say where its runs begin."""

from collections.abc import Iterator

from osy_analysis.braces import as_first, behind
from osy_analysis.diagnostic import Fix, Level
from osy_analysis.problems.clauses import InitialMissing
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.workflow import Clause


def check(ctx: Context, problem: InitialMissing) -> Iterator[Finding]:
    """Point at the workflow's name; offer the first state."""
    name = problem.workflow.name
    fix = _add(ctx, problem)
    state = problem.first.name.text if problem.first is not None else "State"
    yield Finding(
        span=ctx.span(name),
        message=f"workflow `{name.text}` does not say where a run begins: it has no `Initial`",
        hint=f"add `Initial = {state};`" if problem.first is not None else "declare a state and name it in `Initial`",
        fixes=() if fix is None else (fix,),
    )


def _add(ctx: Context, problem: InitialMissing) -> Fix | None:
    """Put the clause behind the header's last one, else first."""
    if problem.first is None:
        return None
    piece = f"Initial = {problem.first.name.text};"
    header = [item for item in problem.workflow.items if isinstance(item, Clause)]
    edit = behind(ctx, header[-1], piece) if header else as_first(ctx, problem.workflow, piece)
    return None if edit is None else Fix(f"Add `{piece}`", (edit,))


RULE = Rule(code="workflow-initial-missing", level=Level.ERROR, page="workflow-initial", on=InitialMissing, check=check)
