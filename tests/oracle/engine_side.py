"""The engine's side of a story: its program in a world of its own, driven and looked at through the language."""

import json
from collections.abc import Iterator
from typing import Any

from oracle.happenings import Step, slots_of
from oracle.memory import Data
from oracle.program import program_of
from osy_runtime.clock import START
from osy_runtime.events import RunState
from osy_runtime.faces import HostObject
from osy_runtime.signals import OsyThrow
from osy_runtime.values import TICKS_PER_MINUTE, DateTime, EnumValue, Guid, Row, TimeSpan, Value
from osy_testing.worlds import Stage


class EngineTelling:
    """The engine's side of a story."""

    def __init__(self, story: Data) -> None:
        self._stage = Stage(program_of(story))
        self._flows = [flow["name"] for flow in story["flows"]]
        self._slots = [frozenset(slots_of(flow)) for flow in story["flows"]]
        self._stage.call("People")
        self._stage.call("Calendars")
        self._stage.call("Advance", story["begins"])
        self._stage.commit()
        people = self._stage.rows("Person")
        self._people = people
        self._numbers = {person.id: at for at, person in enumerate(people)}
        self._rows: list[Row] = []
        self._links: dict[tuple[int, str], str] = {}

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    @property
    def flows(self) -> int:
        """How many workflows there are."""
        return len(self._flows)

    def everything(self) -> list[Data]:
        """All that is shown of the runs and of the rows."""
        runs = [self.shown(r) for r in range(self.count * self.flows)]
        return [*runs, *(self.item_shown(row) for row in range(self.count))]

    def run_states(self) -> tuple[RunState, ...]:
        """Where each run stands."""
        return self._stage.run_states()

    def tell(self, step: Step) -> object:
        """Do a step; the answer is what it answers, or the name of the exception that it threw."""
        verb, *values = step
        try:
            return self._do(verb, values)
        except OsyThrow as error:
            return str(error.value.cls.name)

    def _do(self, verb: str, values: list[Any]) -> object:
        call, rows = self._stage.call, self._rows
        match verb, values:
            case "create", [fail, key, hours, mate]:
                row = call("Make", fail, key, -1 if hours is None else hours, None if mate is None else rows[mate])
                assert isinstance(row, Row)
                rows.append(row)
            case "advance", [minutes]:
                call("Advance", minutes)
            case "settle", [None]:
                call("SettleAll")
            case "settle", [at]:
                call("Settle", rows[at])
            case "undo", [at, event]:
                call(f"Undo{event}", rows[at])
            case "fail", [at, number]:
                call("SetFail", rows[at], number)
            case "mate", [at, mate]:
                call("SetMate", rows[at], None if mate is None else rows[mate])
            case "raise", [at, event, who, key, None]:
                call(f"Raise{event}", rows[at], self._person(who), key)
            case "raise", [at, event, who, key, ago]:
                call(f"RaiseAt{event}", rows[at], self._person(who), key, ago)
            case "link", [at, slot]:
                self._links[at, slot] = str(call("TokenOf", call(f"Link{slot}", rows[at])))
            case "redeem", [at, slot, key]:
                call("Redeem", self._links.get((at, slot), "unknown"), json.dumps({} if key is None else {"key": key}))
            case "correlate", [event, key, who]:
                return _name(call(f"Correlate{event}", self._person(who), key))
            case "close", [hours, day]:
                call("Close", hours, day)
            case "inbox", [who]:
                return [row.get_member("Slot") for row in _list(call("InboxOf", self._person(who)))]
            case _, [at, slot, who, other]:
                call(f"{verb.capitalize()}{slot}", rows[at], self._person(who), other)
            case _:
                raise AssertionError(verb)
        return None

    def _person(self, who: int | None) -> Row | None:
        return None if who is None else self._people[who]

    def shown(self, r: int) -> Data:
        """The same that `views.shown` tells of a run."""
        state = self._stage.run_states()[r]
        row, flow = divmod(r, len(self._flows))
        return {
            "state": None if state.state == "(not started)" else state.state,
            "live": state.is_live,
            "slots": [(s.name, s.event, s.status, self._holder(s.assignee)) for s in state.slots],
            "clocks": list(self._clocks(state)),
            "audit": [self._entry(e) for e in _list(self._stage.call(f"AuditOf{self._flows[flow]}", self._rows[row]))],
            "work": self._work(row, flow),
        }

    def item_shown(self, row: int) -> Data:
        """The same that `views.item_shown` tells of a row."""
        stamp = self._stage.call("StampOf", self._rows[row])
        return {
            "n": self._stage.call("NumberOf", self._rows[row]),
            "stamp": None if stamp is None else _minute(stamp),
            "board": self._board(row),
        }

    def _holder(self, assignee: str | None) -> int | None:
        """Who is meant: a person is called by the beginning of their id."""
        if assignee is None:
            return None
        known = [at for person, at in self._numbers.items() if person.text.startswith(assignee.split()[1])]
        assert len(known) == 1, assignee
        return known[0]

    def _clocks(self, state: RunState) -> Iterator[tuple[str, str, int]]:
        for clock in state.clocks:
            yield clock.kind, clock.name, self._stage.minutes(clock.due)

    def _entry(self, entry: HostObject) -> tuple[Any, ...]:
        get = entry.get_member
        message = get("Message")
        actor = get("Actor")
        told = None if message is None else str(message).rpartition(": ")[2]
        if told is not None and not told.startswith("fail "):
            told = ""
        return (
            _name(get("Kind")),
            _minute(get("At")),
            get("From"),
            get("To"),
            get("Slot"),
            self._numbers[actor] if isinstance(actor, Guid) else None,
            told,
        )

    def _board(self, row: int) -> tuple[Any, ...] | None:
        found = [r for r in _list(self._stage.call("Board")) if r.get_member("Item") is self._rows[row]]
        assert len(found) <= 1, "an item is on the board more than once"
        if not found:
            return None
        get = found[0].get_member
        state = get("State")
        return (
            None if state is None else _name(state),
            self._held(get),
            get("OpenSlots"),
            get("GoverningSlot"),
            *_sla(get),
            get("EverBreached"),
        )

    def _work(self, row: int, flow: int) -> list[tuple[Any, ...]]:
        found = [r.get_member for r in _list(self._stage.call("Queue")) if r.get_member("Item") is self._rows[row]]
        return [
            (
                get("Slot"),
                _name(get("Status")),
                self._held(get),
                _minute(get("OpenedAt")),
                *_sla(get),
                get("EverBreached"),
            )
            for get in found
            if get("Slot") in self._slots[flow]
        ]

    def _held(self, get: Any) -> int | None:
        holder = get("Assignee")
        return None if holder is None else self._numbers[holder]


def _sla(get: Any) -> tuple[str | None, int | None, int | None, int | None]:
    kind, due, within, elapsed = (get(name) for name in ("SlaKind", "BreachesAt", "Within", "Elapsed"))
    if kind is None:
        assert (due, within, elapsed, get("Remaining")) == (None, None, None, None)
        return None, None, None, None
    assert _minutes(get("Remaining")) == _minutes(within) - _minutes(elapsed)
    return _name(kind), _minute(due), _minutes(within), _minutes(elapsed)


def _minutes(value: Value) -> int:
    assert isinstance(value, TimeSpan)
    minutes, rest = divmod(value.ticks, TICKS_PER_MINUTE)
    assert rest == 0
    return minutes


def _list(value: Value) -> list[HostObject]:
    assert isinstance(value, list)
    return value


def _name(value: Value) -> str:
    assert isinstance(value, EnumValue)
    return value.name


def _minute(value: Value) -> int:
    assert isinstance(value, DateTime)
    minutes, rest = divmod(value.ticks - START, TICKS_PER_MINUTE)
    assert rest == 0
    return minutes
