"""A state that no run can get to."""

import re
from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.edits import removal
from osy_analysis.passes.tracked_fields import is_for_rest
from osy_analysis.passes.tracking import Tracking, track
from osy_analysis.problems.flow import UnreachableState
from osy_analysis.project import Project
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.semantics.table import Table
from osy_grammar.language.model import Place
from osy_grammar.nodes.declarations import Enum
from osy_grammar.nodes.workflow import Body, Clause, Clock, CompleteWhen, Route, WorkflowItem
from osy_grammar.span import Span

CODE = "workflow-unreachable-state"


def check(ctx: Context, problem: UnreachableState) -> Iterator[Finding]:
    """Say that no way leads there, and which moves come from states that nothing reaches either.

    A workflow that is started by hand has rows without a run: ruling R106.
    """
    table = semantics_of(ctx.project).table
    found = track(table, ctx.path, ctx.item, problem.workflow)
    enum = None if found.enum is None else found.enum.node
    name = problem.state.name.text
    if problem.is_started_by_hand and (not isinstance(enum, Enum) or is_for_rest(found, name, enum)):
        return
    fixes = (_remove(ctx, table, problem, found), suppress_here(ctx, problem.state, CODE))
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


def _remove(ctx: Context, table: Table, problem: UnreachableState, found: Tracking) -> Fix | None:
    """Drop the state, with its member of the enum; only where nothing else in the project names either."""
    state = problem.state
    if found.enum is None or problem.leading or not all(_concerns_nobody(item, state.items) for item in state.items):
        return None
    members = [member for member in found.enum.members if member.name == state.name.text]
    if len(members) > 1 or _mentions(ctx.project, state.name.text, 1 + len(members)) != 1 + len(members):
        return None
    documented = [comment.start for comment in ctx.item.chunk.doc_comments(state)]
    whole = Span(ctx.item.start + min([*documented, state.start]), ctx.item.start + state.end)
    cut = ctx.edit(removal(ctx.file.text, whole), "")
    if not members:
        return Fix(f"Remove state `{state.name.text}`", (cut,))
    without = _without_member(ctx.project, table, found.enum, members[0])
    if without is None:
        return None
    return Fix(f"Remove state `{state.name.text}` and the member of `{found.enum.name}`", (cut, without))


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


def _without_member(project: Project, table: Table, enum: Definition, member: Definition) -> Edit | None:
    """Cut the member and one comma; None where a comment stands between the two."""
    path, offset = table.path_of(enum), table.item_of(enum).start
    text, members = project.files[path].text, enum.members
    start, end = offset + member.node.start, offset + member.node.end
    at = members.index(member)
    if at + 1 < len(members):
        between = text[end : offset + members[at + 1].node.start]
        span = removal(text, Span(start, end + between.find(",") + 1))
    elif at > 0:
        between = text[offset + members[at - 1].node.end : start]
        span = Span(offset + members[at - 1].node.end, end)
    else:
        return None
    is_plain = between.strip() == ","
    return Edit(path, span, "") if is_plain else None


RULE = Rule(code=CODE, level=Level.WARNING, page="workflow-goto", on=UnreachableState, check=check)
