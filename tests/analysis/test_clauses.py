"""What may stand where in a workflow, and what its header and its events need."""

import pytest

from osy_analysis.checker import check
from osy_analysis.project import Project
from osy_testing.extent import is_whole

PATH = "/app/flow.osy"
HEAD = "Tracks = Row.State; Initial = Open;"
OPEN = "event Go(); state Open { on Go { goto Done; } ITEM } terminal success Done { }"
SLOT = "event Go(); state Open { subscribe Go() as Desk { ITEM } on Desk { goto Done; } } terminal success Done { }"


def found(items: str, head: str = HEAD) -> list[tuple[str, str]]:
    """The codes with the text that they stand on."""
    text = f"workflow Flow {{ {head} {items} }}\n"
    project = Project(root="/app", is_whole=is_whole(text)).with_file(PATH, text)
    return [(d.code.removeprefix("workflow-"), d.span.text(text)) for d in check(project)]


def in_state(item: str) -> list[tuple[str, str]]:
    return found(OPEN.replace("ITEM", item))


def in_slot(item: str) -> list[tuple[str, str]]:
    return found(SLOT.replace("ITEM", item))


# ── Misplaced ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("Tracks = Row.State;", "Tracks"),
        ("Within = TimeSpan.Zero;", "Within"),
        ("Candidates = u => true;", "Candidates"),
        ('Message = "over";', "Message"),
        ("Start { }", "Start"),
        ("Deadline { Within = TimeSpan.Zero; }", "Deadline"),
        ("event Tell();", "Tell"),
        ("state Inner { }", "state"),
        ("terminal success Inner { }", "terminal"),
        ("Exhausted { }", "Exhausted"),
        ("Unfinished { }", "Unfinished"),
        ("Remind R(After = TimeSpan.Zero) { }", "Remind"),
        ('Requires { Paid { Must = true; Message = $""; } }', "Requires"),
    ],
)
def test_misplaced_in_a_state(item: str, word: str) -> None:
    assert ("clause-misplaced", word) in in_state(item)


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("Within = TimeSpan.Zero;", "Within"),
        ("Retries = 3;", "Retries"),
        ("Unassigned { }", "Unassigned"),
        ("Expire { Within = TimeSpan.Zero; }", "Expire"),
        ("exit { }", "exit"),
        ("complete when true;", "complete"),
        ("Finished { Within = TimeSpan.Zero; Unassigned { } }", "Unassigned"),
        ("Assigned { Within = TimeSpan.Zero; Unfinished { } }", "Unfinished"),
        ("Finished { Within = TimeSpan.Zero; Finished { } }", "Finished"),
        ("Finished { Within = TimeSpan.Zero; exit { } }", "exit"),
        ("Finished { Within = TimeSpan.Zero; After = TimeSpan.Zero; }", "After"),
        ("Finished { Within = TimeSpan.Zero; Remind R(After = TimeSpan.Zero, Within = TimeSpan.Zero) { } }", "Within"),
        ('Requires { Paid { Must = true; Message = "m"; Within = TimeSpan.Zero; } }', "Within"),
    ],
)
def test_misplaced_in_a_slot(item: str, word: str) -> None:
    assert in_slot(item) == [("clause-misplaced", word)]


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("on Go { }", "on"),
        ("subscribe Go() as Late;", "subscribe"),
        ("Expire { Within = TimeSpan.Zero; Retries = 3; }", "Expire"),
        ("Finished { }", "Finished"),
        ("Within = TimeSpan.Zero;", "Within"),
    ],
)
def test_misplaced_in_a_terminal(item: str, word: str) -> None:
    assert found(OPEN.replace("ITEM", "").replace("Done { }", f"Done {{ {item} }}")) == [("clause-misplaced", word)]


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("enter { }", "enter"),
        ("Candidates = u => true;", "Candidates"),
        ("Expire { Within = TimeSpan.Zero; }", "Expire"),
        ("Unassigned { }", "Unassigned"),
        ("complete when true;", "complete"),
        ("Within = TimeSpan.Zero;", "Within"),
    ],
)
def test_misplaced_in_a_workflow(item: str, word: str) -> None:
    assert found(OPEN.replace("ITEM", "") + item) == [("clause-misplaced", word)]


def test_a_clock_has_no_retries() -> None:
    assert in_state("Expire { Within = TimeSpan.Zero; Retries = 3; } on Expire { }") == [
        ("clause-misplaced", "Retries")
    ]


@pytest.mark.parametrize(
    "item",
    [
        "enter { } exit { }",
        "complete when true;",
        "Expire { Within = TimeSpan.Zero; Accrues = false; } on Expire { }",
        "on Complete { }",
        "ServiceHours = this.Item.Hours;",
        "Accrues = false;",
    ],
)
def test_at_home_in_a_state_r103(item: str) -> None:
    assert in_state(item) == []


