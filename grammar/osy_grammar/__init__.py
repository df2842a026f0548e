"""The grammar of Osy#: text to tree, and what the words of the language mean."""

from osy_grammar.parse import parse
from osy_grammar.span import LineIndex, Position, Span, Units
from osy_grammar.tree import Chunk, Comment, Item, SourceFile, SyntaxProblem, SyntaxRelated

__all__ = [
    "Chunk",
    "Comment",
    "Item",
    "LineIndex",
    "Position",
    "SourceFile",
    "Span",
    "SyntaxProblem",
    "SyntaxRelated",
    "Units",
    "parse",
]
