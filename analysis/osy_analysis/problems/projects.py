"""Faults of manifests."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.declarations import PackageReference


@problem
class UnresolvedKit(Problem):
    """A `use` of a kit that is nowhere in view."""

    package: PackageReference
