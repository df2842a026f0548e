"""What stands behind a `.`: the members of values, of types named as values, of workflows, runs and slots.

The answer says what the member is (a declared one, or rows of the platform), with what the type parameters of its owner
stand for. That nothing is found is told of only where all members are surely in view.
"""

from collections.abc import Mapping

from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.generics import substitute
from osy_analysis.semantics.builtins import ENUM, PRINCIPAL, STRING, also_of, callee_of, facts_of, list_of
from osy_analysis.semantics.callees import Callee
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import (
    UNKNOWN,
    AnonymousObject,
    Flow,
    Group,
    Named,
    Run,
    SlotOf,
    Type,
    TypeValue,
)
from osy_analysis.symbols import SymbolKind
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.record import field, record

ROW, ENUM_VALUE, ENTITY_QUERY, NULLABLE = "Row", "EnumValue", "EntityQuery", "Nullable"
WORKFLOW_RUN, SLOT, SLOT_HANDLE, OBJECT = "WorkflowRun", "Slot", "SlotHandle", "object"
SECRET = "Secret"
LISTEN = "Listen"
_LINKS = {SymbolKind.GRANT: "Grant", SymbolKind.TOPIC: "Topic"}
_GIVES_ITSELF = ("For", "From")
_METHODS = frozenset((SymbolKind.FUNCTION, SymbolKind.OPERATION, SymbolKind.ACTION))
_ALSO_ASKED = {
    "Query": (ENTITY_QUERY, "List"),
    ENTITY_QUERY: ("List",),
    "List": (ENTITY_QUERY,),
    "Array": (ENTITY_QUERY,),
}
"""What else answers for rows that a query gives: a `live` one is a list, and a list of rows may be changed as one."""


@record(frozen=False)
class Found:
    """A member: declared ones of that name, or rows of the platform's type `row`; `type` where it is of its own kind.

    `known` says what the type parameters of its owner stand for, `gives` what a call of it gives, where no signature
    can say that.
    """

    definitions: tuple[Definition, ...] = ()
    facts: tuple[MemberFact, ...] = ()
    row: str = ""
    known: Mapping[str, Type] = field(default_factory=dict)
    type: Type | None = None
    gives: Type | None = None


def rows_asked(row: str) -> tuple[str, ...]:
    """The platform's types that answer for a value of one, itself first."""
    return (row, *_ALSO_ASKED.get(row, ()))


KNOWN_BY_NAME = Found(type=UNKNOWN)
"""A member that is there, of which nothing is known."""


def find(binder: Binder, owner: Type, name: str) -> Found | None:
    """The member of a value or of a type named as one; None where there is none that we know of."""
    match owner:
        case Named(definition=definition):
            if isinstance(definition, BuiltinType):
                return _of_row(owner, definition, name)
            return _of_declared(binder, owner, definition, name)
        case TypeValue(type=inner):
            if isinstance(inner.definition, BuiltinType):
                return _static_of_row(inner, inner.definition, name)
            return _static_of_declared(binder, inner, inner.definition, name)
        case AnonymousObject(members=members):
            found = next((of for known, of in members if known == name), None)
            return Found(type=found) if found is not None else _of_object(name)
        case Run(workflow=workflow):
            return _of_run(binder, workflow, name)
        case SlotOf():
            # Whoever has a slot may ask it all that is known of slots, from inside and from outside.
            near, far = (SLOT_HANDLE, SLOT) if owner.is_handle else (SLOT, SLOT_HANDLE)
            return _of_facts(near, name, {}) or _of_facts(far, name, {})
        case Flow() | Group():
            return None
        case _:
            return KNOWN_BY_NAME


def _of_facts(row: str, name: str, known: Mapping[str, Type], *, is_static: bool = False) -> Found | None:
    facts = facts_of(row).get(name)
    if not facts or facts[0].is_static != is_static:
        return None
    return Found(facts=facts, row=row, known=known)


def _of_object(name: str) -> Found | None:
    found = _of_facts(OBJECT, name, {})
    if found is not None:
        return found
    return KNOWN_BY_NAME if name in also_of(OBJECT) else None


def _of_nullable(owner: Named, name: str) -> Found | None:
    return _of_facts(NULLABLE, name, {"T": Named(owner.definition, owner.arguments)})


# ── Values ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_declared(binder: Binder, owner: Named, definition: Definition, name: str) -> Found | None:
    members = binder.meanings.members(definition, binder.used).get(name)
    if members:
        return Found(definitions=members, known=known_in(binder, owner, members[0]))
    if definition.kind in _LINKS:
        return _of_link(binder, definition, name)
    if definition.kind is SymbolKind.ENTITY:
        found = _of_facts(ROW, name, {})
    elif definition.kind is SymbolKind.ENUM:
        found = _of_facts(ENUM_VALUE, name, {"T": owner})
    else:
        found = _of_builtin_bases(binder, definition, name)
    return found or _of_nullable(owner, name) or _of_object(name)


def _of_link(binder: Binder, definition: Definition, name: str) -> Found | None:
    """The member of a grant or a topic, of its name or of what `For` gives."""
    row = _LINKS[definition.kind]
    facts = facts_of(row).get(name)
    if not facts:
        return KNOWN_BY_NAME
    if name in _GIVES_ITSELF:
        return Found(facts=facts, row=row, known={"T": UNKNOWN}, gives=Named(definition))
    if name == LISTEN:
        return Found(facts=facts, row=row, gives=list_of(binder.meanings.carried(definition, binder.used)))
    return Found(facts=facts, row=row, known={"T": binder.meanings.type_of(definition, binder.used)})


