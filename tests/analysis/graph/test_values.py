"""The workflow graph as a value: states, what they wait for, moves with causes and guards, half-typed text."""

import pytest

from osy_analysis.graph import CauseKind, GuardKind, StateKind, Transition, WorkflowGraph, graphs_of
from osy_grammar import parse

HOUR = 36_000_000_000


def graph(text: str) -> WorkflowGraph:
    (found,) = graphs_of(parse(text))
    return found


def flow(items: str, head: str = "") -> str:
    events = "  event Go(int n);\n  event Stop();"
    return f"{head}workflow Flow {{\n  Tracks = Row.State;\n  Initial = A;\n{events}\n{items}\n}}\n"


def moves(items: str) -> list[tuple[str | None, str, str, str]]:
    """Source, target, kind of the cause, its word."""
    return [(t.source, t.target, t.cause.kind.value, t.cause.name) for t in graph(flow(items)).transitions]


def only(items: str) -> Transition:
    (found,) = graph(flow(items)).transitions
    return found


def test_the_whole_of_a_workflow() -> None:
    head = '/// How it goes.\n[SuppressWarning("x")]\n'
    text = flow('  state A { }\n  terminal cancel B { Message = "off"; enter { } }', head)
    found = graph(text)
    assert (found.name, found.documentation, found.attributes) == ("Flow", "How it goes.", ('SuppressWarning("x")',))
    assert found.place.text(text).endswith("}")
    assert found.name_place.text(text) == "Flow"
    assert [(e.name, e.parameters) for e in found.events] == [("Go", "(int n)"), ("Stop", "()")]
    assert [value and value.text for value in (found.tracks, found.initial, found.starts_itself)] == [
        "Row.State",
        "A",
        None,
    ]
    first, last = found.states
    assert (first.kind, first.is_initial, first.is_terminal) == (StateKind.STATE, True, False)
    assert (last.kind, last.is_initial, last.is_reached) == (StateKind.CANCEL, False, False)
    assert last.message is not None
    assert last.message.place.text(text) == '"off"'
    assert last.enter is not None
    assert last.enter.text(text) == "enter { }"
    assert not found.is_broken


def test_a_slot_has_its_milestones_completed_from_state_and_workflow() -> None:
    text = flow(
        """
        Finished { Within = TimeSpan.FromDays(1); Retries = 2; Unfinished { goto B; } }
        state A {
          Assigned { Within = TimeSpan.FromHours(2) * 2; }
          subscribe Go() as Desk {
            Candidates = u => u.IsClerk;
            Requires { Weighed { Must = true; Message = "no"; } }
            Finished {
              Within = this.Item.Time;
              Remind Nudge(After = TimeSpan.Zero, ThenEvery = TimeSpan.FromHours(1)) { }
            }
          }
          subscribe Stop();
        }
        state B { }
        """
    )
    desk, stop = graph(text).states[0].slots
    assert (desk.name, desk.event, desk.requirements) == ("Desk", "Go", ("Weighed",))
    assert (stop.name, stop.event, stop.milestones) == ("Stop", "Stop", ())
    assigned, finished = desk.milestones
    assert assigned.is_inherited
    assert not finished.is_inherited
    assert assigned.within is not None
    assert (assigned.within.text, assigned.within.ticks) == ("TimeSpan.FromHours(2) * 2", 4 * HOUR)
    assert finished.within is not None
    assert (finished.within.text, finished.within.ticks) == ("this.Item.Time", None)
    assert finished.retries is not None
    assert (finished.retries.number, finished.arm) == (2, "Unfinished")
    (nudge,) = finished.reminders
    assert nudge.after is not None
    assert nudge.then_every is not None
    assert (nudge.name, nudge.after.ticks, nudge.then_every.ticks) == ("Nudge", 0, HOUR)
    assert nudge.name_place.text(text) == "Nudge"


