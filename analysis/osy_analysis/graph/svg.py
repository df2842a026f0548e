"""A workflow as SVG.

Colours follow the reader's light or dark scheme, and a page around the picture can set them (`--osy-paper` …). Each
state, each line in it and each move is a group with a title that says everything in full, and with `data-start` and
`data-end`, its place in the file in characters; states and moves have ids, the same as in the JSON form. A program that
shows the picture can mark a group as `selected`.
"""

from collections.abc import Iterator

from osy_analysis.graph.drawing import Box, BoxKind, Drawing, description, kind_words
from osy_analysis.graph.layout import Point
from osy_analysis.graph.markup import arrow, head, line_of_text, number, place, text, way
from osy_analysis.graph.picture import DOT, Picture, PlacedArrow, PlacedBox, picture_of
from osy_analysis.graph.rows import Row, RowKind
from osy_analysis.graph.shapes import (
    ICON,
    INDENT,
    KIND_LINE,
    KIND_SIZE,
    LABEL_LINE,
    LABEL_SIZE,
    NAME_LINE,
    NAME_SIZE,
    PADDING,
    ROW_LINE,
    ROW_SIZE,
    RULE,
    LabelShape,
    row_indent,
)
from osy_analysis.graph.style import STYLE

_FONTS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
_LOOP_HEAD = 6.0


def svg_of(drawing: Drawing) -> str:
    """The picture as a whole SVG document, the same text each time. LayoutError if it cannot be laid out."""
    picture = picture_of(drawing)
    frame = f'width="{number(picture.width)}" height="{number(picture.height)}"'
    corner = f"{number(picture.left)} {number(picture.top)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="osy-graph" role="img" aria-labelledby="osy-title osy-desc" '
        f'viewBox="{corner} {number(picture.width)} {number(picture.height)}" {frame} font-family="{_FONTS}">',
        f'<title id="osy-title">{text(f"Workflow {drawing.name}")}</title>',
        f'<desc id="osy-desc">{text(description(drawing))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" x="{number(picture.left)}" y="{number(picture.top)}" {frame}/>',
        *_start(picture),
    ]
    for placed in picture.arrows:
        lines += _arrow(placed)
    for box in picture.boxes:
        lines += _box(box)
    for placed in picture.arrows:
        lines += _labels(placed)
    return "\n".join([*lines, "</svg>", ""])


def _start(picture: Picture) -> Iterator[str]:
    if picture.start is not None:
        middle, points = picture.start
        dot = f'<circle class="dot" cx="{number(middle.x)}" cy="{number(middle.y)}" r="{number(DOT / 2)}"/>'
        yield f'<g class="start">{dot}{arrow(points)}</g>'


# ── Arrows ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _arrow(placed: PlacedArrow) -> Iterator[str]:
    shown = placed.shape.arrow
    ends = f'data-source="{text(shown.source.name)}" data-target="{text(shown.target.name)}"'
    lines = f"{way(placed.before)}{arrow(placed.after)}"
    yield f'<g class="arrow {shown.look.value}" id="osy-{shown.key}" {ends}>{lines}</g>'


def _labels(placed: PlacedArrow) -> Iterator[str]:
    shape, middle = placed.shape, placed.middle
    top = middle.y - shape.height / 2
    yield f'<g class="label {shape.arrow.look.value}" data-arrow="osy-{shape.arrow.key}">'
    y = top + LABEL_LINE - 2
    for label in shape.labels:
        yield from _label(placed, label, middle.x, y)
        y += label.line_count * LABEL_LINE
    if shape.more:
        yield line_of_text(_more(shape.more), Point(middle.x, y), LABEL_SIZE, "more", is_centred=True)
    yield "</g>"


def _label(placed: PlacedArrow, shape: LabelShape, x: float, y: float) -> Iterator[str]:
    shown, label = placed.shape.arrow, shape.label
    said = f"{shown.source.name} → {shown.target.name}: {label.text}"
    yield f'<g class="move" id="osy-{label.key}"{place(label.place)}><title>{text(said)}</title>'
    for number_of_line, line in enumerate((*shape.causes, *shape.guards)):
        kind = "cause" if number_of_line < len(shape.causes) else "guard"
        yield line_of_text(line, Point(x, y + number_of_line * LABEL_LINE), LABEL_SIZE, kind, is_centred=True)
    yield "</g>"


def _more(count: int) -> str:
    return f"and {count} more"


