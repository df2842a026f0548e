"""Milestones as slots really have them: what is missing, what comes too late, what never runs."""

import pytest

from osy_analysis.checker import check
from osy_analysis.project import Project

PATH = "/app/flow.osy"
HOUR, DAY, WEEK = "TimeSpan.FromHours(1)", "TimeSpan.FromDays(1)", "TimeSpan.FromDays(7)"
POOL = "Candidates = u => true;"


def found(items: str, **files: str) -> list[tuple[str, str]]:
    """The codes with the text that they stand on; `items` stand in a workflow that hears `Go` in every state."""
    text = (
        "workflow Flow { Tracks = Row.State; Initial = Open; event Go(); on Go { goto Done; } "
        f"{items} terminal success Done {{ }} }}\n"
    )
    project = Project(root="/app").with_file(PATH, text)
    for name, other in files.items():
        project = project.with_file(f"/app/{name}.osy", other)
    return [(d.code.removeprefix("workflow-"), d.span.text(text)) for d in check(project, [PATH])]


def state(*slots: str, defaults: str = "") -> str:
    """A state with slots, each given by what stands in it."""
    return f"state Open {{ {defaults} {' '.join(subscribe(n, inside) for n, inside in enumerate(slots))} }}"


def subscribe(number: int, inside: str) -> str:
    return f"subscribe Go() as S{number} {{ {inside} }}"


# ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (state("Finished { }"), ["Finished"]),
        (state("Assigned { Unassigned { } }"), ["Assigned"]),
        (state(f"{POOL} Finished {{ }}"), ["Finished"]),
        (state(f"Finished {{ Within = {DAY}; }}"), []),
        # A default helps pool slots only.
        (f"Finished {{ Within = {DAY}; }} " + state(f"{POOL} Finished {{ }}"), []),
        (state(f"{POOL} Finished {{ }}", defaults=f"Finished {{ Within = {DAY}; }}"), []),
        (f"Finished {{ Within = {DAY}; }} " + state(POOL, "Finished { }"), ["Finished"]),
        # A default needs none if every slot that inherits it has one.
        ("Finished { } " + state(f"{POOL} Finished {{ Within = {DAY}; }}"), []),
        ("Finished { } " + state(POOL, f"{POOL} Finished {{ Within = {DAY}; }}"), ["Finished"]),
        ("Finished { } " + state(POOL, POOL), ["Finished"]),
        # The slot's own comes before the state's.
        (state(f"{POOL} Finished {{ Unfinished {{ }} }}", defaults="Finished { }"), ["Finished"]),
        # The clauses of the levels complete each other.
        (
            f"Finished {{ Within = {DAY}; }} "
            + state(f"{POOL} Finished {{ }}", defaults="Finished { Unfinished { } }"),
            [],
        ),
        ("state Open { Expire { Accrues = false; } on Expire { } }", ["Expire"]),
        ("Deadline { } on Deadline { } state Open { }", ["Deadline"]),
    ],
)
def test_within(items: str, expected: list[str]) -> None:
    assert found(items) == [("within-missing", keyword) for keyword in expected]


def test_within_stands_on_the_nearest_milestone() -> None:
    inside = f"{POOL} Finished {{ Unfinished {{ }} }}"
    text = "Finished { enter { } } " + state(inside, defaults="Finished { Retries = 0; }")
    project = f"workflow Flow {{ Tracks = Row.State; Initial = Open; event Go(); on Go {{ }} {text} }}\n"
    (finding,) = check(Project(root="/app").with_file(PATH, project))
    assert finding.span.start == project.rindex("Finished")


# ── Defaults ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (f"Finished {{ Within = {DAY}; }} " + state("", "Assigned { Within = TimeSpan.Zero; }"), ["Finished"]),
        (state("", defaults=f"Finished {{ Within = {DAY}; }}"), ["Finished"]),
        ("Finished { Exhausted { } } " + state(""), ["Finished"]),
        (f"Finished {{ Within = {DAY}; }} " + state("", POOL), []),
        (f"Finished {{ Within = {DAY}; }} subscribe Go() as All {{ {POOL} }} " + state(""), []),
        (
            f"state Open {{ Finished {{ Within = {DAY}; }} }} "
            f"state Held {{ {subscribe(1, POOL)} }} on S1 {{ goto Held; }}",
            ["Finished"],
        ),
    ],
)
def test_cascade(items: str, expected: list[str]) -> None:
    assert found(items) == [("cascade-unused", keyword) for keyword in expected]


# ── Reminders ────────────────────────────────────────────────────────────────────────────────────────────────────────


