"""Every member of the table of language facts has an implementation, or stands among the unsupported with a reason."""

from collections.abc import Callable

import pytest

from osy_grammar.language import FUNCTIONS, TYPES
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.declarations import Declaration
from osy_grammar.tree import Chunk, Item
from osy_runtime.builtins import STATIC_MODULES, find_method, find_property, find_static
from osy_runtime.builtins.sequences import Query
from osy_runtime.builtins.unsupported import UNSUPPORTED
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.names import ENGINE_STATICS
from osy_runtime.exceptions import EXCEPTIONS
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.model import ClassInfo, EnumInfo, Site
from osy_runtime.program import Program
from osy_runtime.signals import Failure
from osy_runtime.testing.runner import make_world
from osy_runtime.values import (
    Char,
    DateOnly,
    DateTime,
    DateTimeOffset,
    EnumValue,
    Guid,
    Row,
    TimeOnly,
    TimeSpan,
    TypeValue,
)

KINDS: dict[str, type] = {
    "DateOnly": DateOnly,
    "DateTime": DateTime,
    "DateTimeOffset": DateTimeOffset,
    "Dictionary": dict,
    "EntityQuery": Query,
    "Row": Row,
    "EnumValue": EnumValue,
    "Guid": Guid,
    "List": list,
    "Query": Query,
    "TimeOnly": TimeOnly,
    "TimeSpan": TimeSpan,
    "char": Char,
    "string": str,
}
"""The Python types of the values whose members the library implements."""

HANDLES = frozenset(
    {"Flow", "Match", "Slot", "SlotHandle", "WorkflowRun", "WorkflowTransition", "WorkflowAuditEntry", "WorkItemRow"}
    | {"WorkRow"}
)
"""Types whose values exist in a run only; the programs under `workflow/` and `programs/` ask them."""

MEMBERS = [(owner, member) for owner in TYPES if owner.name not in HANDLES for member in owner.members]


def answers(host: HostObject, name: str) -> bool:
    """Whether a value of the engine knows the member: it complains about the arguments, not about the name."""
    asks: tuple[Callable[[], object], ...] = (
        lambda: host.get_member(name),
        lambda: host.call_member(name, [], {}),
    )
    for ask in asks:
        try:
            ask()
        except MissingMember:
            continue
        except Failure:
            return True
        return True
    return False


def is_implemented(owner: BuiltinType, member: MemberFact) -> bool:
    """Whether something runs the member."""
    if owner.name in ENGINE_STATICS:
        world = make_world(Compiler(Program({})), print)
        host: object = world.statics[owner.name]
        if owner.name == "Backoff" and not member.is_static:
            host = world.statics["Backoff"].call_member("Fixed", [TimeSpan(1)], {})
        assert isinstance(host, HostObject)
        return answers(host, member.name)
    static = find_static(owner.name)
    if static is not None and member.is_static:
        return member.name in {*static.functions, *static.values, *static.generic}
    kind = KINDS.get(owner.name)
    if kind is not None and not member.is_static:
        stored = kind is Row and member.name in ("Id", "CreatedAt")
        return stored or bool(find_method(kind, member.name) or find_property(kind, member.name))
    if kind is EnumValue and member.is_static:
        return find_property(TypeValue, member.name) is not None
    info = Program({}).find_type(owner.name, Site("", Item(0, Chunk("", Declaration(0, 0), (), ()))))
    return _has(info, member.name) if info is not None else False


def _has(info: object, name: str) -> bool:
    if isinstance(info, EnumInfo):
        return name in info.by_name
    assert isinstance(info, ClassInfo)
    if info.name in EXCEPTIONS:
        return name == "Message"
    return any(name in c.fields or name in c.properties or name in c.methods for c in info.lineage)


@pytest.mark.parametrize(("owner", "member"), MEMBERS, ids=[f"{o.name}.{m.name}" for o, m in MEMBERS])
def test_a_member_of_the_table_runs_or_is_refused_by_name(owner: BuiltinType, member: MemberFact) -> None:
    key = f"{owner.name}.{member.name}"
    assert is_implemented(owner, member) or UNSUPPORTED.get(key), key


def test_nothing_is_refused_that_the_table_does_not_know() -> None:
    known = {f"{owner.name}.{member.name}" for owner, member in MEMBERS} | {f.name for f in FUNCTIONS}
    assert set(UNSUPPORTED) <= known


def test_every_static_is_in_its_module() -> None:
    for name in STATIC_MODULES:
        static = find_static(name)
        assert static is not None
        assert static.functions or static.values or static.generic or static.dynamic
