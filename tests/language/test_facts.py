"""Clauses, bodies, types: what the reference says of them, and the rulings that fill its gaps."""

import pytest

from osy_grammar.language import (
    ATTRIBUTES,
    BODIES,
    CLAUSES,
    FUNCTIONS,
    TYPES,
    BuiltinType,
    MemberFact,
    Place,
    attribute,
    bodies_of,
    body,
    clause,
    clauses_of,
    member,
    members_of,
    type_named,
)

MEMBERS = [(kind, fact) for kind in TYPES for fact in kind.members]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("enter", Place.STATE),
        ("Unassigned", Place.ASSIGNED),
        ("Unfinished", Place.FINISHED),
        ("on", Place.STATE),
        ("on", Place.WORKFLOW),
        ("on Expire", Place.STATE),
        ("on Deadline", Place.WORKFLOW),
        ("on Complete", Place.STATE),
        ("complete when", Place.STATE),
    ],
)
def test_r11_these_bodies_may_goto(name: str, place: Place) -> None:
    found = body(name, place)
    assert found is not None
    assert found.may_goto
    assert not found.goto_code


@pytest.mark.parametrize(
    ("name", "place", "code"),
    [
        ("exit", Place.STATE, "workflow-goto-in-exit"),
        ("enter", Place.ASSIGNED, "workflow-goto-in-milestone-enter"),
        ("enter", Place.FINISHED, "workflow-goto-in-milestone-enter"),
        ("Remind", Place.ASSIGNED, "workflow-goto-in-remind"),
        ("Remind", Place.FINISHED, "workflow-goto-in-remind"),
        ("Exhausted", Place.ASSIGNED, "workflow-goto-in-exhausted"),
        ("Exhausted", Place.FINISHED, "workflow-goto-in-exhausted"),
        ("Start", Place.WORKFLOW, "workflow-goto-in-start"),
        ("enter", Place.TERMINAL, "workflow-goto-in-terminal"),
        ("exit", Place.TERMINAL, "workflow-goto-in-terminal"),
    ],
)
def test_r11_these_bodies_may_not_goto(name: str, place: Place, code: str) -> None:
    found = body(name, place)
    assert found is not None
    assert not found.may_goto
    assert found.goto_code == code


def test_a_body_has_a_code_exactly_if_it_may_not_goto() -> None:
    assert all(row.may_goto == (not row.goto_code) for row in BODIES)


def test_the_slot_is_ambient_in_milestone_bodies_only() -> None:
    with_slot = {row.owner for row in BODIES if "slot" in row.ambient}
    assert with_slot == {Place.ASSIGNED, Place.FINISHED}


def test_every_body_knows_the_run() -> None:
    assert all("this" in row.ambient for row in BODIES)


def test_a_breach_arm_takes_a_slot() -> None:
    arms = [row for row in BODIES if row.parameter == "Slot"]
    assert {row.name for row in arms} == {"Unassigned", "Unfinished"}


@pytest.mark.parametrize(
    ("place", "names"),
    [
        (Place.WORKFLOW, {"Tracks", "Autostart", "Initial", "StartedAt", "ServiceHours"}),
        (Place.SLOT, {"Candidates"}),
        (Place.ASSIGNED, {"Within", "Accrues", "Retries", "Backoff"}),
        (Place.FINISHED, {"Within", "Accrues", "Retries", "Backoff"}),
        (Place.EXPIRE, {"Within", "Accrues"}),
        (Place.DEADLINE, {"Within", "Accrues"}),
        (Place.REMIND, {"After", "ThenEvery", "Accrues"}),
        (Place.REQUIREMENT, {"Must", "Message"}),
        (Place.TERMINAL, {"Message"}),
        (Place.STATE, set()),
    ],
)
def test_clauses_of_a_place(place: Place, names: set[str]) -> None:
    assert {row.name for row in clauses_of(place)} == names


def test_a_clause_is_one_row_in_a_place() -> None:
    keys = [(row.name, owner) for row in CLAUSES for owner in row.owners]
    assert len(keys) == len(set(keys))
    retries = clause("Retries", Place.FINISHED)
    assert retries is not None
    assert retries.type == "int"
    assert clause("Retries", Place.EXPIRE) is None


