"""Where runs can go: reachable states, dead ends, redirects without end, clocks and routes without each other."""

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project

CODES = {
    "workflow-unreachable-state",
    "workflow-dead-end",
    "workflow-redirect-cycle",
    "workflow-expire-without-route",
    "workflow-route-without-expire",
}
PATH = "/app/flow.osy"


def diagnostics(text: str, *others: str) -> list[Diagnostic]:
    project = Project(root="/app", is_whole=True).with_file(PATH, text)
    for number, other in enumerate(others):
        project = project.with_file(f"/app/{number}.osy", other)
    return [diagnostic for diagnostic in check(project) if diagnostic.code in CODES]


def flow(items: str, head: str = "") -> str:
    return (
        f"workflow Flow {{\n  Tracks = Row.State;\n  Initial = A;\n{head}  event Go();\n  event Stop();\n{items}\n}}\n"
    )


def found(items: str, head: str = "", *others: str) -> list[tuple[str, str]]:
    text = flow(items, head)
    return [(d.code.removeprefix("workflow-"), d.span.text(text)) for d in diagnostics(text, *others)]


END = " terminal success End { }"


@pytest.mark.parametrize(
    "way",
    [
        "state A { on Go { goto B; } }",
        "state A { enter { if (this.Item.Big) goto B; } on Stop { goto End; } }",
        "state A { on Go { when (this.Item.Big) { } default { goto B; } } }",
        "state A { on Go { try { Act(); } catch (Exception e) { foreach (var x in this.Item.Xs) { goto B; } } } }",
        "state A { Expire { Within = TimeSpan.Zero; } on Expire { goto B; } }",
        "state A { complete when (this.Item.Big) { goto B; } }",
        "state A { on Complete { goto B; } subscribe Go(); }",
        "state A { subscribe Go() as S { Finished { Within = TimeSpan.Zero; Unfinished { goto B; } } } }",
        "state A { Assigned { Within = TimeSpan.Zero; Unassigned { goto B; } } on Stop { goto End; } }",
        "on Go { goto B; } state A { on Stop { goto End; } }",
        "Finished { Within = TimeSpan.Zero; Unfinished { goto B; } } state A { on Stop { goto End; } }",
        "subscribe Go() as S; on S { goto B; } state A { on Stop { goto End; } }",
        "Deadline { Within = TimeSpan.Zero; } on Deadline { goto B; } state A { on Stop { goto End; } }",
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_every_move_reaches(way: str, is_first: bool) -> None:
    target = "state B { on Stop { goto End; } }"
    assert found((f"{target} {way}" if is_first else f"{way} {target}") + END) == []


@pytest.mark.parametrize(
    "way",
    [
        "state A { exit { goto B; } on Stop { goto End; } }",
        "Start { goto B; } state A { on Stop { goto End; } }",
        "state A { enter { Act(x => { goto B; }); } on Stop { goto End; } }",
    ],
)
def test_an_illegal_goto_reaches_too(way: str) -> None:
    assert found(f"{way} state B {{ on Stop {{ goto End; }} }}{END}") == []


def test_a_state_that_only_itself_and_an_island_name() -> None:
    items = "state A { on Go { goto End; } } state B { on Go { goto B; } on Stop { goto C; } }"
    items += " state C { on Go { goto B; } }"
    assert found(items + END) == [("unreachable-state", "B"), ("unreachable-state", "C")]


def test_a_terminal_that_nothing_reaches() -> None:
    assert found(f"state A {{ on Go {{ goto End; }} }} terminal error Bad {{ }}{END}") == [("unreachable-state", "Bad")]


def test_nothing_is_said_while_a_name_is_unknown() -> None:
    assert found("state A { on Go { goto Bee; } } state B { on Go { goto A; } }") == []
    assert found("state A { on Go { goto B; } } state B { } state C { }", "  Initial = Aye;\n") != []
    text = flow("state A { on Go { goto B; } } state B { on Go { goto A; } } state C { }").replace("= A;", "= Aye;")
    assert [d.code for d in diagnostics(text)] == ["workflow-dead-end"]


def test_one_goto_of_many_states_chains() -> None:
    count = 3000
    states = "".join(f"state S{n} {{ on Go {{ goto S{n + 1}; }} }}\n" for n in range(count))
    assert found(f"{states} state S{count} {{ on Go {{ goto A; }} }} state A {{ on Go {{ goto S0; }} }}") == []


ROW = "enum Stage { None, A, B }\nentity Row { Stage State; }\n"


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        ("  Autostart = false;\n", ROW, []),
        ("  Autostart = false;\n", ROW.replace("State;", "State = Stage.None;"), []),
        ("  Autostart = false;\n", ROW.replace("State;", "State = Stage.B;"), [("unreachable-state", "None")]),
        ("  Autostart = false;\n", "", []),
        ("  Autostart = true;\n", ROW, [("unreachable-state", "None")]),
        ("", ROW, [("unreachable-state", "None")]),
    ],
)
def test_a_row_without_a_run_rests_somewhere_r106(head: str, row: str, expected: list[tuple[str, str]]) -> None:
    items = "state None { on Go { goto A; } } state A { on Go { goto B; } } state B { on Go { goto A; } }"
    assert found(items, head, row) == expected


@pytest.mark.parametrize(
    ("items", "names"),
    [
        ("state A { on Go { goto B; } } state B { }", ["B"]),
        ("state A { on Go { goto B; } } state B { on Go { this.Item.N = 1; } }", ["B"]),
        ("state A { on Go { goto B; } } state B { on Go { goto B; } }", ["B"]),
        ("on Stop { goto B; } state A { } state B { }", ["B"]),
        ("on Stop { goto B; } on Go { goto A; } state A { } state B { }", []),
        ("state A { on Go { goto B; } } state B { exit { goto A; } }", []),
        ("state A { on Go { goto B; } } terminal success B { }", []),
    ],
)
def test_dead_ends(items: str, names: list[str]) -> None:
    assert found(items) == [("dead-end", name) for name in names]


