"""The transitions of a graph: each `goto` with what brings it about, and the states that it can leave.

A route at workflow scope is heard in every state that has none of its own for the same event (rulings R12, R40, R45);
a milestone's arm at state or workflow scope belongs to the pool slots that take it over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from osy_analysis.graph.guards import Condition, conditions_of
from osy_analysis.graph.reading import Reading
from osy_analysis.graph.values import Cause, CauseKind, Guard, Transition
from osy_analysis.milestones import EffectiveMilestone
from osy_analysis.passes.bodies import BodySite
from osy_analysis.passes.flow import Move
from osy_analysis.passes.ways import Ways, ways_of
from osy_analysis.passes.workflows import WorkflowNames
from osy_grammar.language.model import Place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.statements import Block, Catch, For, Goto, While
from osy_grammar.nodes.workflow import (
    Arms,
    Body,
    Breach,
    Clock,
    CompleteWhen,
    Remind,
    Route,
    State,
    Subscribe,
    Workflow,
)

COMPLETE = "Complete"
_CLOCKS = {
    Place.EXPIRE.value: CauseKind.EXPIRE,
    Place.DEADLINE.value: CauseKind.DEADLINE,
    COMPLETE: CauseKind.COMPLETE,
}


Milestones = Mapping[Subscribe, Sequence[EffectiveMilestone]]
"""The milestones of each slot, inheritance done."""


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """What each state hears by itself, by its name; `arms` are the slots that run a breach arm, with their states."""

    states: Mapping[str, State]
    slots: Mapping[str, Mapping[str, Subscribe]]
    shared: Mapping[str, Subscribe]
    events: Mapping[str, frozenset[str]]
    arms: Mapping[Breach, Sequence[tuple[str | None, str]]]

    @staticmethod
    def by(workflow: Workflow, names: WorkflowNames, milestones: Milestones) -> "Heard":
        """Look at every state once."""
        states = {name: state for name, state in names.states.items() if isinstance(state, State)}
        shared = {slot.slot.text: slot for slot in _slots(workflow.items)}
        slots = {name: {slot.slot.text: slot for slot in _slots(state.items)} for name, state in states.items()}
        arms: dict[Breach, list[tuple[str | None, str]]] = {}
        for owner, found in ((None, shared), *slots.items()):
            for name, slot in found.items():
                for milestone in milestones.get(slot, ()):
                    if milestone.breach is not None:
                        arms.setdefault(milestone.breach, []).append((owner, name))
        events = {
            name: frozenset(
                _event(item.name.text, slots[name], shared) for item in state.items if isinstance(item, Route)
            )
            for name, state in states.items()
        }
        return Heard(states, slots, shared, events, arms)

    def event(self, name: str, state: str | None) -> str:
        """The event that a route's name stands for: that of the slot so called, else the name itself."""
        return _event(name, self.slots.get(state or "", {}), self.shared)

    def everywhere(self, name: str, names: WorkflowNames) -> tuple[str, ...]:
        """The states in which a route at workflow scope is heard."""
        event = names.slots[name].event.text if name in names.slots else name
        found = [state for state, own in self.events.items() if event not in own]
        if name in names.slots or name in names.events:
            return tuple(found)
        return tuple(state for state in found if self._calls(self.states[state], name))

    def _calls(self, state: State, clock: str) -> bool:
        """Whether the state has what a route for the clock waits for."""
        match clock:
            case Place.EXPIRE:
                return any(isinstance(item, Clock) and item.keyword.text == clock for item in state.items)
            case "Complete":
                return any(isinstance(item, CompleteWhen | Subscribe) for item in state.items)
            case _:
                return True


def _slots(items: Iterable[Node]) -> list[Subscribe]:
    return [item for item in items if isinstance(item, Subscribe)]


def _event(name: str, slots: Mapping[str, Subscribe], shared: Mapping[str, Subscribe]) -> str:
    slot = slots.get(name) or shared.get(name)
    return name if slot is None else slot.event.text


