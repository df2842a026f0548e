"""Calls that leave the process from a body that nobody called."""

from dataclasses import dataclass

from osy_analysis.problems.base import Place, Problem, problem
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, New


@dataclass(frozen=True, slots=True, eq=False)
class Hop:
    """`caller` calls `what` at `place`, on the way to the network."""

    caller: str
    what: str
    place: Place


@problem
class UnguardedCall(Problem):
    """`use` goes out of the process and no `try` around it catches its failure.

    `call` is the part of it that names what is called, `what` that name as written, `body` the body it stands in, in
    words.
    """

    call: Node
    use: Call | New
    what: str
    body: str


@problem
class UnguardedReach(Problem):
    """Likewise, but the call goes out through what it runs; the last hop of `chain` is the one that leaves."""

    call: Node
    use: Call | New
    what: str
    body: str
    chain: tuple[Hop, ...]
