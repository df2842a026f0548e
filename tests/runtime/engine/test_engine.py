"""The engine over hand-made shapes; whole programs are under `tests/runtime/workflow`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from osy_runtime.workflow.shape import Arm, Milestone, Route, StateShape
from osy_testing.engine import Bench, fails, go, hours, milestone, reminder, slot, state, state_of, writes


def test_r26_a_row_is_in_its_initial_state_when_the_commit_returns() -> None:
    bench = Bench(state("Open", enter=writes("enter")))
    row = bench.add()
    assert state_of(row) == "Open"
    assert bench.diary(row) == ["enter in Open @0"]
    assert bench.audit() == ["Started 2030-01-01T00:00:00Z → Open"]


def test_r8_exit_then_the_field_then_enter_then_the_clocks() -> None:
    bench = Bench(
        state("A", exit=writes("exit"), slots=(slot("s", milestone("Finished", 1, go("B"))),)),
        state("B", enter=writes("enter"), slots=(slot("t", milestone("Finished", 1, writes("late"))),)),
    )
    row = bench.add()
    bench.pass_hours(5, row)
    assert bench.diary(row) == ["exit in A @1", "enter in B @1", "late in B @2"]


def test_r8_a_step_that_throws_leaves_no_trace() -> None:
    bench = Bench(
        state("A", exit=writes("exit"), slots=(slot("s", milestone("Finished", 1, writes("arm", go("B")))),)),
        state("B", enter=writes("enter", fails("no"))),
    )
    row = bench.add()
    bench.pass_hours(1, row)
    assert (state_of(row), bench.diary(row)) == ("A", [])
    (run,) = bench.engine.run_states()
    assert [(c.kind, c.due) for c in run.clocks] == [("Finished", "2030-01-01T01:00:00Z")]
    assert [line.split()[0] for line in bench.audit()] == ["Started", "Faulted"]


def test_r6_a_body_that_throws_is_tried_once_by_each_settle() -> None:
    bench = Bench(state("A", slots=(slot("s", milestone("Finished", 1, fails("nobody there"))),)))
    row = bench.add()
    bench.pass_hours(9, row)
    assert len(bench.engine.faults()) == 1
    bench.pass_hours(0, row)
    faults = bench.engine.faults()
    assert len(faults) == 2
    assert (faults[0].workflow, faults[0].entity, faults[0].state, faults[0].body) == (
        "Flow",
        "Thing",
        "A",
        "Unfinished",
    )
    assert faults[0].message.endswith("it is tried again the next time timers run: nobody there")


def test_r9_a_redirect_skips_the_exit_of_a_state_that_was_never_settled_in() -> None:
    bench = Bench(
        state("A", enter=writes("enter", go("B")), exit=writes("never")),
        state("B", enter=writes("enter")),
    )
    row = bench.add()
    assert bench.diary(row) == ["enter in A @0", "enter in B @0"]


def test_r9_redirects_without_end_are_a_fault_of_the_first_step() -> None:
    bench = Bench(state("A", enter=go("B")), state("B", enter=go("A")))
    row = bench.add()
    assert row.get("State") is None
    assert "more than 100 moves" in bench.engine.faults()[0].message


def test_r3_equal_instants_fire_by_kind_then_by_declaration_then_by_run() -> None:
    on_expire = Route(
        name="Expire",
        slot=None,
        event=None,
        parameters=(),
        arms=(Arm(condition=None, block=writes("Expire")),),
        targets=(),
        order=0,
    )
    reminders = (reminder("second", 2, 0, order=9), reminder("first", 2, 0, order=8))
    first = slot(
        "s", milestone("Finished", 2, writes("Finished s")), milestone("Assigned", 2, writes("Assigned s")), order=1
    )
    second = slot("t", milestone("Assigned", 2, writes("Assigned t"), reminders), order=2)
    bench = Bench(state("A", slots=(second, first), expire=hours(2), clock_routes={"Expire": on_expire}))
    row, other = bench.add(), bench.add()
    bench.clock.advance(2 * 36_000_000_000)
    bench.engine.settle_all()
    expected = ["first", "second", "Assigned s", "Assigned t", "Finished s", "Expire"]
    assert bench.diary(row) == [f"{name} in A @2" for name in expected]
    assert bench.diary(other) == bench.diary(row)


def test_a_breach_without_a_goto_is_audited_once_and_does_not_recur() -> None:
    bench = Bench(state("A", slots=(slot("s", milestone("Finished", 1, writes("late"))),)))
    row = bench.add()
    bench.pass_hours(1, row)
    bench.pass_hours(100, row)
    assert bench.diary(row) == ["late in A @1"]
    assert bench.audit()[1:] == ["Breached 2030-01-01T01:00:00Z s · Finished"]


def test_a_failing_test_is_told_what_is_open_and_what_is_armed() -> None:
    shape = slot("s", milestone("Assigned", 1), milestone("Finished", 3, reminders=(reminder("Nudge", 2, 2),)))
    bench = Bench(state("A", slots=(shape,), expire=hours(5)))
    bench.add()
    (run,) = bench.engine.run_states()
    assert (run.workflow, run.entity, run.state, run.is_live) == ("Flow", "Thing", "A", True)
    assert [(s.name, s.status, s.assignee) for s in run.slots] == [("s", "Unassigned", None)]
    assert [(c.kind, c.name, c.due[11:16]) for c in run.clocks] == [
        ("Assigned", "s", "01:00"),
        ("Remind", "s.Nudge", "02:00"),
        ("Finished", "s", "03:00"),
        ("Expire", "A", "05:00"),
    ]


SPANS = st.integers(1, 40).map(lambda quarters: quarters / 4)
TARGETS = st.sampled_from(["A", "B", "C", None])


@st.composite
def machines(draw: st.DrawFn) -> tuple[StateShape, ...]:
    """Three states with slots whose arms move about or stay, with reminders, sometimes with an `Expire`."""

    def a_milestone(keyword: str) -> Milestone:
        target = draw(TARGETS)
        body = writes(f"{keyword} lapsed", go(target) if target else None)
        after, every = draw(SPANS), draw(st.sampled_from([0, 0.5, 1, 3]))
        return milestone(keyword, draw(SPANS), body, (reminder(f"Nudge{keyword}", after, every),))

    def a_state(name: str) -> StateShape:
        slots = tuple(slot(f"{name}{n}", a_milestone("Assigned"), a_milestone("Finished"), order=n) for n in range(2))
        expire = draw(st.none() | SPANS.map(hours))
        return state(name, slots=slots, expire=expire, enter=writes("enter"), exit=writes("exit"))

    return a_state("A"), a_state("B"), a_state("C")


@settings(max_examples=60, deadline=None)
@given(machine=machines(), steps=st.lists(SPANS, min_size=1, max_size=8))
def test_r2_advancing_in_steps_equals_advancing_at_once(machine: tuple[StateShape, ...], steps: list[float]) -> None:
    in_steps, at_once = Bench(*machine), Bench(*machine)
    row, other = in_steps.add(), at_once.add()
    for step in steps:
        in_steps.pass_hours(step, row)
    at_once.pass_hours(sum(steps), other)
    assert in_steps.diary(row) == at_once.diary(other)
    assert in_steps.engine.run_states() == at_once.engine.run_states()


@settings(max_examples=40, deadline=None)
@given(machine=machines(), steps=st.lists(SPANS, min_size=1, max_size=6))
def test_an_undone_unit_leaves_no_trace_in_the_engine(machine: tuple[StateShape, ...], steps: list[float]) -> None:
    bench = Bench(*machine)
    row = bench.add()
    before = (bench.engine.run_states(), bench.diary(row))
    mark, now = bench.world.store.mark(), bench.clock.now
    for step in steps:
        bench.pass_hours(step, row)
    bench.world.store.rollback(mark)
    bench.clock.set(now)
    assert (bench.engine.run_states(), bench.diary(row)) == before
