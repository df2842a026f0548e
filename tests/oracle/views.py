"""What can be seen in the model: of a run its state, slots, clocks, audit, queue; of a row its fields and its board."""

from typing import Any, TypeAlias

from oracle.hours import open_for
from oracle.memory import KINDS, Clock, Data, Run, Slot
from oracle.model import Model

Figures: TypeAlias = tuple[str | None, int | None, int | None, int | None]
"""The kind of a promise, when it breaches, what it allows, what of that has passed (R46)."""


def shown(model: Model, r: int) -> Data:
    """What can be seen of a run."""
    run = model.runs[r]
    slots = model.open_slots(r)
    return {
        "state": run.state,
        "live": run.is_live,
        "slots": [(s.spec["name"], s.spec["event"], s.status, s.holder) for s in slots],
        "clocks": [
            (_kind(c), _name(model, r, c), c.due)
            for c in sorted(run.clocks, key=lambda c: model.firing_order(r, c)[:-1])
        ],
        "audit": model.audits[r],
        "work": [_work(model, r, s) for s in slots if s.status != "Satisfied"] if run.is_live else [],
    }


def item_shown(model: Model, row: int) -> Data:
    """What can be seen of a row."""
    item = model.items[row]
    live = [r for r, run in enumerate(model.runs) if run.row == row and run.is_live]
    return {"n": item.n, "stamp": item.stamp, "board": _board(model, live) if live else None}


def _kind(clock: Clock) -> str:
    return "Backoff" if clock.is_pause else clock.kind


def _name(model: Model, r: int, clock: Clock) -> str:
    run = model.runs[r]
    if clock.slot is None:
        return run.state or str(model.flow(r)["states"][0]["name"])
    name: str = run.slots[clock.slot].spec["name"]
    return f"{name}.{clock.reminder['name']}" if clock.reminder else name


def _promise(run: Run, slot: Slot) -> tuple[Clock, bool] | None:
    """The clock that a slot reports, and whether it is borrowed (R46, R65)."""
    own = [c for c in run.clocks if c.slot == slot.number and c.reminder is None and not c.is_pause]
    if own:
        return _soonest(own), False
    declares_one = any(milestone is not None for milestone in slot.spec["milestones"].values())
    return None if declares_one else _of_run(run)


def _of_run(run: Run) -> tuple[Clock, bool] | None:
    found = [c for c in run.clocks if c.kind in ("Expire", "Deadline")]
    return (_soonest(found), True) if found else None


def _soonest(clocks: list[Clock]) -> Clock:
    return min(clocks, key=lambda c: (c.due, KINDS.index(c.kind)))


def _breached(model: Model, r: int, slot: str | None) -> bool:
    return any(entry[0] in ("Breached", "Exhausted") and slot in (None, entry[4]) for entry in model.audits[r])


def _figures(model: Model, clock: Clock | None) -> Figures:
    if clock is None:
        return None, None, None, None
    return clock.kind, clock.due, clock.within, open_for(clock.calendar, clock.opened, model.now)


def _work(model: Model, r: int, slot: Slot) -> tuple[Any, ...]:
    promise, name = _promise(model.runs[r], slot), slot.spec["name"]
    figures = _figures(model, promise[0] if promise else None)
    return name, slot.status, slot.holder, slot.opened, *figures, _breached(model, r, name)


def _board(model: Model, live: list[int]) -> tuple[Any, ...]:
    """The item's one row: the four rules of the board's page across its live runs, then R47 for the holder (R151)."""
    ranked: list[tuple[int, bool, bool, int, Clock, Slot | None]] = []
    slots: list[Slot] = []
    for r in live:
        run, here = model.runs[r], model.open_slots(r)
        slots.extend(here)
        waiting: list[Slot | None] = [s for s in here if s.status != "Satisfied"]
        for slot in waiting or [None]:
            promise = _promise(run, slot) if slot is not None else _of_run(run)
            if promise is not None:
                own = None if promise[1] else slot
                is_free = slot is None or slot.holder is None
                ranked.append((promise[0].due, promise[1], is_free, len(ranked), promise[0], own))
    best = min(ranked, key=lambda found: found[:4]) if ranked else None
    clock, governing = (best[4], best[5]) if best is not None else (None, None)
    holder = governing.holder if governing is not None else None
    if holder is None:
        holder = next((s.holder for s in slots if s.holder is not None), None)
    named = governing.spec["name"] if governing is not None else None
    open_count = sum(1 for slot in slots if slot.status != "Satisfied")
    state = model.runs[live[0]].state
    breached = any(_breached(model, r, None) for r in live)
    return state, holder, open_count, named, *_figures(model, clock), breached
