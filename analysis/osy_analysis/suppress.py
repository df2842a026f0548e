"""Which findings a `[SuppressWarning("code")]` around them silences: ruling R36. Errors cannot be silenced."""

from collections.abc import Iterator

from osy_grammar.literals import decode
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Attribute
from osy_grammar.nodes.expressions import Literal
from osy_grammar.nodes.workflow import State, Terminal, Workflow
from osy_grammar.tree import Chunk

ATTRIBUTE = "SuppressWarning"


def is_suppressed(chunk: Chunk, start: int, end: int, code: str) -> bool:
    """Whether a declaration around the stretch (relative to the chunk) silences the code."""
    if ATTRIBUTE not in chunk.text:
        return False
    return any(s <= start and end <= e and code == silenced for s, e, silenced in _suppressions(chunk))


def _suppressions(chunk: Chunk) -> Iterator[tuple[int, int, str]]:
    waiting: list[Node] = [chunk.node]
    while waiting:
        node = waiting.pop()
        for attribute in getattr(node, "attributes", ()):
            for code in _codes(attribute):
                yield node.start, node.end, code
        waiting.extend(getattr(node, "members", None) or ())
        if isinstance(node, Workflow | State | Terminal):
            waiting.extend(node.items)


def _codes(attribute: Attribute) -> Iterator[str]:
    if attribute.name.last.text == ATTRIBUTE:
        for argument in attribute.arguments:
            if isinstance(argument.value, Literal) and argument.value.kind in ("string", "raw"):
                value = decode(argument.value)
                if isinstance(value, str):
                    yield value
