"""A run's state as a failing test shows it: where it is, what is open, which clocks are armed, what happened last."""

from typing import TYPE_CHECKING

from osy_runtime.values import TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE, TICKS_PER_SECOND
from osy_runtime.workflow.context import row_text
from osy_runtime.workflow.naming import row_name, row_title
from osy_runtime.workflow.run import NOT_STARTED, Clock, Kind, Run

if TYPE_CHECKING:
    from osy_runtime.events import RunState

LAST_ENTRIES = 8
"""How many entries of the audit explain a failure."""


def run_state(run: Run, now: int) -> "RunState":
    """The run as data for the test's result, as of that instant."""
    from osy_runtime.events import AuditLine, ClockState, RunState, SlotState

    slots = tuple(
        SlotState(
            name=slot.shape.name,
            event=slot.shape.event,
            status=slot.status.name,
            assignee=row_name(slot.assignee) if slot.assignee is not None else None,
        )
        for slot in run.slots
    )
    clocks = tuple(
        ClockState(kind=_kind(clock), name=_name(clock), due=iso(clock.due), is_due=clock.due <= now)
        for clock in sorted(run.clocks, key=lambda clock: clock.key)
    )
    audit = tuple(AuditLine(at=iso(entry.at), kind=entry.kind, text=entry.text) for entry in run.audit[-LAST_ENTRIES:])
    return RunState(
        workflow=run.flow.name,
        entity=run.row.entity_name,
        row=row_text(run.row),
        title=row_title(run.row),
        state=run.state or NOT_STARTED,
        is_live=run.is_live,
        slots=slots,
        clocks=clocks,
        audit=audit,
    )


def iso(instant: int) -> str:
    """An instant in ISO 8601, UTC; the fraction only where there is one."""
    days, rest = divmod(instant, TICKS_PER_DAY)
    hours, rest = divmod(rest, TICKS_PER_HOUR)
    minutes, rest = divmod(rest, TICKS_PER_MINUTE)
    seconds, fraction = divmod(rest, TICKS_PER_SECOND)
    text = f"{_date(days)}T{hours:02}:{minutes:02}:{seconds:02}"
    return f"{text}.{fraction:07}Z" if fraction else f"{text}Z"


def _date(days: int) -> str:
    from datetime import date

    return date.fromordinal(days + 1).isoformat()


def _kind(clock: Clock) -> str:
    if clock.kind is Kind.START:
        return "Start"
    if clock.is_pause:
        return "Backoff"
    return clock.kind.name.capitalize()


def _name(clock: Clock) -> str:
    if clock.slot is None:
        return clock.run.state or clock.run.flow.initial
    if clock.reminder is not None:
        return f"{clock.slot.shape.name}.{clock.reminder.name}"
    return clock.slot.shape.name
