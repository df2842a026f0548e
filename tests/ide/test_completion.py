"""Completion, in code as it stands while it is being typed: what is proposed, and what is not."""

import re

import pytest

from osy_analysis.ide.completion import complete, documentation, is_cut
from osy_analysis.ide.rename import apply
from osy_analysis.project import Project
from osy_grammar.language import members_of
from osy_grammar.parse import parse
from osy_testing.cursor import cut
from osy_testing.order_app import PATH, program, project

SLOT = {fact.name for fact in members_of("Slot")}


def labels(hole: str, marked: str, trigger: str = "") -> list[str]:
    """The proposals at the cursor."""
    found, offset = project(hole, marked)
    return [item.label for item in complete(found, PATH, offset, trigger)]


@pytest.mark.parametrize(
    ("hole", "marked", "wanted"),
    [
        ("arm", "slot.$0", SLOT),
        ("arm", "slot.$0;", SLOT),
        ("arm", "slot.As$0", SLOT),
        ("arm", "desk.$0", SLOT),
        ("arm", "var lead = Person.Single(u => desk.$0", SLOT),
        ("arm", "if (slot.$0) { }", SLOT),
        ("arm", "slot . $0", SLOT),
        ("arm", "slot.Assignee.$0", {"Email", "IsLead"}),
        ("route", "Legal.$0", SLOT),
        ("route", "this.$0", {"Item"}),
        ("route", "this.Item.$0", {"Reference", "Requester", "Status"}),
        ("route", "this.Item.Requester.$0", {"Email", "IsLead"}),
        ("route", "var row = this.Item; row.$0", {"Reference", "Requester", "Status"}),
        ("route", "actor.$0", {"Email", "IsLead"}),
        ("candidates", "u.$0", {"Email", "IsLead"}),
        ("test", "TestClock.$0", {"Set", "Advance"}),
        ("test", "Workflow.$0", {"Settle", "Run", "WorkByItem"}),
        ("test", "Assert.$0", {"Equal", "Throws", "Denied"}),
        ("test", "ReviewFlow.$0", {"RaiseApprove", "RaisePaid", "CorrelatePaid", "For"}),
        ("test", "ReviewFlow.For(Order.Single()).$0", {"Legal", "Audit", "State"}),
        ("test", "ReviewFlow.For(Order.Single()).Legal.$0", {"Claim", "Candidates"}),
        ("test", "Order.$0", {"Single", "Where", "Count"}),
        ("test", "Order.Where(o => o.$0", {"Reference", "Status"}),
        ("test", "Order.Single().$0", {"Reference", "Status", "Delete"}),
        ("test", "var o = Order.Single(); o.$0", {"Reference", "Status"}),
        ("test", "OrderState.$0", {"Review", "Parked", "Done"}),
        ("test", "TimeSpan.$0", {"FromHours", "Zero"}),
        ("test", "TimeSpan.FromDays(1).$0", {"TotalMinutes"}),
        ("test", '"abc".$0', {"Length", "Trim"}),
        ("assigned", "Backoff = Backoff.$0", {"Exponential", "Fixed"}),
        ("assigned", "Backoff = Backoff.Exponential(TimeSpan.FromMinutes(5)).$0", {"MaxAttempts", "Cap"}),
    ],
)
def test_members_after_a_dot(hole: str, marked: str, wanted: set[str]) -> None:
    assert wanted <= set(labels(hole, marked))


@pytest.mark.parametrize(
    ("marked", "unwanted"),
    [
        ("TimeSpan.$0", {"TotalMinutes"}),
        ("TimeSpan.FromDays(1).$0", {"FromDays"}),
        ("OrderState.Done.$0", {"Review"}),
        ("ReviewFlow.$0", {"CorrelateApprove"}),
        ("Nobody.$0", {"Length", "Item"}),
    ],
)
def test_members_that_are_not_there(marked: str, unwanted: set[str]) -> None:
    assert not unwanted & set(labels("test", marked))


