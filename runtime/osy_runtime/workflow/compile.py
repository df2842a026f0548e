"""From a workflow's nodes to its shape.

Every body is compiled once with the names that the engine hands in: `this`, `actor`, the slots of its state and of
the workflow, an event's parameters, and `slot` in a milestone. What the engine does not do is said by `refusals.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, cast

from osy_analysis.milestones import EffectiveMilestone, effective_milestones
from osy_grammar.nodes import workflow as w
from osy_grammar.nodes.declarations import Attribute, Parameters, Setting, Settings
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.statements import Block, Goto
from osy_grammar.walk import walk
from osy_runtime.faces import CompiledBlock, CompiledExpression, CompilerFace, DeclaredWorkflow, Value, WorldFace
from osy_runtime.show import kind, show
from osy_runtime.signals import BadProgram, CodeFrame
from osy_runtime.values import TimeSpan
from osy_runtime.workflow.backoff import BackoffPolicy
from osy_runtime.workflow.constants import constant_span
from osy_runtime.workflow.refusals import refusals
from osy_runtime.workflow.shape import (
    Arm,
    Completion,
    EventParameter,
    EventShape,
    Milestone,
    Reminder,
    Requirement,
    Route,
    SlotShape,
    StateShape,
    WorkflowShape,
)

CLOCK_ROUTES = ("Expire", "Deadline", "Complete")
AMBIENT = ("this", "actor")
T = TypeVar("T")
BREACH_KEYWORDS = {"Assigned": "Unassigned", "Finished": "Unfinished"}


def compile_workflow(declared: DeclaredWorkflow, compiler: CompilerFace, values: Mapping[str, Value]) -> WorkflowShape:
    """The shape of a declared workflow; `values` are the members of the enum that it tracks."""
    return _Compilation(declared, compiler, values).shape()


class _Compilation:
    """One workflow being compiled."""

    def __init__(self, declared: DeclaredWorkflow, compiler: CompilerFace, values: Mapping[str, Value]) -> None:
        self._path = declared.path
        self._item = declared.item
        # A declared workflow's item holds a workflow; the program sorted them by their node's class.
        self._node = cast(w.Workflow, declared.item.node)
        self._compiler = compiler
        self._values = values
        self._states = [i for i in self._node.items if isinstance(i, (w.State, w.Terminal))]
        self._own_slots = _of(w.Subscribe, self._node.items)
        self._events = {e.name.text: self._event(e) for e in _of(w.Event, self._node.items)}

    def shape(self) -> WorkflowShape:
        """Everything together."""
        clauses = _clauses(self._node.items)
        names = self._slot_names(self._own_slots)
        start = _body(self._node.items, "Start")
        deadline = _clock(self._node.items, "Deadline")
        all_slots = [*self._own_slots, *(s for state in self._states for s in _of(w.Subscribe, state.items))]
        return WorkflowShape(
            states={state.name.text: self._state(state) for state in self._states},
            slots=tuple(self._slot(slot, None, names) for slot in self._own_slots),
            routes=self._routes(self._node.items, all_slots, names),
            clock_routes=self._clock_routes(self._node.items, names),
            events=self._events,
            started_at=self._expression(clauses.get("StartedAt"), AMBIENT),
            start=self._block(start, (*AMBIENT, *names)),
            deadline=self._within_of(deadline),
            deadline_accrues=self._accrues_of(deadline),
            service_hours=self._expression(clauses.get("ServiceHours"), AMBIENT),
            unsupported=refusals(self._node),
        )

    def _state(self, node: w.State | w.Terminal) -> StateShape:
        own = _of(w.Subscribe, node.items)
        visible = [*own, *self._own_slots]
        names = (*AMBIENT, *self._slot_names(visible))
        clauses = _clauses(node.items)
        completion = next(iter(_of(w.CompleteWhen, node.items)), None)
        state = node if isinstance(node, w.State) else None
        return StateShape(
            name=node.name.text,
            order=node.start,
            value=self._values.get(node.name.text),
            outcome=node.outcome.text if isinstance(node, w.Terminal) else None,
            message=self._expression(clauses.get("Message"), AMBIENT),
            enter=self._block(_body(node.items, "enter"), names),
            exit=self._block(_body(node.items, "exit"), names),
            slots=tuple(self._slot(slot, state, names[len(AMBIENT) :]) for slot in own),
            routes=self._routes(node.items, visible, names[len(AMBIENT) :]),
            clock_routes=self._clock_routes(node.items, names[len(AMBIENT) :]),
            expire=self._within_of(_clock(node.items, "Expire")),
            expire_accrues=self._accrues_of(_clock(node.items, "Expire")),
            completion=self._completion(completion, names) if completion else None,
        )

    def _completion(self, node: w.CompleteWhen, names: Sequence[str]) -> Completion:
        condition = self._compiler.expression(self._path, self._item, node.condition, names)
        return Completion(condition=condition, block=self._block(node.block, names))

    # ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _event(self, node: w.Event) -> EventShape:
        parameters = tuple(
            EventParameter(name=p.name.text, type_name=p.type.name.text, is_nullable=p.type.is_nullable)
            for p in node.parameters.items
        )
        names = ("this", *(p.name for p in parameters))
        return EventShape(
            name=node.name.text,
            parameters=parameters,
            authorize=self._expression(_attribute(node.attributes, "Authorize"), ("this",)),
            correlate=self._expression(_attribute(node.attributes, "CorrelateOn"), names),
        )

    # ── Slots ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _slot(self, node: w.Subscribe, state: w.State | None, slot_names: Sequence[str]) -> SlotShape:
        clauses = _clauses(node.items or ())
        requires = [r for block in _of(w.Requires, node.items or ()) for r in block.requirements]
        names = (*AMBIENT, *slot_names, "slot")
        return SlotShape(
            name=node.slot.text,
            event=node.event.text,
            candidates=self._expression(clauses.get("Candidates"), ("this",)),
            requirements=tuple(self._requirement(r, names) for r in requires if isinstance(r, w.Requirement)),
            milestones=tuple(
                self._milestone(node.slot.text, m, names) for m in effective_milestones(self._node, state, node)
            ),
            order=node.start,
        )

    def _requirement(self, node: w.Requirement, names: Sequence[str]) -> Requirement:
        return Requirement(
            name=node.name.text,
            must=self._expression(_setting(node.settings, "Must"), names),
            message=self._expression(_setting(node.settings, "Message"), names),
        )

    def _milestone(self, slot: str, effective: EffectiveMilestone, names: Sequence[str]) -> Milestone:
        clauses = {name: clause.value for name, clause in effective.clauses.items()}
        breach = effective.breach
        parameter = None
        if breach is not None and breach.parameters is not None and breach.parameters.items:
            parameter = breach.parameters.items[0].name.text
        owner = f"`{effective.keyword}` in the slot `{slot}`"
        breach_names = (*names, parameter) if parameter and parameter not in names else names
        return Milestone(
            keyword=effective.keyword,
            within=self._span(clauses.get("Within"), names, f"`Within` of {owner}"),
            retries=self._typed(clauses.get("Retries"), names, f"`Retries` of {owner}", (int,), "a whole number"),
            backoff=self._typed(
                clauses.get("Backoff"),
                names,
                f"`Backoff` of {owner}",
                (TimeSpan, BackoffPolicy),
                "a TimeSpan or a retry policy",
            ),
            enter=self._block(effective.enter, names),
            exhausted=self._block(effective.exhausted, names),
            breach=self._block(breach, breach_names),
            breach_keyword=BREACH_KEYWORDS[effective.keyword],
            breach_parameter=parameter,
            reminders=tuple(self._reminder(reminder, names) for reminder in effective.reminders),
            accrues=self._truth(clauses.get("Accrues"), names, f"`Accrues` of {owner}"),
        )

    def _reminder(self, node: w.Remind, names: Sequence[str]) -> Reminder:
        arguments = {a.name.text: a.value for a in node.arguments}
        return Reminder(
            name=node.name.text,
            after=self._span(arguments.get("After"), names, f"`After` of `Remind {node.name.text}`"),
            then_every=self._span(arguments.get("ThenEvery"), names, f"`ThenEvery` of `Remind {node.name.text}`"),
            body=self._compiler.block(self._path, self._item, node.block, names),
            order=node.start,
            accrues=self._truth(arguments.get("Accrues"), names, f"`Accrues` of `Remind {node.name.text}`"),
        )

    # ── Routes ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _routes(
        self, items: Iterable[w.WorkflowItem], visible: Sequence[w.Subscribe], slot_names: Sequence[str]
    ) -> tuple[Route, ...]:
        found = []
        slots = {slot.slot.text: slot for slot in visible}
        for node in _of(w.Route, items):
            name = node.name.text
            slot = slots.get(name)
            if slot is None and name not in self._events and name in CLOCK_ROUTES:
                continue
            is_event = name in self._events and (slot is None or slot.event.text == name)
            event = slot.event.text if slot is not None else name
            names = _parameter_names(node.parameters)
            if not names and event in self._events:
                names = tuple(p.name for p in self._events[event].parameters)
            found.append(
                self._route(node, name if slot is not None else None, name if is_event else None, names, slot_names)
            )
        return tuple(found)

    def _clock_routes(self, items: Iterable[w.WorkflowItem], slot_names: Sequence[str]) -> dict[str, Route]:
        return {
            node.name.text: self._route(node, None, None, _parameter_names(node.parameters), slot_names)
            for node in reversed(_of(w.Route, items))
            if node.name.text in CLOCK_ROUTES and node.name.text not in self._events
        }

    def _route(
        self,
        node: w.Route,
        slot: str | None,
        event: str | None,
        parameters: tuple[str, ...],
        slot_names: Sequence[str],
    ) -> Route:
        names = tuple(dict.fromkeys((*AMBIENT, *slot_names, *parameters)))
        arms: list[Arm] = []
        if isinstance(node.body, w.Arms):
            for arm in node.body.arms:
                condition = self._compiler.expression(self._path, self._item, arm.condition, names)
                arms.append(Arm(condition=condition, block=self._required_block(arm.block, names)))
            if node.body.default is not None:
                arms.append(Arm(condition=None, block=self._required_block(node.body.default, names)))
        else:
            arms.append(Arm(condition=None, block=self._required_block(node.body, names)))
        targets = tuple(dict.fromkeys(n.state.text for n in walk(node.body) if isinstance(n, Goto)))
        return Route(
            name=node.name.text,
            slot=slot,
            event=event,
            parameters=parameters,
            arms=tuple(arms),
            targets=targets,
            order=node.start,
        )

    # ── Pieces ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _within_of(self, clock: w.Clock | None) -> CompiledExpression | None:
        if clock is None:
            return None
        return self._span(_setting(clock.settings, "Within"), AMBIENT, f"`Within` of `{clock.keyword.text}`")

    def _accrues_of(self, clock: w.Clock | None) -> CompiledExpression | None:
        if clock is None:
            return None
        return self._truth(_setting(clock.settings, "Accrues"), AMBIENT, f"`Accrues` of `{clock.keyword.text}`")

    def _slot_names(self, slots: Iterable[w.Subscribe]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(slot.slot.text for slot in slots))

    def _expression(self, node: Expression | None, names: Sequence[str]) -> CompiledExpression | None:
        return self._compiler.expression(self._path, self._item, node, names) if node is not None else None

    def _typed(
        self,
        node: Expression | None,
        names: Sequence[str],
        what: str,
        kinds: tuple[type, ...],
        wanted: str,
    ) -> CompiledExpression | None:
        """A clause whose value must be of those types or null; of another value it says what it is, and where."""
        code = self._expression(node, names)
        if node is None or code is None:
            return None
        place = CodeFrame(self._node.name.text, self._path, self._item.start + node.start)

        def run(world: WorldFace, names: Mapping[str, Value]) -> Value:
            value = code(world, names)
            if value is None or isinstance(value, kinds):
                return value
            refusal = BadProgram(f"{what} must be {wanted}, not {kind(value)} ({show(value)})")
            refusal.locate(place)
            refusal.leave_call()
            raise refusal

        return run

    def _span(self, node: Expression | None, names: Sequence[str], what: str) -> CompiledExpression | None:
        constant = constant_span(node) if not {"TimeSpan"} & {*names} else None
        if constant is not None:
            return constant
        return self._typed(node, names, what, (TimeSpan,), "a TimeSpan")

    def _truth(self, node: Expression | None, names: Sequence[str], what: str) -> CompiledExpression | None:
        return self._typed(node, names, what, (bool,), "true or false")

    def _block(self, node: w.Body | w.Breach | Block | None, names: Sequence[str]) -> CompiledBlock | None:
        if node is None:
            return None
        return self._required_block(node if isinstance(node, Block) else node.block, names)

    def _required_block(self, node: Block, names: Sequence[str]) -> CompiledBlock:
        return self._compiler.block(self._path, self._item, node, names)


def _of(kind: type[T], items: Iterable[w.WorkflowItem]) -> list[T]:
    return [item for item in items if isinstance(item, kind)]


def _clauses(items: Iterable[w.WorkflowItem]) -> dict[str, Expression]:
    """The values of the clauses by name, the first of a name."""
    return {clause.name.text: clause.value for clause in reversed(_of(w.Clause, items))}


def _body(items: Iterable[w.WorkflowItem], keyword: str) -> w.Body | None:
    return next((b for b in _of(w.Body, items) if b.keyword.text == keyword), None)


def _clock(items: Iterable[w.WorkflowItem], keyword: str) -> w.Clock | None:
    return next((c for c in _of(w.Clock, items) if c.keyword.text == keyword), None)


def _setting(settings: Settings, name: str) -> Expression | None:
    return next((s.value for s in settings.items if isinstance(s, Setting) and s.name.text == name), None)


def _attribute(attributes: Iterable[Attribute], name: str) -> Expression | None:
    return next((a.arguments[0].value for a in attributes if a.name.last.text == name and a.arguments), None)


def _parameter_names(parameters: Parameters | None) -> tuple[str, ...]:
    return tuple(p.name.text for p in parameters.items) if parameters is not None else ()
