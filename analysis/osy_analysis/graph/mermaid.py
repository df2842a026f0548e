"""A workflow as a Mermaid `stateDiagram-v2`.

A state keeps its name as the diagram's identifier where Mermaid takes that for one, and gets a made one otherwise. In
texts everything that Mermaid could read as syntax is written as an entity.
"""

import re
from collections.abc import Iterator

from osy_analysis.graph.drawing import Box, Drawing, kind_words

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*\Z")
_WORDS = frozenset(
    (
        *("accdescr", "acctitle", "as", "choice", "class", "classdef", "click", "default", "direction", "end", "fork"),
        *("hide", "href", "join", "left", "note", "of", "over", "right", "root", "scale", "state", "statediagram"),
        *("style", "title", "width"),
        *("constructor", "hasownproperty", "isprototypeof", "propertyisenumerable", "tolocalestring", "tostring"),
        "valueof",
    )
)
"""What Mermaid reads as a word of its own, or stumbles over, in small letters: it does not mind capitals."""
_UNSAFE = re.compile(r"[^\w \-.,()\[\]=/+'?!&|]|\b_|_\b|(?<=\bend) (?=note\b)", re.ASCII | re.IGNORECASE)
"""Signs of its own, underscores that would slant a word, and the end of a note."""
_BLANKS = re.compile(r"\s+")


def mermaid_of(drawing: Drawing) -> str:
    """The diagram's text."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield from ("---", f"title: {_quoted(drawing.name)}", "---", "stateDiagram-v2")
    ids = {box.key: _id(box) for box in drawing.boxes}
    for box in drawing.boxes:
        if ids[box.key] != box.name:
            yield f'  state "{_text(box.name)}" as {ids[box.key]}'
    joined = {box.key for arrow in drawing.arrows for box in (arrow.source, arrow.target)}
    for box in drawing.boxes:
        if box.is_initial:
            yield f"  [*] --> {ids[box.key]}"
        elif box.key not in joined:
            yield f"  {ids[box.key]}"
    for arrow in drawing.arrows:
        for label in arrow.labels:
            yield f"  {ids[arrow.source.key]} --> {ids[arrow.target.key]} : {_text(label.text)}"
    for box in drawing.boxes:
        yield from _about(box, ids[box.key])
        if box.is_terminal:
            yield f"  {ids[box.key]} --> [*]"


def _about(box: Box, name: str) -> Iterator[str]:
    """What is written in the box, as a note; a move into the same state is an arrow here."""
    said = [row.text for row in box.rows if not row.key]
    words = kind_words(box)
    if words and (said or not box.is_terminal):
        said.insert(0, words)
    for row in box.rows:
        if row.key:
            yield f"  {name} --> {name} : {_text(row.text)}"
    if said:
        yield f"  note right of {name}"
        yield from (f"    {_text(line)}" for line in said)
        yield "  end note"


def _id(box: Box) -> str:
    is_plain = box.place is not None and _PLAIN.match(box.name) and box.name.lower() not in _WORDS
    return box.name if is_plain else f"osy_{box.key}"


def _text(written: str) -> str:
    """The text with an entity for each letter that may mean something."""
    return _UNSAFE.sub(lambda found: _entity(found[0]), _BLANKS.sub(" ", written).strip()) or "#8203;"


def _entity(letter: str) -> str:
    return letter if letter.isalnum() else f"#{ord(letter)};"


def _quoted(written: str) -> str:
    """The text as a YAML string."""
    escaped = written.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
