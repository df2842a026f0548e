"""What the name under a cursor means: by the construct that mentions it, then from the inside out."""

from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.passes.declare import Callable, declare
from osy_analysis.passes.index import Index
from osy_analysis.passes.infer import Inference, Ref
from osy_analysis.passes.workflows import WorkflowNames, names_of
from osy_analysis.problems.base import Place
from osy_analysis.scopes import Scope
from osy_analysis.symbols import Symbol, SymbolKind, is_type, kind_of
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import (
    Class,
    Entity,
    Enum,
    Interface,
    Parameters,
)
from osy_grammar.nodes.expressions import Call, InitialiserMember, Is, LambdaParameter, Member, Name, New, OutArgument
from osy_grammar.nodes.statements import Catch, ForEach, Goto, Local
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.workflow import Clause, Event, Route, Subscribe, Workflow
from osy_grammar.tree import Item
from osy_grammar.walk import children

_GENERATED = ("Raise", "Correlate")
_LOCALS = (Local, ForEach, OutArgument, LambdaParameter, Is, Catch)


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves in one place: `nodes` cover the cursor, outermost first."""

    index: Index
    path: str
    item: Item
    nodes: tuple[Node, ...]
    scope: Scope | None

    def symbol(self) -> Symbol | None:
        """What the innermost name means; None where it is no name, or unknown."""
        if not self.nodes:
            return None
        node = self.nodes[-1]
        parent = self.nodes[-2] if len(self.nodes) > 1 else None
        match node:
            case Name():
                is_initial = isinstance(parent, Clause) and parent.name.text == "Initial"
                return self._state(node.text) if is_initial else self._bare(node.text)
            case Identifier() if isinstance(parent, QualifiedName):
                return self._qualified(parent, node)
            case Identifier() if parent is not None:
                return self._identifier(node, parent)
            case _:
                return None

    def _identifier(self, name: Identifier, parent: Node) -> Symbol | None:
        match parent:
            case Goto():
                return self._state(name.text)
            case Subscribe() if name is parent.event:
                return self._event(name.text)
            case Route() if name is parent.name:
                return self._slot(name.text) or self._event(name.text)
            case Member() if name is parent.name:
                return self._member(parent)
            case InitialiserMember():
                made = next((node for node in reversed(self.nodes) if isinstance(node, New)), None)
                return self._field(made.type.name.last.text, name.text) if made and made.type else None
            case _ if isinstance(parent, _LOCALS):
                return self._symbol(parent, name, SymbolKind.LOCAL)
            case _ if getattr(parent, "name", None) is name or getattr(parent, "alias", None) is name:
                return self._symbol(parent, name)
            case _:
                return None

    def _qualified(self, name: QualifiedName, part: Identifier) -> Symbol | None:
        holder = self.nodes[-3] if len(self.nodes) > 2 else None
        if part is not name.last:
            return None
        if isinstance(holder, Entity):
            return self._symbol(holder, part)
        return self._type(part.text) if isinstance(holder, TypeName) else None

    def _bare(self, name: str) -> Symbol | None:
        return self._local(name) or self._slot(name) or self._own_member(name) or self._top(name)

    def _local(self, name: str) -> Symbol | None:
        """The nearest local, parameter or lambda parameter of that name around the cursor."""
        for holder in reversed(self.nodes):
            for node in _declared_in(holder):
                if getattr(node, "name", None) is not None and node.name.text == name:  # type: ignore[attr-defined]  # checked just before
                    identifier = node.name  # type: ignore[attr-defined]  # likewise
                    kind = SymbolKind.LOCAL if isinstance(node, _LOCALS) else None
                    return self._symbol(node, identifier, kind)
        return None

    def _own_member(self, name: str) -> Symbol | None:
        owner = next((node for node in self.nodes if isinstance(node, Class | Entity | Interface)), None)
        if owner is None:
            return None
        return self._field(owner.name.last.text if isinstance(owner, Entity) else owner.name.text, name)

    def _names(self) -> WorkflowNames | None:
        return names_of(self.nodes[0]) if isinstance(self.nodes[0], Workflow) else None

    def _state(self, name: str) -> Symbol | None:
        names = self._names()
        node = names.states.get(name) if names else None
        return self._symbol(node, node.name) if node else None

    def _event(self, name: str) -> Symbol | None:
        names = self._names()
        node = names.events.get(name) if names else None
        return self._symbol(node, node.name) if node else None

    def _slot(self, name: str) -> Symbol | None:
        if self.scope is not None and self.scope.slot is not None and name in self.scope.slot_names:
            return self._symbol(self.scope.slot, self.scope.slot.slot)
        names = self._names()
        node = names.slots.get(name) if names else None
        return self._symbol(node, node.slot) if node else None

    def _top(self, name: str) -> Symbol | None:
        places = self.index.declarations.get(name, ())
        return next((_top_symbol(place) for place in places), None)

    def _type(self, name: str) -> Symbol | None:
        places = self.index.declarations.get(name, ())
        return next((_top_symbol(place) for place in places if is_type(place.item.node)), None)

    def _member(self, node: Member) -> Symbol | None:
        name = node.name.text
        if isinstance(node.target, Name):
            found = self._static(node.target.text, name)
            if found is not None:
                return found
        if isinstance(node.target, Call):
            slot = self._run_slot(node.target, name)
            if slot is not None:
                return slot
        code = callable_around(self.item, self.nodes) or Callable(name="")
        ref: Ref | None = Inference(self.index, self.path, code).type_of(node.target)
        return self._field(ref.name, name) if ref is not None and not ref.is_many else None

    def _static(self, owner: str, name: str) -> Symbol | None:
        for place in self.index.declarations.get(owner, ()):
            declaration = place.item.node
            match declaration:
                case Enum():
                    member = next((one for one in declaration.members if one.name.text == name), None)
                    if member is not None:
                        return Symbol(kind_of(member), name, Place(place.path, place.item, member.name), member)
                case Workflow():
                    return _generated(place, declaration, name)
                case _:
                    pass
        return self._field(owner, name) if self.index.types_from(self.path, owner) else None

    def _run_slot(self, call: Call, name: str) -> Symbol | None:
        """The slot in `Flow.For(row).Slot`."""
        match call.target:
            case Member(target=Name(text=flow), name=Identifier(text="For")):
                for place in self.index.declarations.get(flow, ()):
                    if isinstance(place.item.node, Workflow):
                        slot = names_of(place.item.node).slots.get(name)
                        if slot is not None:
                            return Symbol(SymbolKind.SLOT, name, Place(place.path, place.item, slot.slot), slot)
                return None
            case _:
                return None

    def _field(self, owner: str, name: str) -> Symbol | None:
        """A field, property, method or operation of a type or its bases."""
        seen: set[str] = set()
        waiting = [owner]
        while waiting:
            current = waiting.pop(0)
            if current in seen:
                continue
            seen.add(current)
            for entry, facts in self.index.types.get(current, ()):
                for member in facts.declaration.members:
                    identifier = getattr(member, "name", None)
                    if isinstance(identifier, Identifier) and identifier.text == name:
                        place = Place(entry.path, entry.item, identifier)
                        return Symbol(kind_of(member), name, place, member, getattr(member, "type", None))
                waiting.extend(facts.bases)
        return None

    def _symbol(self, node: Node, name: Identifier, kind: SymbolKind | None = None) -> Symbol:
        place = Place(self.path, self.item, name)
        return Symbol(kind or kind_of(node), name.text, place, node, getattr(node, "type", None))


def _declared_in(holder: Node) -> Iterator[Node]:
    """The locals and parameters that a node brings into view for what it encloses."""
    for child in children(holder):
        match child:
            case Parameters():
                yield from child.items
            case _ if isinstance(child, _LOCALS):
                yield child
            case _:
                pass
    if isinstance(holder, _LOCALS):
        yield holder


def _generated(place: Place, workflow: Workflow, name: str) -> Symbol | None:
    """The event behind `Flow.RaiseX` and `Flow.CorrelateX`."""
    names = names_of(workflow)
    for prefix in _GENERATED:
        event: Event | None = names.events.get(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if event is not None:
            return Symbol(SymbolKind.EVENT, event.name.text, Place(place.path, place.item, event.name), event)
    return None


def _top_symbol(place: Place) -> Symbol:
    node = place.item.node
    name = place.node.text if isinstance(place.node, Identifier) else ""
    return Symbol(kind_of(node), name, place, node, getattr(node, "type", None))


def callable_around(item: Item, nodes: tuple[Node, ...]) -> Callable | None:
    """The callable of the item that has one of the nodes as a root: the innermost."""
    roots = {root: candidate for candidate in _callables(item) for root in candidate.roots}
    return next((roots[node] for node in reversed(nodes) if node in roots), None)


def _callables(item: Item) -> Iterator[Callable]:
    declared = declare(item.node)
    yield from declared.functions
    yield from declared.bodies
    if declared.type is not None:
        for methods in declared.type.methods.values():
            yield from methods
        yield from declared.type.constructors
