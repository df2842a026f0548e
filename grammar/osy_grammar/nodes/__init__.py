"""The tree: one frozen class for each construct, by family.

Import the family (`from osy_grammar.nodes import workflow`), so that a use says which construct it means.
"""

from osy_grammar.nodes import base, declarations, expressions, statements, types, ui, workflow
from osy_grammar.nodes.base import Identifier, Node, QualifiedName, Token

__all__ = [
    "Identifier",
    "Node",
    "QualifiedName",
    "Token",
    "base",
    "declarations",
    "expressions",
    "statements",
    "types",
    "ui",
    "workflow",
]
