"""The kits that a manifest uses and that were not found: ruling R31.

A use without a version is a part of the platform, and is never missing.
"""

from collections.abc import Iterator

from osy_analysis.problems.base import Problem
from osy_analysis.problems.projects import UnresolvedKit
from osy_analysis.project import Project
from osy_grammar.nodes.declarations import App, Package, PackageReference, Use
from osy_grammar.tree import Item, SourceFile


def kit_problems(project: Project, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """A problem for each `use` whose package is not among the project's kits."""
    for item in file.items:
        node = item.node
        uses = node.clauses if isinstance(node, App | Package) and not item.chunk.problems else ()
        for clause in uses:
            if isinstance(clause, Use) and _is_missing(project, clause.package):
                yield item, UnresolvedKit(package=clause.package)


def _is_missing(project: Project, package: PackageReference) -> bool:
    return package.major is not None and package.name.text not in project.kits
