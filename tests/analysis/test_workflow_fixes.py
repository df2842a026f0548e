"""Quick fixes of workflows' clauses, events, promises and tracked fields: applied, nothing is found any more."""

from textwrap import dedent

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Fix
from osy_analysis.project import Project
from osy_testing.extent import is_whole
from osy_testing.fixes import applied

PATH = "/app/flow.osy"


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    return check(Project(root="/app", is_whole=is_whole(text)).with_file(PATH, text))


def fixes(text: str) -> dict[str, Fix]:
    return {fix.title: fix for diagnostic in diagnostics(text) for fix in diagnostic.fixes}


def indented(body: str, by: int) -> str:
    return "\n".join(" " * by + line if line else "" for line in dedent(body).strip().split("\n"))


def flow(items: str, head: str = "Tracks = Row.State;\nInitial = Open;") -> str:
    """A workflow that hears `Go` in every state, with these items."""
    end = "on Go { goto Done; }\nterminal success Done { }"
    return "\n".join(
        ("workflow Flow {", indented(head, 2), "  event Go();", indented(items, 2), indented(end, 2), "}\n")
    )


def slot(inside: str, around: str = "") -> str:
    """A workflow with one slot that holds this; `around` stands beside it in its state."""
    lines = ["state Open {", "  subscribe Go() as Desk {", indented(inside, 4), "  }"]
    return flow("\n".join([*lines, *([indented(around, 2)] if around else []), "}"]))


def finished(clauses: str) -> str:
    """A workflow whose one slot has a `Finished` with these clauses."""
    return slot(f"Finished {{\n{indented(clauses, 2)}\n}}")


def tracked(enum: str, field: str, workflow: str) -> str:
    """A program of an enum, an entity with one field, and a workflow."""
    return f"enum Stage {{ {enum} }}\n\nentity Row {{\n  {field}\n}}\n\nworkflow Flow {{\n{indented(workflow, 2)}\n}}\n"


HEAD = "Tracks = Row.State;\nAutostart = true;\nInitial = Open;\nevent Go();\n"
OPEN = "state Open { on Go { goto Done; } }\n"
DONE = "terminal success Done { }"

