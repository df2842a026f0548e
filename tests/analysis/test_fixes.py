"""Each quick fix, applied: the diagnostic goes, nothing else is found, and the text is the one expected."""

from textwrap import dedent

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Fix
from osy_analysis.project import Project
from osy_testing.extent import is_whole
from osy_testing.fixes import applied

PATH = "/app/flow.osy"


def project(text: str) -> Project:
    return Project(root="/app", is_whole=is_whole(text)).with_file(PATH, text)


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    return check(project(text))


def fixes(text: str) -> dict[str, Fix]:
    return {fix.title: fix for diagnostic in diagnostics(text) for fix in diagnostic.fixes}


def flow(body: str, head: str = "") -> str:
    lines = "".join(f"  {line}\n" if line else "\n" for line in dedent(body).strip().split("\n"))
    return f"{head}workflow Flow {{\n  Tracks = Row.State;\n  Initial = Open;\n{lines}}}\n"


LEAVE = "event Go();\non Go { goto Done; }\n"
DONE = "terminal success Done { }"


def slot(clauses: str) -> str:
    """A workflow with one slot, whose `Finished` has these clauses."""
    body = f"Within = TimeSpan.Zero;\n{clauses}"
    finished = "\n".join(f"      {line}" for line in body.split("\n"))
    return flow(
        f"event Go();\nstate Open {{\n  subscribe Go() as Desk {{\n    Finished {{\n{finished}\n    }}\n  }}\n}}"
    )


CASES = {
    "goto: the near state": (
        "Change to `Done`",
        flow("event Go();\nstate Open { on Go { goto Dnoe; } }\nterminal success Done { }"),
        flow("event Go();\nstate Open { on Go { goto Done; } }\nterminal success Done { }"),
    ),
    "goto: a new state": (
        "Add state `Parked`",
        flow("event Go();\nevent Back();\non Back { goto Open; }\nstate Open { on Go { goto Parked; } }"),
        flow(
            "event Go();\nevent Back();\non Back { goto Open; }\n"
            "state Open { on Go { goto Parked; } }\nstate Parked {\n}"
        ),
    ),
    "Initial: the near state": (
        "Change to `Open`",
        flow("state Open { }").replace("Initial = Open", "Initial = Opne"),
        flow("state Open { }"),
    ),
    "on: the near slot": (
        "Change to `Desk`",
        flow("event Go();\nstate Open {\n  subscribe Go() as Desk;\n  on Dsek { }\n}"),
        flow("event Go();\nstate Open {\n  subscribe Go() as Desk;\n  on Desk { }\n}"),
    ),
    "subscribe: a new event": (
        "Add event `Stop`",
        flow("event Go();\nstate Open { subscribe Stop() as Halt; on Go { } }"),
        flow("event Go();\nevent Stop();\nstate Open { subscribe Stop() as Halt; on Go { } }"),
    ),
    "subscribe: a first event": (
        "Add event `Stop`",
        flow("state Open { subscribe Stop() as Halt; }"),
        flow("event Stop();\n\nstate Open { subscribe Stop() as Halt; }"),
    ),
    "exit: remove": (
        "Remove `goto Done`",
        flow(f"{LEAVE}state Open {{\n  exit {{\n    this.Item.N = 1;\n    goto Done;\n  }}\n}}\n{DONE}"),
        flow(f"{LEAVE}state Open {{\n  exit {{\n    this.Item.N = 1;\n  }}\n}}\n{DONE}"),
    ),
    "exit: remove an unbraced one": (
        "Remove `goto Done`",
        flow(f"{LEAVE}state Open {{\n  exit {{ if (this.Item.Bad) goto Done; }}\n}}\n{DONE}"),
        flow(f"{LEAVE}state Open {{\n  exit {{ if (this.Item.Bad) {{ }} }}\n}}\n{DONE}"),
    ),
    "exit: move a condition": (
        "Move the decision to the arms that leave the state",
        flow(
            """
            event Go();
            event Stop();
            state Open {
              exit {
                if (this.Item.Bad) { goto Worse; }
              }
              on Go { goto Done; }
              on Stop { if (this.Item.Late) goto Done; }
            }
            terminal error Worse { }
            terminal success Done { }
            """
        ),
        flow(
            """
            event Go();
            event Stop();
            state Open {
              exit {
              }
              on Go { if (this.Item.Bad) { goto Worse; } goto Done; }
              on Stop { if (this.Item.Late) { if (this.Item.Bad) { goto Worse; } goto Done; } }
            }
            terminal error Worse { }
            terminal success Done { }
            """
        ),
    ),
    "exit: move an unconditional one": (
        "Move the decision to the arms that leave the state",
        flow(
            f"{LEAVE}event Stop();\nstate Open {{\n  exit {{ goto Worse; }}\n"
            f"  on Stop {{ goto Done; }}\n}}\nterminal error Worse {{ }}\n{DONE}"
        ),
        flow(
            f"{LEAVE}event Stop();\nstate Open {{\n  exit {{ }}\n"
            f"  on Stop {{ goto Worse; }}\n}}\nterminal error Worse {{ }}\n{DONE}"
        ),
    ),
    "budgets: keep Retries": (
        "Keep `Retries = 3`, drop `.MaxAttempts(3)`",
        slot("Retries = 3; // n\nBackoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3).Cap(this.Item.Max);"),
        slot("Retries = 3; // n\nBackoff = Backoff.Fixed(this.Item.Gap).Cap(this.Item.Max);"),
    ),
    "budgets: keep MaxAttempts": (
        "Keep `.MaxAttempts(3)`, drop `Retries = 3`",
        slot("Retries = 3; // n\nBackoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3);"),
        slot("Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3);"),
    ),
    "budgets: Retries as MaxAttempts": (
        "Say `Retries = 3` as `.MaxAttempts(4)`",
        slot("Retries = 3; Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3);"),
        slot("Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(4);"),
    ),
    "budgets: MaxAttempts as Retries": (
        "Say `.MaxAttempts(3)` as `Retries = 2`",
        slot("Retries = 3; Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3);"),
        slot("Retries = 2; Backoff = Backoff.Fixed(this.Item.Gap);"),
    ),
}


