"""The promises of the workflows of a file, with the constants that their spans name.

A constant stands at the top of a file or in a class, wherever in the project. What is found in a workflow whose spans
name none is kept as long as the workflow's text is the same.
"""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from osy_analysis.passes.facts import chunk_problems
from osy_analysis.passes.tracked_fields import Found
from osy_analysis.passes.tracking import dotted, workflows_in
from osy_analysis.problems.base import Problem
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_grammar.nodes.declarations import Field, GlobalVariable
from osy_grammar.nodes.expressions import Expression, Member, Name
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.record import field, record
from osy_grammar.tree import Chunk

_without_names: WeakKeyDictionary[Chunk, tuple[Problem, ...]] = WeakKeyDictionary()


def promise_problems(table: Table, path: str) -> Iterator[Found]:
    """The faults of spans and attempts in the file's workflows."""
    names = table.files.get(path)
    for item in () if names is None else workflows_in(names.source):
        if isinstance(item.node, Workflow):
            for problem in _problems(table, path, item.chunk, item.node):
                yield item, problem


def _problems(table: Table, path: str, chunk: Chunk, workflow: Workflow) -> tuple[Problem, ...]:
    known = _without_names.get(chunk)
    if known is not None:
        return known
    # Only programs with workflows pay for what folds spans.
    from osy_analysis.passes.promises import span_problems

    constants = Constants(table, path)
    found = tuple(span_problems(workflow, chunk_problems(chunk), constants))
    if not constants.asked:
        _without_names[chunk] = found
    return found


@record(eq=False, frozen=False)
class Constants:
    """The constants that can be named in a file, or inside a class; `asked` has the names that were."""

    table: Table
    path: str
    owner: Definition | None = None
    asked: set[str] = field(default_factory=set)

    def __call__(self, name: Name | Member, /) -> "tuple[Expression, Constants] | None":
        """What the name stands for, and where the names in that are looked up."""
        found = self._in_type(name) if isinstance(name, Member) else self._bare(name.text)
        match found:
            case None:
                return None
            case Definition(node=GlobalVariable(is_constant=True, value=value)):
                return value, Constants(self.table, self.table.path_of(found), asked=self.asked)
            case Definition(node=Field(is_constant=True, value=Expression() as value)):
                return value, Constants(self.table, self.table.path_of(found), found.owner, self.asked)
            case _:
                return None

    def _bare(self, text: str) -> Definition | None:
        self.asked.add(text)
        if self.owner is not None:
            inside = self.table.members(self.owner, text, self.asked)
            if inside:
                return inside[0]
        found = [one for one in self.table.lookup(self.path, text, self.asked) if isinstance(one.node, GlobalVariable)]
        return found[0] if len(found) == 1 else None

    def _in_type(self, name: Member) -> Definition | None:
        written = dotted(name.target)
        if written is None:
            return None
        types = self.table.resolve_type(self.path, written, self.asked)
        members = self.table.members(types[0], name.name.text, self.asked) if len(types) == 1 else ()
        return members[0] if members else None
