"""A drawing with a place for everything in it, in the units of the SVG."""

from dataclasses import dataclass

from osy_analysis.graph.drawing import Drawing
from osy_analysis.graph.layout import Layout, Link, Point, Size, Way, lay_out
from osy_analysis.graph.shapes import ArrowShape, BoxShape, arrow_shape, box_shape

DOT = 14.0
"""The width of the dot where runs begin."""
LOOP = 16.0
"""How far the sign of a move into the same state stands out of its box."""
_FRAME = 20.0
_SPACING = {"layer_gap": 28.0, "node_gap": 28.0, "dummy_gap": 22.0, "stub": 15.0}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedBox:
    """A box and its upper left corner."""

    shape: BoxShape
    left: float
    top: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedArrow:
    """An arrow: its bends from the source to its labels, the middle of those, and its bends from there on."""

    shape: ArrowShape
    before: Way
    middle: Point
    after: Way


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A drawing with its places. `start` is the dot where runs begin and the way from it; it may be missing."""

    drawing: Drawing
    boxes: tuple[PlacedBox, ...]
    arrows: tuple[PlacedArrow, ...]
    start: tuple[Point, Way] | None
    left: float
    top: float
    width: float
    height: float


def picture_of(drawing: Drawing) -> Picture:
    """Lay a drawing out. LayoutError where that cannot be done."""
    boxes = [box_shape(box) for box in drawing.boxes]
    arrows = [arrow_shape(arrow) for arrow in drawing.arrows]
    links = [
        Link(source=source, target=target, label=Size(arrow.width, arrow.height))
        for (source, target), arrow in zip(drawing.ends, arrows, strict=True)
    ]
    found = lay_out([Size(box.width, box.height) for box in boxes], links, drawing.first, Size(DOT, DOT), _SPACING)
    return _framed(drawing, boxes, arrows, found)


def _framed(drawing: Drawing, boxes: list[BoxShape], arrows: list[ArrowShape], found: Layout) -> Picture:
    """The picture with a frame around everything in it."""
    placed_boxes = tuple(
        PlacedBox(shape=shape, left=middle.x - shape.width / 2, top=middle.y - shape.height / 2)
        for shape, middle in zip(boxes, found.boxes, strict=True)
    )
    placed_arrows = tuple(
        PlacedArrow(shape=shape, before=before, middle=middle, after=after)
        for shape, before, middle, after in zip(arrows, found.before, found.labels, found.after, strict=True)
    )
    ways = [*found.before, *found.after, *((found.start[1],) if found.start is not None else ())]
    xs, ys = [point.x for way in ways for point in way], [point.y for way in ways for point in way]
    for box in placed_boxes:
        xs += [box.left, box.left + box.shape.width + LOOP]
        ys += [box.top, box.top + box.shape.height]
    for arrow in placed_arrows:
        xs += [arrow.middle.x - arrow.shape.width / 2, arrow.middle.x + arrow.shape.width / 2]
        ys += [arrow.middle.y - arrow.shape.height / 2, arrow.middle.y + arrow.shape.height / 2]
    if found.start is not None:
        xs += [found.start[0].x - DOT / 2, found.start[0].x + DOT / 2]
        ys += [found.start[0].y - DOT / 2]
    left, top = min(xs, default=0.0) - _FRAME, min(ys, default=0.0) - _FRAME
    return Picture(
        drawing=drawing,
        boxes=placed_boxes,
        arrows=placed_arrows,
        start=found.start,
        left=left,
        top=top,
        width=max(xs, default=0.0) + _FRAME - left,
        height=max(ys, default=0.0) + _FRAME - top,
    )
