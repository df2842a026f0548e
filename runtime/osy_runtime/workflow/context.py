"""What the parts of the engine share in one world: the runs, the clock, who acts, and how a step is one transaction.

A *step* is what happens because somebody raised, claimed, released, or because a clock fired. Bodies run as the
system, at the step's instant. A step that throws is rolled back whole. A body may cause further steps (it raises an
event, of its own run too): these are part of the step that is running.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from osy_runtime.clock import VirtualClock
from osy_runtime.exceptions import throw
from osy_runtime.faces import CompiledBlock, CompiledExpression, HostObject, PlainBlock, RowFace, Value, WorldFace
from osy_runtime.signals import BadProgram, CodeFrame, Goto, Unsupported
from osy_runtime.values import TimeSpan
from osy_runtime.workflow.audit import SwallowedFault, new_entry
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.naming import row_title
from osy_runtime.workflow.queue import Queue
from osy_runtime.workflow.run import NOT_STARTED, Clock, Run, Slot
from osy_runtime.workflow.shape import ConstantSpan
from osy_runtime.workflow.undo import Record, Records

if TYPE_CHECKING:
    from osy_runtime.workflow.hours import Calendar

MOST_MOVES = 100
"""How many moves one step may make (R9)."""

MOST_NESTED_STEPS = 100
"""How many steps may be inside each other: a body that raises an event whose route raises it again."""


class Context:
    """The engine's state in one world."""

    def __init__(
        self,
        world: WorldFace,
        clock: VirtualClock,
        flows: tuple[Flow, ...],
        entity_is: Callable[[str, str], bool],
        slot_handle: "Callable[[Context, Slot], HostObject]",
    ) -> None:
        self.world = world
        self.store = world.store
        self.clock = clock
        self.flows = flows
        self.entity_is = entity_is
        self.records = Records(world.store, self._restored)
        self.queue = Queue()
        self.runs: list[Run] = []
        self.runs_by_row: dict[RowFace, tuple[Run, ...]] = {}
        self.faults: list[SwallowedFault] = []
        self.remarks: list[str] = []
        self.actor: RowFace | None = None
        self.armed_listeners: list[Callable[[Clock], None]] = []
        self.firing: list[Clock] = []
        self.note: Callable[[tuple[str | int, ...]], None] | None = None
        self._slot_handle = slot_handle
        self.tokens: dict[str, Slot] = {}
        self.steps = 0
        self.depth = 0
        self.moves = 0
        self.body = ""
        """Which body of its milestone the clock that is firing runs."""

    # ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def instant(self) -> int:
        """The instant that the running step happens at."""
        return self.clock.body_now

    @property
    def is_stepping(self) -> bool:
        """Whether this happens because of a step, and not at the test's own hand."""
        return self.steps > 0

    def acting(self, instant: int, actor: RowFace | None) -> "_Acting":
        """Within the context bodies run as the system, at `instant`, because of `actor`."""
        return _Acting(self, instant, actor)

    def atomic(self) -> "_Atomic":
        """One step: all of it is kept, or nothing."""
        return _Atomic(self)

    def begin_step(self) -> None:
        """A step begins; who begins it undoes it if it throws."""
        self.check_depth()
        if self.depth == 0:
            self.moves = 0
        self.depth += 1

    def check_depth(self) -> None:
        """Throw if no further step may be inside the steps that are being made."""
        if self.depth >= MOST_NESTED_STEPS:
            raise throw("WorkflowLoopException", f"more than {MOST_NESTED_STEPS} workflow steps are inside each other")

    def end_step(self) -> None:
        """The step is over."""
        self.depth -= 1

    def count_move(self, run: Run) -> None:
        """Note one more move of the step that is running."""
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise throw(
                "WorkflowLoopException",
                f"`{run.flow.name}` made more than {MOST_MOVES} moves in one step, the last from {run.shown_state}",
            )

    # ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def names(self, run: Run, **extra: Value) -> dict[str, Value]:
        """What bodies of the run have in scope."""
        visible = run.visible
        if visible is None:
            visible = {"this": run.this}
            for slot in run.slots:
                visible[slot.shape.name] = slot.handle or self._handle_of(slot)
            run.visible = visible
        return {**visible, "actor": self.actor, **extra}

    def slot_names(self, slot: Slot) -> dict[str, Value]:
        """What bodies of a slot's milestones have in scope."""
        return self.names(slot.run, slot=slot.handle or self._handle_of(slot))

    def _handle_of(self, slot: Slot) -> HostObject:
        slot.handle = self._slot_handle(self, slot)
        return slot.handle

    def run_block(self, run: Run, block: CompiledBlock, names: Mapping[str, Value]) -> str | None:
        """Run a body with those names; the answer is the state that it wants to go to, if it does."""
        run.busy += 1
        try:
            block(self.world, names)
        except Goto as goto:
            return goto.state
        finally:
            run.busy -= 1
        return None

    def run_body(
        self, run: Run, block: CompiledBlock | None, slot: Slot | None = None, parameter: str | None = None
    ) -> str | None:
        """Run a body of the run, or of a slot's milestone: `slot` is in scope then, also as `parameter`."""
        if block is None:
            return None
        plain = block if isinstance(block, PlainBlock) else None
        if plain is not None and plain.goes_to is not None:
            return plain.goes_to
        run.busy += 1
        try:
            if plain is not None:
                plain.run(self.world, run.this)
            else:
                names = self.slot_names(slot) if slot is not None else self.names(run)
                if parameter is not None:
                    names[parameter] = names["slot"]
                block(self.world, names)
        except Goto as goto:
            return goto.state
        finally:
            run.busy -= 1
        return None

    def run_staying(self, run: Run, block: CompiledBlock | None, what: str, slot: Slot | None = None) -> None:
        """Run a body that has no say in where the run goes (R11); `what` names it."""
        target = self.run_body(run, block, slot)
        if target is not None:
            raise self.may_not_move(run, target, what)

    def may_not_move(self, run: Run, target: str, what: str) -> BadProgram:
        """What a body that has no say says with `goto`."""
        return BadProgram(f"`goto {target}` in {what} of `{run.flow.name}`: this body may not move the run")

    def span(self, expression: CompiledExpression | None, of: Slot | Run, what: str) -> int | None:
        """The ticks of a `TimeSpan` clause, negative ones as zero; None where it is not written or is null."""
        if expression is None:
            return None
        if type(expression) is ConstantSpan:
            return expression.ticks
        names = self.slot_names(of) if isinstance(of, Slot) else self.names(of)
        match expression(self.world, names):
            case None:
                return None
            case TimeSpan(ticks):
                return max(0, ticks)
            case _:
                raise BadProgram(f"`{what}` must be a TimeSpan")

    def calendar(self, of: Slot | Run, accrues: CompiledExpression | None, start: int) -> "Calendar | None":
        """The service hours that a window opening at `start` counts; None where all time counts (R22, R25)."""
        run = of.run if isinstance(of, Slot) else of
        expression = run.flow.shape.service_hours
        if expression is None:
            return None
        names = self.slot_names(of) if isinstance(of, Slot) else self.names(of)
        if accrues is not None and accrues(self.world, names) is False:
            return None
        row = expression(self.world, self.names(run))
        if row is None:
            return None
        from osy_runtime.workflow.hours import calendar_of
        from osy_runtime.workflow.hours_rows import hours_of

        hours = hours_of(row, run.flow.name)
        return calendar_of(hours, start) if hours is not None else None

    # ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def add_run(self, run: Run) -> None:
        """Take in a run that begins."""
        before = self.runs_by_row.get(run.row, ())
        self.store.log_undo(Context._forget_run, self, run, before)
        self.runs.append(run)
        self.runs_by_row[run.row] = (*before, run)

    def _forget_run(self, run: Run, before: tuple[Run, ...]) -> None:
        del self.runs[run.number :]
        if before:
            self.runs_by_row[run.row] = before
        else:
            del self.runs_by_row[run.row]

    def audit(
        self,
        run: Run,
        kind: str,
        *,
        source: str | None = None,
        target: str | None = None,
        slot: Slot | None = None,
        message: str | None = None,
        detail: str = "",
    ) -> None:
        """Write an entry, dated with the step's instant and its actor."""
        if self.note is not None and target is not None:
            self.note(("state", run.flow.name, target))
        self.records.save_clocks(run)
        name = slot.shape.name if slot is not None else None
        run.audit.append(new_entry((kind, self.clock.body_now, source, target, name, self.actor, message, detail)))

    def remark(self, sentence: str) -> None:
        """Remember what nobody is told of, and what may explain a test that fails."""
        if sentence not in self.remarks:
            self.records.append(self.remarks, sentence)

    def fault(self, run: Run, body: str, message: str, at: CodeFrame | None) -> None:
        """Remember that a body threw, at that line, with nobody to throw to."""
        fault = SwallowedFault(
            workflow=run.flow.name,
            entity=run.row.entity_name,
            row=row_text(run.row),
            state=run.state or NOT_STARTED,
            body=body,
            message=message,
            at=at,
            title=row_title(run.row),
        )
        self.records.append(self.faults, fault)

    def arm(self, clock: Clock) -> None:
        """Arm a clock."""
        run = clock.run
        if run.saved != self.store.epoch:
            self.records.save_clocks(run)
        run.clocks = (*run.clocks, clock)
        self.queue.push(clock)
        for listener in self.armed_listeners:
            listener(clock)

    def disarm(self, run: Run, clock: Clock) -> None:
        """Retire one clock of the run."""
        if clock in run.clocks:
            self.records.save_clocks(run)
            run.clocks = tuple([other for other in run.clocks if other is not clock])

    def disarm_all(self, run: Run, goes: Callable[[Clock], bool]) -> None:
        """Retire the run's clocks that `goes` picks."""
        kept = tuple([clock for clock in run.clocks if not goes(clock)])
        if len(kept) != len(run.clocks):
            self.records.save_clocks(run)
            run.clocks = kept

    def _restored(self, record: Record) -> None:
        """A change was undone: clocks that had their turn meanwhile are waited for again."""
        if isinstance(record, Run):
            for clock in record.clocks:
                if not clock.is_queued:
                    self.queue.push(clock)

    def check_supported(self, flow: Flow) -> None:
        """Refuse to run a workflow that says something that this runner does not do."""
        flow.check()
        shape = flow.shape
        if shape.unsupported:
            raise Unsupported(
                f"workflow `{flow.name}` uses {', '.join(shape.unsupported)}: not supported by this runner"
            )


