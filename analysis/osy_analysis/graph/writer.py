"""From the graph to the shapes that others read."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from osy_analysis.graph import values
from osy_analysis.graph.drawing import Box, BoxKind, drawing_of
from osy_analysis.graph.labels import label_of
from osy_analysis.graph.wire import (
    Clock,
    Edge,
    Event,
    Guard,
    Milestone,
    Node,
    Reminder,
    Slot,
    StateGraph,
    Wait,
    Written,
)
from osy_grammar.span import Span

P = TypeVar("P")


def state_graph(graph: values.WorkflowGraph, place: Callable[[Span], P]) -> StateGraph[P]:
    """The graph with its places in the form that `place` gives them."""
    return _Writer(place).graph(graph)


@dataclass(frozen=True, slots=True)
class _Writer(Generic[P]):
    """Makes the shapes, with its way of giving places."""

    place: Callable[[Span], P]

    def graph(self, graph: values.WorkflowGraph) -> StateGraph[P]:
        drawing = drawing_of(graph)
        states: dict[str, values.State] = {}
        for state in graph.states:
            states.setdefault(state.name, state)
        ids = {box.state: box.key for box in drawing.boxes}
        return StateGraph(
            workflow=graph.name,
            documentation=graph.documentation,
            attributes=graph.attributes,
            broken=graph.is_broken,
            tracks=self.written(graph.tracks),
            initial=self.written(graph.initial),
            autostart=self.written(graph.starts_itself),
            events=tuple(map(self.event, graph.events)),
            nodes=tuple(self.node(box, states.get(box.state or ""), graph) for box in drawing.boxes),
            edges=tuple(self.edge(each, number, ids) for number, each in enumerate(graph.transitions)),
            range=self.place(graph.place),
            name_range=self.place(graph.name_place),
        )

    def node(self, box: Box, state: values.State | None, graph: values.WorkflowGraph) -> Node[P]:
        if box.kind is BoxKind.ANY or state is None:
            is_any = box.kind is BoxKind.ANY
            slots, milestones, clocks = (graph.slots, graph.milestones, graph.clocks) if is_any else ((), (), ())
            return self._plain_node(box, slots, milestones, clocks)
        return Node(
            id=box.key,
            kind=box.kind,
            name=state.name,
            initial=state.is_initial,
            reached=state.is_reached,
            documentation=state.documentation,
            attributes=state.attributes,
            message=self.written(state.message),
            enter=self.optional(state.enter),
            exit=self.optional(state.exit),
            complete_when=tuple(found for each in state.complete_when if (found := self.written(each)) is not None),
            slots=tuple(map(self.slot, state.slots)),
            waits=tuple(Wait(event=wait.event, range=self.place(wait.place)) for wait in state.waits),
            milestones=tuple(map(self.milestone, state.milestones)),
            clocks=tuple(map(self.clock, state.clocks)),
            range=self.place(state.place),
            name_range=self.place(state.name_place),
        )

    def _plain_node(
        self,
        box: Box,
        slots: Iterable[values.Slot],
        milestones: Iterable[values.Milestone],
        clocks: Iterable[values.Clock],
    ) -> Node[P]:
        return Node(
            id=box.key,
            kind=box.kind,
            name=box.state or "",
            initial=False,
            reached=True,
            documentation="",
            attributes=(),
            message=None,
            enter=None,
            exit=None,
            complete_when=(),
            slots=tuple(map(self.slot, slots)),
            waits=(),
            milestones=tuple(map(self.milestone, milestones)),
            clocks=tuple(map(self.clock, clocks)),
            range=None,
            name_range=None,
        )

    def edge(self, move: values.Transition, number: int, ids: dict[str | None, str]) -> Edge[P]:
        label = label_of(move, number)
        guards = [Guard(kind=each.kind, text=each.text, range=self.place(each.place)) for each in move.guards]
        return Edge(
            id=label.key,
            source=ids[move.source],
            target=ids[move.target],
            leaves=move.sources,
            label=label.text,
            cause=move.cause.kind,
            name=move.cause.name,
            slots=move.cause.slots,
            event=move.cause.event,
            milestone=move.cause.milestone,
            guards=tuple(guards),
            conditional=move.is_conditional,
            legal=move.is_legal,
            range=self.place(move.place),
        )

    def slot(self, slot: values.Slot) -> Slot[P]:
        return Slot(
            name=slot.name,
            event=slot.event,
            documentation=slot.documentation,
            candidates=self.written(slot.candidates),
            requirements=slot.requirements,
            milestones=tuple(map(self.milestone, slot.milestones)),
            range=self.place(slot.place),
            name_range=self.place(slot.name_place),
        )

    def milestone(self, milestone: values.Milestone) -> Milestone[P]:
        return Milestone(
            keyword=milestone.keyword,
            inherited=milestone.is_inherited,
            within=self.written(milestone.within),
            accrues=self.written(milestone.accrues),
            retries=self.written(milestone.retries),
            backoff=self.written(milestone.backoff),
            reminders=tuple(map(self.reminder, milestone.reminders)),
            arm=milestone.arm,
            arm_range=self.optional(milestone.arm_place),
            enter=milestone.has_enter,
            exhausted=milestone.has_exhausted,
            range=self.place(milestone.place),
        )

    def reminder(self, reminder: values.Reminder) -> Reminder[P]:
        return Reminder(
            name=reminder.name,
            after=self.written(reminder.after),
            then_every=self.written(reminder.then_every),
            accrues=self.written(reminder.accrues),
            range=self.place(reminder.place),
        )

    def clock(self, clock: values.Clock) -> Clock[P]:
        within, accrues = self.written(clock.within), self.written(clock.accrues)
        return Clock(keyword=clock.keyword, within=within, accrues=accrues, range=self.place(clock.place))

    def event(self, event: values.Event) -> Event[P]:
        return Event(
            name=event.name,
            parameters=event.parameters,
            documentation=event.documentation,
            attributes=event.attributes,
            range=self.place(event.place),
            name_range=self.place(event.name_place),
        )

    def written(self, value: values.Written | None) -> Written[P] | None:
        if value is None:
            return None
        return Written(text=value.text, ticks=value.ticks, number=value.number, range=self.place(value.place))

    def optional(self, span: Span | None) -> P | None:
        return None if span is None else self.place(span)
