"""Hovers: each word of workflows has its signature, its text and its link; declarations have theirs."""

import pytest

from osy_analysis.ide.hover import hover
from osy_analysis.project import Project
from osy_grammar.language import WORDS
from osy_testing.order_app import PATH, program, project

LINK = "https://osysharp.com/reference/"


def at(text: str, mark: str, skip: int = 0) -> str:
    """The hover in the middle of `mark` in `text`; empty if there is none."""
    offset = -1
    for _ in range(skip + 1):
        offset = text.index(mark, offset + 1)
    found = hover(Project(root="/app").with_file(PATH, text), PATH, offset + len(mark) // 2)
    return found.markdown if found else ""


@pytest.mark.parametrize(
    ("mark", "signature"),
    [
        ("workflow", "workflow"),
        ("Tracks", "Tracks = <Entity.Field>;"),
        ("Autostart", "Autostart = <bool>;"),
        ("Initial", "Initial = <state>;"),
        ("state", "state"),
        ("terminal", "terminal"),
        ("success", "success"),
        ("subscribe", "subscribe"),
        ("Candidates", "Candidates = <Func<Principal, bool>>;"),
        ("Assigned", "Assigned"),
        ("Within", "Within = <TimeSpan>;"),
        ("Unassigned", "Unassigned(Slot name) { … }"),
        ("FromHours", "TimeSpan FromHours(double"),
    ],
)
def test_words_of_workflows(mark: str, signature: str) -> None:
    text = at(program(), mark)
    assert text.startswith(f"```osy\n{signature.split('(')[0]}")
    assert LINK in text


@pytest.mark.parametrize(
    ("hole", "code", "mark", "wanted"),
    [
        ("state", "enter { }", "enter", "It may `goto`."),
        ("state", "exit { }", "exit", "It may not `goto`."),
        ("assigned", "enter { }", "enter", "whenever the slot gets an owner"),
        ("state", "Expire { Within = TimeSpan.Zero; }", "Expire", "```osy\nExpire"),
        ("state", "Expire { Within = TimeSpan.Zero; }", "Within = TimeSpan.Zero", "How long until the clock fires."),
        ("state", "on Expire { }", "on Expire", "`Expire`"),
        ("assigned", "Retries = 3;", "Retries", "Retries = <int>;"),
        ("assigned", "Exhausted { }", "Exhausted", "attempts"),
        ("assigned", "Remind Nudge(After = TimeSpan.Zero) { }", "After", "After = <TimeSpan>;"),
        ("arm", "slot.Assign(null);", "Assign(", "void Assign(Principal principal)"),
        ("arm", "desk.Release();", "Release", "void Release()"),
        ("arm", "slot.Release();", "slot", "subscribe Approve(Decision decision) as Legal"),
        ("arm", "goto Done;", "goto", "moves the run to another state"),
        ("arm", "var p = slot.Assignee;", "Assignee", "Principal? Assignee"),
        ("route", "var i = this.Item;", "this.Item", LINK),
        ("route", "var a = actor;", "actor", LINK),
        ("test", "TestClock.Advance(TimeSpan.Zero);", "Advance", "void Advance(TimeSpan"),
        ("test", "TestClock.Advance(TimeSpan.Zero);", "TestClock", "class TestClock"),
        ("test", "Workflow.Settle(Order.Single());", "Settle", "void Settle(object row)"),
        ("test", "Assert.Equal(1, 2);", "Equal", "Assert"),
        ("test", "ReviewFlow.For(Order.Single());", "For(", "For("),
        ("test", "Order.Single();", "Single", "The only one"),
    ],
)
def test_words_in_their_places(hole: str, code: str, mark: str, wanted: str) -> None:
    text, start = program(hole, code), program(hole, code).index(code)
    offset = start + code.index(mark) + (len(mark) - 1 if " " in mark or "." in mark else 1)
    if mark == "Within = TimeSpan.Zero":
        offset = start + code.index(mark) + 2
    found = hover(Project(root="/app").with_file(PATH, text), PATH, offset)
    assert found is not None
    assert wanted in found.markdown


@pytest.mark.parametrize(
    ("hole", "code", "wanted"),
    [
        ("route", "goto Do$0ne;", "```osy\nterminal Done\n```"),
        ("arm", "goto Par$0ked;", "```osy\nstate Parked\n```"),
        ("test", "Order$0.Single();", "What a customer wants."),
        ("test", "ReviewFl$0ow.For(null);", "How an order is reviewed."),
        ("test", "Lett$0ers(null);", "```osy\nint Letters(string text)\n```\n\nCounts the letters."),
        ("test", "ReviewFlow.RaiseAppr$0ove(null, null);", "Somebody has decided."),
        ("test", "var s = OrderState.Par$0ked;", "Parked"),
        ("route", "var r = this.Item.Refer$0ence;", "string Reference"),
        ("route", "var d = decis$0ion;", "Decision decision"),
        ("route", "var row = this.Item; ro$0w.Delete();", "row"),
    ],
)
def test_declarations(hole: str, code: str, wanted: str) -> None:
    found, offset = project(hole, code)
    answer = hover(found, PATH, offset)
    assert answer is not None
    assert wanted in answer.markdown


@pytest.mark.parametrize("place", [0, 3, 7])
def test_start_middle_and_end_of_a_word(place: int) -> None:
    text = program("arm", "slot.Release();")
    offset = text.index("Release") + place
    found = hover(Project(root="/app").with_file(PATH, text), PATH, offset)
    assert found is not None
    assert text[found.span.start : found.span.end] == "Release"


@pytest.mark.parametrize(
    ("hole", "code"),
    [
        ("test", 'var s = "go$0to";'),
        ("test", "// go$0to"),
        ("test", "var x = 1$02;"),
        ("test", "nobody$0.Knows();"),
        ("entity", "string sta$0te;"),
    ],
)
def test_nothing_to_say(hole: str, code: str) -> None:
    found, offset = project(hole, code)
    answer = hover(found, PATH, offset)
    assert answer is None or "```osy\nstate\n```" not in answer.markdown


def test_no_offset_fails() -> None:
    text = program("arm", "slot.Assign(Person.Single(u => slot.Candidates(u) && u.IsLead));")
    found = Project(root="/app").with_file(PATH, text)
    for offset in range(-1, len(text) + 2):
        hover(found, PATH, offset)


@pytest.mark.parametrize(
    ("hole", "marked", "wanted"),
    [
        (
            "test",
            "ReviewFlow.RaisePa$0id(null, null);",
            "void RaisePaid(Order row, string reference, DateTime at = default)",
        ),
        ("test", 'ReviewFlow.CorrelateP$0aid("x");', "CorrelationOutcome CorrelatePaid(string reference)"),
        ("test", "var rows = Order.Where(o$0 => true);", "Order o"),
        ("test", "var fir$0st = Order.First();", "Order first"),
        ("test", "Order.Whe$0re(o => true);", "Order"),
        ("test", "foreach (var ea$0ch in Order.Where(o => true)) { }", "Order each"),
        ("test", "i$0f (true) { }", "```osy\nif\n```"),
        ("route", "Letters(te$0xt: this.Item.Reference);", "string text"),
    ],
)
def test_hovers_of_what_no_line_declares(hole: str, marked: str, wanted: str) -> None:
    found, offset = project(hole, marked)
    answer = hover(found, PATH, offset)
    assert answer is not None
    assert wanted in answer.markdown


def test_every_word_of_the_language_has_a_page() -> None:
    assert [word.text for word in WORDS if not word.page] == []
