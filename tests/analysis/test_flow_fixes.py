"""The repairs of states, clocks and routes, applied: the finding goes and nothing else is found."""

import pytest

from osy_testing.fixes import findings, offered, repaired

ROW = "enum Stage { A, B, End }\nentity Row { Stage State; }\n"


def flow(items: str) -> str:
    return f"workflow Flow {{\n  Tracks = Row.State;\n  Initial = A;\n{items}}}\n"


CASES = {
    "a state and its member": (
        "workflow-unreachable-state",
        "Remove state `Spare` and the member of `Stage`",
        {
            "row.osy": "enum Stage { A, Spare, End }\nentity Row { Stage State; }\n",
            "flow.osy": flow(
                "  event Go();\n  state A { on Go { goto End; } }\n"
                "  /// Never used.\n  state Spare { enter { } }\n  terminal success End { }\n"
            ),
        },
        {
            "row.osy": "enum Stage { A, End }\nentity Row { Stage State; }\n",
            "flow.osy": flow("  event Go();\n  state A { on Go { goto End; } }\n  terminal success End { }\n"),
        },
    ),
    "a state whose member comes last, on a line of its own": (
        "workflow-unreachable-state",
        "Remove state `Spare` and the member of `Stage`",
        {
            "row.osy": "enum Stage {\n  A,\n  End,\n  Spare\n}\nentity Row { Stage State; }\n",
            "flow.osy": flow(
                "  event Go();\n  state A { on Go { goto End; } }\n  terminal success End { }\n  state Spare { }\n"
            ),
        },
        {
            "row.osy": "enum Stage {\n  A,\n  End\n}\nentity Row { Stage State; }\n",
            "flow.osy": flow("  event Go();\n  state A { on Go { goto End; } }\n  terminal success End { }\n"),
        },
    ),
    "a state that becomes a terminal": (
        "workflow-dead-end",
        "Let runs end in `B`",
        {
            "flow.osy": flow(
                "  event Go();\n  state A { on Go { goto B; } }\n  state B { enter { this.Item.N = 1; } }\n"
            )
        },
        {
            "flow.osy": flow(
                "  event Go();\n  state A { on Go { goto B; } }\n  terminal success B { enter { this.Item.N = 1; } }\n"
            )
        },
    ),
    "a route for an Expire": (
        "workflow-expire-without-route",
        "Add `on Expire`",
        {"flow.osy": flow("  state A {\n    Expire { Within = TimeSpan.Zero; }\n  }\n")},
        {"flow.osy": flow("  state A {\n    Expire { Within = TimeSpan.Zero; }\n    on Expire { }\n  }\n")},
    ),
    "a route for an Expire on one line": (
        "workflow-expire-without-route",
        "Add `on Expire`",
        {"flow.osy": flow("  state A { Expire { Within = TimeSpan.Zero; } }\n")},
        {"flow.osy": flow("  state A { Expire { Within = TimeSpan.Zero; } on Expire { } }\n")},
    ),
    "a route for a Deadline": (
        "workflow-expire-without-route",
        "Add `on Deadline`",
        {"flow.osy": flow("  Deadline { Within = TimeSpan.Zero; }\n  state A { }\n")},
        {"flow.osy": flow("  Deadline { Within = TimeSpan.Zero; }\n  on Deadline { }\n  state A { }\n")},
    ),
    "an Expire for a route": (
        "workflow-route-without-expire",
        "Add `Expire { Within = TimeSpan.FromDays(1); }`",
        {"flow.osy": flow("  state A {\n    on Expire { }\n  }\n")},
        {"flow.osy": flow("  state A {\n    Expire { Within = TimeSpan.FromDays(1); }\n    on Expire { }\n  }\n")},
    ),
    "a Deadline for a route": (
        "workflow-route-without-expire",
        "Add `Deadline { Within = TimeSpan.FromDays(1); }`",
        {"flow.osy": flow("  state A {\n    on Deadline { }\n  }\n")},
        {"flow.osy": flow("  Deadline { Within = TimeSpan.FromDays(1); }\n  state A {\n    on Deadline { }\n  }\n")},
    ),
    "a route without its clock": (
        "workflow-route-without-expire",
        "Remove `on Expire`",
        {"flow.osy": flow("  on Expire { this.Item.N = 1; }\n  state A { }\n")},
        {"flow.osy": flow("  state A { }\n")},
    ),
    "silence around the state": (
        "workflow-redirect-cycle",
        "Silence `workflow-redirect-cycle` for `A`",
        {"flow.osy": flow("  state A {\n    enter { goto A; }\n  }\n")},
        {"flow.osy": flow('  [SuppressWarning("workflow-redirect-cycle")]\n  state A {\n    enter { goto A; }\n  }\n')},
    ),
}


@pytest.mark.parametrize(("code", "title", "before", "after"), CASES.values(), ids=list(CASES))
def test_fix(code: str, title: str, before: dict[str, str], after: dict[str, str]) -> None:
    fixes = offered(before, code)
    assert title in fixes, list(fixes)
    assert repaired(before, fixes[title]) == after
    left = [found.code for found in findings(before) if found.code != code]
    assert [found.code for found in findings(after)] == left


@pytest.mark.parametrize(
    "others",
    [
        {"use.osy": "bool IsSpare(Row row) { return row.State == Stage.Spare; }\n"},
        {"note.osy": "// Spare is for later.\n"},
    ],
    ids=["used", "spoken of"],
)
def test_a_state_that_something_else_names_is_not_removed(others: dict[str, str]) -> None:
    files = {
        "row.osy": "enum Stage { A, Spare, End }\nentity Row { Stage State; }\n",
        "flow.osy": flow(
            "  event Go();\n  state A { on Go { goto End; } }\n  state Spare { }\n  terminal success End { }\n"
        ),
    }
    removing = [title for title in offered(files, "workflow-unreachable-state") if title.startswith("Remove")]
    assert removing == ["Remove state `Spare` and the member of `Stage`"]
    titles = offered(files | others, "workflow-unreachable-state")
    assert not any(title.startswith("Remove") for title in titles)


@pytest.mark.parametrize(
    "state",
    [
        "state Spare { on Go { goto End; } }",
        "state Spare { subscribe Go() as Slot; }",
        "state Spare { Expire { Within = TimeSpan.Zero; } }",
    ],
)
def test_a_state_that_waits_for_something_is_not_removed(state: str) -> None:
    files = {
        "row.osy": "enum Stage { A, Spare, End }\nentity Row { Stage State; }\n",
        "flow.osy": flow(
            f"  event Go();\n  state A {{ on Go {{ goto End; }} }}\n  {state}\n  terminal success End {{ }}\n"
        ),
    }
    assert not any(title.startswith("Remove") for title in offered(files, "workflow-unreachable-state"))


def test_a_state_with_a_slot_does_not_become_a_terminal() -> None:
    files = {"flow.osy": flow("  event Go();\n  state A { on Go { goto B; } }\n  state B { subscribe Go() as S; }\n")}
    assert list(offered(files, "workflow-dead-end")) == ["Silence `workflow-dead-end` for `B`"]
