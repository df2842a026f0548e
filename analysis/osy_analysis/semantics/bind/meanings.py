"""What definitions mean in one snapshot: their types, what a call of them sees, their members by name.

Each answer is worked out once for a table. It rests on names that other files mention, so it is kept with those names,
and whoever asks takes them over (`used`).
"""

from _thread import get_ident
from collections.abc import Callable, Mapping
from weakref import ref

from osy_analysis.semantics.bind.generics import substitute
from osy_analysis.semantics.bind.slips import Slips
from osy_analysis.semantics.bind.written import Writing, written_type
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.builtins import BOOL, PRINCIPAL, VOID, is_open, named
from osy_analysis.semantics.callees import Callee, Formal
from osy_analysis.semantics.declare import parameters_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import UNKNOWN, Named, Type, TypeParameter, non_null
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import attribute
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Attribute, Principal, Setting, Topic
from osy_grammar.nodes.expressions import Member, Name
from osy_grammar.nodes.workflow import Clause, Workflow
from osy_grammar.tree import Chunk

Members = dict[str, tuple[Definition, ...]]
Names = frozenset[str]
BindChunk = Callable[[Chunk, str, Table], Bound]
DEEPEST = 3
"""Principals are told from each other no further than this."""


class Meanings:
    """The answers for one table."""

    __slots__ = (
        "_asked",
        "_builtin_bases",
        "_by_kind",
        "_callees",
        "_inferred",
        "_members",
        "_open",
        "_principal",
        "_table",
        "_tracked",
        "_types",
        "_unknown_bases",
        "bind_chunk",
        "slips",
    )

    def __init__(self, table: Table, bind_chunk: BindChunk) -> None:
        self._table = ref(table)
        self.bind_chunk = bind_chunk
        self.slips = Slips(table)
        self._by_kind: dict[Definition, dict[tuple[str, SymbolKind], Definition]] = {}
        self._asked: set[tuple[int, Definition]] = set()
        self._types: dict[Definition, tuple[Type, Names]] = {}
        self._callees: dict[Definition, tuple[Callee, Names]] = {}
        self._members: dict[Definition, tuple[Members, Names]] = {}
        self._unknown_bases: dict[Definition, tuple[bool, Names]] = {}
        self._tracked: dict[Definition, tuple[tuple[Type, Type], Names]] = {}
        self._builtin_bases: dict[Definition, tuple[tuple[BuiltinType, ...], Names]] = {}
        self._open: dict[Definition, tuple[bool, Names]] = {}
        self._inferred: dict[Definition, tuple[Type, Names]] = {}
        self._principal: dict[str, tuple[Type, Names]] = {}

    @property
    def table(self) -> Table:
        """The table, which lives as long as somebody binds with it."""
        table = self._table()
        if table is None:
            raise ReferenceError("the table of these meanings is gone")
        return table

    def first_part(self, definition: Definition) -> Definition:
        """The part of an entity that stands for all of them; any other definition itself."""
        if definition.kind is not SymbolKind.ENTITY or definition not in self.table.homes:
            return definition
        return self.table.parts(definition)[0]

    # ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def members(self, definition: Definition, used: set[str]) -> Members:
        """The members of a type by name, with those of its other parts and its bases, the nearest first."""
        known = self._members.get(definition)
        if known is None:
            names: set[str] = set()
            found: dict[str, list[Definition]] = {}
            for member in self.table.all_members(definition, names):
                found.setdefault(member.name, []).append(member)
            made = {name: tuple(members) for name, members in found.items()}
            known = self._members[definition] = made, frozenset(names)
        used |= known[1]
        return known[0]

    def member_named(self, definition: Definition, name: str, kind: SymbolKind) -> Definition | None:
        """The member of a workflow, or another definition without bases, of that name and kind."""
        known = self._by_kind.get(definition)
        if known is None:
            known = self._by_kind[definition] = {}
            for one in definition.members:
                known.setdefault((one.name, one.kind), one)
        return known.get((name, kind))

    def has_unknown_bases(self, definition: Definition, used: set[str]) -> bool:
        """Whether a base of the type, or a part of it, is out of view."""
        known = self._unknown_bases.get(definition)
        if known is None:
            names: set[str] = set()
            known = self._unknown_bases[definition] = self.table.unknown_bases(definition, names), frozenset(names)
        used |= known[1]
        return known[0]

    def tracked(self, workflow: Definition, used: set[str]) -> tuple[Type, Type]:
        """The row whose runs a workflow drives, and the enum of the field that it drives."""
        known = self._tracked.get(workflow)
        if known is None:
            names: set[str] = set()
            known = self._tracked[workflow] = self._find_tracked(workflow, names), frozenset(names)
        used |= known[1]
        return known[0]

    def _find_tracked(self, workflow: Definition, names: set[str]) -> tuple[Type, Type]:
        clause = tracks_of(workflow.node)
        if clause is None:
            return UNKNOWN, UNKNOWN
        found = self.table.resolve_type(self.table.path_of(workflow), dotted(clause.target), names)
        if not found or found[0].kind is not SymbolKind.ENTITY:
            return UNKNOWN, UNKNOWN
        fields = self.members(found[0], names).get(clause.name.text, ())
        return Named(found[0]), non_null(self.type_of(fields[0], names)) if fields else UNKNOWN

    def carried(self, topic: Definition, used: set[str]) -> Type:
        """What the messages of a topic are: `Carries = T;`."""
        node = topic.node
        if not isinstance(node, Topic):
            return UNKNOWN
        for setting in node.settings.items:
            if isinstance(setting, Setting) and setting.name.text == "Carries":
                found = self.table.resolve_type(self.table.path_of(topic), dotted(setting.value), used)
                return Named(found[0]) if found else UNKNOWN
        return UNKNOWN

    def has_more(self, definition: Definition, used: set[str]) -> bool:
        """Whether the type may have members that nothing in view declares."""
        known = self._open.get(definition)
        if known is None:
            names: set[str] = set()
            known = self._open[definition] = self._has_more(definition, names), frozenset(names)
        used |= known[1]
        return known[0]

    def _has_more(self, definition: Definition, names: set[str]) -> bool:
        table = self.table
        if self.has_unknown_bases(definition, names):
            return True
        for part in table.with_bases(definition, names):
            # Only the parts of entities are put together.
            if "partial" in part.modifiers and part.kind is not SymbolKind.ENTITY:
                return True
            if _makes_members(part.node) or any(_makes_members(member.node) for member in part.members):
                return True
        return False

    def builtin_bases(self, definition: Definition, used: set[str]) -> tuple[BuiltinType, ...]:
        """The bases of a type that are the platform's."""
        known = self._builtin_bases.get(definition)
        if known is None:
            names: set[str] = set()
            known = self._builtin_bases[definition] = self.table.builtin_bases(definition, names), frozenset(names)
        used |= known[1]
        return known[0]

    def base_arguments(self, owner: Named, base: Definition, used: set[str]) -> Mapping[str, Type]:
        """What the type parameters of a base stand for in a value of type `owner`."""
        unknown: Mapping[str, Type] = dict.fromkeys(base.type_parameters, UNKNOWN)
        if isinstance(owner.definition, BuiltinType):
            return unknown
        waiting = [owner]
        seen: set[Definition] = set()
        while waiting:
            one = waiting.pop()
            definition = one.definition
            if isinstance(definition, BuiltinType) or definition in seen:
                continue
            seen.add(definition)
            if definition is base:
                return dict(zip(base.type_parameters, one.arguments, strict=False)) if one.arguments else unknown
            known = dict(zip(definition.type_parameters, one.arguments, strict=False))
            for written in definition.bases:
                writing = Writing(self.table, self.table.path_of(definition), type_parameters_of(definition), used)
                above = substitute(written_type(writing, written), known)
                if isinstance(above, Named):
                    waiting.append(above)
        return unknown

    # ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def type_of(self, definition: Definition, used: set[str]) -> Type:
        """The type of a field, a parameter, a variable …, or the result of a function, as it is written."""
        known = self._types.get(definition)
        if known is None:
            names: set[str] = set()
            made = UNKNOWN if definition.type is None else self._written(definition, names)
            known = self._types[definition] = made, frozenset(names)
        used |= known[1]
        return known[0]

    def _written(self, definition: Definition, names: set[str]) -> Type:
        if definition.type is None:
            return UNKNOWN
        writing = Writing(self.table, self.table.path_of(definition), type_parameters_of(definition), names)
        return written_type(writing, definition.type)

    def callee(self, definition: Definition, used: set[str]) -> Callee:
        """A function, method, constructor, operation, component … as calls see it."""
        known = self._callees.get(definition)
        if known is None:
            names: set[str] = set()
            known = self._callees[definition] = self._make_callee(definition, names), frozenset(names)
        used |= known[1]
        return known[0]

    def _make_callee(self, definition: Definition, names: set[str]) -> Callee:
        formals = tuple(self._formal(parameter, names) for parameter in parameters_of(definition))
        result = self.result_of(definition, names)
        return Callee(
            definition.name,
            formals,
            result,
            definition,
            definition.type_parameters,
            is_open=is_open(result) or any(is_open(formal.type) for formal in formals),
        )

    def result_of(self, definition: Definition, used: set[str]) -> Type:
        """What a call of the definition gives."""
        match definition.kind:
            case SymbolKind.POLICY:
                return BOOL
            case SymbolKind.CONSTRUCTOR if definition.owner is not None:
                owner = definition.owner
                return Named(owner, tuple(TypeParameter(name) for name in owner.type_parameters))
            case SymbolKind.ACTION:
                return VOID
            case SymbolKind.COMPONENT:
                return UNKNOWN
            case _:
                return self.type_of(definition, used)

    def _formal(self, parameter: Definition, names: set[str]) -> Formal:
        node = parameter.node
        return Formal(
            parameter.name,
            self.type_of(parameter, names),
            is_optional=getattr(node, "default", None) is not None,
            is_params=bool(getattr(node, "is_params", False)),
            definition=parameter,
        )

    # ── What is worked out from values ───────────────────────────────────────────────────────────────────────────────

    def inferred(self, definition: Definition, used: set[str]) -> Type:
        """The type of the row that a `principal` stands for."""
        known = self._inferred.get(definition)
        if known is None:
            asking = get_ident(), definition
            if asking in self._asked or len(self._asked) > DEEPEST:
                # A principal whose query asks for itself, or through many others, is of no type.
                return UNKNOWN
            self._asked.add(asking)
            try:
                known = self._inferred[definition] = self._infer(definition)
            finally:
                self._asked.discard(asking)
        used |= known[1]
        return known[0]

    def _infer(self, definition: Definition) -> tuple[Type, Names]:
        node = definition.node
        if not isinstance(node, Principal):
            return UNKNOWN, frozenset()
        bound = self.bind_chunk(definition.chunk, self.table.path_of(definition), self.table)
        return bound.types.get(node.query, UNKNOWN), frozenset(bound.depends_on)

    def principal(self, path: str, used: set[str]) -> Type:
        """The type of who is signed in: the one `[Principal]` entity, else the type called `Principal`."""
        known = self._principal.get(path)
        if known is None:
            names: set[str] = set()
            known = self._principal[path] = self._find_principal(path, names), frozenset(names)
        used |= known[1]
        return known[0]

    def _find_principal(self, path: str, names: set[str]) -> Type:
        table = self.table
        marked = {self.first_part(one) for one in table.marked(PRINCIPAL, names) if table.sees(path, one)}
        entities = [one for one in marked if one.kind is SymbolKind.ENTITY]
        if not entities:
            entities = list(table.resolve_type(path, PRINCIPAL, names)[:1])
        if not entities:
            return named(PRINCIPAL)
        return Named(entities[0]) if len(entities) == 1 else UNKNOWN