def remind(after: str, more: str = "") -> str:
    return f"Remind R(After = {after}{more}) {{ }}"


@pytest.mark.parametrize(
    ("clauses", "is_late"),
    [
        (f"Within = {DAY}; {remind(HOUR)}", False),
        (f"Within = {DAY}; {remind('TimeSpan.FromHours(24)')}", True),
        (f"Within = {DAY}; {remind(WEEK)}", True),
        (f"Within = {DAY} * 2 - {HOUR}; {remind('TimeSpan.FromHours(46)')}", False),
        (f"Within = {DAY} * 2 - {HOUR}; {remind('TimeSpan.FromHours(47)')}", True),
        (f"Within = this.Item.Gap; {remind(WEEK)}", False),
        (f"Within = {DAY}; {remind('this.Item.Gap')}", False),
        (f"Within = Patience; {remind(WEEK)}", True),
        (f"Within = Limits.Long; {remind(WEEK)}", False),
        (f"Within = Limits.Short; {remind(WEEK)}", True),
        (f"Within = {DAY}; {remind('Unknown')}", False),
        # Service hours run slower than all hours.
        (f"Within = {DAY}; {remind(WEEK, ', Accrues = false')}", False),
        (f"Within = {DAY}; {remind(WEEK, ', Accrues = true')}", True),
        (f"Within = {DAY}; Accrues = false; {remind(WEEK, ', Accrues = false')}", True),
        (f"Within = {DAY}; Accrues = false; {remind(WEEK)}", True),
        (f"Within = {DAY}; {remind(WEEK, ', Accrues = this.Item.Wide')}", False),
    ],
)
def test_reminders(clauses: str, is_late: bool) -> None:
    constants = (
        f"const TimeSpan Patience = {DAY};\n"
        f"class Limits {{ const TimeSpan Short = {HOUR}; const TimeSpan Long = Short * Many; "
        "const int Many = 1000; }\n"
    )
    codes = [code for code, _ in found(state(f"Finished {{ {clauses} }}"), constants=constants)]
    assert codes == (["remind-after-breach"] if is_late else [])


@pytest.mark.parametrize(
    ("slots", "is_late"),
    [
        ((POOL,), False),
        ((f"{POOL} Finished {{ Within = {HOUR}; }}",), True),
        ((POOL, f"{POOL} Finished {{ Within = {HOUR}; }}"), False),
        ((f"{POOL} Finished {{ Within = {HOUR}; }}", f"{POOL} Finished {{ Within = {DAY}; }}"), True),
        ((f"{POOL} Finished {{ Within = {HOUR}; {remind('TimeSpan.Zero')} }}",), False),
    ],
)
def test_an_inherited_reminder_is_late_for_every_slot_r105(slots: tuple[str, ...], is_late: bool) -> None:
    default = f"Finished {{ Within = {WEEK}; {remind(DAY)} }} "
    expected = [("remind-after-breach", f"After = {DAY}")] if is_late else []
    assert found(default + state(*slots)) == expected


# ── Both milestones ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("assigned", "finished", "is_early"),
    [
        (f"Within = {DAY};", f"Within = {HOUR};", True),
        (f"Within = {DAY};", f"Within = {DAY};", False),
        (f"Within = {HOUR};", f"Within = {DAY};", False),
        (f"Within = {DAY};", "Within = this.Item.Gap;", False),
        (f"Within = {DAY};", f"Within = {HOUR}; Retries = 3;", False),
        (f"Within = {DAY}; Accrues = false;", f"Within = {HOUR}; Accrues = false;", True),
        (f"Within = {DAY}; Accrues = false;", f"Within = {HOUR};", False),
        (f"Within = {DAY};", f"Within = {HOUR}; Accrues = false;", True),
        (f"Within = {DAY};", f"Within = {HOUR}; Accrues = this.Item.Wide;", False),
    ],
)
def test_due_before_pickup(assigned: str, finished: str, is_early: bool) -> None:
    # On a slot without `Candidates`, so that nothing is said of its retries.
    items = state(f"Assigned {{ {assigned} }} Finished {{ {finished} }}")
    expected = [("finished-before-assigned", f"Within = {HOUR};")] if is_early else []
    assert found(items) == expected


def test_due_before_pickup_by_inheritance() -> None:
    defaults = f"Assigned {{ Within = {DAY}; }} Finished {{ Within = {WEEK}; }} "
    assert found(defaults + state(POOL)) == []
    own = f"{POOL} Finished {{ Within = {HOUR}; }}"
    assert found(defaults + state(POOL, own)) == [("finished-before-assigned", f"Within = {HOUR};")]
    both = f"{POOL} Assigned {{ Within = TimeSpan.FromDays(9); }}"
    assert found(defaults + state(both, both)) == [("finished-before-assigned", f"Within = {WEEK};")]


