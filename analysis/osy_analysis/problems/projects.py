"""Faults of manifests."""

from dataclasses import dataclass

from osy_analysis.problems.base import Problem
from osy_grammar.nodes.declarations import PackageReference


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedKit(Problem):
    """A `use` of a kit that is nowhere in view."""

    package: PackageReference