def _makes_members(node: Node) -> bool:
    """Whether an attribute on the declaration may add members."""
    return any(_adds(each) for each in getattr(node, "attributes", ()))


def _adds(written: Attribute) -> bool:
    fact = attribute(written.name.last.text)
    return fact is None or fact.makes_members


def tracks_of(node: Node) -> Member | None:
    """The `Entity.Field` of a workflow's `Tracks`."""
    if isinstance(node, Workflow):
        for item in node.items:
            if isinstance(item, Clause) and item.name.text == "Tracks" and isinstance(item.value, Member):
                return item.value
    return None


def dotted(node: Node) -> str:
    """A name, or names joined by dots, as text; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, Member):
        parts.append(node.name.text)
        node = node.target
    if not isinstance(node, Name):
        return ""
    return ".".join((node.text, *reversed(parts)))


def type_parameters_of(definition: Definition) -> Mapping[str, TypeParameter]:
    """The type parameters that a definition's types can mention: its own and those of what is around it."""
    around: Definition | None = definition
    found: dict[str, TypeParameter] = {}
    while around is not None:
        for name in around.type_parameters:
            found.setdefault(name, TypeParameter(name))
        around = around.owner
    return found


_NOTE = "meanings"


def meanings_of(table: Table, bind_chunk: BindChunk) -> Meanings:
    """The table's meanings, kept with the table, to which they refer."""
    found = table.notes.get(_NOTE)
    if not isinstance(found, Meanings):
        found = table.notes[_NOTE] = Meanings(table, bind_chunk)
    return found
