"""Chains of `.`, `()`, `[]` and `!`: bound from their beginning on, however long they are."""

from osy_analysis.problems.workflow import ItemOutside
from osy_analysis.semantics.bind.absent import tell_absent
from osy_analysis.semantics.bind.calls import bind_call, bind_loosely
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.flows import bind_generated, bind_secret_stub, bind_stub, generated_member
from osy_analysis.semantics.bind.generics import element_of, substitute
from osy_analysis.semantics.bind.members import SECRET, Found, callees, find, value_type
from osy_analysis.semantics.bind.names import (
    called,
    unknown_call,
    value_of,
    without_overridden,
)
from osy_analysis.semantics.builtins import callee_of, index_type
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import (
    UNKNOWN,
    Flow,
    FunctionType,
    Group,
    Named,
    NamespaceValue,
    Type,
    TypeValue,
    Unknown,
    non_null,
    nullable,
)
from osy_grammar.language import type_named
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.expressions import Call, Expression, Index, Member, Name, NonNull, This

Link = Member | Call | Index | NonNull
LINKS = frozenset((Member, Call, Index, NonNull))
ITEM, STUB = "Item", "Stub"


def chain(binder: Binder, node: Link, wanted: Type | None) -> Type:
    """The type of the whole chain; the types of its parts are noted on the way."""
    links: list[Link] = [node]
    head: Expression = node.target
    while head.__class__ in LINKS:
        links.append(head)  # one of the links, checked just before
        head = head.target  # likewise
    type_, at = _beginning(binder, head, links)
    is_conditional = False
    while at >= 0:
        link = links[at]
        if isinstance(link, Member):
            is_conditional = is_conditional or link.conditional
            call = links[at - 1] if at else None
            if isinstance(call, Call):
                type_ = _method(binder, type_, link, call)
                _note(binder, call, type_)
                at -= 2
                continue
            type_ = _member(binder, type_, link)
        elif isinstance(link, Call):
            type_ = _call_of_value(binder, type_, link)
        elif isinstance(link, Index):
            is_conditional = is_conditional or link.conditional
            type_ = _index(binder, type_, link)
        else:
            type_ = non_null(type_)
            is_conditional = False
        _note(binder, link, type_)
        at -= 1
    if is_conditional:
        type_ = nullable(type_)
        _note(binder, node, type_)
    return type_


def _beginning(binder: Binder, head: Expression, links: list[Link]) -> tuple[Type, int]:
    """The type of the chain's beginning, and the place in `links` of what comes next."""
    at = len(links) - 1
    first = links[at]
    if isinstance(head, Name) and isinstance(first, Call):
        type_ = _call_of_name(binder, head, first)
    elif isinstance(head, This) and isinstance(first, Member) and binder.owner is None:
        type_ = _item(binder, first)
    else:
        is_receiver = isinstance(first, Member)
        type_ = value_of(binder, head, is_receiver=is_receiver) if isinstance(head, Name) else binder.expression(head)
        _note(binder, head, type_)
        return type_, at
    _note(binder, first, type_)
    return type_, at - 1


def _note(binder: Binder, node: Expression, type_: Type) -> None:
    if type_.__class__ is not Unknown:
        binder.types[node] = type_


def _item(binder: Binder, link: Member) -> Type:
    """`this.Item` in a workflow; elsewhere there is none."""
    if binder.workflow is not None:
        return binder.item if link.name.text == ITEM else UNKNOWN
    if binder.tells_names and link.name.text == ITEM:
        binder.tell(ItemOutside(node=link, word="this.Item"))
    return UNKNOWN


# ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _member(binder: Binder, owner: Type, link: Member) -> Type:
    name = link.name.text
    if owner.__class__ is Unknown or not name:
        return UNKNOWN
    if isinstance(owner, NamespaceValue):
        return _in_namespace(binder, owner, link)
    if isinstance(owner, Flow):
        return generated_member(binder, owner, link)
    found = find(binder, owner, name)
    if found is None:
        found = _other_meaning(binder, owner, link)
    if found is None:
        tell_absent(binder, owner, link.name, is_called=False)
        return UNKNOWN
    _target(binder, link, found)
    return value_type(binder, found)


def _target(binder: Binder, link: Member, found: Found) -> None:
    if found.definitions:
        binder.targets[link.name] = found.definitions[0]
    elif found.facts:
        binder.targets[link.name] = found.facts[0]


def _other_meaning(binder: Binder, owner: Type, link: Member) -> Found | None:
    """The member of a type, where the name before the `.` is that of a value or a function as well."""
    head = link.target
    if not isinstance(head, Name) or isinstance(owner, TypeValue):
        return None
    for type_ in _types_named(binder, head.text):
        found = find(binder, type_, link.name.text)
        if found is not None:
            binder.targets[head] = type_.type.definition
            binder.types[head] = type_
            return found
    return None


def _types_named(binder: Binder, name: str) -> list[TypeValue]:
    definitions = binder.table.resolve_type(binder.path, name, binder.used)
    if definitions:
        return [TypeValue(Named(definitions[0]))]
    row = type_named(name)
    return [TypeValue(Named(row))] if row is not None and row.is_written else []


