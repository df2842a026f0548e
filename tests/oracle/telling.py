"""A story told to the engine and to the model, step by step, and where the two first differ."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oracle.memory import Data, Thrown
from oracle.model import Model
from oracle.program import program_of
from oracle.views import shown
from osy_runtime.clock import START
from osy_runtime.events import RunState
from osy_runtime.faces import HostObject
from osy_runtime.signals import OsyThrow
from osy_runtime.testing.deep import on_a_large_stack
from osy_runtime.values import TICKS_PER_MINUTE, DateTime, EnumValue, Guid, Row, Value
from osy_testing.worlds import Stage


@dataclass(frozen=True, slots=True)
class Difference:
    """The step after which engine and model differ first, and in what."""

    step: int
    what: str
    engine: object
    model: object

    def __str__(self) -> str:
        engine, model = self.engine, self.model
        what = self.what
        if isinstance(engine, list) and isinstance(model, list):
            at = next((n for n, (a, b) in enumerate(zip(engine, model, strict=False)) if a != b), None)
            at = min(len(engine), len(model)) if at is None else at
            what, engine, model = f"{what}[{at}]", engine[at : at + 3], model[at : at + 3]
        return f"after step {self.step}, {what}:\n  engine {engine!r}\n  model  {model!r}"


def numbered(story: Data) -> Data:
    """The story with what each slot inherits filled in, and with the places of declarations in the source."""
    told = copy.deepcopy(story)
    order = 0
    reminders: list[Data] = []
    for place in (told, *told["states"]):
        order += 1
        place["order"] = order
        for keyword in ("assigned", "finished"):
            reminders.extend(place[keyword]["reminders"] if place[keyword] else ())
        for slot in place["slots"]:
            order += 1
            slot["order"] = order
            for keyword in ("assigned", "finished"):
                reminders.extend(slot[keyword]["reminders"] if slot[keyword] else ())
    for at, reminder in enumerate(reminders):
        reminder["order"] = at
    for place in (told, *told["states"]):
        for slot in place["slots"]:
            levels = [slot, place, told] if place is not told else [slot, told]
            slot["milestones"] = {
                keyword.capitalize(): _effective(
                    [level[keyword] for level in (levels if slot["pool"] is not None else levels[:1])]
                )
                for keyword in ("assigned", "finished")
            }
    return told


def _effective(levels: list[Data | None]) -> Data | None:
    """Nearest wins, clause by clause; reminders by name."""
    declared = [level for level in levels if level is not None]
    if not declared:
        return None
    clauses = ("within", "retries", "backoff", "enter", "exhausted", "breach")
    merged: Data = {name: next((d[name] for d in declared if d[name] is not None), None) for name in clauses}
    named: dict[str, Data] = {}
    for level in declared:
        for reminder in level["reminders"]:
            named.setdefault(reminder["name"], reminder)
    merged["reminders"] = list(named.values())
    return merged


def difference(story: Data) -> Difference | None:
    """Tell the story; None if engine and model agree after each step."""
    return on_a_large_stack(lambda: _difference(story))


def _difference(story: Data) -> Difference | None:
    engine, model = EngineTelling(story), Model(numbered(story))
    for at, step in enumerate(story["steps"]):
        if step[0] != "create" and len(model.runs) <= _row_of(step):
            continue
        thrown = engine.tell(step), tell_model(model, step)
        if thrown[0] != thrown[1]:
            return Difference(at, f"what {step} throws", *thrown)
        for row in range(len(model.runs)):
            seen, expected = engine.shown(row), shown(model, row)
            for name in expected:
                if seen[name] != expected[name]:
                    return Difference(at, f"{step}: `{name}` of row {row}", seen[name], expected[name])
    return None


def _row_of(step: list[Any]) -> int:
    """The row that a step is about; the first one where it names none."""
    return int(step[1] or 0) if step[0] not in ("create", "advance") else 0


def tell_model(model: Model, step: list[Any]) -> str | None:
    """Do a step in the model; the answer is the name of what it throws."""
    verb, *values = step
    try:
        match verb:
            case "create":
                model.create(values[0])
            case "advance":
                model.now += values[0]
            case "settle":
                model.settle(range(len(model.runs)) if values[0] is None else [values[0]])
            case "fail":
                model.runs[values[0]].fail = values[1]
            case "raise":
                model.raise_event(*values)
            case "undo":
                model.undo(*values)
            case "claim":
                model.claim(*values[:3])
            case "assign":
                model.assign(*values)
            case "release":
                model.release(*values[:3])
            case _:
                raise AssertionError(verb)
    except Thrown as error:
        return error.kind
    return None


class EngineTelling:
    """The engine's side of a story."""

    def __init__(self, story: Data) -> None:
        self._stage = Stage(program_of(story))
        self._stage.call("People")
        self._stage.commit()
        people = self._stage.rows("Person")
        self._people = people
        self._numbers = {person.id: at for at, person in enumerate(people)}
        self._rows: list[Row] = []

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def run_states(self) -> tuple[RunState, ...]:
        """Where each run stands."""
        return self._stage.run_states()

    def tell(self, step: list[Any]) -> str | None:
        """Do a step; the answer is the name of the exception that it threw."""
        verb, *values = step
        try:
            match verb:
                case "create":
                    row = self._stage.call("Make", values[0])
                    assert isinstance(row, Row)
                    self._rows.append(row)
                case "advance":
                    self._stage.call("Advance", values[0])
                case "settle":
                    if values[0] is None:
                        self._stage.call("SettleAll")
                    else:
                        self._stage.call("Settle", self._rows[values[0]])
                case "undo":
                    self._stage.call(f"Undo{values[1]}", self._rows[values[0]])
                case "fail":
                    self._stage.call("SetFail", self._rows[values[0]], values[1])
                case "raise":
                    row, event, who = values
                    self._stage.call(f"Raise{event}", self._rows[row], self._person(who), 0)
                case _:
                    row, slot, who, other = values
                    self._stage.call(f"{verb.capitalize()}{slot}", self._rows[row], self._person(who), other)
        except OsyThrow as error:
            return str(error.value.cls.name)
        return None

    def _person(self, who: int | None) -> Row | None:
        return None if who is None else self._people[who]

    def shown(self, row: int) -> Data:
        """The same that `model.shown` tells."""
        state = self._stage.run_states()[row]
        return {
            "state": None if state.state == "(not started)" else state.state,
            "live": state.is_live,
            "n": self._stage.call("NumberOf", self._rows[row]),
            "slots": [(s.name, s.event, s.status, self._holder(s.assignee)) for s in state.slots],
            "clocks": list(self._clocks(state)),
            "audit": [self._entry(entry) for entry in _list(self._stage.call("AuditOf", self._rows[row]))],
            "board": self._board(row) if state.is_live else None,
            "work": self._work(row) if state.is_live else None,
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
        if len(found) != 1:
            return None
        get = found[0].get_member
        return self._held(get), get("OpenSlots"), get("GoverningSlot"), *_sla(get), get("EverBreached")

    def _work(self, row: int) -> list[tuple[Any, ...]]:
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
        ]

    def _held(self, get: Any) -> int | None:
        holder = get("Assignee")
        return None if holder is None else self._numbers[holder]


def _sla(get: Any) -> tuple[str | None, int | None]:
    kind, due = get("SlaKind"), get("BreachesAt")
    return (None, None) if kind is None else (_name(kind), _minute(due))


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
