"""What is found in one chunk, kept for as long as the chunk lives.

A chunk does not change and is shared by all snapshots of a file in which its text is the same, so after a keystroke
only the declaration under the cursor is looked at again.
"""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from osy_analysis.passes.bodies import BodySite, bodies_of
from osy_analysis.passes.budgets import budget_problems
from osy_analysis.passes.clauses import clause_problems
from osy_analysis.passes.events import event_problems
from osy_analysis.passes.flow import flow_problems
from osy_analysis.passes.gotos import goto_problems
from osy_analysis.passes.members import member_problems
from osy_analysis.passes.milestones import milestone_problems
from osy_analysis.passes.scan import Scan, scan
from osy_analysis.passes.workflows import names_of, workflow_problems
from osy_analysis.problems.base import Problem
from osy_analysis.problems.syntax import SyntaxFault, Unclosed
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import Chunk

_problems: WeakKeyDictionary[Chunk, tuple[Problem, ...]] = WeakKeyDictionary()


def chunk_problems(chunk: Chunk) -> tuple[Problem, ...]:
    """The problems that need no other chunk, found at the first asking; of a chunk with faults of syntax only those."""
    known = _problems.get(chunk)
    if known is None:
        known = _problems[chunk] = tuple(_faults(chunk) if chunk.problems else _semantic(chunk))
    return known


_bodies: WeakKeyDictionary[Chunk, tuple[tuple[BodySite, Scan], ...]] = WeakKeyDictionary()


def scanned_bodies(chunk: Chunk) -> tuple[tuple[BodySite, Scan], ...]:
    """The bodies of a workflow's chunk with what stands in them, found at the first asking."""
    known = _bodies.get(chunk)
    if known is None:
        found = bodies_of(chunk.node) if isinstance(chunk.node, Workflow) else ()
        known = _bodies[chunk] = tuple((body, scan(body.roots)) for body in found)
    return known


def _faults(chunk: Chunk) -> Iterator[Problem]:
    return (Unclosed(fault=fault) if fault.is_unclosed else SyntaxFault(fault=fault) for fault in chunk.problems)


def _semantic(chunk: Chunk) -> list[Problem]:
    node = chunk.node
    if not isinstance(node, Workflow):
        return [*member_problems(node), *goto_problems(chunk, (), ())]
    names = names_of(node)
    bodies = scanned_bodies(chunk)
    placed = tuple(clause_problems(node))
    return [
        *placed,
        *workflow_problems(node, names),
        *event_problems(node, names),
        *milestone_problems(node, placed),
        *goto_problems(chunk, bodies, tuple(names.states)),
        *budget_problems(node),
        *flow_problems(node, names, bodies),
    ]