@pytest.mark.parametrize(
    "item",
    [
        "Candidates = u => true;",
        'Requires { Paid { Must = true; Message = "m"; } Sent { Must = true; Message = "m"; } }',
        "Assigned { Within = TimeSpan.Zero; enter { } Unassigned { } }",
        "Finished { Within = TimeSpan.FromDays(1); Accrues = false; Retries = 3; Backoff = TimeSpan.Zero; "
        "Exhausted { } Remind A(After = TimeSpan.Zero, ThenEvery = TimeSpan.Zero, Accrues = false) { } "
        "Remind B(After = T()) { } }",
        "ServiceHours = this.Item.Hours;",
        "Accrues = false;",
        "Assignee = this.Item.Owner;",
        "Optional = true;",
        "Finished { Within = TimeSpan.Zero; ServiceHours = this.Item.Hours; }",
    ],
)
def test_at_home_in_a_slot_r103(item: str) -> None:
    assert in_slot(item) == []


@pytest.mark.parametrize(
    "item",
    [
        "Deadline { Within = TimeSpan.Zero; } on Deadline { }",
        "Start { }",
        "StartedAt = this.Item.Since;",
        "ServiceHours = this.Item.Hours;",
        "Accrues = false;",
        "Parent = this.Item.Order;",
        "subscribe Go() as Always;",
        "on Go { }",
    ],
)
def test_at_home_in_a_workflow_r103(item: str) -> None:
    assert found(OPEN.replace("ITEM", "") + item) == []


# ── Unknown and repeated ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("Candidate = u => true;", "Candidate"),
        ("Finished { Within = TimeSpan.Zero; Colour = 3; }", "Colour"),
        ("Finished { Within = TimeSpan.Zero; Unfinished = 3; }", "Unfinished"),
        ("Finished = TimeSpan.Zero;", "Finished"),
        ("Finished { Within = TimeSpan.Zero; Remind R(Afer = TimeSpan.Zero) { } }", "Afer"),
        ('Requires { Paid { Must = true; Mesage = "m"; } }', "Mesage"),
    ],
)
def test_unknown_in_a_slot_r103(item: str, word: str) -> None:
    assert in_slot(item) == [("clause-unknown", word)]


def test_unknown_in_the_other_places_r103() -> None:
    assert in_state("Expire { Within = TimeSpan.Zero; Colour = 3; } on Expire { }") == [("clause-unknown", "Colour")]
    assert in_state("Expire = TimeSpan.Zero;") == [("clause-unknown", "Expire")]
    assert found(OPEN.replace("ITEM", "") + "Autstart = true;") == [("clause-unknown", "Autstart")]


def test_a_misspelt_clause_is_not_missing_too() -> None:
    assert found(OPEN.replace("ITEM", ""), "Trakcs = Row.State; Initial = Open;") == [("clause-unknown", "Trakcs")]
    assert in_slot("Finished { Wihtin = TimeSpan.Zero; }") == [("clause-unknown", "Wihtin")]
    assert in_slot("Within = TimeSpan.Zero; Finished { }") == [("clause-misplaced", "Within")]
    assert in_slot("Finished { Within = TimeSpan.Zero; Retires = 3; Exhausted { } }") == [("clause-unknown", "Retires")]


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("enter { } exit { } enter { }", "enter"),
        ("exit { } exit { }", "exit"),
        ("Expire { Within = TimeSpan.Zero; } Expire { Within = TimeSpan.Zero; } on Expire { }", "Expire"),
        ("Expire { Within = TimeSpan.Zero; Within = TimeSpan.Zero; } on Expire { }", "Within"),
    ],
)
def test_repeated_in_a_state(item: str, word: str) -> None:
    assert in_state(item) == [("clause-repeated", word)]


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("Candidates = u => true; Candidates = u => false;", "Candidates"),
        ("Finished { Within = TimeSpan.Zero; } Finished { Within = TimeSpan.Zero; }", "Finished"),
        ("Finished { Within = TimeSpan.Zero; Unfinished { } Unfinished { } }", "Unfinished"),
        ("Finished { Within = TimeSpan.Zero; enter { } enter { } }", "enter"),
        ("Finished { Within = TimeSpan.Zero; Retries = 1; Retries = 2; }", "Retries"),
        ("Finished { Within = TimeSpan.Zero; Retries = 1; Exhausted { } Exhausted { } }", "Exhausted"),
        ('Requires { Paid { Must = true; Must = false; Message = "m"; } }', "Must"),
    ],
)
def test_repeated_in_a_slot(item: str, word: str) -> None:
    assert in_slot(item) == [("clause-repeated", word)]


