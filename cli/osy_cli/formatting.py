"""Formats one program."""

from dataclasses import dataclass

from osy_grammar.format import applied, format_edits
from osy_grammar.parse import parse


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text formatted, and how many of its declarations were left alone for their faults."""

    text: str
    broken: int = 0


def format_program(text: str, width: int) -> Formatted:
    """A program formatted; declarations with faults of syntax are left as they are."""
    source = parse(text)
    edits = format_edits(source, width)
    broken = sum(bool(item.chunk.problems) for item in source.items)
    return Formatted(applied(text, edits) if edits else text, broken)
