"""What is shown between the words: parameters' names, types of `var`, what a slot inherits, a retry chain's total."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.graph.labels import amount
from osy_analysis.graph.values import Written
from osy_analysis.ide.retries import ticks_of, total_budget
from osy_analysis.ide.signature import Form, form, generated_form, signature_text
from osy_analysis.milestones import effective_milestones, milestone_in
from osy_analysis.model import Model
from osy_analysis.passes.bodies import items_of
from osy_analysis.passes.constants import Constants
from osy_analysis.project import Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, Unknown, show
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.expressions import (
    Argument,
    Call,
    Expression,
    Lambda,
    Literal,
    Member,
    Name,
    New,
)
from osy_grammar.nodes.statements import ForEach, Local
from osy_grammar.nodes.workflow import Clause, State, Subscribe, Workflow
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import walk

_LONGEST_TYPE = 60
_WORD = 3
"""From so many letters on a name that ends like another one says the same."""
_OBVIOUS = (Literal, New)


class HintKind(StrEnum):
    """What a hint tells; each can be switched off."""

    PARAMETER = "parameters"
    TYPE = "types"
    SLA = "sla"
    RETRIES = "retries"


@dataclass(frozen=True, slots=True)
class InlayHint:
    """A text that is shown at an offset, before what follows it if it is a parameter's name."""

    at: int
    text: str
    kind: HintKind
    tip: str = ""


def inlay_hints(project: Project, path: str, span: Span, kinds: frozenset[HintKind]) -> tuple[InlayHint, ...]:
    """The hints of those kinds in a part of a file, in source order."""
    model = Model(project)
    found: list[InlayHint] = []
    for item in project.files[path].items:
        checkpoint()
        if item.end < span.start or item.start > span.end:
            continue
        found.extend(_of_item(model, path, item, kinds))
    return tuple(sorted((hint for hint in found if span.start <= hint.at <= span.end), key=lambda hint: hint.at))


def _of_item(model: Model, path: str, item: Item, kinds: frozenset[HintKind]) -> Iterator[InlayHint]:
    bound = model.semantics.bound(path, item)
    for node in walk(item.node):
        match node:
            case Call() | New() if HintKind.PARAMETER in kinds:
                yield from _parameters(item, bound, node)
            case Local() | ForEach() if HintKind.TYPE in kinds:
                yield from _type(item, bound, node)
            case _:
                pass
    if isinstance(item.node, Workflow) and not item.chunk.problems and kinds & {HintKind.SLA, HintKind.RETRIES}:
        names = Constants(model.semantics.table, path)
        yield from (hint for hint in _promises(item, item.node, names) if hint.kind in kinds)


# ── Parameters and types ─────────────────────────────────────────────────────────────────────────────────────────────


def _parameters(item: Item, bound: Bound, node: Call | New) -> Iterator[InlayHint]:
    sources = bound.calls.get(node)
    arguments = node.arguments.items if node.arguments is not None else ()
    if not sources or len(sources) > 1 or not arguments:
        return
    names = _form(node, sources[0]).names
    for place, argument in enumerate(arguments):
        if argument.name is not None or place >= len(names) or not names[place]:
            continue
        if _tells(argument, names[place], len(names)):
            yield InlayHint(item.start + argument.start, f"{names[place]}:", HintKind.PARAMETER)


def _form(node: Call | New, source: "Definition | object") -> Form:
    if isinstance(source, Definition):
        called = node.target.name.text if isinstance(node, Call) and isinstance(node.target, Member) else source.name
        if source.kind is SymbolKind.EVENT:
            return generated_form(source, called)
        return form(signature_text(source), "")
    return form(str(getattr(source, "signature", "")), "")


def _tells(argument: Argument, name: str, count: int) -> bool:
    """Whether a name says more than the value: of a plain value it does, of a name that says the same it does not."""
    value = argument.value
    match value:
        case Literal():
            return count > 1 or value.kind in ("true", "false", "null")
        case Name(text=text):
            return count > 1 and not _is_same_word(text.casefold(), name.casefold())
        case Lambda():
            return False
        case New() | Call() | Member():
            return False
        case _:
            return count > 1


def _is_same_word(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (len(shorter) >= _WORD and longer.endswith(shorter))


def _type(item: Item, bound: Bound, node: Local | ForEach) -> Iterator[InlayHint]:
    if node.type.name.text != "var" or (isinstance(node, Local) and isinstance(node.value, _OBVIOUS)):
        return
    type_ = bound.types.get(node, UNKNOWN)
    text = show(type_)
    if not isinstance(type_, Unknown) and len(text) <= _LONGEST_TYPE and "unknown" not in text:
        yield InlayHint(item.start + node.name.end, f": {text}", HintKind.TYPE)


# ── Promises of slots ────────────────────────────────────────────────────────────────────────────────────────────────


def _promises(item: Item, workflow: Workflow, names: Constants) -> Iterator[InlayHint]:
    for node, site in items_of(workflow):
        if not isinstance(node, Subscribe):
            continue
        state = site.state if isinstance(site.state, State) else None
        for milestone in effective_milestones(workflow, state, node):
            within = milestone.clauses.get("Within")
            if within is None:
                continue
            own = milestone_in(node.items or (), milestone.keyword)
            at = item.start + (node.alias or node.parameters).end
            if own is None or within not in own.items:
                origin = state is not None and milestone_in(state.items, milestone.keyword) is not None
                where = "state" if origin and _holds(state, within) else "workflow"
                told = f"{milestone.keyword} within {_amount(item, within.value, names)}"
                yield InlayHint(at, told, HintKind.SLA, f"`{told}` is inherited from the {where}.")
            total = total_budget(milestone, names)
            if total is not None:
                place = at if own is None else item.start + own.keyword.end
                text = f"≤ {_words(total.ticks)} in {total.windows} windows"
                yield InlayHint(place, text, HintKind.RETRIES, "All windows and the waits between them.")


def _holds(state: State | None, clause: Clause) -> bool:
    found = [item for item in state.items if hasattr(item, "items")] if state is not None else []
    return any(clause in getattr(item, "items", ()) for item in found)


def _amount(item: Item, value: Expression, names: Constants) -> str:
    text = item.chunk.text[value.start : value.end]
    return amount(Written(text=text, place=item.span(value), ticks=ticks_of(value, names)))


def _words(ticks: int) -> str:
    return amount(Written(text="", place=Span(0, 0), ticks=ticks))
