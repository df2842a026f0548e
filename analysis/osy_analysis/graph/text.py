"""A workflow in characters, for terminals: the picture where it fits, else state by state.

The picture is laid out like the SVG, in cells, and lines keep a cell apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.graph.canvas import ASCII, DOWN, LEFT, RIGHT, UNICODE, UP, Canvas, Cell, Pen, columns
from osy_analysis.graph.drawing import Arrow, Box, Drawing, kind_words
from osy_analysis.graph.labels import one_line
from osy_analysis.graph.layout import LayoutError, Link, Point, Size, Way, lay_out
from osy_analysis.graph.rows import Row, RowKind

_X, _Y = 10.0, 6.0
"""What a cell is in units of the layout."""
_SPACING = {
    "layer_gap": 20.0,
    "node_gap": 30.0,
    "dummy_gap": 20.0,
    "port_gap": 20.0,
    "port_stroke_clear": 10.0,
    "bundle_lane_gap": 10.0,
    "stub": 15.0,
}
_WIDEST_ROW = 46
_WIDEST_LABEL = 26
_MOST_LABEL_LINES = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Shape:
    """What is written at one place, and its size in cells."""

    lines: tuple[str, ...]
    width: int
    height: int
    is_label: bool = False

    @property
    def size(self) -> Size:
        """The size in units of the layout."""
        return Size(self.width * _X, self.height * _Y)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Placed:
    """A shape in its place."""

    shape: _Shape
    left: int
    top: int

    @staticmethod
    def at(middle: Point, shape: _Shape) -> "_Placed":
        """The shape around a place of the layout."""
        left, top = middle.x - (shape.width - 1) * _X / 2, middle.y - (shape.height - 1) * _Y / 2
        x, y = _cell(Point(left, top))
        return _Placed(shape=shape, left=x, top=y)

    @property
    def middle(self) -> int:
        """The column in the middle."""
        return self.left + self.shape.width // 2

    def door(self, end: Point, inner: Point) -> tuple[Cell, int]:
        """The cell outside of the border where a way begins or ends that comes from `inner`; the direction inwards."""
        x, y = _cell(end)
        x = min(max(x, self.left), self.left + self.shape.width - 1)
        y = min(max(y, self.top), self.top + self.shape.height - 1)
        if _is_upright(end, inner):
            return ((x, self.top - 1), DOWN) if inner.y < end.y else ((x, self.top + self.shape.height), UP)
        return ((self.left - 1, y), RIGHT) if inner.x < end.x else ((self.left + self.shape.width, y), LEFT)


_DOT = _Shape(lines=(), width=1, height=1, is_label=True)
_NEAR = 0.01


def _cell(point: Point) -> Cell:
    """The cell of a place; one right at a border is in the next, however it was reckoned."""
    return int((point.x + _NEAR) // _X), int((point.y + _NEAR) // _Y)


def _is_upright(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) < abs(one.y - other.y)


def text_of(drawing: Drawing, *, width: int | None = None, is_unicode: bool = True) -> str:
    """The workflow in lines of at most `width` cells; any width if that is None."""
    pen = UNICODE if is_unicode else ASCII
    try:
        lines = _picture(drawing, pen)
    except LayoutError:
        lines = None
    if lines is None or (width is not None and max(map(columns, lines), default=0) > width):
        lines = list(_listed(drawing, pen, width))
    return _harmless("\n".join((drawing.name, "", *lines)) + "\n")


def _harmless(text: str) -> str:
    """The text without what a terminal would obey."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text)