@pytest.mark.parametrize(
    ("hole", "marked"),
    [
        ("arm", "goto $0"),
        ("arm", "goto Re$0"),
        ("arm", "goto $0;"),
        ("route", "if (true) { goto $0 }"),
        ("route", "goto\n   $0"),
        ("initial", "$0"),
        ("initial", "Re$0"),
    ],
)
def test_states(hole: str, marked: str) -> None:
    assert labels(hole, marked) == ["Review", "Parked", "Done"]


@pytest.mark.parametrize(
    ("hole", "marked"),
    [
        ("workflow", "Start { goto $0 }"),
        ("state", "exit { goto $0 }"),
        ("assigned", "enter { goto $0 }"),
        ("assigned", "Exhausted { goto $0 }"),
        ("assigned", "Remind Nudge(After = TimeSpan.Zero) { goto $0 }"),
        ("route", "var f = () => { goto $0 };"),
        ("workflow", "terminal error Lost { enter { goto $0 } }"),
        ("test", "goto $0"),
    ],
)
def test_no_state_where_no_goto_may_stand(hole: str, marked: str) -> None:
    assert labels(hole, marked) == []


@pytest.mark.parametrize("end", ["E.", "E.S", "Some.Kit.E."])
def test_what_a_workflow_can_track(end: str) -> None:
    from osy_analysis.project import Project

    text = f"enum S {{ A }}\nentity E {{ S Status; string Name; }}\nworkflow W {{ Tracks = {end}"
    found = Project(root="/app").with_file(PATH, text)
    assert [item.label for item in complete(found, PATH, len(text))] == ["Status"]


def test_states_of_a_workflow_that_is_only_begun() -> None:
    text = "workflow W {\n  state A { }\n  state B { enter { goto "
    from osy_analysis.project import Project

    found = Project(root="/app").with_file(PATH, text)
    assert [item.label for item in complete(found, PATH, len(text))] == ["A", "B"]


@pytest.mark.parametrize("marked", ["subscribe $0", "subscribe Ap$0", "subscribe $0;"])
def test_events_after_subscribe(marked: str) -> None:
    assert labels("state", marked) == ["Approve", "Paid"]


@pytest.mark.parametrize("marked", ["on $0", "on E$0", "on $0 { }"])
def test_what_a_route_listens_to(marked: str) -> None:
    found = labels("state", marked)
    assert found[0] == "Legal"
    assert {"Paid", "Expire", "Complete"} <= set(found)
    assert "Approve" not in found


@pytest.mark.parametrize(
    ("hole", "marked", "wanted", "unwanted"),
    [
        (
            "assigned",
            "$0",
            {"Accrues", "Retries", "Backoff", "Exhausted", "enter", "Remind"},
            {"Within", "Unassigned", "Tracks"},
        ),
        ("assigned", "Ret$0", {"Retries"}, {"Within", "Unassigned"}),
        ("assigned", "Retries = 3; $0", {"Backoff"}, {"Retries"}),
        ("state", "$0", {"enter", "exit", "Expire", "subscribe", "on", "Assigned"}, {"state", "Within", "if"}),
        ("state", "enter { } $0", {"exit"}, {"enter"}),
        ("state", "complete when (true); $0", {"on"}, {"when", "complete"}),
        ("workflow", "terminal error Lost { $0 }", {"enter", "Message"}, {"success", "cancel", "error"}),
        ("state", "Expire { $0 }", {"Within", "Accrues"}, {"enter"}),
        ("state", "Expire { Within = TimeSpan.Zero; $0 }", {"Accrues"}, {"Within"}),
        ("workflow", "$0", {"state", "terminal", "event", "Start", "Deadline"}, {"Tracks", "Initial", "enter", "if"}),
        ("workflow", "dea$0", {"Deadline"}, {"Tracks"}),
        ("file", "$0", {"entity", "workflow", "enum", "using"}, {"state", "if", "Within"}),
        ("file", "wor$0", {"workflow"}, {"state"}),
        ("entity", "$0", {"security", "invariant", "string", "OrderState"}, {"state", "if"}),
    ],
)
def test_what_a_place_takes_and_does_not_have(hole: str, marked: str, wanted: set[str], unwanted: set[str]) -> None:
    found = set(labels(hole, marked))
    assert wanted <= found
    assert not unwanted & found