@pytest.mark.parametrize(("title", "before", "after"), CASES.values(), ids=list(CASES))
def test_fix(title: str, before: str, after: str) -> None:
    offered = fixes(before)
    assert title in offered, list(offered)
    assert applied(before, offered[title]) == after
    assert diagnostics(after) == ()


def test_a_missing_token_is_inserted() -> None:
    text = "int One() {\n  return 1\n}\n"
    (diagnostic,) = diagnostics(text)
    (fix,) = diagnostic.fixes
    assert applied(text, fix) == "int One() {\n  return 1;\n}\n"


def test_equal_budgets_are_not_rewritten() -> None:
    text = slot("Retries = 2; Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3);")
    assert list(fixes(text)) == [
        "Keep `Retries = 2`, drop `.MaxAttempts(3)`",
        "Keep `.MaxAttempts(3)`, drop `Retries = 2`",
    ]


def test_an_inherited_budget_is_not_dropped_from_a_slot() -> None:
    text = flow(
        """
        event Go();
        Finished { Within = TimeSpan.Zero; Backoff = Backoff.Fixed(this.Item.Gap).MaxAttempts(3); }
        state Open {
          subscribe Go() as Desk {
            Candidates = u => true;
            Finished { Retries = 2; }
          }
        }
        """
    )
    assert list(fixes(text)) == ["Keep `.MaxAttempts(3)`, drop `Retries = 2`"]


def test_a_decision_that_needs_a_local_of_the_exit_is_not_moved() -> None:
    text = flow(
        "event Go();\nstate Open {\n"
        "  exit { var bad = this.Item.Bad; if (bad) { goto Open; } }\n  on Go { goto Open; }\n}"
    )
    assert list(fixes(text)) == ["Remove `goto Open`"]
