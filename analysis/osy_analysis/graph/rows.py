"""The lines in a box: what a state waits for, how long, and what then."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.graph.labels import NAMELESS, amount, label_of, one_line
from osy_analysis.graph.values import (
    CauseKind,
    Clock,
    Milestone,
    Reminder,
    Slot,
    State,
    WorkflowGraph,
    Written,
)
from osy_grammar.span import Span


class RowKind(StrEnum):
    """What a line in a box speaks of."""

    MESSAGE = "message"
    CLOCK = "clock"
    SLOT = "slot"
    MILESTONE = "milestone"
    RETRIES = "retries"
    REMINDER = "reminder"
    CONDITION = "condition"
    WAIT = "wait"
    RETURN = "return"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line in a box. A `RETURN` is a move from the box into itself, and `key` that move's name."""

    kind: RowKind
    text: str
    place: Span
    key: str = ""

    @property
    def depth(self) -> int:
        """How far the line stands in."""
        return _DEPTHS.get(self.kind, 0)


_DEPTHS = {RowKind.MILESTONE: 1, RowKind.RETRIES: 2, RowKind.REMINDER: 2}


def rows_by_state(graph: WorkflowGraph) -> dict[str | None, tuple[Row, ...]]:
    """The lines of each state by its name, and under None what the whole workflow waits for."""
    targets = _arm_targets(graph)
    moving, returning = _moves_by_source(graph)
    found: dict[str | None, tuple[Row, ...]] = {None: tuple(_shared_rows(graph, targets))}
    for state in graph.states:
        if state.name not in found:
            own = _rows_of(state, targets, moving.get(state.name, frozenset()))
            found[state.name] = (*own, *returning.get(state.name, ()))
    return found


ArmTargets = dict[tuple[str | None, str, str], list[str]]
"""Where the breach arms lead, by state, slot and milestone."""


def _arm_targets(graph: WorkflowGraph) -> ArmTargets:
    found: ArmTargets = {}
    shared = {slot.name for slot in graph.slots}
    for transition in graph.transitions:
        for slot in transition.cause.slots if transition.cause.kind is CauseKind.BREACH else ():
            for source in (None,) if slot in shared else transition.sources:
                found.setdefault((source, slot, transition.cause.milestone or ""), []).append(transition.target)
    return found


def _moves_by_source(graph: WorkflowGraph) -> tuple[dict[str, set[str]], dict[str, list[Row]]]:
    """The events by which each state is left, and the rows of the moves that enter it again."""
    moving: dict[str, set[str]] = {}
    returning: dict[str, list[Row]] = {}
    for number, transition in enumerate(graph.transitions):
        if transition.source is None:
            continue
        moving.setdefault(transition.source, set()).add(transition.cause.name)
        if transition.source == transition.target:
            label = label_of(transition, number)
            row = Row(kind=RowKind.RETURN, text=label.text, place=label.place, key=label.key)
            returning.setdefault(transition.source, []).append(row)
    return moving, returning


def _rows_of(state: State, targets: ArmTargets, moving: Collection[str]) -> Iterator[Row]:
    if state.message is not None:
        yield Row(kind=RowKind.MESSAGE, text=one_line(state.message.text), place=state.message.place)
    for clock in state.clocks:
        yield _clock_row(clock)
    for slot in state.slots:
        yield from _slot_rows(slot, state.name, targets)
    for condition in state.complete_when:
        text = f"complete when {one_line(condition.text)}"
        yield Row(kind=RowKind.CONDITION, text=text, place=condition.place)
    for wait in state.waits:
        if wait.event not in moving:
            yield Row(kind=RowKind.WAIT, text=f"{wait.event}, stays", place=wait.place)


def _shared_rows(graph: WorkflowGraph, targets: ArmTargets) -> Iterator[Row]:
    for clock in graph.clocks:
        yield _clock_row(clock)
    for slot in graph.slots:
        yield from _slot_rows(slot, None, targets)


def _clock_row(clock: Clock) -> Row:
    return Row(kind=RowKind.CLOCK, text=f"{clock.keyword} {_after(clock.within)}".strip(), place=clock.place)


def _slot_rows(slot: Slot, state: str | None, targets: ArmTargets) -> Iterator[Row]:
    alias = slot.name if slot.name == slot.event or not slot.event else f"{slot.name} ({slot.event})"
    pool = ", pool" if slot.candidates is not None else ""
    yield Row(kind=RowKind.SLOT, text=f"{alias or NAMELESS}{pool}", place=slot.name_place)
    for milestone in slot.milestones:
        yield _milestone_row(milestone, targets.get((state, slot.name, milestone.keyword), []))
        if milestone.retries is not None or milestone.backoff is not None:
            place = (milestone.retries or milestone.backoff or milestone).place
            yield Row(kind=RowKind.RETRIES, text=_retries(milestone), place=place)
        for reminder in milestone.reminders:
            yield Row(kind=RowKind.REMINDER, text=_reminder(reminder), place=reminder.place)


def _milestone_row(milestone: Milestone, targets: list[str]) -> Row:
    arm = ""
    if milestone.arm is not None:
        arm = f", else {' or '.join(dict.fromkeys(targets))}" if targets else f", else {milestone.arm}"
    text = f"{milestone.keyword} {_within(milestone.within)}".strip() + arm
    return Row(kind=RowKind.MILESTONE, text=text, place=milestone.place)


def _retries(milestone: Milestone) -> str:
    parts = []
    if milestone.retries is not None:
        times = "time" if milestone.retries.number == 1 else "times"
        parts.append(f"again {one_line(milestone.retries.text)} {times}")
    if milestone.backoff is not None:
        wait = amount(milestone.backoff)
        parts.append(f"Backoff {wait.removeprefix('Backoff.')}")
    return ", ".join(parts)


def _reminder(reminder: Reminder) -> str:
    first = f"Remind {reminder.name} {_after(reminder.after)}".strip()
    again = reminder.then_every
    return first if again is None or again.ticks == 0 else f"{first}, then every {amount(again)}"


def _within(within: Written | None) -> str:
    return "" if within is None else f"within {amount(within)}"


def _after(span: Written | None) -> str:
    if span is None:
        return ""
    return "at once" if span.ticks == 0 else f"after {amount(span)}"
