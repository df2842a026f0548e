"""A member of the tracked enum that is no state."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.problems.tracking import MemberWithoutState
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_grammar.span import Span


def check(ctx: Context, problem: MemberWithoutState) -> Iterator[Finding]:
    """Point at the member; offer the state."""
    member, workflow = problem.member.name.text, problem.workflow.name.text
    yield Finding(
        span=ctx.span(problem.member.name),
        message=f"no run of `{workflow}` can be in `{member}`: the workflow has no state of that name",
        hint=f"add `state {member} {{ }}` to `{workflow}`, or remove the member",
        related=(related_place(problem.place, f"`{workflow}` tracks a field of this enum"),),
        fixes=(_add_state(ctx, problem),),
    )


def _add_state(ctx: Context, problem: MemberWithoutState) -> Fix:
    """An empty state before the workflow's closing brace."""
    place, member = problem.place, problem.member.name.text
    text = ctx.project.files[place.path].text
    end = place.item.span(problem.workflow).end - 1
    start, line = line_start(text, end), newline(text)
    indent = indentation(text, place.span.start)
    state = f"{indent}{INDENT}state {member} {{{line}{indent}{INDENT}}}{line}"
    at, new = (start, state) if not text[start:end].strip() else (end, f"{line}{state}{indent}")
    return Fix(f"Add state `{member}` to `{problem.workflow.name.text}`", (Edit(place.path, Span(at, at), new),))


RULE = Rule(
    code="workflow-member-without-state",
    level=Level.WARNING,
    page="workflow-tracks",
    on=MemberWithoutState,
    check=check,
)