# ── Boxes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _box(placed: PlacedBox) -> Iterator[str]:
    shape, box = placed.shape, placed.shape.box
    yield (
        f'<g class="{_classes(box)}" id="osy-{box.key}" data-name="{text(box.name)}"{place(box.place, box.block)}>'
        f"<title>{text(_title(box))}</title>"
    )
    yield _rectangle(placed, 0, 7 if not box.is_terminal else 12, "box")
    if box.is_terminal:
        yield _rectangle(placed, 3.5, 9, "ring")
    middle = placed.left + shape.width / 2
    y = placed.top + PADDING + NAME_LINE - 5
    for name in shape.names:
        yield line_of_text(name, Point(middle, y), NAME_SIZE, "name", is_bold=True, is_centred=True)
        y += NAME_LINE
    if kind_words(box):
        yield line_of_text(kind_words(box), Point(middle, y - 3), KIND_SIZE, "kind", is_centred=True)
        y += KIND_LINE
    if shape.rows:
        yield _rule(placed, y - NAME_LINE + 5 + RULE / 2)
        y += RULE - NAME_LINE + ROW_LINE
        for row, shown in shape.rows:
            yield from _row(placed, row, shown, y)
            y += ROW_LINE
        if shape.more:
            at = Point(placed.left + PADDING + ICON, y)
            yield line_of_text(_more(shape.more), at, ROW_SIZE, "more")
    yield "</g>"


def _classes(box: Box) -> str:
    found = ["state", box.kind.value] if box.kind is not BoxKind.STATE else ["state"]
    found += ["initial"] if box.is_initial else []
    found += ["terminal"] if box.is_terminal else []
    return " ".join(found if box.is_reached else [*found, "unreached"])


def _title(box: Box) -> str:
    words = kind_words(box)
    return "\n".join(
        filter(None, (f"{box.name} ({words})" if words else box.name, box.documentation, *(r.text for r in box.rows)))
    )


def _rectangle(placed: PlacedBox, inset: float, corner: float, kind: str) -> str:
    shape = placed.shape
    at = f'x="{number(placed.left + inset)}" y="{number(placed.top + inset)}"'
    size = f'width="{number(shape.width - 2 * inset)}" height="{number(shape.height - 2 * inset)}"'
    return f'<rect class="{kind}" {at} rx="{number(corner)}" {size}/>'


def _rule(placed: PlacedBox, y: float) -> str:
    left, right = placed.left + PADDING, placed.left + placed.shape.width - PADDING
    return f'<path class="rule" d="M{number(left)} {number(y)}H{number(right)}"/>'


def _row(placed: PlacedBox, row: Row, shown: str, y: float) -> Iterator[str]:
    left = placed.left + PADDING
    key = f' id="osy-{row.key}"' if row.key else ""
    move = " move" if row.key else ""
    yield f'<g class="{row.kind.value}{move}"{key}{place(row.place)}><title>{text(row.text)}</title>'
    yield _icon(row.kind, Point(left + row.depth * INDENT + 5, y - 4))
    yield line_of_text(shown, Point(left + row_indent(row), y), ROW_SIZE, "row")
    if row.kind is RowKind.RETURN:
        yield _loop(Point(placed.left + placed.shape.width, y - 4))
    yield "</g>"


def _icon(kind: RowKind, middle: Point) -> str:
    x, y = number(middle.x), number(middle.y)
    drawn = _ICONS.get(kind)
    return "" if drawn is None else f'<path class="icon" transform="translate({x} {y})" d="{drawn}"/>'


_CLOCK = "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0M0 -2.5V0L2 1.2"
_ICONS = {
    RowKind.CLOCK: _CLOCK,
    RowKind.MILESTONE: _CLOCK,
    RowKind.SLOT: "M-4 -3.5H4V3.5H-4ZM-4 0.5H-1.5L-0.8 1.8H0.8L1.5 0.5H4",
    RowKind.REMINDER: "M-3.5 2.5H3.5L2.5 1V-1A2.5 2.5 0 0 0 -2.5 -1V1ZM-0.8 4H0.8",
    RowKind.RETRIES: "M3.2 -2.2A4 4 0 1 0 4 0.5M3.6 -4V-1.6H1.2",
    RowKind.WAIT: "M-3 -3.5L3 0L-3 3.5Z",
    RowKind.RETURN: "M-3 -3.5L3 0L-3 3.5Z",
    RowKind.CONDITION: "M-4 0L0 -4L4 0L0 4Z",
}


def _loop(edge: Point) -> str:
    """The sign of a move into the same state: out of the box's right side and back in."""
    x, right, back = number(edge.x), number(edge.x + 9), Point(edge.x, edge.y + 4)
    line = f"M{x} {number(edge.y - 4)}H{right}A4 4 0 0 1 {right} {number(back.y)}H{number(edge.x + _LOOP_HEAD)}"
    return f'<path class="way" d="{line}"/>{head(Point(edge.x + 9, back.y), back, _LOOP_HEAD)}'
