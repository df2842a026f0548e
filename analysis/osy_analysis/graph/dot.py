"""A workflow in the language of Graphviz."""

from collections.abc import Iterator

from osy_analysis.graph.drawing import Box, BoxKind, Drawing, Look, kind_words

_START = "(start)"
"""A name of a node that no state can have."""
_COLOURS = {
    BoxKind.SUCCESS: "#1a7f37",
    BoxKind.CANCEL: "#9a6700",
    BoxKind.ERROR: "#cf222e",
    BoxKind.MISSING: "#cf222e",
}
_STYLES = {
    Look.EVENT: "",
    Look.CLOCK: ' style=dashed color="#8250df" fontcolor="#8250df"',
    Look.REDIRECT: ' style=dotted color="#0969da" fontcolor="#0969da"',
    Look.ILLEGAL: ' style=dotted color="#cf222e" fontcolor="#cf222e"',
}


def dot_of(drawing: Drawing) -> str:
    """The graph's text."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield f"digraph {_text(drawing.name)} {{"
    yield '  graph [rankdir=TB fontname="sans-serif" tooltip=" "];'
    yield '  node [shape=box style="rounded,filled" fillcolor="#f6f8fa" color="#6e7781"];'
    yield '  node [fontname="sans-serif" fontsize=11];'
    yield '  edge [color="#6e7781" fontname="sans-serif" fontsize=10];'
    if any(box.is_initial for box in drawing.boxes):
        yield f'  {_text(_START)} [shape=circle style=filled fillcolor=black label="" width=0.15 fixedsize=true];'
    for box in drawing.boxes:
        yield f"  {_name(box)} [{_box(box)}];"
    for box in drawing.boxes:
        if box.is_initial:
            yield f"  {_text(_START)} -> {_name(box)};"
        for row in box.rows:
            if row.key:
                yield f"  {_name(box)} -> {_name(box)} [label={_text(row.text)}];"
    for arrow in drawing.arrows:
        ends = f"{_name(arrow.source)} -> {_name(arrow.target)}"
        for label in arrow.labels:
            guard = f"[{label.guard}]" if label.guard else ""
            yield f"  {ends} [label={_text(label.cause, guard)}{_STYLES[arrow.look]}];"
    yield "}"


def _box(box: Box) -> str:
    words = kind_words(box)
    rows = "".join(f"{_escaped('  ' * row.depth + row.text)}\\l" for row in box.rows if not row.key)
    head = "\\n".join(_escaped(line) for line in (box.name, words) if line)
    attributes = [f'label="{head}\\n{rows}"' if rows else f'label="{head}"']
    if box.is_terminal:
        attributes.append("peripheries=2")
    if box.kind in _COLOURS:
        attributes.append(f'color="{_COLOURS[box.kind]}"')
    if box.kind in (BoxKind.ANY, BoxKind.MISSING) or not box.is_reached:
        attributes.append('style="rounded,filled,dashed"')
    elif box.is_initial:
        attributes.append("penwidth=2")
    return " ".join(attributes)


def _name(box: Box) -> str:
    """A state keeps its name; what has none gets one that no state can have."""
    return _text(box.state or f"({box.key})")


def _text(*lines: str) -> str:
    """The lines that are not empty, as one quoted text."""
    joined = "\\n".join(_escaped(line) for line in lines if line)
    return f'"{joined}"'


def _escaped(written: str) -> str:
    """The text for between quotes, where a backslash begins an escape; a NUL would end the file."""
    return written.replace("\\", "\\\\").replace('"', '\\"').replace("\0", "")