def transitions_of(read: Reading, names: WorkflowNames, heard: Heard, moves: Iterable[Move]) -> tuple[Transition, ...]:
    """Every move as a transition, in source order."""
    found: list[Transition] = []
    for body, group in groupby(moves, key=lambda move: move.body):
        own = list(group)
        conditions = conditions_of(body.item)
        is_sure = len(own) == 1 and _ways(body).always_moves
        cause, sources = _cause(read, names, heard, body)
        for move in own:
            goto = move.use.goto
            found.append(
                Transition(
                    source=move.source,
                    sources=sources,
                    target=move.target,
                    cause=cause,
                    guards=_guards(read, conditions.get(goto)),
                    is_conditional=not is_sure,
                    is_legal=body.fact is not None and body.fact.may_goto and not move.use.in_lambda,
                    place=read.span(goto),
                )
            )
    found.sort(key=lambda transition: transition.place)
    return tuple(found)


def _ways(body: BodySite) -> Ways:
    match body.item:
        case Route(body=Arms() as arms):
            blocks = [arm.block for arm in arms.arms]
            total = ways_of(arms.default) if arms.default is not None else Ways(falls=True)
            for block in blocks:
                total |= ways_of(block)
            return total
        case Route(body=Block() as block):
            return ways_of(block)
        case Body() | Breach() | Remind():
            return ways_of(body.item.block)
        case _:
            return Ways(falls=True)


def _guards(read: Reading, condition: Condition | None) -> tuple[Guard, ...]:
    if condition is None:
        return ()
    return tuple(
        Guard(
            kind=each.kind,
            text="" if isinstance(each.node, _UNWRITTEN) else read.text(each.node),
            place=read.span(each.node),
        )
        for each in condition.chain()
    )


_UNWRITTEN = (Block, Catch, For, While, Goto)


def _cause(read: Reading, names: WorkflowNames, heard: Heard, body: BodySite) -> tuple[Cause, tuple[str, ...]]:
    """What brings the body's moves about, and the states that they can leave."""
    item, site = body.item, body.site
    state = None if site.state is None else site.state.name.text
    here = tuple(heard.states) if state is None else (state,)
    match item:
        case Route():
            return _route(read, names, heard, item, state)
        case Breach():
            pairs = heard.arms.get(item, ())
            leaving = dict.fromkeys(
                each for owner, _ in pairs for each in (heard.states if owner is None else (owner,))
            )
            cause = Cause(
                kind=CauseKind.BREACH,
                name=item.keyword.text,
                place=read.span(item.keyword),
                slots=tuple(dict.fromkeys(slot for _, slot in pairs)),
                milestone=None if site.milestone is None else site.milestone.keyword.text,
            )
            return cause, tuple(leaving)
        case CompleteWhen():
            place = read.span(item.condition)
            return Cause(kind=CauseKind.COMPLETE_WHEN, name=read.text(item.condition), place=place), here
        case Remind():
            return Cause(kind=CauseKind.OTHER, name=item.name.text, place=read.span(item.name)), here
        case Body() if body.fact is not None and body.fact.may_goto:
            return Cause(kind=CauseKind.REDIRECT, name=item.keyword.text, place=read.span(item.keyword)), here
        case _:
            return Cause(kind=CauseKind.OTHER, name=item.keyword.text, place=read.span(item.keyword)), here


def _route(
    read: Reading, names: WorkflowNames, heard: Heard, route: Route, state: str | None
) -> tuple[Cause, tuple[str, ...]]:
    name = route.name.text
    sources = (state,) if state is not None else heard.everywhere(name, names)
    place = read.span(route.name)
    is_named = name in names.slots or name in names.events
    if name in _CLOCKS and not is_named:
        return Cause(kind=_CLOCKS[name], name=name, place=place), sources
    slots = {**heard.shared, **heard.slots.get(state or "", {})}
    if name in slots:
        return Cause(kind=CauseKind.SLOT, name=name, place=place, slots=(name,), event=slots[name].event.text), sources
    answering = tuple(slot.slot.text for slot in slots.values() if slot.event.text == name)
    return Cause(kind=CauseKind.EVENT, name=name, place=place, slots=answering, event=name), sources