CASES = {
    "header: Initial behind Tracks": (
        "Add `Initial = Open;`",
        flow("state Open { }", "Tracks = Row.State; // the field"),
        flow("state Open { }", "Tracks = Row.State; // the field\nInitial = Open;"),
    ),
    "clause: the near word": (
        "Change to `Within`",
        finished("Withn = TimeSpan.Zero;"),
        finished("Within = TimeSpan.Zero;"),
    ),
    "clause: remove an unknown one": (
        "Remove `Limit`",
        finished("Within = TimeSpan.Zero;\nLimit = 3; // what for"),
        finished("Within = TimeSpan.Zero;"),
    ),
    "clause: remove a repeated one": (
        "Remove the second `enter`",
        flow("state Open {\n  enter { }\n  enter {\n    this.Item.N = 1;\n  }\n}"),
        flow("state Open {\n  enter { }\n}"),
    ),
    "clause: remove a repeated argument": (
        "Remove the second `After`",
        finished("Within = TimeSpan.FromDays(1);\nRemind R(After = TimeSpan.Zero, After = TimeSpan.Zero) { }"),
        finished("Within = TimeSpan.FromDays(1);\nRemind R(After = TimeSpan.Zero) { }"),
    ),
    "clause: remove a misplaced argument": (
        "Remove `Within`",
        finished("Within = TimeSpan.FromDays(1);\nRemind R(Within = TimeSpan.Zero, After = TimeSpan.Zero) { }"),
        finished("Within = TimeSpan.FromDays(1);\nRemind R(After = TimeSpan.Zero) { }"),
    ),
    "clause: into the milestone beside it": (
        "Move it into `Finished` of slot `Desk`",
        slot("Within = TimeSpan.Zero;\nFinished {\n  Unfinished { }\n}"),
        slot("Finished {\n  Unfinished { }\n  Within = TimeSpan.Zero;\n}"),
    ),
    "clause: into the clock beside it, on one line": (
        "Move it into `Expire` of state `Open`",
        flow("state Open { Within = TimeSpan.Zero; Expire { Accrues = false; } on Expire { } }"),
        flow("state Open { Expire { Accrues = false; Within = TimeSpan.Zero; } on Expire { } }"),
    ),
    "clause: out of the slot, with its lines": (
        "Move it into state `Open`",
        slot("Finished { Within = TimeSpan.Zero; }\nenter {\n  this.Item.N = 1;\n}"),
        slot("Finished { Within = TimeSpan.Zero; }", "enter {\n  this.Item.N = 1;\n}"),
    ),
    "clause: out of the state": (
        "Move it into workflow `Flow`",
        flow("state Open {\n  Start { }\n}\nstate Held { }\non Go { goto Held; }"),
        flow("state Open {\n}\nstate Held { }\non Go { goto Held; }").replace(
            "Done { }\n}", "Done { }\n  Start { }\n}"
        ),
    ),
    "clause: the other arm": (
        "Change to `Unfinished`",
        finished("Within = TimeSpan.Zero;\nUnassigned { }"),
        finished("Within = TimeSpan.Zero;\nUnfinished { }"),
    ),
    "clause: remove a misplaced item": (
        "Remove `exit`",
        finished("Within = TimeSpan.Zero;\nexit { }"),
        finished("Within = TimeSpan.Zero;"),
    ),
    "within: first in the milestone": (
        "Add `Within = TimeSpan.FromDays(1);`",
        finished("Unfinished { }"),
        finished("Within = TimeSpan.FromDays(1);\nUnfinished { }"),
    ),
    "within: between empty braces": (
        "Add `Within = TimeSpan.FromDays(1);`",
        flow("state Open { Expire { } on Expire { } }"),
        flow("state Open { Expire { Within = TimeSpan.FromDays(1); } on Expire { } }"),
    ),
    "arm: its one slot": (
        "Write `Unfinished(Slot who)`",
        finished("Within = TimeSpan.Zero;\nUnfinished(Person who, int n) { who.Release(); }"),
        finished("Within = TimeSpan.Zero;\nUnfinished(Slot who) { who.Release(); }"),
    ),
    "arm: no list": (
        "Remove the list",
        finished("Within = TimeSpan.Zero;\nUnfinished() { }"),
        finished("Within = TimeSpan.Zero;\nUnfinished { }"),
    ),
    "event: its parameters, under the route's names": (
        "Repeat the parameters of `Tell`",
        flow("event Tell(string note, int n);\nstate Open { on Tell(int text) { this.Item.N = text; } }"),
        flow("event Tell(string note, int n);\nstate Open { on Tell(string text, int n) { this.Item.N = text; } }"),
    ),
    "event: its parameters in a slot": (
        "Repeat the parameters of `Tell`",
        flow("event Tell(string note);\nstate Open { subscribe Tell(int note, int n) as Line; }"),
        flow("event Tell(string note);\nstate Open { subscribe Tell(string note) as Line; }"),
    ),
    "event: a route": (
        "Add `on Tell`",
        flow("event Tell(string note);\nstate Open { }"),
        flow("event Tell(string note);\non Tell(string note) { }\nstate Open { }"),
    ),
    "event: remove": (
        "Remove event `Tell`",
        flow("event Tell(string note);\nstate Open { }"),
        flow("state Open { }"),
    ),
    "event: silence": (
        "Silence `workflow-event-never-awaited` for `Tell`",
        flow("event Tell(string note);\nstate Open { }"),
        flow('[SuppressWarning("workflow-event-never-awaited")]\nevent Tell(string note);\nstate Open { }'),
    ),
    "terminal: exit as enter": (
        "Make it `enter`",
        flow("state Open { }\nterminal cancel Off { exit { this.Item.N = 1; } }\non Go { goto Off; }"),
        flow("state Open { }\nterminal cancel Off { enter { this.Item.N = 1; } }\non Go { goto Off; }"),
    ),
    "terminal: exit behind enter": (
        "Move it into `enter`",
        flow(
            "state Open { }\nterminal cancel Off {\n  enter {\n    this.Item.N = 1;\n  }\n"
            "  exit {\n    this.Item.N = 2;\n    this.Item.M = 3;\n  }\n}\non Go { goto Off; }"
        ),
        flow(
            "state Open { }\nterminal cancel Off {\n  enter {\n    this.Item.N = 1;\n"
            "    this.Item.N = 2;\n    this.Item.M = 3;\n  }\n}\non Go { goto Off; }"
        ),
    ),
    "terminal: an empty exit": (
        "Remove `exit`",
        flow("state Open { }\nterminal cancel Off {\n  enter { }\n  exit { }\n}\non Go { goto Off; }"),
        flow("state Open { }\nterminal cancel Off {\n  enter { }\n}\non Go { goto Off; }"),
    ),
    "cascade: remove": (
        "Remove `Finished`",
        flow("Finished {\n  Within = TimeSpan.Zero;\n}\nstate Open { }"),
        flow("state Open { }"),
    ),
    "retries: remove on a pool slot": (
        "Remove `Retries`",
        slot("Candidates = u => true;\nFinished { Within = TimeSpan.Zero; Retries = 3; }"),
        slot("Candidates = u => true;\nFinished { Within = TimeSpan.Zero; }"),
    ),
    "exhausted: remove": (
        "Remove `Exhausted`",
        finished("Within = TimeSpan.Zero;\nExhausted { }\nUnfinished { }"),
        finished("Within = TimeSpan.Zero;\nUnfinished { }"),
    ),
    "exhausted: add Retries": (
        "Add `Retries = 3;`",
        finished("Within = TimeSpan.Zero; // soon\nExhausted { }"),
        finished("Within = TimeSpan.Zero; // soon\nRetries = 3;\nExhausted { }"),
    ),
    "backoff: remove": (
        "Remove `Backoff`",
        finished("Within = TimeSpan.Zero;\nBackoff = TimeSpan.FromHours(1);"),
        finished("Within = TimeSpan.Zero;"),
    ),
    "backoff: add Retries": (
        "Add `Retries = 3;`",
        finished("Within = TimeSpan.Zero;\nBackoff = TimeSpan.FromHours(1);"),
        finished("Within = TimeSpan.Zero;\nRetries = 3;\nBackoff = TimeSpan.FromHours(1);"),
    ),
    "endless: a bound in the policy": (
        "Add `.MaxAttempts(4)`",
        finished("Within = TimeSpan.Zero;\nBackoff = Backoff.Fixed(TimeSpan.FromHours(1));"),
        finished("Within = TimeSpan.Zero;\nBackoff = Backoff.Fixed(TimeSpan.FromHours(1)).MaxAttempts(4);"),
    ),
    "endless: a bound beside it": (
        "Add `Retries = 3;`",
        finished("Within = TimeSpan.Zero;\nBackoff = Backoff.Fixed(TimeSpan.FromHours(1));"),
        finished("Within = TimeSpan.Zero;\nRetries = 3;\nBackoff = Backoff.Fixed(TimeSpan.FromHours(1));"),
    ),
    "tracks: the near entity": (
        "Change to `Row`",
        tracked("Open, Done", "Stage State;", HEAD.replace("Row.", "Rwo.") + OPEN + DONE),
        tracked("Open, Done", "Stage State;", HEAD + OPEN + DONE),
    ),
    "tracks: the near field": (
        "Change to `State`",
        tracked("Open, Done", "Stage State;", HEAD.replace(".State", ".Sate") + OPEN + DONE),
        tracked("Open, Done", "Stage State;", HEAD + OPEN + DONE),
    ),
    "enum: a member for the state": (
        "Add `Done` to enum `Stage`",
        tracked("Open", "Stage State;", HEAD + OPEN + DONE),
        tracked("Open, Done", "Stage State;", HEAD + OPEN + DONE),
    ),
    "enum: a first member": (
        "Add `Open` to enum `Stage`",
        tracked("", "Stage State;", HEAD.replace("event Go();\n", "") + "terminal success Open { }"),
        tracked("Open", "Stage State;", HEAD.replace("event Go();\n", "") + "terminal success Open { }"),
    ),
    "enum: a member on a line of its own": (
        "Add `Done` to enum `Stage`",
        tracked(
            "\n  Open,\n  Held,\n", "Stage State;", HEAD + OPEN + "state Held { on Go { goto Open; } }\n" + DONE
        ).replace("goto Done; } }", "goto Held; } on Go { goto Done; } }"),
        tracked(
            "\n  Open,\n  Held,\n  Done,\n",
            "Stage State;",
            HEAD + OPEN + "state Held { on Go { goto Open; } }\n" + DONE,
        ).replace("goto Done; } }", "goto Held; } on Go { goto Done; } }"),
    ),
    "state: the near member, wherever the state is named": (
        "Change to `Open`",
        tracked("Open, Done", "Stage State;", (HEAD + OPEN + DONE).replace("Open", "Opne")),
        tracked("Open, Done", "Stage State;", HEAD + OPEN + DONE),
    ),
    "field: no default": (
        "Remove the default",
        tracked("Open, Done", "Stage State = Stage.Open; // where it is", HEAD + OPEN + DONE),
        tracked("Open, Done", "Stage State; // where it is", HEAD + OPEN + DONE),
    ),
    "field: leave it out of a new row": (
        "Leave `State` out",
        tracked("Open, Done", "Stage State; int N;", HEAD + OPEN + DONE)
        + "Row Make() => new Row { N = 1, State = Stage.Open };\n",
        tracked("Open, Done", "Stage State; int N;", HEAD + OPEN + DONE) + "Row Make() => new Row { N = 1 };\n",
    ),
    "field: leave it out before another": (
        "Leave `State` out",
        tracked("Open, Done", "Stage State; int N;", HEAD + OPEN + DONE)
        + "Row Make() => new Row { State = Stage.Open, N = 1 };\n",
        tracked("Open, Done", "Stage State; int N;", HEAD + OPEN + DONE) + "Row Make() => new Row { N = 1 };\n",
    ),
    "field: silence": (
        "Silence `workflow-tracked-field-default` for `Row`",
        tracked("Open, Done", "Stage State = Stage.Open;", HEAD + OPEN + DONE),
        tracked("Open, Done", "Stage State = Stage.Open;", HEAD + OPEN + DONE).replace(
            "entity Row", '[SuppressWarning("workflow-tracked-field-default")]\nentity Row'
        ),
    ),
}


