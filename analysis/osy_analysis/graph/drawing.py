"""What a picture of a workflow shows, whatever it is drawn with: boxes with rows, and arrows with labels.

Moves at workflow scope leave one box of their own, "any state", which also holds what the whole workflow waits for. A
name that no state has gets a box too. Arrows between the same two boxes that look alike are one arrow with several
labels.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.graph.values import (
    Cause,
    CauseKind,
    Clock,
    Guard,
    GuardKind,
    Milestone,
    Reminder,
    Slot,
    State,
    Transition,
    WorkflowGraph,
    Written,
)
from osy_grammar.span import Span

ANY_STATE = "any state"
NAMELESS = "…"

_TICKS = ((864_000_000_000, "d"), (36_000_000_000, "h"), (600_000_000, "min"), (10_000_000, "s"), (10_000, "ms"))


class BoxKind(StrEnum):
    """What a box stands for: a kind of state, every state at once, or a name that no state has."""

    STATE = "state"
    SUCCESS = "success"
    CANCEL = "cancel"
    ERROR = "error"
    TERMINAL = "terminal"
    ANY = "any"
    MISSING = "missing"


class Look(StrEnum):
    """What an arrow looks like: by what moves the run."""

    EVENT = "event"
    CLOCK = "clock"
    REDIRECT = "redirect"
    ILLEGAL = "illegal"


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Box:
    """A state. `key` is its name within the picture, free of whatever a format minds.

    `place` is its name in the file and `block` all of it; both are None for a box that is no state.
    """

    key: str
    kind: BoxKind
    name: str
    is_initial: bool
    is_reached: bool
    rows: tuple[Row, ...]
    place: Span | None
    block: Span | None
    documentation: str

    @property
    def is_terminal(self) -> bool:
        """Whether runs end here."""
        return self.kind in _ENDS


_ENDS = (BoxKind.SUCCESS, BoxKind.CANCEL, BoxKind.ERROR, BoxKind.TERMINAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One move on an arrow: what brings it about, and the condition that it stands under (empty for none)."""

    key: str
    cause: str
    guard: str
    place: Span

    @property
    def text(self) -> str:
        """Both, as one line."""
        return f"{self.cause} [{self.guard}]" if self.guard else self.cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """The moves of one look from one box to another."""

    key: str
    source: Box
    target: Box
    look: Look
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A whole picture; no arrow leads from a box to itself, which a row of the box says instead."""

    name: str
    documentation: str
    place: Span
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]

    @property
    def first(self) -> int | None:
        """The number of the box in which runs begin."""
        return next((number for number, box in enumerate(self.boxes) if box.is_initial), None)

    @property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the boxes that each arrow joins."""
        numbers = {box.key: number for number, box in enumerate(self.boxes)}
        return tuple((numbers[arrow.source.key], numbers[arrow.target.key]) for arrow in self.arrows)


def drawing_of(graph: WorkflowGraph) -> Drawing:
    """The picture of a workflow."""
    boxes: dict[str | None, Box] = {}
    targets = _arm_targets(graph)
    moving, returning = _by_source(graph)
    for state in graph.states:
        if state.name not in boxes:
            rows = _rows(state, targets, moving.get(state.name, frozenset()), returning.get(state.name, ()))
            boxes[state.name] = _box(state, f"state{len(boxes)}", tuple(rows))
    shared = tuple(_shared_rows(graph, targets))
    if shared or any(each.source is None for each in graph.transitions):
        boxes[None] = _extra(BoxKind.ANY, ANY_STATE, "any", shared)
    for number, name in enumerate(graph.unknown_targets):
        boxes[name] = _extra(BoxKind.MISSING, name or NAMELESS, f"missing{number}", ())
    return Drawing(
        name=graph.name or NAMELESS,
        documentation=graph.documentation,
        place=graph.place,
        boxes=tuple(boxes.values()),
        arrows=tuple(_arrows(graph, boxes)),
    )


def _extra(kind: BoxKind, name: str, key: str, rows: tuple[Row, ...]) -> Box:
    return Box(
        key=key,
        kind=kind,
        name=name,
        is_initial=False,
        is_reached=True,
        rows=rows,
        place=None,
        block=None,
        documentation="",
    )


def _box(state: State, key: str, rows: tuple[Row, ...]) -> Box:
    return Box(
        key=key,
        kind=BoxKind(state.kind.value),
        name=state.name or NAMELESS,
        is_initial=state.is_initial,
        is_reached=state.is_reached,
        rows=rows,
        place=state.name_place,
        block=state.place,
        documentation=state.documentation,
    )


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

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