def _of_builtin_bases(binder: Binder, definition: Definition, name: str) -> Found | None:
    for row in binder.meanings.builtin_bases(definition, binder.used):
        found = _of_facts(row.name, name, {})
        if found is not None:
            return found
        if name in also_of(row.name):
            return KNOWN_BY_NAME
    return None


def inherited(binder: Binder, owner: Definition, name: str) -> Found | None:
    """The member of that name which the platform gives to a declared type: to a row, or by a base of its own."""
    if owner.kind is SymbolKind.ENTITY:
        return _of_facts(ROW, name, {})
    return _of_builtin_bases(binder, owner, name) or _of_facts(OBJECT, name, {})


def known_in(binder: Binder, owner: Named, member: Definition) -> Mapping[str, Type]:
    """What the type parameters around a member stand for in a value of type `owner`."""
    around = member.owner
    if around is None or not around.type_parameters:
        return {}
    if around is owner.definition:
        return known_of(around.type_parameters, owner.arguments)
    return binder.meanings.base_arguments(owner, around, binder.used)


def known_of(parameters: tuple[str, ...], arguments: tuple[Type, ...]) -> Mapping[str, Type]:
    """What type parameters stand for; unknown where no arguments are given."""
    if not parameters:
        return {}
    if len(arguments) != len(parameters):
        return dict.fromkeys(parameters, UNKNOWN)
    return dict(zip(parameters, arguments, strict=True))


def _of_row(owner: Named, row: BuiltinType, name: str) -> Found | None:
    known = known_of(row.type_parameters, owner.arguments)
    found = _of_facts(row.name, name, known)
    if found is not None:
        return found
    for other in _ALSO_ASKED.get(row.name, ()):
        found = _of_facts(other, name, known)
        if found is not None:
            return found
    if name in also_of(row.name):
        return KNOWN_BY_NAME
    if row.is_enum:
        found = _of_facts(ENUM_VALUE, name, {"T": owner})
    elif row.is_entity:
        found = _of_facts(ROW, name, {})
    return found or _of_nullable(owner, name) or _of_object(name)


# ── Types named as values ────────────────────────────────────────────────────────────────────────────────────────────


def _static_of_declared(binder: Binder, inner: Named, definition: Definition, name: str) -> Found | None:
    if definition.kind in _LINKS:
        return _of_link(binder, definition, name)
    if definition.kind is SymbolKind.ENTITY:
        # A field has no value without a row, so a question comes first: `Order.Count(…)`, whatever its fields.
        asked = _asked_of_rows(inner, name)
        if asked is not None:
            return asked
    members = binder.meanings.members(definition, binder.used).get(name)
    if members:
        return Found(definitions=members, known=known_in(binder, inner, members[0]))
    if definition.kind is SymbolKind.ENUM:
        return _of_facts(ENUM_VALUE, name, {"T": inner}, is_static=True)
    return None


def _asked_of_rows(inner: Named, name: str) -> Found | None:
    found = _of_facts(ENTITY_QUERY, name, {"T": inner})
    if found is None and name in also_of(ENTITY_QUERY):
        return KNOWN_BY_NAME
    return found


def _static_of_row(inner: Named, row: BuiltinType, name: str) -> Found | None:
    if row.name == SECRET:
        return Found(type=STRING)
    known = known_of(row.type_parameters, inner.arguments)
    found = _of_facts(row.name, name, known, is_static=True)
    if found is None and row.is_entity:
        found = _asked_of_rows(inner, name)
    if found is None and row.is_enum:
        found = _of_facts(ENUM_VALUE, name, {"T": inner}, is_static=True)
    if found is None and name in also_of(row.name):
        return KNOWN_BY_NAME
    return found


def _of_run(binder: Binder, workflow: Definition, name: str) -> Found | None:
    slot = binder.meanings.member_named(workflow, name, SymbolKind.SLOT)
    if slot is not None:
        return Found(definitions=(slot,), type=SlotOf(workflow, slot, is_handle=True))
    return _of_facts(WORKFLOW_RUN, name, {ENUM: binder.meanings.tracked(workflow, binder.used)[1]})


# ── What a member is ─────────────────────────────────────────────────────────────────────────────────────────────────


def value_type(binder: Binder, found: Found) -> Type:
    """The type of a member that is not called."""
    if found.type is not None:
        return found.type
    if found.definitions:
        first = found.definitions[0]
        if first.kind in _METHODS:
            return Group(first.name, tuple(one for one in found.definitions if one.kind in _METHODS))
        if first.kind is SymbolKind.ENUM_MEMBER and first.owner is not None:
            return Named(first.owner)
        return substitute(binder.meanings.type_of(first, binder.used), found.known)
    fact = found.facts[0]
    if fact.is_method:
        if fact.name == "Count":
            return callee_of(fact, found.row).result
        return Group(fact.name, found.facts)
    return result_of(binder, callee_of(fact, found.row), found.known)


def result_of(binder: Binder, callee: Callee, known: Mapping[str, Type]) -> Type:
    """What a member of the platform gives, with all that is known put in its place."""
    return substitute(callee.result, standing(binder, known)) if callee.is_open else callee.result


def standing(binder: Binder, known: Mapping[str, Type]) -> dict[str, Type]:
    """What the parameters of a signature of the platform stand for, the app's principal among them."""
    return {PRINCIPAL: binder.meanings.principal(binder.path, binder.used), ENUM: UNKNOWN, **known}


def callees(binder: Binder, found: Found) -> list[Callee]:
    """What a call of a member can run."""
    if found.definitions:
        methods = [one for one in found.definitions if one.kind in _METHODS]
        return [binder.meanings.callee(one, binder.used) for one in methods]
    return [callee_of(fact, found.row) for fact in found.facts if fact.is_method]