def test_a_word_with_braces_comes_with_them() -> None:
    found, offset = project("state", "$0")
    items = {item.label: item for item in complete(found, PATH, offset)}
    assert items["enter"].snippet == "enter {\n\t$0\n}"
    assert items["Finished"].snippet == "Finished {\n\tWithin = ${1:TimeSpan.FromHours(4)};\n\t$0\n}"
    assert items["on"].snippet is None


@pytest.mark.parametrize(
    ("hole", "marked", "wanted"),
    [
        ("arm", "$0", {"slot", "desk", "this", "goto", "var", "if", "Person", "Letters", "TimeSpan", "Legal"}),
        ("arm", "var x = 1; $0", {"x"}),
        ("arm", "Person.Single(u => $0", {"u"}),
        ("route", "$0", {"decision", "this", "actor", "goto"}),
        ("route", "var x = $0;", {"decision", "Letters", "null", "new"}),
        ("test", "foreach (var each in Order.ToList()) { $0 }", {"each", "Assert"}),
        ("test", "if ($0) { }", {"true", "Order"}),
        ("test", "var d = new $0", {"Person", "List"}),
        ("assigned", "Accrues = $0", {"true", "false"}),
        ("assigned", "Remind Nudge($0) { }", {"After", "ThenEvery"}),
    ],
)
def test_names_in_code(hole: str, marked: str, wanted: set[str]) -> None:
    assert wanted <= set(labels(hole, marked))


def test_goto_only_where_a_body_may() -> None:
    assert "goto" in labels("route", "$0")
    assert "goto" not in labels("state", "exit { $0 }")
    assert "goto" not in labels("test", "$0")


def test_a_span_is_likeliest_after_within() -> None:
    assert labels("state", "Expire { Within = $0 }")[0] == "TimeSpan"


def test_tracked_fields() -> None:
    text = "enum S { A }\nentity E { S Status; string Name; }\nworkflow W { Tracks = "
    from osy_analysis.project import Project

    found = Project(root="/app").with_file(PATH, text)
    assert [item.label for item in complete(found, PATH, len(text))] == ["E.Status"]


@pytest.mark.parametrize(
    ("hole", "marked", "wanted", "unwanted"),
    [
        ("file", "[$0", {"Test", "TestFixture", "Principal"}, {"MaxLength", "CorrelateOn"}),
        ("entity", "[$0] string Name;", {"Required", "MaxLength", "Unique"}, {"Test"}),
        ("workflow", "[$0", {"Authorize", "CorrelateOn"}, {"Test"}),
    ],
)
def test_attributes(hole: str, marked: str, wanted: set[str], unwanted: set[str]) -> None:
    found = set(labels(hole, marked))
    assert wanted <= found
    assert not unwanted & found


@pytest.mark.parametrize(
    ("hole", "marked"),
    [
        ("test", 'var s = "some $0";'),
        ("test", "// slot.$0"),
        ("test", "/* goto $0 */"),
        ("arm", '"slot.$0'),
        ("arm", '"""slot.$0'),
        ("arm", '$"{slot:slot.$0}"'),
        ("arm", "'s$0"),
        ("state", "subscribe Paid() as $0"),
        ("assigned", "subscribe $0"),
        ("assigned", "on $0"),
        ("state", "Expire { on $0 }"),
        ("test", "var name$0"),
        ("test", "var x = 12$0;"),
        ("test", "var x = 1.$0"),
        ("workflow", "event Na$0"),
        ("workflow", "state Na$0"),
        ("file", "/// $0"),
        ("file", "entity Na$0"),
    ],
)
def test_nothing_where_nothing_known_fits(hole: str, marked: str) -> None:
    assert labels(hole, marked) == []


