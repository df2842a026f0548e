"""From a workflow's tree to its graph.

What the passes know of the chunk is taken over (its bodies and their `goto`s); the rest is one look at each item. A
chunk with faults of syntax gives what was parsed of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from osy_analysis.graph.moves import Heard, transitions_of
from osy_analysis.graph.reading import Reading
from osy_analysis.graph.values import Clock, Event, Milestone, Slot, State, StateKind, Wait, WorkflowGraph
from osy_analysis.milestones import EffectiveMilestone, effective_milestones, merge
from osy_analysis.passes.bodies import CLOCK_ROUTES, items_of
from osy_analysis.passes.facts import scanned_bodies
from osy_analysis.passes.flow import initial_of, moves_of, reached
from osy_analysis.passes.workflows import WorkflowNames, names_of
from osy_grammar.nodes import workflow as nodes
from osy_grammar.tree import Item, SourceFile

_OUTCOMES = {kind.value: kind for kind in (StateKind.SUCCESS, StateKind.CANCEL, StateKind.ERROR)}


def graphs_of(file: SourceFile) -> tuple[WorkflowGraph, ...]:
    """The graphs of a file's workflows, in source order."""
    return tuple(graph for item in file.items if (graph := graph_of(item)) is not None)


def graph_of(item: Item) -> WorkflowGraph | None:
    """The graph of the workflow that the item is; None for any other item."""
    workflow = item.node
    return _Builder(Reading(item), workflow).graph() if isinstance(workflow, nodes.Workflow) else None


