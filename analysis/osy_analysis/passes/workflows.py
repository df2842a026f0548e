"""The names of one workflow: what it declares, what its clauses, slots and routes mention, and what is declared twice.

Everything that a workflow mentions by a bare name here is declared in the same workflow, so this needs no other file.
Events, states and slots are three separate sets of names: one word may be one of each. Names given to slots with `as`
are unique in the workflow (ruling R17); a slot without `as` has its event's name, and several states may have such a
one, each state once.
"""

from collections.abc import Iterable, Iterator

from osy_analysis.passes.bodies import CLOCK_ROUTES, Site, items_of
from osy_analysis.problems.base import Problem
from osy_analysis.problems.names import DuplicateName, UnknownEvent, UnknownState
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.workflow import Clause, Event, Route, State, Subscribe, Terminal, Workflow
from osy_grammar.record import field, record


@record(frozen=False)
class WorkflowNames:
    """What a workflow declares, by name; the first of a name where it is declared twice."""

    states: dict[str, State | Terminal] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    slots: dict[str, Subscribe] = field(default_factory=dict)


def names_of(workflow: Workflow) -> WorkflowNames:
    """The workflow's states, events and slots."""
    names = WorkflowNames()
    for item, _ in items_of(workflow):
        match item:
            case State() | Terminal():
                names.states.setdefault(item.name.text, item)
            case Event():
                names.events.setdefault(item.name.text, item)
            case Subscribe():
                names.slots.setdefault(item.slot.text, item)
            case _:
                pass
    return names


def workflow_problems(workflow: Workflow, names: WorkflowNames) -> Iterator[Problem]:
    """Unknown and repeated names, those in `goto` excepted."""
    yield from _repeated(workflow)
    for item, site in items_of(workflow):
        match item:
            case Clause():
                yield from _initial(item, site, names)
            case Subscribe() if item.event.text and item.event.text not in names.events:
                yield UnknownEvent(name=item.event, keyword="subscribe", workflow=workflow, known=tuple(names.events))
            case Route() if item.name.text and not _is_routed(item.name.text, names):
                known = tuple(dict.fromkeys((*names.slots, *names.events, *CLOCK_ROUTES)))
                yield UnknownEvent(name=item.name, keyword="on", workflow=workflow, known=known)
            case _:
                pass


def _is_routed(name: str, names: WorkflowNames) -> bool:
    return name in names.slots or name in names.events or name in CLOCK_ROUTES


def _initial(clause: Clause, site: Site, names: WorkflowNames) -> Iterator[Problem]:
    is_header = site.state is None and site.slot is None and site.milestone is None
    if is_header and clause.name.text == "Initial" and isinstance(clause.value, Name):
        value = clause.value
        if value.text not in names.states:
            name = Identifier(value.start, value.end, value.text)
            yield UnknownState(name=name, use="Initial", workflow=site.workflow, known=tuple(names.states))


def _repeated(workflow: Workflow) -> Iterator[Problem]:
    owner = f"workflow `{workflow.name.text}`"
    states: list[Identifier] = []
    events: list[Identifier] = []
    slots: list[Identifier] = []
    open_together: dict[State | Terminal | None, list[Identifier]] = {}
    for item, site in items_of(workflow):
        match item:
            case State() | Terminal():
                states.append(item.name)
            case Event():
                events.append(item.name)
                yield from repeated_parameters(item.parameters, f"event `{item.name.text}`")
            case Subscribe():
                open_together.setdefault(site.state, []).append(item.slot)
                if item.alias is not None:
                    slots.append(item.alias)
                yield from repeated_parameters(item.parameters, f"slot `{item.slot.text}`")
            case Route() if item.parameters is not None:
                yield from repeated_parameters(item.parameters, f"route `on {item.name.text}`")
            case _:
                pass
    yield from repeated(states, "a state", owner)
    yield from repeated(events, "an event", owner)
    yield from repeated(slots, "a slot", owner)
    aliases = frozenset(slots)
    for state, names in open_together.items():
        where = owner if state is None else f"state `{state.name.text}`"
        for problem in repeated(names, "a slot", where):
            # Two aliases of one name have been told of already, wherever they stand.
            if problem.name not in aliases or problem.first not in aliases:
                yield problem


def repeated_parameters(parameters: Parameters, owner: str) -> Iterator[Problem]:
    """A problem for each parameter whose name an earlier one has."""
    return repeated((parameter.name for parameter in parameters.items), "a parameter", owner)


def repeated(names: Iterable[Identifier], kind: str, owner: str) -> Iterator[DuplicateName]:
    """A problem for each name that stood before among `names`; one without text (recovery made it) is none."""
    first: dict[str, Identifier] = {}
    for name in names:
        if name.text and first.setdefault(name.text, name) is not name:
            yield DuplicateName(name=name, first=first[name.text], kind=kind, owner=owner)
