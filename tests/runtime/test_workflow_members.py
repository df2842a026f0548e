"""Every member that the table of facts gives the types of workflows is there when a program runs."""

from collections.abc import Mapping

import pytest

from osy_grammar.language import TYPES
from osy_grammar.language.model import MemberFact
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.model import Shape
from osy_runtime.signals import Failure
from osy_runtime.values import EnumValue, TimeSpan, TypeValue
from osy_runtime.workflow.enums import ENUMS
from osy_testing.engine import Bench, go, hours, milestone, slot, state


def objects() -> Mapping[str, HostObject]:
    """One object of each type; `X.` before a name stands for the type's static side."""
    shape = slot("Closing", milestone("Finished", 4, go("Done")))
    bench = Bench(state("Open", slots=(shape,), expire=hours(9)), state("Done", outcome="success"))
    row = bench.add()
    statics = bench.engine.statics()
    run = host(statics["Flow"].call_member("For", [row], {}))
    handle = host(run.get_member("Closing"))
    work = statics["Workflow"].call_member("Work", [TypeValue(Shape("Thing"))], {})
    items = statics["Workflow"].call_member("WorkByItem", [TypeValue(Shape("Thing"))], {})
    entries = run.get_member("Audit")
    assert isinstance(work, list)
    assert isinstance(items, list)
    assert isinstance(entries, list)
    return {
        "Workflow": statics["Workflow"],
        "DurableClock": statics["DurableClock"],
        "TestClock": statics["TestClock"],
        "Background": statics["Background"],
        "WorkflowRun": run,
        "Slot": handle,
        "SlotHandle": handle,
        "WorkRow": host(work[0]),
        "WorkItemRow": host(items[0]),
        "WorkflowAuditEntry": host(entries[0]),
        "static Backoff": statics["Backoff"],
        "Backoff": host(statics["Backoff"].call_member("Fixed", [TimeSpan(1)], {})),
    }


def host(value: object) -> HostObject:
    assert isinstance(value, HostObject)
    return value


OBJECTS = objects()
FACTS = [
    (OBJECTS.get(f"static {info.name}" if member.is_static else info.name) or OBJECTS[info.name], member)
    for info in TYPES
    if info.name in OBJECTS
    for member in info.members
]


@pytest.mark.parametrize(("target", "member"), FACTS, ids=lambda part: getattr(part, "signature", ""))
def test_a_member_of_the_table_is_there(target: HostObject, member: MemberFact) -> None:
    try:
        if "(" in member.signature:
            target.call_member(member.name, [], {})
        else:
            target.get_member(member.name)
    except MissingMember:
        pytest.fail(f"`{member.name}` is missing")
    except Failure:
        # It is there, and says that it was called without its arguments.
        return


@pytest.mark.parametrize("name", ["AuditKind", "SlotStatus", "SlaKind", "CorrelationOutcome"])
def test_the_enums_have_the_tables_members(name: str) -> None:
    assert {member.name for info in TYPES if info.name == name for member in info.members} == {
        value.name for value in ENUMS[name].members if isinstance(value, EnumValue)
    }