def _by_source(graph: WorkflowGraph) -> tuple[dict[str, set[str]], dict[str, list[Row]]]:
    """The events by which each state is left, and the rows of the moves that enter it again."""
    moving: dict[str, set[str]] = {}
    returning: dict[str, list[Row]] = {}
    for number, transition in enumerate(graph.transitions):
        if transition.source is None:
            continue
        moving.setdefault(transition.source, set()).add(transition.cause.name)
        if transition.source == transition.target:
            label = _label(transition, number)
            row = Row(kind=RowKind.RETURN, text=label.text, place=label.place, key=label.key)
            returning.setdefault(transition.source, []).append(row)
    return moving, returning


def _rows(state: State, targets: ArmTargets, moving: Collection[str], returning: Iterable[Row]) -> Iterator[Row]:
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
    yield from returning


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


def amount(span: Written) -> str:
    """A span in words where it is constant (`2 d 4 h`), else as written."""
    if span.ticks is None or span.ticks < 0:
        return one_line(span.text).removeprefix("TimeSpan.")
    parts, rest = [], span.ticks
    for unit, name in _TICKS:
        count, rest = divmod(rest, unit)
        if count:
            parts.append(f"{count} {name}")
    return " ".join(parts) if parts and not rest else one_line(span.text) if rest else "0 s"


def one_line(text: str) -> str:
    """The text with every run of blanks as one."""
    return " ".join(text.split())


# ── Arrows ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_LOOKS = {
    CauseKind.EXPIRE: Look.CLOCK,
    CauseKind.DEADLINE: Look.CLOCK,
    CauseKind.BREACH: Look.CLOCK,
    CauseKind.REDIRECT: Look.REDIRECT,
    CauseKind.COMPLETE: Look.EVENT,
    CauseKind.COMPLETE_WHEN: Look.EVENT,
    CauseKind.EVENT: Look.EVENT,
    CauseKind.SLOT: Look.EVENT,
    CauseKind.OTHER: Look.ILLEGAL,
}


def _arrows(graph: WorkflowGraph, boxes: dict[str | None, Box]) -> Iterator[Arrow]:
    bundles: dict[tuple[Box, Box, Look], list[Label]] = {}
    for number, transition in enumerate(graph.transitions):
        look = _LOOKS[transition.cause.kind] if transition.is_legal else Look.ILLEGAL
        if transition.source != transition.target:
            ends = boxes[transition.source], boxes[transition.target]
            bundles.setdefault((*ends, look), []).append(_label(transition, number))
    for number, ((source, target, look), labels) in enumerate(bundles.items()):
        yield Arrow(key=f"arrow{number}", source=source, target=target, look=look, labels=tuple(labels))


def _label(transition: Transition, number: int) -> Label:
    cause, guard = _cause(transition.cause), _condition(transition.guards)
    return Label(key=f"move{number}", cause=cause, guard=guard, place=transition.place)


def _cause(cause: Cause) -> str:
    match cause.kind:
        case CauseKind.BREACH:
            of = ", ".join(cause.slots) or cause.milestone or ""
            return f"{of} {cause.name}".strip()
        case CauseKind.COMPLETE_WHEN:
            return f"complete when {one_line(cause.name)}"
        case _:
            return cause.name or NAMELESS


def _condition(guards: Iterable[Guard]) -> str:
    return " && ".join(filter(None, map(_guard, guards)))


def _guard(guard: Guard) -> str:
    text = one_line(guard.text)
    match guard.kind:
        case GuardKind.WHEN | GuardKind.IF:
            return text
        case GuardKind.ELSE:
            return f"not ({text})"
        case GuardKind.CATCH | GuardKind.CASE:
            return f"{guard.kind.value} {text}".strip()
        case GuardKind.LOOP:
            return ""
        case GuardKind.DEFAULT:
            return "default"


def kind_words(box: Box) -> str:
    """What the box is, as a person says it; empty for an ordinary state."""
    words = _KINDS.get(box.kind, "")
    return words if box.is_reached else ", ".join(filter(None, (words, "never reached")))


_KINDS = {
    BoxKind.SUCCESS: "terminal, success",
    BoxKind.CANCEL: "terminal, cancel",
    BoxKind.ERROR: "terminal, error",
    BoxKind.TERMINAL: "terminal",
    BoxKind.MISSING: "no such state",
}


def description(drawing: Drawing) -> str:
    """The whole picture in sentences, for those who do not see it."""
    sentences = [f"Workflow {drawing.name}."]
    sentences += [f"Runs begin in {box.name}." for box in drawing.boxes if box.is_initial]
    for box in drawing.boxes:
        words = kind_words(box)
        rows = "; ".join(row.text for row in box.rows)
        about = ": ".join(filter(None, (f"{box.name} ({words})" if words else box.name, rows)))
        sentences.append(f"{about[:1].upper()}{about[1:]}.")
    for arrow in drawing.arrows:
        moves = "; ".join(label.text for label in arrow.labels)
        sentences.append(f"From {arrow.source.name} to {arrow.target.name}: {moves}.")
    return " ".join(sentences)
