"""Pieces of SVG: elements with their attributes, texts that fit, and ways with round corners."""

import re
from collections.abc import Sequence

from osy_analysis.graph.layout import Point
from osy_analysis.graph.measure import width
from osy_grammar.span import Span

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may contain, escaped or not."""
_CORNER = 6.0
HEAD = 8.0
"""The length of an arrow's head."""


def text(written: str) -> str:
    """A text between tags or in an attribute."""
    safe = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", written)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A coordinate: one digit behind the point, where it has any."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def place(span: Span | None, block: Span | None = None) -> str:
    """The attributes that say where something stands in the file; `block` is all of it, where `span` is its name."""
    if span is None:
        return ""
    around = "" if block is None else f' data-block-start="{block.start}" data-block-end="{block.end}"'
    return f' data-start="{span.start}" data-end="{span.end}"{around}'


def line_of_text(
    written: str, at: Point, size: float, kind: str, *, is_bold: bool = False, is_centred: bool = False
) -> str:
    """One line of text that takes the room that was reckoned for it."""
    room = width(written, size, is_bold=is_bold)
    fitted = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if room else ""
    anchor = ' text-anchor="middle"' if is_centred else ""
    return (
        f'<text class="{kind}" x="{number(at.x)}" y="{number(at.y)}" font-size="{number(size)}"{anchor}{fitted}>'
        f"{text(written)}</text>"
    )


def arrow(points: Sequence[Point]) -> str:
    """A line with a head, round at its bends."""
    *_, before, end = points
    return way([*points[:-1], _towards(end, before, min(HEAD, _distance(before, end)))]) + head(before, end)


def way(points: Sequence[Point]) -> str:
    """A line, round at its bends."""
    path = [f"M{_xy(points[0])}"]
    for last, bend, after in zip(points, points[1:-1], points[2:], strict=False):
        radius = min(_CORNER, _distance(last, bend) / 2, _distance(bend, after) / 2)
        path.append(f"L{_xy(_towards(bend, last, radius))}Q{_xy(bend)} {_xy(_towards(bend, after, radius))}")
    path.append(f"L{_xy(points[-1])}")
    return f'<path class="way" d="{"".join(path)}"/>'


def head(before: Point, end: Point, length: float = HEAD) -> str:
    """The head of an arrow that comes from `before`."""
    back = _towards(end, before, length)
    across_x, across_y = (end.y - back.y) * 0.45, (back.x - end.x) * 0.45
    left = Point(back.x + across_x, back.y + across_y)
    right = Point(back.x - across_x, back.y - across_y)
    return f'<path class="head" d="M{_xy(end)}L{_xy(left)}L{_xy(right)}Z"/>'


def _towards(start: Point, end: Point, length: float) -> Point:
    distance = _distance(start, end)
    share = length / distance if distance else 0.0
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _distance(start: Point, end: Point) -> float:
    return float(((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5)


def _xy(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"
