"""What a workflow says and the engine does not do, by name: such a workflow is not run, and nothing is passed over.

The table of facts says which word and which clause may stand where; what stands elsewhere would be without effect.
"""

from collections.abc import Iterable, Iterator

from osy_grammar.language import Place, clauses_of, words_at
from osy_grammar.nodes import workflow as w
from osy_grammar.nodes.declarations import Setting

_ONCE = (w.Body, w.Breach, w.Clock, w.CompleteWhen, w.Milestone)
"""What a place has at most one of; of a second one the engine would not know."""


def refusals(workflow: w.Workflow) -> tuple[str, ...]:
    """What is not done, each thing with its name and where it stands."""
    return tuple(dict.fromkeys(_of_items(workflow.items, Place.WORKFLOW, workflow.name.text)))


def _of_items(items: Iterable[w.WorkflowItem], place: Place, owner: str) -> Iterator[str]:
    words = {word.text for word in words_at(place)}
    seen: set[str] = set()
    for item in items:
        match item:
            case w.Clause():
                yield from _of_clauses([item.name.text], place, owner)
                continue
            case w.State():
                yield from _of_items(item.items, Place.STATE, item.name.text)
            case w.Terminal():
                yield from _of_items(item.items, Place.TERMINAL, item.name.text)
            case w.Subscribe():
                yield from _of_items(item.items or (), Place.SLOT, item.slot.text)
            case w.Milestone():
                yield from _of_items(item.items, Place(item.keyword.text), item.keyword.text)
            case w.Clock():
                names = [s.name.text for s in item.settings.items if isinstance(s, Setting)]
                yield from _of_clauses(names, Place(item.keyword.text), item.keyword.text)
            case w.Remind():
                names = [argument.name.text for argument in item.arguments]
                yield from _of_clauses(names, Place.REMIND, f"Remind {item.name.text}")
            case w.Requires():
                for requirement in item.requirements:
                    if isinstance(requirement, w.Requirement):
                        yield from _of_requirement(requirement)
            case _:
                pass
        keyword = _keyword(item)
        if keyword not in words:
            yield f"`{keyword}` in `{owner}`"
        elif isinstance(item, _ONCE) and keyword in seen:
            yield f"a second `{keyword}` in `{owner}`"
        seen.add(keyword)


def _of_clauses(names: Iterable[str], place: Place, owner: str) -> Iterator[str]:
    known = {clause.name for clause in clauses_of(place)}
    for name in names:
        if name not in known:
            yield f"the clause `{name}` of `{owner}`"


def _of_requirement(node: w.Requirement) -> Iterator[str]:
    names = [s.name.text for s in node.settings.items if isinstance(s, Setting)]
    yield from _of_clauses(names, Place.REQUIREMENT, node.name.text)
    if "Must" not in names:
        yield f"the requirement `{node.name.text}` without `Must`"


def _keyword(item: w.WorkflowItem) -> str:
    match item:
        case w.Event():
            return "event"
        case (
            w.Body()
            | w.Breach()
            | w.Clock()
            | w.CompleteWhen()
            | w.Milestone()
            | w.Remind()
            | w.Requires()
            | w.Route()
            | w.State()
            | w.Subscribe()
            | w.Terminal()
        ):
            return item.keyword.text
        case _:
            return "what does not parse"