def test_bodies_are_one_row_in_a_place() -> None:
    keys = [(row.name, row.owner) for row in BODIES]
    assert len(keys) == len(set(keys))
    assert [row.name for row in bodies_of(Place.WORKFLOW)] == [
        "Start",
        "on",
        "on Expire",
        "on Deadline",
        "on Complete",
    ]


def test_the_slot_in_a_milestone() -> None:
    slot = type_named("Slot")
    assert slot is not None
    assert slot.complete
    assert [fact.signature for fact in slot.members] == [
        "void Assign(Principal principal)",
        "void Release()",
        "bool Candidates(Principal u)",
        "Principal? Assignee",
        "SlotStatus Status",
        "bool IsUnassigned",
        "string CallbackUrl()",
    ]


def test_r19_the_slot_from_outside() -> None:
    names = {fact.name for fact in members_of("SlotHandle")}
    assert names == {
        "Claim",
        "Assign",
        "Release",
        "Candidates",
        "Assignee",
        "Status",
        "IsUnassigned",
        "BreachesAt",
    }


def test_r20_the_run_handle() -> None:
    assert {fact.name for fact in members_of("WorkflowRun")} == {
        "Audit",
        "State",
        "IsLive",
        "StartedAt",
        "Transitions",
    }


def test_r21_work_rows() -> None:
    common = {"Item", "State", "Assignee", "SlaKind", "BreachesAt", "Within", "Elapsed", "Remaining", "EverBreached"}
    assert {fact.name for fact in members_of("WorkItemRow")} == common | {"OpenSlots", "GoverningSlot"}
    assert {fact.name for fact in members_of("WorkRow")} == common | {"Slot", "Event", "Status", "OpenedAt"}


def test_r23_audit_kinds() -> None:
    assert {fact.name for fact in members_of("AuditKind")} == {
        "Started",
        "Transitioned",
        "Assigned",
        "Released",
        "Deposited",
        "Breached",
        "Exhausted",
        "Reminded",
        "Completed",
        "Faulted",
        "Ended",
    }


@pytest.mark.parametrize(("kind", "fact"), MEMBERS, ids=[f"{kind.name}.{fact.name}" for kind, fact in MEMBERS])
def test_a_signature_holds_the_member(kind: BuiltinType, fact: MemberFact) -> None:
    head = fact.signature.partition("(")[0].partition("<")[0] if "(" in fact.signature else fact.signature
    assert fact.signature.startswith(fact.name) or f" {fact.name}" in f"{head} {fact.signature}"
    assert fact.signature.count("(") == fact.signature.count(")")
    if kind.is_enum:
        assert fact.signature == f"{kind.name} {fact.name}"
        assert fact.is_static


def test_what_is_ours_says_here() -> None:
    assert all(fact.text.startswith("Here:") == fact.ours for _, fact in MEMBERS)


def test_names_are_there_once() -> None:
    names = [kind.name for kind in TYPES]
    assert len(names) == len(set(names))
    for kind in TYPES:
        forms = [(fact.signature, fact.is_static) for fact in (*kind.members, *kind.constructors)]
        assert len(forms) == len(set(forms)), kind.name
    attributes = [row.name for row in ATTRIBUTES]
    assert len(attributes) == len(set(attributes))


def test_bases_are_there_and_give_their_members() -> None:
    assert all(type_named(base) is not None for kind in TYPES for base in kind.bases)
    where = member("List", "Where")
    assert where is not None
    assert where.signature == "Query<T> Where(Func<T, bool> condition)"
    message = member("ConflictException", "Message")
    assert message is not None
    assert not message.is_method


def test_what_is_not_there_is_none() -> None:
    assert type_named("Nothing") is None
    assert members_of("Nothing") == ()
    assert member("Slot", "Asignee") is None
    assert attribute("Nothing") is None


def test_functions() -> None:
    assert {fact.name for fact in FUNCTIONS if fact.is_method} == {"AnnouncedSettings", "Raise", "Translate"}
    assert {fact.name for fact in FUNCTIONS if not fact.is_method} == {
        "IsAuthenticated",
        "IsAnonymous",
        "IsAuthenticator",
    }
