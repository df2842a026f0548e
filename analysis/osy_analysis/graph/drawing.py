"""What a picture of a workflow shows, whatever it is drawn with: boxes with rows, and arrows with labels.

Moves at workflow scope leave one box of their own, "any state", which also holds what the whole workflow waits for. A
name that no state has gets a box too. Arrows between the same two boxes that look alike are one arrow with several
labels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.graph.labels import NAMELESS, Label, label_of
from osy_analysis.graph.rows import Row, rows_by_state
from osy_analysis.graph.values import CauseKind, State, WorkflowGraph
from osy_grammar.span import Span

ANY_STATE = "any state"


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Box:
    """A state. `key` is its name within the picture, free of whatever a format minds.

    `state` is the name as written, None for any state. `place` is the name's place in the file and `block` that of the
    whole state; both are None for a box that is no state.
    """

    key: str
    kind: BoxKind
    name: str
    state: str | None
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
    rows = rows_by_state(graph)
    for state in graph.states:
        if state.name not in boxes:
            boxes[state.name] = _box(state, f"state{len(boxes)}", rows[state.name])
    if rows[None] or any(each.source is None for each in graph.transitions):
        boxes[None] = _extra(BoxKind.ANY, None, "any", rows[None])
    for number, name in enumerate(graph.unknown_targets):
        boxes[name] = _extra(BoxKind.MISSING, name, f"missing{number}", ())
    return Drawing(
        name=graph.name or NAMELESS,
        documentation=graph.documentation,
        place=graph.place,
        boxes=tuple(boxes.values()),
        arrows=tuple(_arrows(graph, boxes)),
    )


def _extra(kind: BoxKind, state: str | None, key: str, rows: tuple[Row, ...]) -> Box:
    return Box(
        key=key,
        kind=kind,
        name=ANY_STATE if state is None else state or NAMELESS,
        state=state,
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
        state=state.name,
        is_initial=state.is_initial,
        is_reached=state.is_reached,
        rows=rows,
        place=state.name_place,
        block=state.place,
        documentation=state.documentation,
    )


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
            bundles.setdefault((*ends, look), []).append(label_of(transition, number))
    for number, ((source, target, look), labels) in enumerate(bundles.items()):
        yield Arrow(key=f"arrow{number}", source=source, target=target, look=look, labels=tuple(labels))


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
