"""Calls that leave the process: unguarded, too early, or with an answer that nobody asks."""

from osy_analysis.problems.base import Place, Problem, problem
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call
from osy_grammar.nodes.workflow import Body
from osy_grammar.record import record


@record(eq=False)
class Hop:
    """`caller` calls `what` at `place`, on the way to the network."""

    caller: str
    what: str
    place: Place


@problem
class UnguardedCall(Problem):
    """`use` goes out of the process and no `try` around it catches its failure.

    `call` is the part of it that names what is called, `what` that name as written, `body` the body it stands in, in
    words. `run_in_place` are the lambdas that are run where they stand.
    """

    call: Node
    use: Node
    what: str
    body: str
    run_in_place: frozenset[Node]


@problem
class UnguardedReach(Problem):
    """Likewise, but the call goes out through what it runs; the last hop of `chain` is the one that leaves."""

    call: Node
    use: Node
    what: str
    body: str
    run_in_place: frozenset[Node]
    chain: tuple[Hop, ...]


@problem
class SlowFirstStep(Problem):
    """An autostarted workflow's first step waits for an answer from outside: at `call`, or at the end of `chain`.

    `item` is the body where it is the `enter` of a state that runs wait in; None for `Start` and a terminal's `enter`.
    """

    call: Node
    use: Node
    what: str
    body: str
    item: Body | None
    chain: tuple[Hop, ...]


@problem
class UncheckedAnswer(Problem):
    """The answer of `use` is read at `read`, or dropped if that is None, before anything asked whether the call worked.

    `call` is the part of it that names what is called, `what` that name as written. `made` is the call of the platform
    behind it, where `use` calls a function that hands its answer on. The names of both places come with them.
    """

    call: Node
    use: Call
    what: str
    read: Place | None
    read_what: str
    made: Place | None
    made_what: str
