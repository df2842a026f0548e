"""A state that no run can get to."""

import re
from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.edits import removal
from osy_analysis.passes.tracked import Tracked, resting_state, tracked
from osy_analysis.problems.flow import UnreachableState
from osy_analysis.project import Project
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.language.model import Place
from osy_grammar.nodes.declarations import EnumMember
from osy_grammar.nodes.workflow import Body, Clause, Clock, CompleteWhen, Route, WorkflowItem
from osy_grammar.span import Span

CODE = "workflow-unreachable-state"


def check(ctx: Context, problem: UnreachableState) -> Iterator[Finding]:
    """Say that no way leads there, and which moves come from states that nothing reaches either.

    A workflow that is started by hand has rows without a run: ruling R106.
    """
    found = tracked(ctx.project, ctx.path, problem.workflow)
    name = problem.state.name.text
    if problem.is_started_by_hand and (found is None or resting_state(found) in (None, name)):
        return
    fixes = (_remove(ctx, problem, found), suppress_here(ctx, problem.state, CODE))
    only = "what leads to it stands in states that no run gets to either" if problem.leading else "no `goto` names it"
    yield Finding(
        span=ctx.span(problem.state.name),
        message=f"no run can get to `{name}`: {only}, and runs begin in `{problem.initial}`",
        hint=f"let a route, a breach arm or an `enter` of a state that is reached `goto {name}`, or remove the state",
        related=tuple(
            ctx.related(goto, f"only from here, which nothing reaches: `goto {name}`") for goto in problem.leading
        ),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


def _remove(ctx: Context, problem: UnreachableState, found: Tracked | None) -> Fix | None:
    """Drop the state, with its member of the enum; only where nothing else in the project names either."""
    state = problem.state
    if found is None or problem.leading or not all(_concerns_nobody(item, state.items) for item in state.items):
        return None
    members = [member for member in found.enum.members if member.name.text == state.name.text]
    if len(members) > 1 or _mentions(ctx.project, state.name.text, 1 + len(members)) != 1 + len(members):
        return None
    documented = [comment.start for comment in ctx.item.chunk.doc_comments(state)]
    whole = Span(ctx.item.start + min([*documented, state.start]), ctx.item.start + state.end)
    cut = ctx.edit(removal(ctx.file.text, whole), "")
    if not members:
        return Fix(f"Remove state `{state.name.text}`", (cut,))
    without = _without_member(ctx.project, found, members[0])
    if without is None:
        return None
    return Fix(f"Remove state `{state.name.text}` and the member of `{found.enum.name.text}`", (cut, without))


def _concerns_nobody(item: WorkflowItem, items: tuple[WorkflowItem, ...]) -> bool:
    """Whether the item is the state's own affair: no event or slot that others speak of, no clock that others hear."""
    match item:
        case Body() | CompleteWhen() | Clause():
            return True
        case Clock():
            return any(isinstance(other, Route) and other.name.text == item.keyword.text for other in items)
        case Route():
            return item.name.text == Place.EXPIRE
        case _:
            return False


def _mentions(project: Project, word: str, enough: int) -> int:
    """How often the word stands anywhere in the project; of more than `enough` the rest is not counted."""
    whole_word = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    count = 0
    for file in project.files.values():
        if word in file.text:
            for _ in whole_word.finditer(file.text):
                count += 1
                if count > enough:
                    return count
    return count


def _without_member(project: Project, found: Tracked, member: EnumMember) -> Edit | None:
    """Cut the member and one comma; None where a comment stands between the two."""
    path, item = found.enum_place.path, found.enum_place.item
    text, members = project.files[path].text, found.enum.members
    start, end = item.start + member.start, item.start + member.end
    at = members.index(member)
    if at + 1 < len(members):
        between = text[end : item.start + members[at + 1].start]
        span = removal(text, Span(start, end + between.find(",") + 1))
    elif at > 0:
        between = text[item.start + members[at - 1].end : start]
        span = Span(item.start + members[at - 1].end, end)
    else:
        return None
    is_plain = between.strip() == ","
    return Edit(path, span, "") if is_plain else None


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-goto", on=UnreachableState, check=check)