def _in_namespace(binder: Binder, owner: NamespaceValue, link: Member) -> Type:
    """The type of a qualified name, or a longer part of one."""
    name = f"{owner.name}.{link.name.text}"
    definitions = binder.table.resolve_type(binder.path, name, binder.used)
    if definitions:
        binder.targets[link.name] = definitions[0]
        return TypeValue(Named(definitions[0], tuple([binder.type(each) for each in link.type_arguments])))
    if binder.table.is_namespace(binder.path, name, binder.used):
        return NamespaceValue(name)
    row = type_named(link.name.text) if owner.name.startswith("Osysharp") else None
    return TypeValue(Named(row)) if row is not None and row.is_written else UNKNOWN


# ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _call_of_name(binder: Binder, head: Name, call: Call) -> Type:
    found = called(binder, head)
    type_arguments = tuple([binder.type(each) for each in head.type_arguments])
    if found.callees:
        return bind_call(binder, call, call.arguments, found.callees, found.known, type_arguments, is_all=found.is_all)
    if found.value is not None:
        return _call_of_value(binder, found.value, call)
    fact = unknown_call(binder, head)
    if fact is not None:
        return bind_call(binder, call, call.arguments, [callee_of(fact)], {}, is_all=False)
    bind_loosely(binder, call.arguments.items)
    return UNKNOWN


def _call_of_value(binder: Binder, type_: Type, call: Call) -> Type:
    """A call of what holds a function."""
    if isinstance(type_, Group):
        functions = [one for one in type_.functions if isinstance(one, Definition)]
        found = [binder.meanings.callee(one, binder.used) for one in functions]
        if found:
            return bind_call(binder, call, call.arguments, found, {}, is_all=False)
    if isinstance(type_, FunctionType):
        for item, wanted in zip(call.arguments.items, type_.parameters, strict=False):
            if isinstance(item.value, Expression):
                binder.expression(item.value, wanted)
        bind_loosely(binder, call.arguments.items[len(type_.parameters) :])
        return type_.result
    bind_loosely(binder, call.arguments.items)
    return UNKNOWN


def _method(binder: Binder, owner: Type, link: Member, call: Call) -> Type:
    """`owner.name(…)`: a call of a member."""
    name = link.name.text
    if isinstance(owner, Flow):
        return bind_generated(binder, owner, link, call)
    if name == STUB:
        if _is_secret(link.target):
            return bind_secret_stub(binder, link, call)
        group = _group(binder, owner, link)
        if group is not None:
            return bind_stub(binder, group, link, call)
    found = None
    if isinstance(owner, NamespaceValue):
        return _function_in_namespace(binder, owner, link, call)
    if owner.__class__ is not Unknown and name:
        found = find(binder, owner, name) or _other_meaning(binder, owner, link)
        if found is None:
            tell_absent(binder, owner, link.name, is_called=True)
    if found is None:
        bind_loosely(binder, call.arguments.items)
        return UNKNOWN
    _target(binder, link, found)
    candidates = _without_overridden(callees(binder, found))
    if not candidates:
        return _call_of_value(binder, value_type(binder, found), call)
    type_arguments = tuple([binder.type(each) for each in link.type_arguments])
    is_all = not _may_have_more(binder, found)
    type_ = bind_call(binder, call, call.arguments, candidates, found.known, type_arguments, is_all=is_all)
    return type_ if found.gives is None else found.gives


def _group(binder: Binder, owner: Type, link: Member) -> Group | None:
    """The function that a stub is set for."""
    if isinstance(owner, Group):
        return owner
    head = link.target
    if isinstance(head, Name) and not isinstance(owner, Unknown):
        functions = tuple([one.source for one in called(binder, head).callees])
        if functions:
            return Group(head.text, functions)
    return None


def _is_secret(node: Expression) -> bool:
    return isinstance(node, Member) and isinstance(node.target, Name) and node.target.text == SECRET


def _without_overridden(found: list[Callee]) -> list[Callee]:
    """The methods without those that a nearer one of the same parameters hides."""
    declared = [one.source for one in found if isinstance(one.source, Definition)]
    if len(declared) < 2:
        return found
    kept = without_overridden(declared)
    return [one for one in found if one.source in kept]


def _may_have_more(binder: Binder, found: Found) -> bool:
    """Whether there may be other forms of a method than those found."""
    if not found.definitions:
        return False
    around = found.definitions[0].owner
    return around is None or binder.meanings.has_unknown_bases(around, binder.used)


def _function_in_namespace(binder: Binder, owner: NamespaceValue, link: Member, call: Call) -> Type:
    definitions = binder.table.lookup(binder.path, link.name.text, binder.used)
    functions = [one for one in definitions if one.namespace == owner.name and one.parameters is not None]
    if functions:
        binder.targets[link.name] = functions[0]
        found = [binder.meanings.callee(one, binder.used) for one in functions]
        return bind_call(binder, call, call.arguments, found, {}, is_all=False)
    bind_loosely(binder, call.arguments.items)
    return UNKNOWN


def _index(binder: Binder, owner: Type, link: Index) -> Type:
    binder.expression(link.index)
    if not isinstance(owner, Named) or not isinstance(owner.definition, BuiltinType):
        return UNKNOWN
    row = owner.definition
    element = element_of(owner)
    if element is not None:
        return element
    return substitute(index_type(row), dict(zip(row.type_parameters, owner.arguments, strict=False)))
