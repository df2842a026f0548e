"""`Flow.CorrelateX(…)`: an outside report finds its run by the event's `[CorrelateOn]` rule."""

from collections.abc import Sequence

from osy_runtime.faces import Value
from osy_runtime.show import show
from osy_runtime.signals import OsyThrow
from osy_runtime.workflow.context import Context
from osy_runtime.workflow.enums import CORRELATION_OUTCOME
from osy_runtime.workflow.flow import Flow
from osy_runtime.workflow.raises import deposit, find_target


def correlate(ctx: Context, flow: Flow, name: str, arguments: Sequence[Value]) -> Value:
    """Deposit the event into the one live run that the rule picks; the answer is a `CorrelationOutcome`."""
    event = flow.shape.events[name]
    outcomes = CORRELATION_OUTCOME.by_name
    rule = event.correlate
    if rule is None:
        return outcomes["NoRule"]
    ctx.store.flush()
    given = dict(zip((p.name for p in event.parameters), arguments, strict=True))
    with ctx.world.as_system():
        matching = [
            run for run in ctx.runs if run.flow is flow and rule(ctx.world, {"this": run.this, **given}) is True
        ]
        if not matching:
            others = sum(1 for run in ctx.runs if run.flow is flow)
            ctx.remark(
                f"`{flow.name}.Correlate{name}({', '.join(map(show, arguments))})` found no run whose `[CorrelateOn]` "
                f"holds, among {others} of `{flow.name}`"
            )
            return outcomes["NoSuchKey"]
        live = [run for run in matching if run.is_live and not run.is_pending and not run.is_leaving]
        if not live:
            return outcomes["NotRunning"]
        if len(live) > 1:
            return outcomes["Ambiguous"]
        try:
            target = find_target(ctx, live[0], event, None)
        except OsyThrow:
            return outcomes["NotRunning"]
        deposit(ctx, live[0], event, target, arguments, at=None, person=None, gives=False)
    return outcomes["Deposited"]
