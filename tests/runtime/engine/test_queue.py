"""The queue of clocks: whatever was put in and taken out before, the next is the first armed one in firing order."""

from hypothesis import given
from hypothesis import strategies as st

from osy_runtime.workflow.queue import Queue
from osy_runtime.workflow.run import Clock, Kind, Run
from osy_testing.engine import Bench, HandMadeFlow, state

ACTS = st.lists(
    st.tuples(st.sampled_from(("arm", "arm", "retire", "again", "take")), st.integers(0, 6), st.sampled_from(Kind)),
    max_size=80,
)
BENCH = Bench()
FLOW = HandMadeFlow([state("A")])


@given(ACTS)
def test_what_is_taken_is_the_first_that_is_due(acts: list[tuple[str, int, Kind]]) -> None:
    queue = Queue()
    runs = [Run(FLOW, BENCH.add(), number, 0) for number in range(3)]
    taken: list[Clock] = []
    waiting: list[Clock] = []
    for act, number, kind in acts:
        match act:
            case "arm":
                clock = Clock(kind, runs[number % 3], number, 0, number)
                # No two clocks that are armed at once have all in common that they go by.
                if clock.key not in [other.key for other in waiting]:
                    clock.run.clocks = (*clock.run.clocks, clock)
                    queue.push(clock)
                    waiting.append(clock)
            case "retire" if waiting:
                clock = waiting.pop(number % len(waiting))
                clock.run.clocks = tuple(other for other in clock.run.clocks if other is not clock)
            case "again" if taken and taken[-1].key not in [other.key for other in waiting]:
                waiting.append(taken.pop())
                queue.push(waiting[-1])
            case "take":
                first = min((clock for clock in waiting if clock.due <= number), key=lambda c: c.key, default=None)
                assert queue.pop_due(number) is first
                if first is not None:
                    waiting.remove(first)
                    taken.append(first)
            case _:
                pass
    assert [queue.pop_due(6) for _ in waiting] == sorted(waiting, key=lambda clock: clock.key)
    assert queue.pop_due(6) is None


def test_retired_clocks_are_dropped_when_nobody_comes_across_them() -> None:
    queue = Queue()
    run = Run(FLOW, BENCH.add(), 0, 0)
    retired = [Clock(Kind.REMIND, run, due, 0, due) for due in range(3_000)]
    for clock in retired:
        queue.push(clock)
    kept = sum(clock.is_queued for clock in retired)
    assert kept <= 1_024, "a queue of nothing but retired clocks grows"