# ── The picture ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _picture(drawing: Drawing, pen: Pen) -> list[str]:
    boxes = [_box_shape(box, pen) for box in drawing.boxes]
    labels = [_label_shape(arrow, pen) for arrow in drawing.arrows]
    links = [
        Link(source=source, target=target, label=label.size)
        for (source, target), label in zip(drawing.ends, labels, strict=True)
    ]
    found = lay_out([box.size for box in boxes], links, drawing.first, _DOT.size, _SPACING)
    placed_boxes = [_Placed.at(middle, shape) for middle, shape in zip(found.boxes, boxes, strict=True)]
    placed_labels = [_Placed.at(middle, shape) for middle, shape in zip(found.labels, labels, strict=True)]
    canvas = Canvas(pen)
    for number, (arrow, (source, target)) in enumerate(zip(drawing.arrows, drawing.ends, strict=True)):
        before, after, label = found.before[number], found.after[number], placed_labels[number]
        middle = label.middle if _goes_through(before, after) else None
        _draw_line(canvas, before, placed_boxes[source], label, arrow.look.value, middle)
        canvas.head(*_draw_line(canvas, after, label, placed_boxes[target], arrow.look.value, middle))
    if found.start is not None and drawing.first is not None:
        dot = _Placed.at(found.start[0], _DOT)
        canvas.head(*_draw_line(canvas, found.start[1], dot, placed_boxes[drawing.first], "", dot.left))
        canvas.text((dot.left, dot.top), pen.dot)
    for box, placed in zip(drawing.boxes, placed_boxes, strict=True):
        _draw_box(canvas, box, placed)
    for placed in placed_labels:
        for number, line in enumerate(placed.shape.lines):
            canvas.text((placed.left + (placed.shape.width - columns(line)) // 2, placed.top + number), line)
    return canvas.show()


def _draw_box(canvas: Canvas, box: Box, placed: "_Placed") -> None:
    shape = placed.shape
    canvas.frame((placed.left, placed.top), shape.width, shape.height, is_double=box.is_terminal)
    name, *rows = shape.lines
    canvas.text((placed.left + (shape.width - columns(name)) // 2, placed.top), name)
    for number, row in enumerate(rows, 1):
        canvas.text((placed.left + 2, placed.top + number), row)


def _box_shape(box: Box, pen: Pen) -> _Shape:
    name = f" {_cut(box.name, _WIDEST_ROW, pen)} "
    rows = [words] if (words := kind_words(box)) else []
    rows += [_cut(_row(row, pen), _WIDEST_ROW, pen) for row in box.rows]
    width = max(columns(name) + 4, *(columns(row) + 4 for row in rows), 9)
    return _Shape(lines=(name, *rows), width=width + 1 - width % 2, height=max(len(rows), 1) + 2)


def _row(row: Row, pen: Pen) -> str:
    sign = f"{pen.again} " if row.kind is RowKind.RETURN else ""
    return "  " * row.depth + sign + one_line(row.text)


def _label_shape(arrow: Arrow, pen: Pen) -> _Shape:
    lines = [line for label in arrow.labels for line in _folded(label.text, _WIDEST_LABEL, pen)]
    if len(lines) > _MOST_LABEL_LINES:
        lines = [*lines[: _MOST_LABEL_LINES - 1], pen.ellipsis]
    width = max(map(columns, lines))
    return _Shape(lines=tuple(lines), width=width + 1 - width % 2, height=len(lines), is_label=True)


def _folded(text: str, limit: int, pen: Pen) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and columns(lines[-1]) + 1 + columns(word) > limit:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return [_cut(line, limit, pen) for line in lines]


def _cut(text: str, limit: int, pen: Pen) -> str:
    if columns(text) <= limit:
        return text
    kept, used = "", columns(pen.ellipsis)
    for letter in text:
        used += columns(letter)
        if used > limit:
            break
        kept += letter
    return kept.rstrip() + pen.ellipsis


def _goes_through(before: Way, after: Way) -> bool:
    """Whether the ways reach and leave a label on opposite sides, one above and one below."""
    if not (_is_upright(before[-2], before[-1]) and _is_upright(after[0], after[1])):
        return False
    return (before[-1].y > before[-2].y) == (after[1].y > after[0].y)


def _draw_line(
    canvas: Canvas, way: Way, source: _Placed, target: _Placed, look: str, middle: int | None
) -> tuple[Cell, int]:
    """Draw a way from one thing to another; what comes back is its last cell and where it points there.

    `middle` is the column of the label (or the dot) at one of the ends, where the way is to meet that in its middle.
    """
    first, out = source.door(way[0], way[1])
    last, inward = target.door(way[-1], way[-2])
    if middle is not None:
        first = (middle, first[1]) if source.shape.is_label or len(way) == 2 else first
        last = (middle, last[1]) if target.shape.is_label or len(way) == 2 else last
    elif len(way) == 2:
        last = (first[0], last[1]) if _is_upright(way[0], way[1]) else (last[0], first[1])
    cells = [first, *map(_cell, way[1:-1]), last]
    # What goes straight in the layout goes straight here, whatever was rounded at the ends.
    for number in range(1, len(cells) - 1):
        x, y = cells[number]
        is_upright = _is_upright(way[number], way[number - 1])
        cells[number] = (cells[number - 1][0], y) if is_upright else (x, cells[number - 1][1])
    if len(cells) > 2:
        x, y = cells[-2]
        cells[-2] = (last[0], y) if _is_upright(way[-1], way[-2]) else (x, last[1])
    canvas.line(cells, look)
    canvas.join(first, out, look)
    canvas.join(last, inward, look)
    return last, inward


# ── State by state ───────────────────────────────────────────────────────────────────────────────────────────────────


def _listed(drawing: Drawing, pen: Pen, width: int | None) -> Iterator[str]:
    leaving: dict[str, list[str]] = {}
    for arrow in drawing.arrows:
        lying, _ = pen.broken.get(arrow.look.value, (pen.frame[4], ""))
        leads = f"{lying}{pen.heads[RIGHT]} {arrow.target.name}"
        leaving.setdefault(arrow.source.key, []).extend(f"{label.text} {leads}" for label in arrow.labels)
    for box in drawing.boxes:
        words = ", ".join(filter(None, ("runs begin here" if box.is_initial else "", kind_words(box))))
        yield _fitted(f"{box.name} ({words})" if words else box.name, width, pen)
        for row in box.rows:
            yield _fitted(f"  {_row(row, pen)}", width, pen)
        for move in leaving.get(box.key, ()):
            yield _fitted(f"  {move}", width, pen)
        yield ""


def _fitted(line: str, width: int | None, pen: Pen) -> str:
    return line if width is None else _cut(line, max(width, 20), pen)
