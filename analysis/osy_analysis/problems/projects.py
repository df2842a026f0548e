"""Faults of manifests."""

from osy_analysis.problems.base import Place, Problem, problem
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import ManifestValue, PackageReference, Use


@problem
class UnresolvedKit(Problem):
    """A `use` of a kit that is nowhere in view, or of one whose name `manifests` (paths, two or more) declare."""

    package: PackageReference
    manifests: tuple[str, ...] = ()


@problem
class WrongWord(Problem):
    """A word in a manifest that is none there; `meant` is the one that was probably meant."""

    word: Identifier
    meant: str


@problem
class UsedTwice(Problem):
    """A package, or a part of the platform, that a manifest uses a second time."""

    use: Use
    first: Use


@problem
class KitCycle(Problem):
    """A `use` through which a package uses itself: `way` are the names, its own first and last.

    `hops` are the `use`s on the way that are in other manifests.
    """

    package: PackageReference
    way: tuple[str, ...]
    hops: tuple[Place, ...]


@problem
class ManifestFault(Problem):
    """What makes a manifest wrong."""

    fault: WrongWord | UsedTwice | KitCycle


@problem
class EmptyGlob(Problem):
    """A glob of a manifest that matches no file."""

    value: ManifestValue
    word: str


@problem
class UndefinedPolicy(Problem):
    """A policy that a kit leaves to the app, and that the app does not define; `name` is the app's."""

    name: Identifier
    policy: Place
    kit: str
