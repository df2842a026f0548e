"""Bare names: what they mean as a value, before a `.`, and before a call.

A local comes first, then a member of the type around the code, a slot of the workflow around it, what the project
declares, what the platform has, and a namespace. One word may be a function and a type: a call takes the function, a
`.` takes the type.
"""

from collections.abc import Mapping

from osy_analysis.problems.workflow import ItemOutside, SlotOutside
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import substitute
from osy_analysis.semantics.bind.members import callees, inherited, value_type
from osy_analysis.semantics.bind.unknown import tell_name
from osy_analysis.semantics.bind.written import PREDEFINED, ROLE, Writing, written_type
from osy_analysis.semantics.builtins import BOOL, callee_of
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.types import (
    UNKNOWN,
    Flow,
    Group,
    Named,
    NamespaceValue,
    SlotOf,
    Type,
    TypeValue,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import type_named
from osy_grammar.language.functions import FUNCTIONS
from osy_grammar.language.model import MemberFact
from osy_grammar.nodes.base import Identifier, QualifiedName
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import field, record

CALLED_KINDS = frozenset((SymbolKind.FUNCTION, SymbolKind.COMPONENT, SymbolKind.ACTION, SymbolKind.POLICY))
_FUNCTION_KINDS = frozenset((SymbolKind.FUNCTION, SymbolKind.ACTION, SymbolKind.COMPONENT, SymbolKind.OPERATION))
_FREE: dict[str, MemberFact] = {fact.name: fact for fact in FUNCTIONS}
SLOT, ACTOR = "slot", "actor"


def value_of(binder: Binder, node: Name, *, is_receiver: bool = False) -> Type:
    """What a bare name is where a value is wanted, or before a `.`."""
    meaning = binder.names.get(node.text)
    if meaning is not None:
        if meaning[0] is not None:
            binder.targets[node] = meaning[0]
        return meaning[1]
    found = _member_or_slot(binder, node)
    if found is not None:
        return found
    definitions = binder.table.lookup(binder.path, node.text, binder.used)
    if definitions:
        chosen = _types_first(definitions)
        binder.targets[node] = chosen[0]
        return _value(binder, chosen, node)
    return _of_platform(binder, node, is_receiver)


@record(frozen=False)
class Called:
    """What a call of a bare name can run; `value` is the type of a local or field that holds a function instead.

    `known` says what the type parameters of a base stand for. `is_all` if it can run nothing else.
    """

    callees: list[Callee] = field(default_factory=list)
    known: Mapping[str, Type] = field(default_factory=dict)
    value: Type | None = None
    is_all: bool = False


def called(binder: Binder, node: Name) -> Called:
    """What a call of a bare name can run."""
    name = node.text
    meaning = binder.names.get(name)
    if meaning is not None and not isinstance(meaning[1], Group) and not _is_shadowed(binder, name, meaning[1]):
        if meaning[0] is not None:
            binder.targets[node] = meaning[0]
        return Called(value=meaning[1])
    used, meanings = binder.used, binder.meanings
    if meaning is not None and isinstance(meaning[1], Group):
        own = [one for one in meaning[1].functions if isinstance(one, Definition)]
    else:
        own = [one for one in binder.own_members().get(name, ()) if one.kind in _FUNCTION_KINDS]
    if own:
        binder.targets[node] = own[0]
        has_more = binder.owner is not None and meanings.has_unknown_bases(binder.owner, used)
        found = [meanings.callee(one, used) for one in without_overridden(own)]
        return Called(found, _known(binder, own[0]), is_all=not has_more)
    if binder.owner is not None:
        of_platform = inherited(binder, binder.owner, name)
        if of_platform is not None and of_platform.facts and of_platform.facts[0].is_method:
            binder.targets[node] = of_platform.facts[0]
            return Called(callees(binder, of_platform), of_platform.known)
    holder = _holder(binder, name)
    if holder is not None:
        binder.targets[node] = holder
        return Called(value=meanings.type_of(holder, used))
    declared = [one for one in binder.table.lookup(binder.path, name, used) if one.kind in CALLED_KINDS]
    functions = [one for one in declared if one.kind is SymbolKind.FUNCTION] or declared
    if not functions:
        return Called()
    binder.targets[node] = functions[0]
    return Called([meanings.callee(one, used) for one in functions], is_all=True)


def _known(binder: Binder, member: Definition) -> Mapping[str, Type]:
    """What the type parameters around a member of a base stand for in the type around the code."""
    around, owner = member.owner, binder.owner
    if around is None or owner is None or around is owner or not around.type_parameters:
        return {}
    return binder.meanings.base_arguments(Named(owner), around, binder.used)


def _is_shadowed(binder: Binder, name: str, type_: Type) -> bool:
    """Whether a local of a plain value does not hide a function of its name, since a value cannot be called."""
    if not isinstance(type_, Named):
        return False
    found = binder.table.lookup(binder.path, name, binder.used)
    return any(one.kind in CALLED_KINDS for one in found)


def _holder(binder: Binder, name: str) -> Definition | None:
    """A field of the type around the code that holds a function."""
    if binder.owner is None:
        return None
    found = binder.own_members().get(name, ())
    return next((one for one in found if one.kind is SymbolKind.FIELD or one.kind is SymbolKind.PARAMETER), None)


def without_overridden(definitions: list[Definition]) -> list[Definition]:
    """The methods without those that a nearer one of the same parameters hides."""
    if len(definitions) < 2:
        return definitions
    found: dict[tuple[object, ...], Definition] = {}
    for one in definitions:
        parameters = one.parameters.items if one.parameters is not None else ()
        key = tuple((each.type.name.last.text, each.type.tails) for each in parameters)
        found.setdefault(key, one)
    return list(found.values())


def unknown_call(binder: Binder, node: Name) -> MemberFact | None:
    """The platform's function of that name; None, and perhaps a problem, where there is none."""
    fact = _FREE.get(node.text)
    if fact is not None:
        binder.targets[node] = fact
        return fact if fact.is_method else None
    if binder.tells_names and type_named(node.text) is None and not _is_type(binder, node.text):
        tell_name(binder, node, is_called=True)
    return None


def _is_type(binder: Binder, name: str) -> bool:
    return bool(binder.table.lookup(binder.path, name, binder.used))


# ── What a name means ────────────────────────────────────────────────────────────────────────────────────────────────


def _member_or_slot(binder: Binder, node: Name) -> Type | None:
    name = node.text
    if binder.owner is not None:
        found = binder.own_members().get(name)
        if found:
            binder.targets[node] = found[0]
            return member_value(binder, found)
        of_platform = inherited(binder, binder.owner, name)
        if of_platform is not None:
            if of_platform.facts:
                binder.targets[node] = of_platform.facts[0]
            return value_type(binder, of_platform)
    if binder.workflow is not None:
        slot = binder.run_member(name, SymbolKind.SLOT)
        if slot is not None:
            binder.targets[node] = slot
            return SlotOf(binder.workflow, slot)
    return None


def member_value(binder: Binder, found: tuple[Definition, ...]) -> Type:
    """What a member is as a value: of a field its type, of methods the group of them."""
    first = found[0]
    if first.kind in _FUNCTION_KINDS:
        return Group(first.name, tuple(one for one in found if one.kind in _FUNCTION_KINDS))
    if first.kind is SymbolKind.ENUM_MEMBER and first.owner is not None:
        return Named(first.owner)
    return substitute(binder.meanings.type_of(first, binder.used), _known(binder, first))


def _types_first(definitions: tuple[Definition, ...]) -> list[Definition]:
    """Types before functions, if the name is both."""
    if len(definitions) == 1:
        return list(definitions)
    types = [one for one in definitions if one.kind in TYPE_KINDS]
    return types or list(definitions)


def _value(binder: Binder, found: list[Definition], node: Name) -> Type:
    first = found[0]
    kind = first.kind
    if kind in TYPE_KINDS:
        if not binder.table.is_one(tuple(found)):
            return UNKNOWN
        arguments = tuple([binder.type(each) for each in node.type_arguments])
        return TypeValue(Named(first, arguments))
    if kind is SymbolKind.POLICY:
        return BOOL if first.parameters is None else Group(first.name, tuple(found))
    if kind in _FUNCTION_KINDS:
        return Group(first.name, tuple(one for one in found if one.kind in _FUNCTION_KINDS))
    if kind is SymbolKind.PRINCIPAL:
        return binder.meanings.inferred(first, binder.used)
    if kind is SymbolKind.VARIABLE:
        return binder.meanings.type_of(first, binder.used)
    return Flow(first) if kind is SymbolKind.WORKFLOW else UNKNOWN


def _of_platform(binder: Binder, node: Name, is_receiver: bool) -> Type:
    name = node.text
    predefined = PREDEFINED.get(name)
    if isinstance(predefined, Named):
        binder.targets[node] = predefined.definition
        return TypeValue(predefined)
    if name == ROLE:
        return _role(binder, node)
    row = type_named(name)
    if row is not None and row.is_written:
        binder.targets[node] = row
        return TypeValue(Named(row, tuple([binder.type(each) for each in node.type_arguments])))
    fact = _FREE.get(name)
    if fact is not None:
        binder.targets[node] = fact
        return Group(name, (fact,)) if fact.is_method else callee_of(fact).result
    if not name:
        return UNKNOWN
    if binder.table.is_namespace(binder.path, name, binder.used):
        return NamespaceValue(name)
    if binder.tells_names:
        _tell(binder, node, is_receiver)
    return UNKNOWN


def _role(binder: Binder, node: Name) -> Type:
    """`role.Admin`: the app's enum of roles."""
    identifier = Identifier(node.start, node.end, node.text)
    written = TypeName(node.start, node.end, QualifiedName(node.start, node.end, (identifier,)), (), ())
    type_ = written_type(Writing(binder.table, binder.path, {}, binder.used), written)
    return TypeValue(type_) if isinstance(type_, Named) else UNKNOWN


def _tell(binder: Binder, node: Name, is_receiver: bool) -> None:
    """Tell of a name that means nothing here; the names of runs are told of as such."""
    if node.text == SLOT:
        binder.tell(SlotOutside(name=node))
    elif node.text == ACTOR:
        binder.tell(ItemOutside(node=node, word=ACTOR))
    else:
        tell_name(binder, node, is_called=False, is_receiver=is_receiver)
