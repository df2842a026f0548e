"""What is known of the calls of one chunk: code, the uses in it, and what a use may run.

Definitions in here are those of the snapshot in which the chunk was bound; `Table.current` gives today's.
"""

from enum import StrEnum

from osy_analysis.passes.bodies import BodySite
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node
from osy_grammar.record import field, record

# ── What a use may run ───────────────────────────────────────────────────────────────────────────────────────────────


@record()
class Exact:
    """That function, method, constructor or getter, and none that overrides it."""

    definition: Definition


@record()
class Virtual:
    """A method or a getter, asked of a value of the type `of`: its own, or that of whatever derives from the type."""

    definition: Definition
    of: Definition


@record()
class Created:
    """What `new T` runs beside the constructor that it names: initial values, and the constructors of bases."""

    definition: Definition


@record()
class Held:
    """The functions that a variable holds: a field or a global one by its definition, a local one by its node."""

    variable: Definition | Node


@record()
class Given:
    """All functions that are ever handed to a parameter: what becomes of a field that takes it over."""

    parameter: Node


Target = Exact | Virtual | Created | Held | Given


def key_of(target: Target) -> str | Node:
    """What uses of one target are found by: a name that is the same in every snapshot, or a node of the chunk."""
    match target:
        case Held(variable=variable):
            return variable if isinstance(variable, Node) else variable.name
        case Given(parameter=parameter):
            return parameter
        case _:
            return target.definition.name


# ── Lambdas ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Fate(StrEnum):
    """What becomes of a function value that is not run where it stands."""

    STORED = "stored"
    """It is kept somewhere, and who runs it when is not said here."""


@record()
class Passed:
    """It becomes the argument with that number of one of the functions, and is run as far as they run it.

    Where none of them has code in view, a lambda counts as run, and of a function that is named nothing is known.
    """

    callees: tuple[Target, ...]
    index: int
    is_lambda: bool


@record()
class Kept:
    """It becomes the value of a local variable, and is run as far as that is."""

    variable: Node


Site = Passed | Kept | Fate
"""Where a function value goes that code writes down; one that is run on the spot has none."""


# ── Uses and code ────────────────────────────────────────────────────────────────────────────────────────────────────


@record(eq=False)
class Use:
    """A place that runs something.

    `node` is the call, the creation, the name of a getter, or a function that is handed over. `leaves` says that it
    goes out of the process itself. It stands in lambdas that go to `sites`, the outermost first. `depth` is that of the
    innermost `try` around it that would catch a failure, counted in such lambdas; -1 where there is none.
    """

    node: Node
    targets: tuple[Target, ...]
    leaves: bool
    depth: int
    sites: tuple[Site, ...]


@record(eq=False)
class VariableUse:
    """A place that runs what a variable holds: here, or as far as what it is handed over to (`into`) does."""

    into: Passed | Kept | None
    depth: int
    sites: tuple[Site, ...]


@record(eq=False)
class Code:
    """A piece of code, with what it runs in source order.

    `node` declares it: a function, a method, a constructor, a property, a class (its initial values), a workflow's
    body, a lambda. `variable` is set for a function that becomes the value of one, or of a parameter: code that is run
    when the variable is called. A piece without a name only hands functions on, and is no hop of a chain.
    """

    name: str
    node: Node
    roots: tuple[Node, ...] = ()
    uses: tuple[Use, ...] = ()
    definition: Definition | None = None
    body: BodySite | None = None
    variable: Definition | Node | Passed | None = None


@record(eq=False)
class ChunkCalls:
    """All that one chunk runs.

    `variables` are its locals and parameters that hold functions, each with the places that run them. `leaving` is the
    code that goes out of the process itself, `bodies` are those of a workflow that ever run. `by_node` finds code by
    its declaration, `entries` the uses by the keys of their targets. `run_in_place` are the lambdas that are run where
    they stand, `answering` is the code that makes or takes answers of other machines. `definition` is what the chunk
    defines.
    """

    codes: tuple[Code, ...]
    variables: dict[Node, tuple[VariableUse, ...]] = field(default_factory=dict)
    by_node: dict[Node, Code] = field(default_factory=dict)
    entries: dict[str | Node, list[tuple[Code, Use, Target]]] = field(default_factory=dict)
    leaving: tuple[Code, ...] = ()
    bodies: tuple[Code, ...] = ()
    run_in_place: frozenset[Node] = frozenset()
    answering: frozenset[Code] = frozenset()
    definition: Definition | None = None


Variable = tuple[ChunkCalls, Node]
"""A local or a parameter, and the chunk that it is in."""