def test_repeated_in_a_workflow() -> None:
    assert found(OPEN.replace("ITEM", "") + "Start { } Start { }") == [("clause-repeated", "Start")]
    twice = "Deadline { Within = TimeSpan.Zero; } Deadline { Within = TimeSpan.Zero; } on Deadline { }"
    assert found(OPEN.replace("ITEM", "") + twice) == [("clause-repeated", "Deadline")]


# ── The header ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_the_header_needs() -> None:
    items = OPEN.replace("ITEM", "")
    assert found(items, "Initial = Open;") == [("tracks-missing", "Flow")]
    assert found(items, "Tracks = Row.State;") == [("initial-missing", "Flow")]
    assert found("", "") == [("initial-missing", "Flow"), ("tracks-missing", "Flow")]
    assert found(OPEN.replace("ITEM", "Initial = Open;"), "Tracks = Row.State;") == [("clause-misplaced", "Initial")]


# ── Breach arms and terminals ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("parameters", "place"),
    [
        ("()", "()"),
        ("(Person who)", "Person"),
        ("(Slot? who)", "Slot?"),
        ("(Slot[] who)", "Slot[]"),
        ("(Slot who, int n)", "(Slot who, int n)"),
    ],
)
def test_a_list_that_is_not_one_slot(parameters: str, place: str) -> None:
    arm = f"Assigned {{ Within = TimeSpan.Zero; Unassigned{parameters} {{ }} }}"
    assert in_slot(arm) == [("breach-parameter", place)]


@pytest.mark.parametrize("parameters", ["", "(Slot who)", "(Osysharp.Workflow.Slot who)"])
def test_a_list_that_is_one_slot(parameters: str) -> None:
    assert in_slot(f"Assigned {{ Within = TimeSpan.Zero; Unassigned{parameters} {{ }} }}") == []


def test_an_exit_of_a_terminal_never_runs() -> None:
    items = OPEN.replace("ITEM", "").replace("Done { }", "Done { enter { } exit { } }")
    assert found(items) == [("exit-on-terminal", "exit")]


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def heard(waits: str, event: str = "event Tell(string note, Shop.Colour? colour, List<int> sizes);") -> list[str]:
    items = f"{event} event Go(); state Open {{ {waits} on Go {{ goto Done; }} }} terminal success Done {{ }}"
    return [f"{code} {text}" for code, text in found(items)]


@pytest.mark.parametrize(
    "waits",
    [
        "on Tell { }",
        "on Tell() { }",
        "on Tell(string a, Shop.Colour? b, List<int> c) { }",
        "on Tell(string? a, Colour b, List<int>? c) { }",
        "subscribe Tell();",
        "subscribe Tell() as Line; on Line(string a, Colour b, List<int> c) { }",
        "subscribe Tell(string a, Colour b, List<int> c) as Line; on Line { }",
    ],
)
def test_a_list_that_fits(waits: str) -> None:
    assert heard(waits) == []


@pytest.mark.parametrize(
    ("waits", "place"),
    [
        ("on Tell(string a) { }", "(string a)"),
        ("on Tell(string a, Colour b, List<int> c, int d) { }", "(string a, Colour b, List<int> c, int d)"),
        ("on Tell(int a, Colour b, List<int> c) { }", "int"),
        ("on Tell(Colour a, string b, List<int> c) { }", "Colour"),
        ("on Tell(string a, Colour b, List<string> c) { }", "List<string>"),
        ("on Tell(string a, Colour[] b, List<int> c) { }", "Colour[]"),
        ("subscribe Tell(int a) as Line;", "(int a)"),
        ("subscribe Tell() as Line; on Line(int a) { }", "(int a)"),
    ],
)
def test_a_list_that_differs(waits: str, place: str) -> None:
    assert heard(waits) == [f"event-arguments {place}"]


def test_a_clocks_route_may_name_the_state() -> None:
    waits = "on Tell { } Expire { Within = TimeSpan.Zero; } on Expire(Stage state) { }"
    assert heard(waits) == []


def test_a_name_that_may_be_either_is_not_compared() -> None:
    assert heard("subscribe Tell() as Call; on Call(int n) { }", "event Tell(string note); event Call(int n);") == []


def test_an_event_that_nothing_waits_for() -> None:
    assert heard("", "event Tell(int n);") == ["event-never-awaited Tell"]
    assert heard("", "event Tell(int n); on Tell { }") == []
    assert heard("on Tlel { }", "event Tell(int n);") == ["name-unknown-event Tlel"]
