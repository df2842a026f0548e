"""A tree as text, for committed twins of sample programs: a node a line, with both ends of its text in sight.

`OSY_UPDATE=1` writes the twins anew; a person then reads the difference.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from osy_grammar.nodes import Node
from osy_grammar.tree import SourceFile

_LONGEST = 60
_END = 20


def dump(file: SourceFile) -> str:
    """Every item of a file with its comments, its tree and its problems."""
    lines: list[str] = []
    for item in file.items:
        text = item.chunk.text
        lines.extend(
            f"{'doc' if comment.is_doc else 'comment'} {_shown(text, comment)}" for comment in item.chunk.comments
        )
        lines.extend(tree(item.node, text))
        lines.extend(f"problem {problem.start}..{problem.end} {problem.message}" for problem in item.chunk.problems)
    return "\n".join(lines) + "\n"


def tree(root: Node, text: str) -> Iterator[str]:
    """One node a line, children indented under the names of their fields."""
    waiting: list[tuple[int, str, Node]] = [(0, "", root)]
    while waiting:
        depth, label, node = waiting.pop()
        below: list[tuple[int, str, Node]] = []
        plain: list[str] = []
        for name in node.__node_fields__:
            value = getattr(node, name)
            if isinstance(value, Node):
                below.append((depth + 1, f"{name}: ", value))
            elif isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
                below.extend((depth + 1, f"{name}: ", part) for part in value if isinstance(part, Node))
            elif name not in ("start", "end", "text") and value not in ((), None, False):
                plain.append(f" {name}={value!r}")
        yield f"{'  ' * depth}{label}{type(node).__name__} {_shown(text, node)}{''.join(plain)}"
        waiting.extend(reversed(below))


def _shown(text: str, node: object) -> str:
    start, end = getattr(node, "start", 0), getattr(node, "end", 0)
    shown = " ".join(text[start:end].split())
    if len(shown) > _LONGEST:
        shown = f"{shown[:_END]} … {shown[-_END:]}"
    return f"‹{shown}›"


def assert_twin(path: Path, text: str) -> None:
    """Compare with the committed twin, or write it if `OSY_UPDATE` says so."""
    if os.environ.get("OSY_UPDATE"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; OSY_UPDATE=1 writes it anew"
