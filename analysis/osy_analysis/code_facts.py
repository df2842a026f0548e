"""What is found in the code of one chunk once it is bound, kept for as long as the chunk means the same.

It is found all at once: the maps of binding weigh much, and are not kept for long.
"""

from typing import TYPE_CHECKING

from osy_analysis.calls.collect import calls_of
from osy_analysis.calls.shapes import ChunkCalls, Code
from osy_analysis.nulls.declared import mentions_null
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.nodes.declarations import Class, Entity, Function, Interface, Policy
from osy_grammar.nodes.ui import Component
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.record import record
from osy_grammar.tree import Item

if TYPE_CHECKING:
    from osy_analysis.answers.shapes import Plan
    from osy_analysis.problems.nulls import NullableRead

_HAVE_CODE = (Function, Class, Entity, Interface, Policy, Workflow, Component)
_KEY = "code"


@record(eq=False)
class CodeFacts:
    """The calls that a chunk makes, the answers in it, and the members that it reads of what may be null."""

    calls: ChunkCalls
    plans: "dict[Code, Plan]"
    reads: "tuple[NullableRead, ...]"


def code_facts(semantics: Semantics, path: str, item: Item) -> CodeFacts | None:
    """The facts of an item of a file; None for what has no code, or a fault of syntax."""
    if not isinstance(item.node, _HAVE_CODE) or item.chunk.problems:
        return None

    def make(bound: Bound) -> CodeFacts:
        calls = calls_of(item.chunk, semantics.table.own(path, item.chunk), bound)
        return CodeFacts(calls, _plans(calls, bound), _reads(semantics, path, item, bound))

    return semantics.derived(path, item, _KEY, make)


def _plans(calls: ChunkCalls, bound: Bound) -> "dict[Code, Plan]":
    if not calls.answering:
        return {}
    # Loaded where it is needed: most programs that are checked have no answers.
    from osy_analysis.answers.plans import plans_of

    return plans_of(calls, bound)


def _reads(semantics: Semantics, path: str, item: Item, bound: Bound) -> "tuple[NullableRead, ...]":
    # A test that reads of null fails, which is what it is for: ruling R114.
    if semantics.table.scope(path).is_test or not mentions_null(bound):
        return ()
    # Loaded where it is needed, likewise.
    from osy_analysis.nulls.find import nullable_reads

    return nullable_reads(item.chunk, bound)