def test_causes() -> None:
    items = """
    on Stop { goto B; }
    Deadline { Within = TimeSpan.Zero; }
    on Deadline { goto B; }
    state A {
      enter { if (this.Item.Big) goto B; }
      subscribe Go() as Desk { Finished { Within = TimeSpan.Zero; Unfinished { goto B; } } }
      on Desk { goto B; }
      on Stop { goto B; }
      Expire { Within = TimeSpan.Zero; }
      on Expire { goto B; }
      on Complete { goto B; }
      complete when (this.Item.Done) { goto B; }
    }
    state B { exit { goto A; } }
    """
    assert moves(items) == [
        (None, "B", "event", "Stop"),
        (None, "B", "deadline", "Deadline"),
        ("A", "B", "redirect", "enter"),
        ("A", "B", "breach", "Unfinished"),
        ("A", "B", "slot", "Desk"),
        ("A", "B", "event", "Stop"),
        ("A", "B", "expire", "Expire"),
        ("A", "B", "complete", "Complete"),
        ("A", "B", "complete_when", "this.Item.Done"),
        ("B", "A", "other", "exit"),
    ]
    assert [t.is_legal for t in graph(flow(items)).transitions] == [True] * 9 + [False]


def test_what_a_route_at_workflow_scope_can_leave() -> None:
    items = """
    subscribe Go() as Desk;
    on Desk { goto E; }
    on Stop { goto E; }
    on Expire { goto E; }
    on Complete { goto E; }
    state A { on Stop { } subscribe Stop() as Halt; on Halt { } }
    state B { Expire { Within = TimeSpan.Zero; } on Go { } }
    state C { Expire { Within = TimeSpan.Zero; } on Expire { } complete when (true); }
    state D { subscribe Stop() as Brake; on Brake { } }
    terminal success E { }
    """
    assert [(t.cause.name, t.sources) for t in graph(flow(items)).transitions] == [
        ("Desk", ("A", "C", "D")),
        ("Stop", ("B", "C")),
        ("Expire", ("B",)),
        ("Complete", ("A", "C", "D")),
    ]
    expanded = [source for source, _ in graph(flow(items)).expanded()]
    assert expanded == ["A", "C", "D", "B", "C", "B", "A", "C", "D"]


def test_an_arm_belongs_to_the_slots_that_inherit_it() -> None:
    items = """
    Finished { Within = TimeSpan.Zero; Unfinished { goto C; } }
    state A { subscribe Go() as One { Candidates = u => true; } subscribe Stop() as Two; }
    state B { subscribe Go() as Three { Candidates = u => true; Finished { Unfinished { } } } }
    state C { subscribe Go() as Four { Candidates = u => true; } }
    """
    move = only(items)
    assert (move.source, move.sources, move.cause.slots, move.cause.milestone) == (
        None,
        ("A", "C"),
        ("One", "Four"),
        "Finished",
    )


@pytest.mark.parametrize(
    ("route", "guards", "is_conditional"),
    [
        ("on Go { goto B; }", [], False),
        ("on Go { when (x > 1) { goto B; } default { } }", [("when", "x > 1")], True),
        ("on Go { when (x > 1) { } default { goto B; } }", [("default", "")], True),
        ("on Go { if (x > 1) goto B; }", [("if", "x > 1")], True),
        ("on Go { if (x > 1) { } else { goto B; } }", [("else", "x > 1")], True),
        ("on Go { if (x > 1) { } else if (x > 0) { goto B; } }", [("if", "x > 0")], True),
        ("on Go { foreach (var i in xs) { goto B; } }", [("loop", "xs")], True),
        ("on Go { try { Act(); } catch (NotFoundException e) { goto B; } }", [("catch", "NotFoundException")], True),
        ("on Go { try { Act(); } catch { goto B; } }", [("catch", "")], True),
        ("on Go { switch (x) { case 1: goto B; } }", [("case", "1")], True),
        ("on Go { when (a) { if (b) { goto B; } } }", [("when", "a"), ("if", "b")], True),
        ("on Go { { Act(); goto B; } }", [], False),
        ("on Go { if (a) { return; } goto B; }", [], True),
    ],
)
def test_guards(route: str, guards: list[tuple[str, str]], is_conditional: bool) -> None:
    move = only(f"  state A {{ {route} }}\n  state B {{ }}")
    assert [(guard.kind.value, guard.text) for guard in move.guards] == guards
    assert move.is_conditional is is_conditional


