"""The workflow engine of one world: what the world, the runner and the statics of the language ask of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from osy_runtime.builtins.test_clock import clock_statics
from osy_runtime.builtins.workflow import workflow_statics
from osy_runtime.clock import VirtualClock
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, RowFace, WorldFace
from osy_runtime.values import DateTime
from osy_runtime.workflow import moves, timers
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.handles import slot_handle
from osy_runtime.workflow.naming import row_name
from osy_runtime.workflow.report import run_state
from osy_runtime.workflow.run import Clock, Kind, Run

if TYPE_CHECKING:
    from osy_runtime.events import Fault, Place, RunState
    from osy_runtime.signals import CodeFrame


class Engine:
    """Runs the workflows of one world; `flows` are those of its program."""

    def __init__(
        self,
        world: WorldFace,
        clock: VirtualClock,
        flows: tuple[Flow, ...],
        entity_is: Callable[[str, str], bool],
    ) -> None:
        self._ctx = Context(world, clock, flows, entity_is, slot_handle)
        if flows:
            world.store.on_commit(self._rows_committed)

    def tell(self, note: Callable[[tuple[str | int, ...]], None]) -> None:
        """Tell of each state that a run comes to and of each clock that fires, for coverage."""
        self._ctx.note = note

    def statics(self) -> Mapping[str, HostObject]:
        """`TestClock`, `DurableClock`, `Workflow`, `Background`, `Backoff` and each workflow's own static, by name."""
        return {**clock_statics(self._ctx.clock), **workflow_statics(self._ctx, self)}

    def settle(self, row: RowFace) -> None:
        """Fire every due clock of the row's runs (R2)."""
        timers.settle_row(self._ctx, row)

    def settle_all(self) -> None:
        """Fire every due clock."""
        timers.settle_all(self._ctx)

    def run(self, row: RowFace) -> None:
        """Start the row's workflows that do not start themselves; what their first step throws reaches the caller."""
        ctx = self._ctx
        ctx.store.flush()
        flows = [flow for flow in ctx.flows if not flow.autostart and flow.tracks(row.entity_full_name)]
        if not flows:
            raise throw("InvalidOperationException", f"no workflow with `Autostart = false` tracks `{row.entity_name}`")
        idle = [flow for flow in flows if not self._has_live_run(flow, row)]
        if not idle:
            raise throw("ConflictException", f"a run of `{flows[0].name}` is live for {row_name(row)}")
        actor = ctx.world.principal
        for flow in idle:
            with ctx.acting(ctx.instant, actor), ctx.atomic():
                moves.start(ctx, self._new_run(flow, row), actor)

    def faults(self, place: "Callable[[CodeFrame], Place | None]" = lambda _: None) -> "tuple[Fault, ...]":
        """The bodies that threw with nobody to throw to, oldest first; `place` says where a line of code is."""
        from osy_runtime.events import Fault

        return tuple(
            Fault(
                workflow=f.workflow,
                entity=f.entity,
                row=f.row,
                state=f.state,
                body=f.body,
                message=f.message,
                at=place(f.at) if f.at is not None else None,
                title=f.title,
            )
            for f in self._ctx.faults
        )

    def tracks(self, entity: str) -> bool:
        """Whether some workflow tracks rows of the entity."""
        return any(flow.tracks(entity) for flow in self._ctx.flows)

    @property
    def remarks(self) -> Sequence[str]:
        """What happened that nobody was told of and that may explain a failure, oldest first."""
        return self._ctx.remarks

    def run_states(self) -> "tuple[RunState, ...]":
        """Where each tracked row stands, in run creation order."""
        return tuple(run_state(run, self._ctx.clock.now) for run in self._ctx.runs)

    def _rows_committed(self, rows: Iterable[RowFace]) -> None:
        """Start the workflows that start themselves, each first step in a transaction of its own (R26)."""
        for row in rows:
            for flow in self._ctx.flows:
                if flow.tracks_nothing:
                    flow.check()
                if flow.autostart and flow.tracks(row.entity_full_name):
                    self._autostart(flow, row)

    def _autostart(self, flow: Flow, row: RowFace) -> None:
        ctx = self._ctx
        run = self._new_run(flow, row)
        # The run begins with the row's creation, also when the clock was moved before the row was committed.
        created = row.get("CreatedAt")
        instant = created.ticks if isinstance(created, DateTime) and not ctx.is_stepping else ctx.instant
        timers.fire(ctx, Clock(Kind.START, run, instant, instant, 0))

    def _new_run(self, flow: Flow, row: RowFace) -> Run:
        ctx = self._ctx
        ctx.check_supported(flow)
        run = Run(flow, row, len(ctx.runs), ctx.instant)
        ctx.add_run(run)
        return run

    def _has_live_run(self, flow: Flow, row: RowFace) -> bool:
        runs: Sequence[Run] = self._ctx.runs_by_row.get(row, ())
        return any(run.flow is flow and run.is_live for run in runs)