@pytest.mark.parametrize(
    ("hole", "marked", "is_silent"),
    [("arm", "goto $0", False), ("state", "on $0", False), ("test", "Assert $0", True), ("state", " $0", True)],
)
def test_a_blank_asks_only_where_a_name_must_follow(hole: str, marked: str, is_silent: bool) -> None:
    assert (labels(hole, marked, trigger=" ") == []) is is_silent


def test_the_span_covers_the_word_that_is_typed() -> None:
    found, offset = project("arm", "slot.Ass$0")
    spans = {(item.span.start, item.span.end) for item in complete(found, PATH, offset)}
    assert spans == {(offset - 3, offset)}


def test_every_proposal_says_something() -> None:
    for hole, marked in [("arm", "slot.$0"), ("assigned", "$0"), ("state", "$0"), ("arm", "goto $0"), ("file", "[$0")]:
        found, offset = project(hole, marked)
        for item in complete(found, PATH, offset):
            if item.subject:
                assert documentation(found, PATH, item.subject), item.subject


def test_documentation_has_signature_text_and_link() -> None:
    found, _ = project("arm", "$0")
    text = documentation(found, PATH, "member:Slot.Assign")
    assert "void Assign(Principal principal)" in text
    assert "https://osysharp.com/reference/" in text
    assert documentation(found, PATH, "ReviewFlow.event.Approve").startswith(
        "```osy\nevent Approve(Decision decision)\n```"
    )
    assert "Somebody has decided." in documentation(found, PATH, "ReviewFlow.event.Approve")


@pytest.mark.parametrize(
    "subject", ["", "nonsense", "word:", "clause:Within@nowhere", "member:Nobody.X", "A.b.c", "declared:X"]
)
def test_an_unknown_subject_says_nothing(subject: str) -> None:
    found, _ = project("arm", "$0")
    assert documentation(found, PATH, subject) == ""


def test_no_offset_fails() -> None:
    text = program("arm", "slot.Assign(Person.Single(u => slot.Candidates(u) && u.IsLead));")
    from osy_analysis.project import Project

    for end in range(0, len(text), 7):
        found = Project(root="/app").with_file(PATH, text[:end])
        complete(found, PATH, end)
    whole = Project(root="/app").with_file(PATH, text)
    for offset in range(-1, len(text) + 2):
        complete(whole, PATH, offset)


def first(hole: str, marked: str, count: int = 1) -> list[str]:
    """The first proposals at the cursor."""
    return labels(hole, marked)[:count]


@pytest.mark.parametrize(
    ("hole", "marked", "wanted"),
    [
        ("test", "OrderState s = $0", ["OrderState.Review", "OrderState.Parked", "OrderState.Done"]),
        ("test", "if (Order.Single().Status == $0", ["OrderState.Review"]),
        ("test", "new Order { Status = $0", ["OrderState.Review"]),
        ("test", "new Person { IsLead = $0", ["true", "false"]),
        ("test", "var p = Person.Single(); p.IsLead = $0", ["true", "false"]),
        ("test", "ReviewFlow.RaiseApprove(null, $0", ["Decision.Approve", "Decision.Reject"]),
        ("test", "ReviewFlow.RaiseApprove(null, decision: $0", ["Decision.Approve", "Decision.Reject"]),
        ("test", "while ($0", ["true", "false"]),
        ("file", "bool Is() { return $0", ["true", "false"]),
        ("file", "Decision Say() { return $0", ["Decision.Approve", "Decision.Reject"]),
    ],
)
def test_what_fits_comes_first(hole: str, marked: str, wanted: list[str]) -> None:
    assert first(hole, marked, len(wanted)) == wanted


def test_locals_of_the_type_come_first() -> None:
    assert first("test", 'var other = 1; string name = "a"; string more = $0')[0] == "name"


