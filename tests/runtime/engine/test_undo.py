"""What the engine remembers of its records for undoing: bodies may mark, commit and go back in the middle of a step."""

from collections.abc import Mapping

from osy_runtime.exceptions import throw
from osy_runtime.faces import CompiledBlock, HostObject, WorldFace
from osy_runtime.values import Value
from osy_testing.engine import Bench, go, milestone, slot, state, state_of, writes


def _slot_of(names: Mapping[str, Value]) -> HostObject:
    handle = names["slot"]
    assert isinstance(handle, HostObject)
    return handle


def test_r8_a_body_that_committed_and_then_throws_is_undone_whole() -> None:
    def commits_and_fails(world: WorldFace, names: Mapping[str, Value]) -> None:
        writes("late")(world, names)
        world.store.commit()
        _slot_of(names).call_member("Assign", [person], {})
        world.store.commit()
        raise throw("ValidationException", "no")

    bench = Bench(state("A", slots=(slot("s", milestone("Assigned", 1, commits_and_fails), milestone("Finished", 5)),)))
    person, row = bench.add(), bench.add()
    bench.clock.advance(36_000_000_000)
    bench.engine.settle(row)
    assert bench.diary(row) == []
    run = bench.engine.run_states()[1]
    assert [(s.name, s.status, s.assignee) for s in run.slots] == [("s", "Unassigned", None)]
    assert [c.kind for c in run.clocks] == ["Assigned", "Finished"]
    assert [line.kind for line in run.audit] == ["Started", "Faulted"]


def test_what_follows_a_mark_in_a_body_is_undone_without_what_came_before() -> None:
    def goes_back(world: WorldFace, names: Mapping[str, Value]) -> None:
        handle = _slot_of(names)
        handle.call_member("Assign", [person], {})
        mark = world.store.mark()
        handle.call_member("Release", [], {})
        world.store.rollback(mark)

    bench = Bench(state("A", slots=(slot("s", milestone("Assigned", 1, goes_back), milestone("Finished", 5)),)))
    person, row = bench.add(), bench.add()
    bench.clock.advance(36_000_000_000)
    bench.engine.settle(row)
    run = bench.engine.run_states()[1]
    assert [(s.name, s.status) for s in run.slots] == [("s", "Assigned")]
    assert [(c.kind, c.due[11:16]) for c in run.clocks] == [("Finished", "06:00")]
    assert [line.kind for line in run.audit] == ["Started", "Breached", "Assigned"]


def test_a_world_that_goes_back_to_one_mark_again_and_again_fires_the_same_each_time() -> None:
    bench = Bench(
        state("A", slots=(slot("s", milestone("Finished", 1, _both(writes("late"), go("B")))),)),
        state("B", slots=(slot("t", milestone("Finished", 1, writes("later"))),)),
    )
    row = bench.add()
    mark, begin = bench.world.store.mark(), bench.clock.now
    for _ in range(3):
        bench.clock.advance(5 * 36_000_000_000)
        bench.engine.settle_all()
        assert (state_of(row), bench.diary(row)) == ("B", ["late in A @1", "later in B @2"])
        bench.world.store.rollback(mark)
        bench.clock.set(begin)
        assert (state_of(row), _clocks(bench)) == ("A", ["Finished"])


def _both(first: CompiledBlock, second: CompiledBlock) -> CompiledBlock:
    def body(world: WorldFace, names: Mapping[str, Value]) -> None:
        first(world, names)
        second(world, names)

    return body


def _clocks(bench: Bench) -> list[str]:
    (run,) = bench.engine.run_states()
    return [clock.kind for clock in run.clocks]


def test_a_changed_row_is_staged_again_when_the_commit_behind_it_is_undone() -> None:
    bench = Bench()
    store = bench.world.store
    row = bench.add()
    row.set("Diary", "one")
    mark = store.mark()
    store.commit()
    written = store.costs.statements
    store.rollback(mark)
    store.commit()
    assert store.costs.statements == written + 1, "the row is written again"
    store.commit()
    assert store.costs.statements == written + 1, "and then nothing is left to write"
