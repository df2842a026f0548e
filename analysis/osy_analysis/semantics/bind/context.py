"""What binding a chunk knows as it goes: the names in view, whose member the code is, what its results must be.

Handlers for kinds of nodes are looked up in tables that `bind` hands in, so that the modules that hold them need not
know each other. Names of locals are one dictionary with a list of what to put back, so that a block costs what it
declares.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from osy_analysis.problems.base import Problem
from osy_analysis.problems.types import Mismatch
from osy_analysis.semantics.bind.fit import never_fits
from osy_analysis.semantics.bind.meanings import Meanings, Members
from osy_analysis.semantics.bind.written import Writing, written_type
from osy_analysis.semantics.bound import Bound, Target
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import UNKNOWN, Type, TypeParameter, Unknown, show
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Conditional, Expression, Parenthesised
from osy_grammar.nodes.statements import Local
from osy_grammar.nodes.types import TypeName
from osy_grammar.tree import Chunk

DEEPEST = 60
"""Constructs nest no deeper than this in each other, chains aside; what is deeper is unknown."""

MOST_UNKNOWN = 200
"""So many names that mean nothing are looked into in one chunk."""

Meaning = tuple[Target | None, Type]
Handler = Callable[[Any, Any, Type | None], Type]
Perform = Callable[[Any, Any], None]


class Binder:
    """Binds one chunk, which defines `own`; `owner` is the type or component around the code."""

    __slots__ = (
        "answer",
        "asked",
        "bound",
        "chunk",
        "depth",
        "doubts",
        "expressions",
        "is_policy",
        "item",
        "locals",
        "meanings",
        "names",
        "own",
        "owner",
        "parameters",
        "path",
        "probe",
        "probed",
        "problems",
        "result",
        "returned",
        "spared",
        "statements",
        "table",
        "targets",
        "tells_members",
        "tells_names",
        "tells_slips",
        "types",
        "undo",
        "used",
        "workflow",
    )

    def __init__(
        self,
        chunk: Chunk,
        path: str,
        meanings: Meanings,
        expressions: Mapping[type[Node], Handler],
        statements: Mapping[type[Node], Perform],
    ) -> None:
        self.chunk = chunk
        self.path = path
        self.meanings = meanings
        self.table: Table = meanings.table
        self.expressions = expressions
        self.statements = statements
        self.bound = Bound()
        self.types = self.bound.types
        self.targets = self.bound.targets
        self.problems = self.bound.problems
        self.locals: list[Local] = []
        self.used = self.bound.depends_on
        self.names: dict[str, Meaning | None] = {}
        self.undo: list[tuple[str, Meaning | None]] = []
        self.own = self.table.own(path, chunk)
        self.owner: Definition | None = None
        self.workflow: Definition | None = None
        self.item: Type = UNKNOWN
        self.parameters: Mapping[str, TypeParameter] = {}
        self.result: Type | None = None
        self.returned: list[Type] | None = None
        self.tells_members = True
        self.tells_names = False
        self.tells_slips = False
        self.is_policy = False
        self.spared: frozenset[str] = frozenset()
        self.depth = 0
        self.doubts = 0
        self.probe = -1
        self.probed: dict[str, Meaning] = {}
        self.asked: Expression | None = None
        self.answer: Type = UNKNOWN

    # ── Going down ───────────────────────────────────────────────────────────────────────────────────────────────────

    def expression(self, node: Expression, wanted: Type | None = None) -> Type:
        """The type of an expression; `wanted` is what its place takes, for what has no type of its own."""
        handler = self.expressions.get(node.__class__)
        if handler is None or self.depth > DEEPEST:
            return UNKNOWN
        self.depth += 1
        type_ = handler(self, node, wanted)
        self.depth -= 1
        if type_.__class__ is not Unknown:
            self.types[node] = type_
        return type_

    def statement(self, node: Node) -> None:
        """Bind a statement, or anything that has no value."""
        handler = self.statements.get(node.__class__)
        if handler is None or self.depth > DEEPEST:
            return
        self.depth += 1
        handler(self, node)
        self.depth -= 1

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def declare(self, name: str, target: Target | None, type_: Type) -> None:
        """Bring a name into view, up to the end of what is around it."""
        if name:
            self.undo.append((name, self.names.get(name)))
            self.names[name] = target, type_

    def mark(self) -> int:
        """Where the names of what begins here begin."""
        return len(self.undo)

    def leave(self, mark: int) -> None:
        """Take the names that came since the mark out of view."""
        undo, names = self.undo, self.names
        while len(undo) > mark:
            name, before = undo.pop()
            names[name] = before

    def going_through(self, around: Node, nodes: Sequence[Node]) -> None:
        """Bind statements one by one; where the offset is among them, look at what is in view there."""
        statement, probe = self.statement, self.probe
        if probe < 0 or not around.start <= probe <= around.end:
            for each in nodes:
                statement(each)
            return
        behind = sum(1 for each in nodes if each.end <= probe)
        for place, each in enumerate(nodes):
            if place == behind:
                self.note()
            statement(each)
        if behind == len(nodes):
            self.note()

    def look(self, node: Node) -> None:
        """Look at what is in view in an expression that is no statement, if the offset is in it."""
        if node.start <= self.probe <= node.end:
            self.note()

    def note(self) -> None:
        """Keep what is in view, for who asked for an offset."""
        self.probed = {name: meaning for name, meaning in self.names.items() if meaning is not None}
        if self.asked is not None:
            self.answer = self.expression(self.asked)

    def own_members(self) -> Members:
        """The members of the type or component around the code."""
        return {} if self.owner is None else self.meanings.members(self.owner, self.used)

    def run_member(self, name: str, kind: SymbolKind) -> Definition | None:
        """The event, state or slot of that name in the workflow around the code."""
        workflow = self.workflow
        return None if workflow is None else self.meanings.member_named(workflow, name, kind)

    # ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def type(self, node: TypeName) -> Type:
        """The type that is written, its names noted."""
        unknown: list[TypeName] = []
        writing = Writing(self.table, self.path, self.parameters, self.used, self.targets, unknown)
        type_ = written_type(writing, node)
        if unknown and self.tells_names:
            for each in unknown:
                self.unknown_type(each)
        return type_

    def unknown_type(self, node: TypeName) -> None:
        """Tell of a type that nothing declares, if that is sure."""
        from osy_analysis.semantics.bind.unknown import tell_type

        tell_type(self, node)

    # ── Problems ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def tell(self, problem: Problem) -> None:
        """Keep a problem."""
        self.problems.append(problem)

    def expect(
        self, node: Node, wanted: Type, place: str, *words: str | Node, other: Definition | Node | None = None
    ) -> None:
        """Tell of a value that can never be what its place wants; `place` takes `words` in the place of its `{}`."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Conditional):
                waiting += (node.otherwise, node.then)
                continue
            if isinstance(node, Parenthesised):
                waiting.append(node.inner)
                continue
            given = self.types.get(node)
            if given is not None and never_fits(self.table, wanted, given, self.used):
                where = place.format(*map(self.text_of, words))
                self.tell(Mismatch(value=node, place=where, expected=show(wanted), actual=show(given), other=other))

    def text_of(self, words: str | Node) -> str:
        """Words as they are, a node as it is written."""
        return words if isinstance(words, str) else " ".join(self.chunk.text[words.start : words.end].split())
