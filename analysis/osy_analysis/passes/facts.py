"""What is found in one chunk, kept for as long as the chunk lives.

A chunk does not change and is shared by all snapshots of a file in which its text is the same, so after a keystroke
only the declaration under the cursor is looked at again.
"""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from osy_analysis.passes.budgets import budget_problems
from osy_analysis.passes.clauses import clause_problems
from osy_analysis.passes.declare import Declared, declare
from osy_analysis.passes.events import event_problems
from osy_analysis.passes.flow import flow_problems
from osy_analysis.passes.gotos import goto_problems
from osy_analysis.passes.members import member_problems
from osy_analysis.passes.milestones import milestone_problems
from osy_analysis.passes.workflows import names_of, workflow_problems
from osy_analysis.problems.base import Problem
from osy_analysis.problems.syntax import SyntaxFault, Unclosed
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import Chunk


@dataclass(frozen=True, slots=True, eq=False)
class ChunkFacts:
    """A chunk's declarations and the problems that need no other chunk.

    A chunk with a fault of syntax has no other problems; what it declares is known by name, for the editor's questions.
    """

    declared: Declared
    problems: tuple[Problem, ...]


_facts: WeakKeyDictionary[Chunk, ChunkFacts] = WeakKeyDictionary()


def facts_of(chunk: Chunk) -> ChunkFacts:
    """The chunk's facts, found at the first asking."""
    facts = _facts.get(chunk)
    if facts is None:
        facts = _facts[chunk] = _find(chunk)
    return facts


def _find(chunk: Chunk) -> ChunkFacts:
    declared = declare(chunk.node)
    if chunk.problems:
        faults = (Unclosed(fault=fault) if fault.is_unclosed else SyntaxFault(fault=fault) for fault in chunk.problems)
        return ChunkFacts(declared, tuple(faults))
    return ChunkFacts(declared, tuple(_semantic(chunk, declared)))


def _semantic(chunk: Chunk, declared: Declared) -> list[Problem]:
    node = chunk.node
    if not isinstance(node, Workflow):
        return [*member_problems(node), *goto_problems(chunk, (), ())]
    names = names_of(node)
    bodies = [(body.body, body.scan) for body in declared.bodies if body.body is not None]
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