def test_a_workflow_of_one_state_has_no_dead_end_r107() -> None:
    assert found("state A { enter { Act(); } }") == []


@pytest.mark.parametrize(
    "enter",
    [
        "goto B;",
        "{ goto B; }",
        "if (this.Item.Big) { goto B; } else if (this.Item.Small) { goto B; } else goto B;",
        "try { Act(); goto B; } catch (Exception e) { goto B; } finally { Act(); }",
        "try { Act(); } finally { goto B; }",
        "while (true) { if (this.Item.Big) { goto B; } }",
        "do { goto B; } while (this.Item.Big);",
        "for (;;) { goto B; }",
        "runas (actor) { goto B; }",
        "Act(); goto B; return;",
        "switch (this.Item.N) { case 1: goto B; default: goto B; }",
    ],
)
def test_an_enter_that_always_redirects(enter: str) -> None:
    assert found(f"state A {{ enter {{ {enter} }} }} state B {{ enter {{ goto A; }} }}") == [
        ("redirect-cycle", "goto B;")
    ]


@pytest.mark.parametrize(
    "enter",
    [
        "if (this.Item.Big) { goto B; }",
        "if (this.Item.Big) { return; } goto B;",
        'if (this.Item.Big) { throw new Exception("x"); } goto B;',
        "foreach (var x in this.Item.Xs) { goto B; }",
        "while (this.Item.Big) { goto B; }",
        "while (true) { if (this.Item.Big) { break; } goto B; }",
        "do { if (this.Item.Big) { continue; } goto B; } while (this.Item.Small);",
        "try { goto B; } catch (Exception e) { }",
        "try { goto B; } catch (Exception e) { throw; }",
        "switch (this.Item.N) { case 1: goto B; }",
        "switch (this.Item.N) { case 1: break; default: goto B; }",
        "if (this.Item.Big) { goto End; } goto B;",
        "Act(x => { goto B; });",
    ],
)
def test_an_enter_that_may_settle(enter: str) -> None:
    items = f"state A {{ enter {{ {enter} }} on Go {{ goto End; }} on Stop {{ goto B; }} }}"
    items += " state B { enter { goto A; } }"
    assert found(items + END) == []


def test_each_cycle_once_at_its_first_goto() -> None:
    items = (
        "state A { enter { if (this.Item.N > 1) { goto B; } goto D; } }\n"
        "state B { enter { goto C; } }\nstate C { enter { goto B; } }\n"
        "state D { enter { goto D; } }\n"
    )
    text = flow(items)
    cycles = [d for d in diagnostics(text) if d.code == "workflow-redirect-cycle"]
    assert [d.span.text(text) for d in cycles] == ["goto C;", "goto D;"]
    assert [[place.span.text(text) for place in d.related] for d in cycles] == [["goto B;"], []]


def test_a_very_deep_body_is_no_problem() -> None:
    deep = "if (this.Item.Big) { goto B; } else " * 3000 + "goto B;"
    assert found(f"state A {{ enter {{ {deep} }} }} state B {{ enter {{ goto A; }} }}") == [
        ("redirect-cycle", "goto B;")
    ]


EXPIRE = "Expire { Within = TimeSpan.Zero; }"
DEADLINE = "Deadline { Within = TimeSpan.Zero; }"


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (f"state A {{ {EXPIRE} on Go {{ goto End; }} }}", [("expire-without-route", "Expire")]),
        (f"state A {{ {EXPIRE} on Expire {{ goto End; }} }}", []),
        (f"on Expire {{ goto End; }} state A {{ {EXPIRE} }}", []),
        (f"on Expire {{ goto End; }} state A {{ {EXPIRE} on Expire {{ goto End; }} }}", []),
        ("state A { on Expire { goto End; } }", [("route-without-expire", "Expire")]),
        ("on Expire { goto End; } state A { }", [("route-without-expire", "Expire")]),
        (
            f"state A {{ {EXPIRE} on Go {{ goto B; }} }} state B {{ on Expire {{ goto End; }} }}",
            [("expire-without-route", "Expire"), ("route-without-expire", "Expire")],
        ),
        (f"{DEADLINE} state A {{ on Go {{ goto End; }} }}", [("expire-without-route", "Deadline")]),
        (f"{DEADLINE} state A {{ on Deadline {{ goto End; }} }}", []),
        (f"{DEADLINE} on Deadline {{ goto End; }} state A {{ }}", []),
        ("state A { on Deadline { goto End; } }", [("route-without-expire", "Deadline")]),
        ("on Deadline { goto End; } state A { }", [("route-without-expire", "Deadline")]),
        ("event Expire(); state A { on Expire { goto End; } }", []),
        ("state A { subscribe Go() as Deadline; on Deadline { goto End; } }", []),
        ("state A { on Complete { goto End; } subscribe Go(); }", []),
    ],
)
def test_clocks_and_their_routes(items: str, expected: list[tuple[str, str]]) -> None:
    assert found(items + END) == expected


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_suppression_silences(code: str) -> None:
    items = (
        f"state A {{ {EXPIRE} enter {{ goto A; }} on Go {{ goto B; }} on Deadline {{ }} }} state B {{ }} state C {{ }}"
    )
    text = flow(items)
    assert code in {d.code for d in diagnostics(text)}
    assert code not in {d.code for d in diagnostics(f'[SuppressWarning("{code}")]\n{text}')}


def test_a_workflow_with_a_fault_of_syntax_gets_none_of_these() -> None:
    assert diagnostics(flow("state A { on Go { goto } } state B { }")) == []
