"""Faults of syntax, as the parser tells them."""

from dataclasses import dataclass

from osy_analysis.problems.base import Problem
from osy_grammar.tree import SyntaxProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxFault(Problem):
    """A token that cannot stand where it does, or one that is missing."""

    fault: SyntaxProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclosed(Problem):
    """A bracket or a quote that is never closed."""

    fault: SyntaxProblem
