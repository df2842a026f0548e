"""How much of a text is shown and how large that is: boxes and labels before they have a place."""

from dataclasses import dataclass

from osy_analysis.graph.drawing import Arrow, Box, kind_words
from osy_analysis.graph.labels import Label
from osy_analysis.graph.measure import shortened, width, wrapped
from osy_analysis.graph.rows import Row, RowKind

NAME_SIZE, NAME_LINE = 14.0, 18.0
ROW_SIZE, ROW_LINE = 11.5, 16.0
LABEL_SIZE, LABEL_LINE = 11.0, 14.0
KIND_SIZE, KIND_LINE = 10.0, 14.0
INDENT = 12.0
ICON = 15.0
PADDING = 12.0
RULE = 10.0
"""The room that the line between name and rows takes."""

_MOST_ROWS = 14
_MOST_LABELS = 5
_WIDEST_NAME = 230.0
_WIDEST_ROW = 310.0
_WIDEST_LABEL = 200.0
_NARROWEST = 72.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoxShape:
    """A box with what is written in it; `more` counts the rows that are left out."""

    box: Box
    names: tuple[str, ...]
    rows: tuple[tuple[Row, str], ...]
    more: int
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelShape:
    """A label with the lines that are written: the cause, then the condition."""

    label: Label
    causes: tuple[str, ...]
    guards: tuple[str, ...]

    @property
    def line_count(self) -> int:
        """How many lines it takes."""
        return len(self.causes) + len(self.guards)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArrowShape:
    """An arrow with its labels; `more` counts those that are left out."""

    arrow: Arrow
    labels: tuple[LabelShape, ...]
    more: int
    width: float
    height: float


def box_shape(box: Box) -> BoxShape:
    """A box with its size."""
    names = wrapped(box.name, NAME_SIZE, _WIDEST_NAME, 3, is_bold=True)
    kept = box.rows if len(box.rows) <= _MOST_ROWS else box.rows[: _MOST_ROWS - 1]
    rows = tuple((row, shortened(row.text, ROW_SIZE, _WIDEST_ROW - row_indent(row))) for row in kept)
    more = len(box.rows) - len(kept)
    widths = [width(name, NAME_SIZE, is_bold=True) for name in names]
    widths += [width(text, ROW_SIZE) + row_indent(row) for row, text in rows]
    line_count = len(rows) + (more > 0)
    height = 2 * PADDING + len(names) * NAME_LINE + (RULE + line_count * ROW_LINE if line_count else 0)
    if kind_words(box):
        height += KIND_LINE
        widths.append(width(kind_words(box), KIND_SIZE))
    return BoxShape(
        box=box,
        names=names,
        rows=rows,
        more=more,
        width=_even(max(_NARROWEST, *widths) + 2 * PADDING),
        height=_even(height),
    )


def row_indent(row: Row) -> float:
    """How far the text of a line stands in: behind its sign, where it has one."""
    return row.depth * INDENT + (0.0 if row.kind is RowKind.MESSAGE else ICON)


def arrow_shape(arrow: Arrow) -> ArrowShape:
    """An arrow with the size of its labels."""
    kept = arrow.labels if len(arrow.labels) <= _MOST_LABELS else arrow.labels[: _MOST_LABELS - 1]
    labels = tuple(_label_shape(label) for label in kept)
    more = len(arrow.labels) - len(kept)
    widths = [width(line, LABEL_SIZE) for label in labels for line in (*label.causes, *label.guards)]
    line_count = sum(label.line_count for label in labels) + (more > 0)
    return ArrowShape(
        arrow=arrow,
        labels=labels,
        more=more,
        width=_even(max(widths, default=0.0) + 8),
        height=_even(line_count * LABEL_LINE + 4),
    )


def _label_shape(label: Label) -> LabelShape:
    causes = wrapped(label.cause, LABEL_SIZE, _WIDEST_LABEL, 2)
    guards = wrapped(f"[{label.guard}]", LABEL_SIZE, _WIDEST_LABEL, 3) if label.guard else ()
    return LabelShape(label=label, causes=causes, guards=guards)


def _even(length: float) -> float:
    """The next even number of units, so that the middle is a whole one."""
    return 2.0 * -(-length // 2)
