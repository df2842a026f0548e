"""Where boxes, labels and arrows stand. The layout library (graphlay) does it, the same way every time.

It puts boxes in layers from the top, turns back edges around and leads arrows at right angles. A label is a box of its
own on the way of its arrow: so it has room, and it is plain which arrow it belongs to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_CAREFUL = 150
"""Of more arrows the places are found in less time, and a little less well."""
_MOST = 2000
"""More arrows than anybody could follow, and than can be laid out while somebody waits."""


class LayoutError(Exception):
    """There is no picture; the text says why."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Size:
    """How much room something takes."""

    width: float
    height: float


Way = tuple[Point, ...]
"""The bends of a line, its ends included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An arrow between two boxes, by their numbers, and the size of its label."""

    source: int
    target: int
    label: Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The middles of the boxes; of the arrows the middles of the labels, and the ways up to there and on from there.

    `start` is the dot where runs begin and the way from it; None where no box is the first.
    """

    boxes: tuple[Point, ...]
    labels: tuple[Point, ...]
    before: tuple[Way, ...]
    after: tuple[Way, ...]
    start: tuple[Point, Way] | None


def lay_out(
    boxes: Sequence[Size], links: Sequence[Link], first: int | None, dot: Size, spacing: Mapping[str, float]
) -> Layout:
    """Find a place for everything. `first` is the box where runs begin. LayoutError where that cannot be done."""
    if len(links) > _MOST:
        raise LayoutError(f"a picture of {len(links)} arrows is more than can be laid out")
    nodes = [_node(size, "box") for size in (*boxes, *(link.label for link in links))]
    edges: list[dict[str, object]] = []
    for number, link in enumerate(links, len(boxes)):
        edges.append({"source": link.source, "target": number, "weight": 1.0})
        edges.append({"source": number, "target": link.target, "weight": 1.0})
    if first is not None:
        edges.append({"source": len(nodes), "target": first, "weight": 1.0})
        nodes.append(_node(dot, "ellipse"))
    effort = "balanced" if len(links) <= _CAREFUL else "fast"
    options = {"spacing": dict(spacing), "cycles": {"strategy": "follow_flow"}, "effort": effort}
    middles, ways = _ask(nodes, edges, options)
    end = 2 * len(links)
    return Layout(
        boxes=tuple(middles[: len(boxes)]),
        labels=tuple(middles[len(boxes) : len(boxes) + len(links)]),
        before=tuple(ways[0:end:2]),
        after=tuple(ways[1:end:2]),
        start=None if first is None else (middles[-1], ways[-1]),
    )


def _node(size: Size, shape: str) -> dict[str, object]:
    return {"size": {"width": size.width, "height": size.height}, "shape": shape}


def _ask(
    nodes: Sequence[Mapping[str, object]], edges: Sequence[Mapping[str, object]], options: Mapping[str, object]
) -> tuple[list[Point], list[Way]]:
    """The middles of the nodes and the ways of the edges."""
    if not nodes:
        return [], []
    try:
        from graphlay import GraphlayError, layout
    except ImportError as error:
        raise LayoutError("a picture needs the Python package `graphlay`, which is not installed") from error
    try:
        found = layout({"nodes": list(nodes), "edges": list(edges)}, preset="process_map", options=options)
    except GraphlayError as error:
        raise LayoutError(f"the picture cannot be laid out: {error}") from error
    middles = [_point(node["center"]) for node in found.nodes]
    return middles, [tuple(_point(point) for point in edge["points"]) for edge in found.edges]


def _point(found: Mapping[str, float]) -> Point:
    return Point(found["x"], found["y"])