@pytest.mark.parametrize(
    ("hole", "marked", "wanted", "unwanted"),
    [
        ("test", "new Order { $0 }", {"Reference", "Requester", "Status"}, {"if", "Letters"}),
        ("test", 'new Order { Reference = "a", $0', {"Requester", "Status"}, {"Reference"}),
        ("test", "var o = new Order { Refe$0 };", {"Reference"}, {"if"}),
        ("test", "Order o = new() { $0 };", {"Reference", "Requester"}, {"if"}),
        ("test", 'Order o = new() { Reference = "a", $0', {"Requester", "Status"}, {"Reference"}),
        ("file", "Counter Numbers = new() { $0 };", {"Start"}, {"if"}),
        ("test", "Letters($0", {"text:"}, set()),
        ("test", "ReviewFlow.RaisePaid(row: null, $0", {"reference:", "at:"}, {"row:"}),
        ("file", "[Test($0)]\nvoid more() { }", {"World"}, set()),
        ("file", "class Box { int Size; int Twice() { return $0 } }", {"Size", "Twice"}, set()),
        ("test", "Order.Where($0", {"Order"}, set()),
    ],
)
def test_arguments_and_members_that_are_missing(hole: str, marked: str, wanted: set[str], unwanted: set[str]) -> None:
    found = set(labels(hole, marked))
    assert wanted <= found
    assert not unwanted & found


@pytest.mark.parametrize(
    ("hole", "marked", "wanted"),
    [
        ("file", "$0", {"workflow …", "entity …", "test …"}),
        ("workflow", "$0", {"state …", "event …"}),
        ("state", "$0", {"subscribe …", "on …"}),
        ("test", "$0", {"foreach …", "runas …"}),
    ],
)
def test_whole_blocks(hole: str, marked: str, wanted: set[str]) -> None:
    assert wanted <= set(labels(hole, marked))


def test_the_blocks_of_a_file_are_right() -> None:
    found, offset = project("file", "$0")
    for item in complete(found, PATH, offset):
        if item.is_template and item.snippet is not None:
            text = re.sub(
                r"\$\{\d+\|(\w+)[^}]*\}|\$\{\d+:([^}]*)\}|\$\{?\d+\}?", lambda m: m[1] or m[2] or "", item.snippet
            )
            assert [each.message for _, each in parse(text).problems] == [], item.label


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("namespace App;\nentity Box { $0 }", "using Yard;\nnamespace App;\nentity Box {  }"),
        ("using Aaa;\n\nentity Box { $0 }", "using Aaa;\nusing Yard;\n\nentity Box {  }"),
        ("using Zoo;\nentity Box { $0 }", "using Yard;\nusing Zoo;\nentity Box {  }"),
        ("entity Box { $0 }", "using Yard;\n\nentity Box {  }"),
        ("// About boxes.\nentity Box { $0 }", "using Yard;\n\n// About boxes.\nentity Box {  }"),
        ("using Yard;\nentity Box { $0 }", None),
        ("namespace Yard.Deep;\nentity Box { $0 }", None),
    ],
)
def test_a_type_of_another_namespace_brings_its_using(text: str, wanted: str | None) -> None:
    plain, offset = cut(text)
    found = Project(root="/app").with_file("/app/yard.osy", "namespace Yard;\nentity Shed { }\n").with_file(PATH, plain)
    [item] = [each for each in complete(found, PATH, offset) if each.label == "Shed"]
    assert (apply(plain, item.more) if item.more else None) == wanted


def test_generics_are_filled_in() -> None:
    found, offset = project("test", "var rows = Order.Where(o => true).ToList(); rows.$0")
    details = {item.label: item.detail for item in complete(found, PATH, offset)}
    assert "Order item" in details["Add"] or "Order" in details["Add"]


def test_of_very_many_names_those_with_the_letters_are_told() -> None:
    many = "".join(f"enum Kind{n:04} {{ A }}\n" for n in range(1200))
    for marked, is_many in (("string Say(Order order) { return $0", True), ("int F() { return Kn119$0", True)):
        plain, offset = cut(marked)
        found = Project(root="/app").with_file("/app/many.osy", many).with_file(PATH, plain)
        told = [item.label for item in complete(found, PATH, offset) if item.label.startswith("Kind")]
        assert is_cut(found, PATH, offset) is is_many
        assert len(told) == (500 if "Kn" not in marked else 21)
    found, offset = project("test", "$0")
    assert not is_cut(found, PATH, offset)
