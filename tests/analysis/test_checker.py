"""One fault, one diagnostic; and an answer for any text."""

import random
import time

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.explain import pages_folder
from osy_analysis.project import Project
from osy_testing.extent import is_whole
from osy_testing.markdown import Case, cases
from osy_testing.thorough import some

PATH = "/app/flow.osy"

PROGRAM = """\
using Osysharp.Workflow;

enum Stage { Open, Held, Done }

entity Row {
  [Required] string Name;
  Stage State;
  security { allow read, create when IsAuthenticated; }
}

/// Sends.
void Tell(Row row) {
  try {
    var told = Http.Post($"https://x.example/{row.Name:N0}", "{}", "application/json");
    if (!told.IsSuccess) { Log.Warning("not told"); }
  }
  catch (Exception e) { Log.Error(e, "no {Name}", row.Name); }
}

workflow Flow {
  Tracks = Row.State;
  Autostart = false;
  Initial = Open;
  event Go(int n);
  Finished { Within = TimeSpan.FromHours(8); Unfinished { goto Held; } }
  state Open {
    enter { Tell(this.Item); }
    subscribe Go(int n) as Desk {
      Candidates = u => u.Name != "";
      Assigned { Within = TimeSpan.FromHours(4); Unassigned(Slot who) { who.Release(); } }
    }
    on Desk(int n) { when (n > 3) { goto Done; } default { this.Item.Name = "x"; } }
  }
  state Held { Expire { Within = TimeSpan.Zero; } on Expire { goto Open; } }
  terminal success Done { }
}
"""


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    return check(Project(root="/app", is_whole=is_whole(text)).with_file(PATH, text))


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics(text)]


def test_the_sample_is_clean() -> None:
    assert diagnostics(PROGRAM) == ()


def test_every_prefix_gets_an_answer() -> None:
    for end in some(range(len(PROGRAM)), 7):
        diagnostics(PROGRAM[:end])


def test_every_line_may_be_missing() -> None:
    lines = PROGRAM.splitlines(keepends=True)
    for number in range(len(lines)):
        diagnostics("".join(lines[:number] + lines[number + 1 :]))


def test_scrambled_text_gets_an_answer() -> None:
    dice = random.Random(7)
    words = [*PROGRAM.split(), "{", "}", "(", ")", '"', "\0", "\ud800", "\f", "\r"]
    for _ in range(150):
        diagnostics(" ".join(dice.choices(words, k=dice.randrange(1, 120))))


@pytest.mark.parametrize(
    "text",
    [
        "int F() { return " + "(" * 10_000 + "1" + ")" * 10_000 + "; }",
        "int F() { return " + "1 + " * 10_000 + "1; }",
        "workflow W { state A { enter { " + "if (x) { " * 5_000 + "goto B; " + "} " * 5_000 + "} } }",
        "workflow W { state A { enter { " + "A()." * 5_000 + "Http.Get(1); } } }",
        "void F() { " + "if (x) { throw y; } else " * 5_000 + "{ } }",
        "workflow W { state A { enter { try { Http.Get(1); } catch { "
        + "if (x) { throw y; } else " * 3_000
        + "{ } } } } }",
        "workflow W { " + "state A { " * 10_000,
        "workflow W { " + "subscribe E() as S { Finished { " * 5_000,
    ],
    ids=["parentheses", "sum", "blocks", "chain", "else", "catch", "states", "slots"],
)
def test_deep_text_gets_an_answer(text: str) -> None:
    diagnostics(text)


def test_a_broken_declaration_says_only_that() -> None:
    assert codes("workflow W {\n  Initial = Nowhere;\n  state A { on Nothing { goto B } }\n}\n") == ["syntax-error"]


def test_a_workflow_that_ends_too_early_misses_no_names() -> None:
    text = PROGRAM.replace("goto Open; } }\n", "goto Open; } }\n}\n")
    assert set(codes(text)) <= {"syntax-error", "syntax-unclosed"}