class _Acting:
    """Somebody acts at an instant, and bodies run as the system."""

    __slots__ = ("_actor", "_ctx", "_instant", "_old", "_system")

    def __init__(self, ctx: Context, instant: int, actor: RowFace | None) -> None:
        self._ctx = ctx
        self._instant = instant
        self._actor = actor

    def __enter__(self) -> None:
        ctx = self._ctx
        world = ctx.world
        self._old = ctx.actor
        self._system: AbstractContextManager[None] | None = None
        # A step inside of a step runs as the system already, unless a body acts as somebody.
        if not (ctx.steps and world.is_system and world.principal is None):
            self._system = world.as_system()
            self._system.__enter__()
        ctx.actor = self._actor
        ctx.steps += 1
        ctx.clock.enter(self._instant)

    def __exit__(self, *error: object) -> None:
        ctx = self._ctx
        ctx.clock.leave()
        ctx.steps -= 1
        ctx.actor = self._old
        if self._system is not None:
            self._system.__exit__(None, None, None)


class _Atomic:
    """A step that is being made."""

    __slots__ = ("_ctx", "_mark")

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx

    def __enter__(self) -> None:
        self._ctx.begin_step()
        self._mark = self._ctx.store.mark()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        ctx = self._ctx
        try:
            if kind is None:
                ctx.store.flush()
        except BaseException:
            ctx.store.rollback(self._mark)
            raise
        finally:
            ctx.end_step()
        if kind is not None:
            ctx.store.rollback(self._mark)


def row_text(row: RowFace) -> str:
    """A row's id as text."""
    return str(getattr(row.id, "text", row.id))
