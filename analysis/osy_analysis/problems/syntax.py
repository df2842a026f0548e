"""Faults of syntax, as the parser tells them."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.tree import SyntaxProblem


@problem
class SyntaxFault(Problem):
    """A token that cannot stand where it does, or one that is missing."""

    fault: SyntaxProblem


@problem
class Unclosed(Problem):
    """A bracket or a quote that is never closed."""

    fault: SyntaxProblem