def test_places_are_those_of_the_file() -> None:
    text = "enum E { A }\n\n" + flow("  state A { on Go { when (x) { goto B; } } }\n  state B { }")
    (move,) = graph(text).transitions
    assert move.place.text(text) == "goto B;"
    assert move.cause.place.text(text) == "Go"
    assert move.guards[0].place.text(text) == "x"
    assert move.guards[0].kind is GuardKind.WHEN
    state = graph(text).state("A")
    assert state is not None
    assert state.place.text(text).startswith("state A {")
    assert state.name_place.text(text) == "A"


def test_deep_nesting_keeps_the_innermost_conditions() -> None:
    deep = "".join(f"if (x{n}) {{ " for n in range(2000)) + "goto B;" + " }" * 2000
    move = only(f"  state A {{ on Go {{ {deep} }} }}\n  state B {{ }}")
    assert [guard.text for guard in move.guards] == [f"x{n}" for n in range(1992, 2000)]


@pytest.mark.parametrize(
    ("text", "states", "targets"),
    [
        ("workflow W { Initial = A; state A { on Go { goto B", ["A"], ["B"]),
        ("workflow W { Initial = A; state A { on Go { goto } } state B { }", ["A", "B"], [""]),
        ("workflow W {\n event\n state A { on Go { goto B; } }\n state B { }\n}", ["A", "B"], ["B"]),
        ("workflow W { state A { subscribe Go( as S { Finished { Within = } } } state B { } }", ["A", "B"], []),
        ("workflow W { Initial = ; state { on Go { goto Nowhere; } } terminal success { } }", ["", ""], ["Nowhere"]),
        ("workflow { state A { on { when (x) { goto A; } } } }", ["A"], ["A"]),
    ],
)
def test_half_typed(text: str, states: list[str], targets: list[str]) -> None:
    found = graph(text)
    assert found.is_broken
    assert [state.name for state in found.states] == states
    assert [move.target for move in found.transitions] == targets


def test_every_prefix_of_a_workflow_has_a_graph() -> None:
    text = flow(
        """
        on Stop { when (this.Item.Big) { goto B; } default { goto A; } }
        state A {
          subscribe Go(int n) as Desk {
            Candidates = u => u.IsClerk;
            Finished { Within = TimeSpan.FromDays(1); Remind R(After = TimeSpan.Zero) { } Unfinished { goto B; } }
          }
          complete when (true) { goto B; }
        }
        terminal success B { Message = "x"; }
        """
    )
    for end in range(text.index("{") + 1, len(text)):
        for found in graphs_of(parse(text[:end])):
            assert found.name == "Flow"


def test_a_file_without_a_workflow_has_no_graph() -> None:
    assert graphs_of(parse("enum A { B }\nvoid F() { }\n")) == ()


def test_what_a_state_hears_without_a_slot() -> None:
    text = flow("  state A { on Go { } on Go { } on Stop { } subscribe Stop() as S; on Expire { } on Complete { } }")
    assert [wait.event for wait in graph(text).states[0].waits] == ["Go"]


def test_states_of_one_name_and_unknown_targets() -> None:
    found = graph(flow("  state A { on Go { goto X; } }\n  state A { on Go { goto X; } on Stop { goto Y; } }"))
    assert found.unknown_targets == ("X", "Y")
    assert found.state("A") is found.states[0]
    assert {move.cause.kind for move in found.transitions} == {CauseKind.EVENT}
