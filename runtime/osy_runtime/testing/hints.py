"""Sentences about what may have led to a failure: what a test forgot, what a workflow swallowed, who holds what.

A hint says what was seen and, where one thing is usually meant by it, what to do. It never says that something is the
cause: that is for the reader. What stands in the failure's own message is not said again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from osy_grammar.tree import SourceFile
from osy_runtime.clock import START
from osy_runtime.events import ClockState, Fault, RunState
from osy_runtime.signals import AssertionFailed, Failure, OsyThrow
from osy_runtime.testing.places import place_of
from osy_runtime.world import World

MOST = 3
"""How many hints a failure has."""

_MOST_TEXT = 200


def hints_for(failure: BaseException, world: World | None, files: Mapping[str, SourceFile]) -> tuple[str, ...]:
    """The hints for a failure, the likeliest first."""
    if world is None or not isinstance(failure, AssertionFailed | OsyThrow):
        return ()
    found = dict.fromkeys(_hints(failure, world, files))
    return tuple(found)[:MOST]


def _hints(failure: Failure, world: World, files: Mapping[str, SourceFile]) -> Iterator[str]:
    engine = world.engine
    if engine is None:
        return
    states = engine.run_states()
    faults = [_swallowed(fault) for fault in engine.faults(lambda frame: place_of(files, frame))]
    yield from faults
    yield from engine.remarks
    if isinstance(failure, AssertionFailed) or failure_name(failure) == "NotFoundException":
        yield from _not_committed(world)
    if isinstance(failure, AssertionFailed):
        yield from _moves(failure, states)
        if not faults and not engine.remarks:
            yield from _clocks([state for state in states if state.is_live], world)


def failure_name(failure: Failure) -> str:
    """The class of what the program threw; empty for what is no exception of its."""
    return failure.value.cls.name if isinstance(failure, OsyThrow) else ""


def _moves(failure: AssertionFailed, states: Iterable[RunState]) -> Iterator[str]:
    """How a row came to the state that was not expected."""
    for state in states:
        if failure.actual is None or failure.actual.rpartition(".")[2] != state.state:
            continue
        kinds = [entry.kind for entry in state.audit]
        if "Transitioned" not in kinds:
            continue
        last = len(kinds) - 1 - kinds[::-1].index("Transitioned")
        before = [e for e in state.audit[:last] if e.kind in ("Deposited", "Breached", "Exhausted", "Completed")]
        cause = f", after `{before[-1].kind}` {before[-1].text}" if before else ""
        yield f"`{state.workflow}` moved {state.audit[last].text.partition(' · ')[0]}{cause}"


def _swallowed(fault: Fault) -> str:
    where = f" at {fault.at.file}:{fault.at.line}:{fault.at.column}" if fault.at is not None else ""
    message = " ".join(fault.message.rpartition(": ")[2].split())
    return f"`{fault.body}` of `{fault.workflow}` threw{where}, and nobody was told: {message[:_MOST_TEXT]}"


def _not_committed(world: World) -> Iterator[str]:
    """Rows whose runs cannot have started: a run starts when its row is committed."""
    engine = world.engine
    rows_of = [row.entity.name for row in world.store.staged if not row.is_deleted]
    staged = Counter(name for name in rows_of if engine is not None and engine.tracks(name))
    for entity, count in staged.items():
        rows = f"1 new `{entity}` is" if count == 1 else f"{count} new `{entity}` are"
        yield f"{rows} not committed yet: `UnitOfWork.Commit()`, a settle, or the end of a `runas` block does that"


def _clocks(states: list[RunState], world: World) -> Iterator[str]:
    """What is due and was not settled; else how far the next clock is away."""
    armed = [(clock, state) for state in states for clock in state.clocks]
    due = [(clock, state) for clock, state in armed if clock.is_due]
    if due:
        clock, state = min(due, key=lambda pair: pair[0].due)
        more = f", and {len(due) - 1} more" if len(due) > 1 else ""
        yield (
            f"{_clock(clock, state)} was due at {clock.due} and has not fired{more}: moving the clock fires nothing, "
            "`Workflow.Settle(row)` and `Background.Settle()` do"
        )
    elif armed and world.clock.now != START:
        # Imported here: few failures have a clock to tell of.
        from osy_runtime.workflow.report import iso

        clock, state = min(armed, key=lambda pair: pair[0].due)
        yield f"it is {iso(world.clock.now)}; the next clock, {_clock(clock, state)}, is due at {clock.due}"


def _clock(clock: ClockState, state: RunState) -> str:
    return f"`{clock.kind} {clock.name}` of `{state.workflow}`"
