"""A member that its owner does not have."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.edits import indentation, line_start, newline
from osy_analysis.new_members import new_member
from osy_analysis.problems.names import UnknownMember
from osy_analysis.repairs import change_to
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import listing, nearest
from osy_grammar.nodes.declarations import Enum
from osy_grammar.nodes.workflow import Event, Workflow
from osy_grammar.span import Span

RAISE = "Raise"


def check(ctx: Context, problem: UnknownMember) -> Iterator[Finding]:
    """Say whose member is missing and what there is; offer the near one, or a new one where it can be declared."""
    name, span = problem.name.text, ctx.span(problem.name)
    near = nearest(name, problem.known)
    hint = f"did you mean `{near}`?" if near else f"it has {listing(problem.known)}"
    fixes = [*change_to(ctx, span, near)]
    related = []
    if problem.declared is not None:
        place = semantics_of(ctx.project).table.place(problem.declared)
        related.append(related_place(place, f"`{problem.declared.name}` is declared here"))
        added = _declare(ctx, problem.declared, name) or new_member(ctx, problem.declared, problem.name)
        if added is not None:
            fixes.append(added)
    yield Finding(
        span=span,
        message=f"{problem.owner} has no member `{name}`",
        hint=hint,
        related=tuple(related),
        fixes=tuple(fixes),
    )


def _declare(ctx: Context, owner: Definition, name: str) -> Fix | None:
    """Add the member to an enum, or the event behind a `RaiseX` to a workflow; None where that says too little."""
    if owner.kind is SymbolKind.ENUM and isinstance(owner.node, Enum):
        return _enum_member(ctx, owner, owner.node, name)
    event = name.removeprefix(RAISE)
    if isinstance(owner.node, Workflow) and name.startswith(RAISE) and event:
        return _event(ctx, owner, owner.node, event)
    return None


def _enum_member(ctx: Context, owner: Definition, node: Enum, name: str) -> Fix | None:
    if not node.members:
        return None
    table = semantics_of(ctx.project).table
    path, item = table.path_of(owner), table.item_of(owner)
    text = ctx.project.files[path].text
    last = item.span(node.members[-1])
    has_comma = text[last.end : item.span(node).end].lstrip().startswith(",")
    is_alone = not text[line_start(text, last.start) : last.start].strip()
    between = f",{newline(text)}{indentation(text, last.start)}" if is_alone else ", "
    edit = Edit(path, Span(last.end, last.end), f"{between}{name}")
    return Fix(f"Add `{name}` to `{owner.name}`", (edit,)) if not has_comma or is_alone else None


def _event(ctx: Context, owner: Definition, node: Workflow, name: str) -> Fix | None:
    last = next((one for one in reversed(node.items) if isinstance(one, Event)), None)
    if last is None:
        return None
    table = semantics_of(ctx.project).table
    path, end = table.path_of(owner), table.item_of(owner).span(last)
    text = ctx.project.files[path].text
    edit = Edit(path, Span(end.end, end.end), f"{newline(text)}{indentation(text, end.start)}event {name}();")
    return Fix(f"Add event `{name}` to `{owner.name}`", (edit,))


RULE = Rule(code="name-unknown-member", level=Level.ERROR, on=UnknownMember, check=check)