def test_an_illegal_goto_to_an_unknown_state_is_the_illegal_goto() -> None:
    head = "workflow W {\n  Tracks = R.S;\n  Initial = A;\n"
    assert codes(head + "  state A { exit { goto B; } enter { goto B; } }\n}\n") == [
        "workflow-goto-in-exit",
        "name-unknown-state",
    ]


def test_slots_of_a_workflow_may_share_the_events_name() -> None:
    text = (
        "workflow W {\n  Tracks = R.S;\n  Initial = Go;\n  event Go();\n"
        "  state Go { subscribe Go() as Go; on Go { goto B; } }\n"
        "  state B { subscribe Go(); on Go { goto Go; } }\n}\n"
    )
    assert codes(text) == []


def test_two_parts_of_a_partial_entity_are_one() -> None:
    assert codes("partial entity A { int B; }\npartial entity A { int C; }\nclass G { }\nclass G<T> { }\n") == []


def test_a_workflow_is_no_second_type() -> None:
    flow = "workflow A { Tracks = R.S; Initial = B; terminal success B { } }\n"
    assert codes("class A { }\n" + flow) == []
    assert codes(flow + flow) == ["name-duplicate"]


def test_paths_choose_the_files() -> None:
    project = Project(root="/app").with_file("/app/a.osy", "enum A { X, X }").with_file("/app/b.osy", "enum B { X, X }")
    assert [d.path for d in check(project)] == ["/app/a.osy", "/app/b.osy"]
    assert [d.path for d in check(project, ["/app/b.osy", "/other"])] == ["/app/b.osy"]


def test_findings_are_sorted_and_single() -> None:
    head = "workflow W {\n  Tracks = R.S;\n  Initial = A;\n"
    found = diagnostics(head + "  state A { exit { goto Z; goto Y; } }\n  state A { }\n}\nenum A { B, B, B }\n")
    assert list(found) == sorted(found, key=lambda d: (d.path, d.span, d.code))
    assert len(found) == len(set(found)) == 5


PAGE_CASES = [case for page in sorted(pages_folder().glob("*.md")) for case in cases(page) if case.language == "osy"]


@pytest.mark.parametrize("case", PAGE_CASES, ids=[case.id for case in PAGE_CASES])
def test_messages_are_well_made(case: Case) -> None:
    for diagnostic in diagnostics(case.text):
        assert "\n" not in diagnostic.message
        # What is missing is told at the end of the token before it.
        assert diagnostic.span.text(case.text).strip() or diagnostic.code == "syntax-error"
        if diagnostic.code != "workflow-goto-in-exit":
            assert not diagnostic.message.endswith(".")
        assert diagnostic.hint is None or not diagnostic.hint.endswith(".")


def test_a_keystroke_is_answered_quickly() -> None:
    parts = [
        PROGRAM.replace("Flow", f"Flow{n}")
        .replace("Stage", f"Stage{n}")
        .replace("Row", f"Row{n}")
        .replace("Tell", f"Tell{n}")
        for n in range(60)
    ]
    text = "".join(part.replace("using Osysharp.Workflow;\n", "") for part in parts)
    project = Project(root="/app", is_whole=is_whole(text)).with_file(PATH, text)
    check(project)
    middle = text.index("Unfinished", len(text) // 2)
    started = time.perf_counter()
    for step in range(5):
        project = project.with_file(PATH, text[:middle] + "/* */" * step + text[middle:])
        check(project)
    assert (time.perf_counter() - started) / 5 < 0.5


def test_statements_of_a_body_whose_head_is_half_typed_are_one_fault() -> None:
    text = """\
void First() { Log.Information("a"); }

void Sec
  var sum = 3;
  Log.Information("b");
  Row row = Made(sum);
  if (sum == 3) { return; }
}

void Third() { Log.Information($"{missing}"); }
"""
    found = [(one.code, text.count("\n", 0, one.span.start)) for one in diagnostics(text)]
    assert found == [("syntax-error", 3), ("name-unknown", 9)]
