"""Faults of what is said to the linter."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.declarations import Attribute, AttributeArgument


@problem
class UnusedSuppression(Problem):
    """A suppression that silences nothing: of the codes of `attribute` the one of `argument`."""

    attribute: Attribute
    argument: AttributeArgument
    code: str
    is_of_an_error: bool
