"""Answers about one snapshot: what a name means, of which type an expression is, what is in view at an offset.

All of it comes from binding. An answer is known, or it says from which kits that are out of view it may come.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from osy_analysis.problems.base import Place
from osy_analysis.project import Project
from osy_analysis.scopes import Scope, scope_of
from osy_analysis.semantics.bound import Target
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics, semantics_of
from osy_analysis.semantics.types import Type, Unknown
from osy_analysis.symbols import Symbol, SymbolKind
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Parameter
from osy_grammar.nodes.expressions import Expression, Is, LambdaParameter, Name, OutArgument
from osy_grammar.nodes.patterns import Designation
from osy_grammar.nodes.statements import Catch, ForEach, Local
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import MarkupForEach, MarkupLocal, Template
from osy_grammar.tree import Item
from osy_grammar.walk import path_at

Fact = BuiltinType | MemberFact

DECLARE_LOCALS = (
    Local,
    ForEach,
    Catch,
    OutArgument,
    LambdaParameter,
    Is,
    Designation,
    Parameter,
    MarkupLocal,
    MarkupForEach,
)
"""The nodes whose name is in view in the code around them only."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means: a symbol of the project, or a fact of the platform.

    Where it is neither, `missing` are the kits and namespaces that it may come from; none if everything is in view.
    """

    symbol: Symbol | None = None
    fact: Fact | None = None
    missing: frozenset[str] = frozenset()

    @property
    def is_known(self) -> bool:
        """Whether it is told what the name means."""
        return self.symbol is not None or self.fact is not None


NOTHING = Meaning()


@dataclass(frozen=True, slots=True)
class Seen:
    """A name in view: what it means, None for an ambient one, and its type, of a function that of its result."""

    name: str
    target: Target | None
    type: Type


@dataclass(frozen=True, slots=True)
class Model:
    """What a project means. Making one is free; what it is asked is found out once for each snapshot."""

    project: Project

    @property
    def semantics(self) -> Semantics:
        """What the answers come from."""
        return semantics_of(self.project)

    # ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def path_at(self, path: str, offset: int) -> tuple[Item, tuple[Node, ...]] | None:
        """The item at an offset and its nodes that cover it, outermost first; None where there is no declaration."""
        file = self.project.files.get(path)
        item = file.item_at(offset) if file is not None else None
        return None if item is None else (item, path_at(item, offset))

    def scope_at(self, path: str, offset: int) -> Scope | None:
        """Where in a workflow the offset is; None outside workflows."""
        found = self.path_at(path, offset)
        return None if found is None else scope_of(found[0], found[1], offset)

    def missing(self, path: str) -> frozenset[str]:
        """The kits and namespaces out of view that names of the file may come from."""
        return self.semantics.table.missing(path)

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def meaning_at(self, path: str, offset: int) -> Meaning:
        """What the name at an offset means, or is the declaration of."""
        found = self.path_at(path, offset)
        if found is None or not found[1]:
            return NOTHING
        item, nodes = found
        node = nodes[-1]
        if not isinstance(node, Name | Identifier):
            return NOTHING
        target = self.semantics.bound(path, item).targets.get(node)
        match target:
            case None:
                own = self._declared_by(path, item, nodes)
                return Meaning(own) if own is not None else Meaning(missing=self.missing(path))
            case Definition():
                return Meaning(self.symbol_of(target))
            case BuiltinType() | MemberFact():
                return Meaning(fact=target)
            case _:
                return Meaning(_local(path, item, target))

    def symbol_at(self, path: str, offset: int) -> Symbol | None:
        """The declaration that the name at the offset means, or is; None where that is the platform's, or unknown."""
        return self.meaning_at(path, offset).symbol

    def definition(self, path: str, offset: int) -> Place | None:
        """The name's declaration."""
        symbol = self.symbol_at(path, offset)
        return symbol.place if symbol is not None else None

    def symbol_of(self, definition: Definition) -> Symbol | None:
        """A definition as a symbol of this snapshot; None if it is gone."""
        now = self.semantics.table.current(definition)
        if now is None:
            return None
        return Symbol(now.kind, now.name, self.semantics.table.place(now), now.node, now.type)

    def declared(self, name: str) -> tuple[Symbol, ...]:
        """The top-level declarations of that name."""
        found = (self.symbol_of(one) for one in self.semantics.table.names.get(name, ()))
        return tuple(symbol for symbol in found if symbol is not None)

    def references(self, path: str, offset: int) -> tuple[Place, ...]:
        """Every place that mentions what the name at the offset means, by path and place; its own name not among them.

        Empty for what is no declaration of the project.
        """
        found = self.path_at(path, offset)
        if found is None or not found[1]:
            return ()
        item, nodes = found
        target = self.semantics.bound(path, item).targets.get(nodes[-1])
        definition = target if isinstance(target, Definition) else self._definition_named(path, item, nodes[-1])
        if definition is not None:
            return tuple(self.semantics.references(definition))
        local = target if isinstance(target, Node) else _holder(nodes)
        return tuple(Place(path, item, node) for node in self._mentions(path, item, local)) if local else ()

    def _mentions(self, path: str, item: Item, local: Node) -> list[Node]:
        targets = self.semantics.bound(path, item).targets
        return sorted((node for node, target in targets.items() if target is local), key=lambda node: node.start)

    def _declared_by(self, path: str, item: Item, nodes: tuple[Node, ...]) -> Symbol | None:
        """The symbol whose declaration the last of the nodes names."""
        definition = self._definition_named(path, item, nodes[-1])
        if definition is not None:
            return self.symbol_of(definition)
        holder = _holder(nodes)
        return _local(path, item, holder) if holder is not None else None

    def _definition_named(self, path: str, item: Item, name: Node) -> Definition | None:
        top = self.semantics.table.own(path, item.chunk)
        waiting = [top] if top is not None else []
        while waiting:
            one = waiting.pop()
            if one.identifier is name:
                return one
            waiting.extend(one.members)
        return None

    # ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def type_at(self, path: str, offset: int) -> Type:
        """The type of the innermost expression, or of the local declared, at an offset; unknown where there is none."""
        found = self.path_at(path, offset)
        if found is None:
            return Unknown()
        item, nodes = found
        types = self.semantics.bound(path, item).types
        # The name behind a dot is no expression of its own.
        known = next((types[node] for node in reversed(nodes[-2:]) if node in types), None)
        return known if known is not None else Unknown(self.missing(path))

    def type_of(self, path: str, item: Item, node: Node) -> Type:
        """The type of an expression, or of a local whose type a value tells."""
        known = self.semantics.bound(path, item).types.get(node)
        return known if known is not None else Unknown(self.missing(path))

    def type_in(self, path: str, item: Item, offset: int, expression: Expression) -> Type:
        """The type that an expression would have at the offset of the file."""
        from osy_analysis.semantics.bind import type_in_scope

        return type_in_scope(item.chunk, path, self.semantics.table, offset - item.start, expression)

    def type_of_definition(self, definition: Definition) -> Type:
        """What a declaration's name is where it is mentioned; of a function, what it gives."""
        return self._type_of(definition)

    # ── What is in view ──────────────────────────────────────────────────────────────────────────────────────────────

    def names_at(self, path: str, offset: int) -> tuple[Seen, ...]:
        """Everything that code at the offset can name, the nearest first: locals, members around, the project's names.

        A name that hides another one stands alone.
        """
        found: dict[str, Seen] = {}
        item = self.path_at(path, offset)
        inner = self.locals_at(path, item[0], offset) if item is not None else {}
        for name, (target, type_) in reversed(tuple(inner.items())):
            found.setdefault(name, Seen(name, target, type_))
        if item is not None:
            for seen in self._of_owner(path, item[0]):
                found.setdefault(seen.name, seen)
        for name in self.semantics.table.in_view(path):
            if name not in found:
                definitions = self.semantics.table.lookup(path, name, set())
                if definitions:
                    found[name] = Seen(name, definitions[0], self._type_of(definitions[0]))
        return tuple(found.values())

    def locals_at(self, path: str, item: Item, offset: int) -> "Mapping[str, tuple[Target | None, Type]]":
        """The locals, parameters and ambient names in view at an offset."""
        from osy_analysis.semantics.bind import in_scope

        return in_scope(item.chunk, path, self.semantics.table, offset - item.start)

    def _of_owner(self, path: str, item: Item) -> Iterator[Seen]:
        """The members of the type, the component or the workflow (its slots) around."""
        table = self.semantics.table
        own = table.own(path, item.chunk)
        if own is None or own.kind in (SymbolKind.FUNCTION, SymbolKind.ENUM):
            return
        for member in table.all_members(own, set()):
            if own.kind is not SymbolKind.WORKFLOW or member.kind is SymbolKind.SLOT:
                yield Seen(member.name, member, self._type_of(member))

    def _type_of(self, definition: Definition) -> Type:
        from osy_analysis.semantics.bind import declared_type

        return declared_type(definition, self.semantics.table)


def _local(path: str, item: Item, node: Node) -> Symbol | None:
    """A local or a parameter as a symbol; the row of a template is declared by its mere name."""
    name = node if isinstance(node, Identifier) else getattr(node, "name", None)
    if not isinstance(name, Identifier):
        return None
    kind = SymbolKind.PARAMETER if isinstance(node, Parameter) else SymbolKind.LOCAL
    written = getattr(node, "type", None)
    return Symbol(kind, name.text, Place(path, item, name), node, written if isinstance(written, TypeName) else None)


def _holder(nodes: tuple[Node, ...]) -> Node | None:
    """What declares the local that the last of the nodes names; None where that is no declaration's name."""
    parent = nodes[-2] if len(nodes) > 1 else None
    if isinstance(parent, DECLARE_LOCALS) and parent.name is nodes[-1]:
        return parent
    return nodes[-1] if isinstance(parent, Template) and isinstance(nodes[-1], Identifier) else None