@dataclass(slots=True)
class _Builder:
    """Makes one graph."""

    read: Reading
    workflow: nodes.Workflow
    names: WorkflowNames = field(init=False)
    milestones: dict[nodes.Subscribe, tuple[EffectiveMilestone, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = names_of(self.workflow)
        for item, site in items_of(self.workflow):
            if isinstance(item, nodes.Subscribe):
                state = site.state if isinstance(site.state, nodes.State) else None
                self.milestones[item] = effective_milestones(self.workflow, state, item)

    def graph(self) -> WorkflowGraph:
        """The whole graph."""
        read, workflow, chunk = self.read, self.workflow, self.read.item.chunk
        bodies = scanned_bodies(chunk)
        moves = moves_of(bodies)
        initial = initial_of(workflow)
        terminals = {name for name, state in self.names.states.items() if isinstance(state, nodes.Terminal)}
        is_known = initial in self.names.states
        got_to = (
            reached(initial, self.names.states, terminals, moves) if initial and is_known else set(self.names.states)
        )
        states = [item for item in workflow.items if isinstance(item, nodes.State | nodes.Terminal)]
        clauses = _clauses(workflow.items)
        return WorkflowGraph(
            name=workflow.name.text,
            place=read.span(workflow),
            name_place=read.span(workflow.name),
            documentation=chunk.doc_comment(workflow),
            attributes=read.attributes(workflow.attributes),
            is_broken=bool(chunk.problems),
            tracks=read.clause(clauses.get("Tracks")),
            initial=read.clause(clauses.get("Initial")),
            starts_itself=read.clause(clauses.get("Autostart")),
            events=tuple(self._event(item) for item in workflow.items if isinstance(item, nodes.Event)),
            slots=tuple(self._slots(workflow.items)),
            milestones=self._milestones(workflow.items),
            clocks=self._clocks(workflow.items),
            states=tuple(self._state(state, initial, got_to) for state in states),
            transitions=transitions_of(read, self.names, Heard.by(workflow, self.names, self.milestones), moves),
        )

    def _event(self, event: nodes.Event) -> Event:
        return Event(
            name=event.name.text,
            parameters=self.read.text(event.parameters),
            place=self.read.span(event),
            name_place=self.read.span(event.name),
            documentation=self.read.item.chunk.doc_comment(event),
            attributes=self.read.attributes(event.attributes),
        )

    def _state(self, state: nodes.State | nodes.Terminal, initial: str | None, got_to: set[str]) -> State:
        read, name = self.read, state.name.text
        bodies = {item.keyword.text: item for item in reversed(state.items) if isinstance(item, nodes.Body)}
        outcome = state.outcome.text if isinstance(state, nodes.Terminal) else None
        return State(
            name=name,
            kind=StateKind.STATE if outcome is None else _OUTCOMES.get(outcome, StateKind.TERMINAL),
            is_initial=bool(name) and name == initial,
            is_reached=name in got_to,
            place=read.span(state),
            name_place=read.span(state.name),
            documentation=read.item.chunk.doc_comment(state),
            attributes=read.attributes(state.attributes),
            message=read.clause(_clauses(state.items).get("Message")),
            enter=read.span(bodies["enter"]) if "enter" in bodies else None,
            exit=read.span(bodies["exit"]) if "exit" in bodies else None,
            complete_when=tuple(
                read.written(item.condition) for item in state.items if isinstance(item, nodes.CompleteWhen)
            ),
            slots=tuple(self._slots(state.items)),
            waits=tuple(self._waits(state)),
            milestones=self._milestones(state.items),
            clocks=self._clocks(state.items),
        )

    def _waits(self, state: nodes.State | nodes.Terminal) -> Iterable[Wait]:
        """The routes for events that no slot of the state listens for, one of each event."""
        slots = [item for item in state.items if isinstance(item, nodes.Subscribe)]
        heard = {slot.event.text for slot in slots} | {slot.slot.text for slot in slots}
        for item in state.items:
            if isinstance(item, nodes.Route):
                name = item.name.text
                is_clock = name in CLOCK_ROUTES and name not in self.names.events
                if name and not is_clock and name not in heard and name not in self.names.slots:
                    heard.add(name)
                    yield Wait(event=name, place=self.read.span(item.name))

    def _slots(self, items: Iterable[nodes.WorkflowItem]) -> Iterable[Slot]:
        read = self.read
        for item in items:
            if not isinstance(item, nodes.Subscribe):
                continue
            inside = item.items or ()
            yield Slot(
                name=item.slot.text,
                event=item.event.text,
                place=read.span(item),
                name_place=read.span(item.slot),
                documentation=read.item.chunk.doc_comment(item),
                candidates=read.clause(_clauses(inside).get("Candidates")),
                requirements=tuple(
                    requirement.name.text
                    for part in inside
                    if isinstance(part, nodes.Requires)
                    for requirement in part.requirements
                    if isinstance(requirement, nodes.Requirement)
                ),
                milestones=tuple(
                    self._milestone(effective, is_inherited=not any(part is effective.declared[0] for part in inside))
                    for effective in self.milestones.get(item, ())
                ),
            )

    def _milestones(self, items: Iterable[nodes.WorkflowItem]) -> tuple[Milestone, ...]:
        return tuple(
            self._milestone(merge(item.keyword.text, (item,)), is_inherited=False)
            for item in items
            if isinstance(item, nodes.Milestone)
        )

    def _milestone(self, effective: EffectiveMilestone, *, is_inherited: bool) -> Milestone:
        read, clauses, arm = self.read, effective.clauses, effective.breach
        return Milestone(
            keyword=effective.keyword,
            place=read.span(effective.declared[0]),
            is_inherited=is_inherited,
            within=read.clause(clauses.get("Within")),
            accrues=read.clause(clauses.get("Accrues")),
            retries=read.clause(clauses.get("Retries")),
            backoff=read.clause(clauses.get("Backoff")),
            reminders=tuple(read.reminder(reminder) for reminder in effective.reminders),
            arm=None if arm is None else arm.keyword.text,
            arm_place=None if arm is None else read.span(arm),
            has_enter=effective.enter is not None,
            has_exhausted=effective.exhausted is not None,
        )

    def _clocks(self, items: Iterable[nodes.WorkflowItem]) -> tuple[Clock, ...]:
        read = self.read
        return tuple(
            Clock(
                keyword=item.keyword.text,
                place=read.span(item),
                within=read.setting(item.settings, "Within"),
                accrues=read.setting(item.settings, "Accrues"),
            )
            for item in items
            if isinstance(item, nodes.Clock)
        )


def _clauses(items: Iterable[nodes.WorkflowItem]) -> dict[str, nodes.Clause]:
    """The clauses by name, the first of each."""
    found: dict[str, nodes.Clause] = {}
    for item in items:
        if isinstance(item, nodes.Clause):
            found.setdefault(item.name.text, item)
    return found
