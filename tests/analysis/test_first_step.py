"""First steps that the commit waits for: which bodies belong to one, and what counts as a call that leaves."""

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project

CODE = "workflow-first-step-waits-on-a-slow-call"
BASE = """
client Post { BaseUrl = "https://p"; [Get("/x")] string Ask(string q); }
enum Stage { Open, Held, Other, Done }
entity Row { bool IsBad; string Text; Stage State; }
void Send() { try { Post.Ask("q"); } catch (Exception e) { Log.Error(e, "x"); } }
void Quiet() { }
interface ISender { void Send(); }
class Far : ISender { void Send() { Post.Ask("q"); } }
class Near : ISender { void Send() { } }
ISender Sender() { return new Near(); }
void Run(Action step) { try { step(); } catch (Exception e) { Log.Error(e, "x"); } }
"""


def flow(items: str, head: str = "") -> str:
    return f"workflow Flow {{\n  Tracks = Row.State;\n  Initial = Open;\n  {head}\n  event Go();\n  {items}\n}}\n"


def told(items: str, head: str = "") -> list[Diagnostic]:
    files = Project(root="/app").with_file("/app/base.osy", BASE).with_file("/app/flow.osy", flow(items, head))
    found = check(files)
    assert [one for one in found if one.level.value == "error"] == []
    return [one for one in found if one.code == CODE]


def marked(items: str, head: str = "") -> list[str]:
    return [one.span.text(flow(items, head)) for one in told(items, head)]


REST = " state Held { on Go { goto Done; } } state Other { on Go { goto Held; } } terminal success Done { }"


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ("state Open { enter { Send(); } on Go { goto Done; } }", ["Send"]),
        ('state Open { enter { Post.Ask("q"); } on Go { goto Done; } }', ["Post.Ask"]),
        ('state Open { enter { this.Item.Text = Post.Ask("q"); Send(); } on Go { goto Done; } }', ["Post.Ask", "Send"]),
        ("state Open { enter { Sender().Send(); } on Go { goto Done; } }", ["Send"]),
        ("state Open { enter { Run(Send); } on Go { goto Done; } }", ["Send"]),
        ('state Open { enter { Run(() => Post.Ask("q")); } on Go { goto Done; } }', ["Post.Ask"]),
        ("Start { Send(); } state Open { on Go { goto Done; } }", ["Send"]),
        ("state Open { enter { Quiet(); new Near().Send(); } on Go { goto Done; } }", []),
        ("state Open { exit { Send(); } on Go { goto Done; } }", []),
        ("state Open { on Go { Send(); goto Done; } }", []),
        ("state Open { on Go { goto Done; } } on Go { Send(); }", []),
        ("state Open { Expire { Within = TimeSpan.Zero; } on Expire { Send(); goto Done; } }", []),
        ("state Open { complete when (this.Item.IsBad) { Send(); goto Done; } }", []),
    ],
)
def test_bodies_of_the_first_step(items: str, found: list[str]) -> None:
    assert marked(items + REST) == found


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ("state Open { enter { goto Held; } } state Held { enter { Send(); } on Go { goto Done; } }", ["Send"]),
        (
            "state Open { enter { if (this.Item.IsBad) { goto Other; } } on Go { goto Held; } }"
            " state Other { enter { goto Held; } } state Held { enter { Send(); } on Go { goto Done; } }",
            ["Send"],
        ),
        ("state Open { on Go { goto Held; } } state Held { enter { Send(); } on Go { goto Done; } }", []),
        ("state Open { enter { goto Done; } } terminal success Done { enter { Send(); } }", ["Send"]),
        ("state Open { enter { goto Done; } } terminal success Done { exit { Send(); } }", []),
        (
            "state Open { enter { if (this.Item.IsBad) { goto Held; } Send(); } on Go { goto Done; } }"
            " state Held { enter { if (this.Item.IsBad) { goto Open; } Send(); } on Go { goto Done; } }",
            ["Send", "Send"],
        ),
        (
            "state Open { subscribe Go() as S { Finished { Within = TimeSpan.Zero; enter { Send(); } } }"
            " on S { goto Done; } }",
            [],
        ),
    ],
)
def test_redirects_belong_to_it(items: str, found: list[str]) -> None:
    end = "" if "terminal" in items else " terminal success Done { }"
    assert marked(items + end) == found


def test_a_workflow_that_is_started_by_hand_is_left_alone() -> None:
    items = "state Open { enter { Send(); } on Go { goto Done; } }" + REST
    assert marked(items, "Autostart = false;") == []
    assert marked(items, "Autostart = true;") == ["Send"]


def test_the_way_is_related() -> None:
    (diagnostic,) = told("state Open { enter { Send(); } on Go { goto Done; } }" + REST)
    (place,) = diagnostic.related
    assert (place.path, place.message, place.span.text(BASE)) == (
        "/app/base.osy",
        "`Send` calls `Post.Ask`",
        "Post.Ask",
    )
    assert diagnostic.message.startswith(
        "`Send` reaches `Post.Ask`, which leaves the process, and `enter { }` of state"
    )


def test_silenced_on_the_state_r36() -> None:
    silent = f'[SuppressWarning("{CODE}")] '
    assert marked(silent + "state Open { enter { Send(); } on Go { goto Done; } }" + REST) == []


def test_fakes_of_tests_do_not_slow_the_program_down() -> None:
    fake = 'class Fake : ISender { void Send() { Post.Ask("q"); } }\n'
    base = BASE.replace('void Send() { Post.Ask("q"); } }\nclass Near', "void Send() { } }\nclass Near")
    text = flow("state Open { enter { Sender().Send(); } on Go { goto Done; } }" + REST)
    files = Project(root="/app").with_file("/app/base.osy", base).with_file("/app/flow.osy", text)
    assert [one.code for one in check(files.with_file("/app/a.test.osy", fake)) if one.code == CODE] == []
    assert [one.code for one in check(files.with_file("/app/a.osy", fake)) if one.code == CODE] == [CODE]