@pytest.mark.parametrize(("title", "before", "after"), CASES.values(), ids=list(CASES))
def test_fix(title: str, before: str, after: str) -> None:
    offered = fixes(before)
    assert title in offered, list(offered)
    assert applied(before, offered[title]) == after
    assert [(d.code, d.message) for d in diagnostics(after)] == []


def test_a_state_for_the_member() -> None:
    text = tracked("Open, Done, Held", "Stage State;", HEAD + OPEN + DONE)
    code = "workflow-member-without-state"
    (diagnostic,) = diagnostics(text)
    assert diagnostic.code == code
    after = applied(text, fixes(text)["Add state `Held` to `Flow`"])
    assert after.endswith("terminal success Done { }\n  state Held {\n  }\n}\n")
    # A state that was just made leads nowhere yet.
    assert {found.code for found in diagnostics(after)} == {"workflow-unreachable-state"}


def test_a_fix_in_another_file() -> None:
    enum, flow = "enum Stage { Open }\n", tracked("", "Stage State;", HEAD + OPEN + DONE).partition("\n\n")[2]
    project = Project(root="/app", is_whole=True).with_file("/app/a.osy", enum).with_file(PATH, flow)
    (diagnostic,) = check(project)
    assert (diagnostic.code, diagnostic.path) == ("workflow-state-not-in-enum", PATH)
    (fix,) = diagnostic.fixes
    assert {edit.path for edit in fix.edits} == {"/app/a.osy"}
    assert check(project.with_file("/app/a.osy", applied(enum, fix))) == ()


def test_a_header_clause_has_no_place_in_a_reminder() -> None:
    text = finished("Within = TimeSpan.FromDays(1);\nRemind R(Retries = 3, After = TimeSpan.Zero) { }")
    assert list(fixes(text)) == ["Remove `Retries`"]


def test_line_ends_are_kept() -> None:
    text = finished("Unfinished { }").replace("\n", "\r\n")
    after = applied(text, fixes(text)["Add `Within = TimeSpan.FromDays(1);`"])
    assert after == finished("Within = TimeSpan.FromDays(1);\nUnfinished { }").replace("\n", "\r\n")
