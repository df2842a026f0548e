"""A workflow's events against what waits for them.

`subscribe E()` and `on E` without a list, or with an empty one, fit every event; a full list repeats the types of the
event's, in order, under whatever names. Types are compared by their short names: which of two namespaces one comes
from, and whether it may be null, is not asked. A route whose name is an event's and another event's slot's may mean
either, so both are heard and its list is not compared.
"""

from collections import Counter
from collections.abc import Iterator

from osy_analysis.passes.bodies import CLOCK_ROUTES, items_of
from osy_analysis.passes.workflows import WorkflowNames
from osy_analysis.problems.base import Problem
from osy_analysis.problems.events import EventArguments, EventNeverAwaited
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.workflow import Event, Route, Subscribe, Workflow
from osy_grammar.walk import walk


def event_problems(workflow: Workflow, names: WorkflowNames) -> Iterator[Problem]:
    """Lists that differ from their event's, and events that nothing waits for."""
    events = [item for item, _ in items_of(workflow) if isinstance(item, Event)]
    counts = Counter(event.name.text for event in events)
    heard: set[str] = set()
    is_all_known = True
    for item, _ in items_of(workflow):
        if not isinstance(item, Subscribe | Route):
            continue
        meant = _meant(item, names)
        heard.update(meant)
        is_all_known = is_all_known and names.events.keys() >= meant
        if len(meant) == 1 and counts[name := min(meant)] == 1:
            yield from _arguments(item, names.events[name])
    if is_all_known:
        for event in events:
            if event.name.text and event.name.text not in heard:
                yield EventNeverAwaited(event=event, workflow=workflow)


def _meant(item: Subscribe | Route, names: WorkflowNames) -> set[str]:
    """The events that a `subscribe` or an `on` may mean; none for a clock's route."""
    if isinstance(item, Subscribe):
        return {item.event.text}
    name = item.name.text
    slot = names.slots.get(name)
    meant = {name} if name in names.events else set()
    if slot is not None:
        meant.add(slot.event.text)
    elif not meant and name not in CLOCK_ROUTES:
        meant.add(name)
    return meant


def _arguments(item: Subscribe | Route, event: Event) -> Iterator[Problem]:
    parameters = item.parameters
    if parameters is None or not parameters.items:
        return
    ours, theirs = types_of(parameters), types_of(event.parameters)
    if ours == theirs:
        return
    position = next((i for i, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    yield EventArguments(
        item=item, parameters=parameters, event=event, position=position if len(ours) == len(theirs) else None
    )


def types_of(parameters: Parameters) -> list[tuple[str, ...]]:
    """The types of a list in a form that can be compared."""
    return [_shape(parameter.type) for parameter in parameters.items]


def _shape(type_: TypeName) -> tuple[str, ...]:
    """The short names in a type with their brackets; nullability is left out."""
    shape: list[str] = []
    for node in walk(type_):
        if isinstance(node, TypeName):
            arrays = "".join(tail for tail in node.tails if tail != "?")
            shape.append(f"{node.name.last.text}{arrays}<{len(node.arguments)}>")
    return tuple(shape)