# ── Attempts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

EXHAUSTED, BACKOFF, ENDLESS = "exhausted-without-retries", "backoff-without-retries", "endless-retries"
FIXED = f"Backoff = Backoff.Fixed({HOUR})"


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("Exhausted { }", [EXHAUSTED]),
        ("Retries = 0; Exhausted { }", [EXHAUSTED]),
        ("Retries = None; Exhausted { }", [EXHAUSTED]),
        ("Retries = 1; Exhausted { }", []),
        ("Retries = this.Item.N; Exhausted { }", []),
        (f"{FIXED}.MaxAttempts(1); Exhausted {{ }}", [EXHAUSTED]),
        (f"{FIXED}.MaxAttempts(2); Exhausted {{ }}", []),
        (f"{FIXED}.Cap({DAY}).MaxAttempts(this.Item.N); Exhausted {{ }}", []),
        (f"{FIXED}; Exhausted {{ }}", [ENDLESS]),
        (f"{FIXED}; Retries = 3;", []),
        (f"{FIXED}.Cap({DAY});", [ENDLESS]),
        (f"Backoff = {HOUR};", [BACKOFF]),
        (f"Backoff = {HOUR}; Retries = 3;", []),
        (f"Backoff = {HOUR}; Retries = 0;", [BACKOFF]),
        (f"Backoff = {HOUR}; Exhausted {{ }}", [BACKOFF, EXHAUSTED]),
        ("Backoff = this.Item.Gap;", []),
        ("Backoff = Policy(this.Item); Exhausted { }", []),
        ("Backoff = Backoff.Sometimes(3);", []),
    ],
)
def test_attempts(clauses: str, expected: list[str]) -> None:
    items = state(f"Finished {{ Within = {DAY}; {clauses} }}")
    assert [code for code, _ in found(items, constants="const int None = 0;\n")] == expected


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ((POOL,), [BACKOFF, EXHAUSTED]),
        ((f"{POOL} Finished {{ Retries = 0; }}",), [BACKOFF, EXHAUSTED]),
        ((POOL, f"{POOL} Finished {{ Retries = this.Item.N; }}"), ["retries-on-human-slot"]),
    ],
)
def test_inherited_attempts_r105(slots: tuple[str, ...], expected: list[str]) -> None:
    default = f"Finished {{ Within = {DAY}; Backoff = {HOUR}; Exhausted {{ }} }} "
    assert [code for code, _ in found(default + state(*slots))] == expected


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (state(f"{POOL} Finished {{ Within = {DAY}; Retries = 3; }}"), ["Retries = 3;"]),
        (state(f"{POOL} Assigned {{ Within = {DAY}; Retries = this.Item.N; }}"), ["Retries = this.Item.N;"]),
        (state(f"{POOL} Finished {{ Within = {DAY}; Retries = 0; }}"), []),
        (state(f"Finished {{ Within = {DAY}; Retries = 3; }}"), []),
        (f"Finished {{ Within = {DAY}; Retries = 3; }} " + state(POOL, POOL), ["Retries = 3;"]),
    ],
)
def test_retries_of_people(items: str, expected: list[str]) -> None:
    assert found(items) == [("retries-on-human-slot", text) for text in expected]


def test_a_budget_that_is_told_twice_is_told_once() -> None:
    inside = f"{POOL} Finished {{ Within = {DAY}; Retries = 3; {FIXED}.MaxAttempts(3); }}"
    assert [code for code, _ in found(state(inside))] == ["two-retry-budgets"]


def test_a_constant_that_changes_elsewhere_is_heard_of() -> None:
    flow = (
        "workflow Flow { Tracks = Row.State; Initial = Open; event Go(); on Go { } state Open { "
        f"subscribe Go() as S {{ Finished {{ Within = Patience; {remind(DAY)} }} }} }} }}\n"
    )
    project = Project(root="/app").with_file(PATH, flow).with_file("/app/a.osy", f"const TimeSpan Patience = {WEEK};\n")
    assert check(project) == ()
    project = project.with_file("/app/a.osy", f"const TimeSpan Patience = {HOUR};\n")
    assert [d.code for d in check(project)] == ["workflow-remind-after-breach"]


def test_many_slots_are_answered_quickly() -> None:
    inside = f"{POOL} Finished {{ Exhausted {{ }} }}"
    default = f"Finished {{ Within = {DAY}; {remind(HOUR)} }} Assigned {{ Within = {HOUR}; }} "
    assert len(found(default + state(*[inside] * 400))) == 400
