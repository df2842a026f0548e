"""A state that the tracked field cannot hold."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.edits import indentation, line_start, newline
from osy_analysis.passes.scan import scan
from osy_analysis.problems.tracking import StateNotInEnum
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.wording import listing, nearest
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.workflow import Clause
from osy_grammar.span import Span


def check(ctx: Context, problem: StateNotInEnum) -> Iterator[Finding]:
    """Point at the state's name; offer the near member, or to add one."""
    name, enum = problem.state.name.text, problem.enum.name.text
    near = nearest(name, problem.known)
    fixes = [_add(ctx, problem)]
    hint = f"add `{name}` to `{enum}`, or remove the state"
    if near is not None:
        hint = f"did you mean `{near}`?"
        fixes.insert(0, _rename(ctx, problem, near))
    elif problem.known:
        hint += f"; members without a state: {listing(problem.known)}"
    yield Finding(
        span=ctx.span(problem.state.name),
        message=f"state `{name}` is no member of `{enum}`, the enum that `{problem.workflow.name.text}` tracks",
        hint=hint,
        related=(related_place(problem.place, f"`{enum}` is declared here"),),
        fixes=tuple(fixes),
    )


def _rename(ctx: Context, problem: StateNotInEnum, name: str) -> Fix:
    """The state and each mention of it."""
    old, workflow = problem.state.name.text, problem.workflow
    mentions: list[Node] = [problem.state.name]
    mentions += [use.goto.state for use in scan((workflow,)).gotos if use.goto.state.text == old]
    for item in workflow.items:
        if isinstance(item, Clause) and item.name.text == "Initial" and ctx.text(item.value) == old:
            mentions.append(item.value)
    edits = tuple(ctx.edit(ctx.span(mention), name) for mention in mentions)
    return Fix(f"Change to `{name}`", edits)


def _add(ctx: Context, problem: StateNotInEnum) -> Fix:
    """Put the member behind the enum's last one, or between its braces."""
    name, enum, place = problem.state.name.text, problem.enum, problem.place
    text, start = ctx.project.files[place.path].text, place.item.start
    if not enum.members:
        at = text.index("{", start + enum.name.end) + 1
        end = at + len(text[at:]) - len(text[at:].lstrip())
        edit = Edit(place.path, Span(at, end), f" {name} ")
    else:
        last = enum.members[-1]
        at = start + last.end
        own_line = len(enum.members) > 1 and not text[line_start(text, start + last.start) : start + last.start].strip()
        gap = f"{newline(text)}{indentation(text, start + last.start)}" if own_line else " "
        edit = Edit(place.path, Span(at, at), f",{gap}{name}")
    return Fix(f"Add `{name}` to enum `{enum.name.text}`", (edit,))


RULE = Rule(
    code="workflow-state-not-in-enum", level=Level.ERROR, page="workflow-tracks", on=StateNotInEnum, check=check
)
