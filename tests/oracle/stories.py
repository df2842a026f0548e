"""Random stories: a workflow as data, and what people and the clock do to its rows.

A story is made of dicts, lists, numbers and texts, so that it can be kept as JSON and made smaller piece by piece.
"""

import random
from collections.abc import Iterator
from typing import Any

from oracle.calendars import BEGINNINGS, DAY, made_up
from oracle.happenings import PEOPLE, happenings
from oracle.memory import Body, Data

SPANS = (1, 2, 3, 5, 8, 13, 21, 34)
UNIT_OF_HOURS = 30
"""How many minutes a span is multiplied by where service hours are counted: clocks of hours fill days of them."""


def story_of(seed: int) -> Data:
    """The story of a seed."""
    chance = random.Random(seed)
    story = world_of(chance)
    return {**story, "steps": happenings(chance, story)}


def world_of(chance: random.Random, scale: int = 1) -> Data:
    """A story in which nothing happens yet; all spans are multiplied by `scale`."""
    flows = [_Teller(chance, "JobFlow", ("S", "T", "E", "L"), scale).flow()]
    if chance.random() < 0.25:
        # A clock that comes round every minute is no company for one that counts the hours of days.
        scale = max(scale, UNIT_OF_HOURS) if flows[0]["hours"] else scale
        flows.append(_Teller(chance, "SideFlow", ("U", "V", "F", "K"), scale).flow())
    every = [event["name"] for flow in flows for event in flow["events"]]
    for body in _bodies(flows):
        body[1] = chance.choice(every) if body[1] is None else body[1]
    has_hours = any(flow["hours"] for flow in flows)
    begins = chance.choice(BEGINNINGS) * DAY + chance.randrange(DAY) if has_hours else 0
    return {
        "flows": flows,
        "calendars": [made_up(chance, begins) for _ in range(chance.randint(1, 2))] if has_hours else [],
        "begins": begins,
        "steps": [],
    }


def _bodies(value: Any) -> Iterator[list[Any]]:
    """The statements whose event is still to be chosen among those of all workflows."""
    if isinstance(value, dict):
        for part in value.values():
            yield from _bodies(part)
    elif isinstance(value, list):
        if value and value[0] in ("raise", "try", "poke"):
            yield value
        for part in value:
            yield from _bodies(part)


class _Teller:
    """One workflow being made up; `letters` begin the names of its states, terminals, events and slots."""

    def __init__(self, chance: random.Random, name: str, letters: tuple[str, str, str, str], scale: int) -> None:
        self._chance = chance
        self._name = name
        self._scale = scale
        state, end, event, self._slot_letter = letters
        self._states = [f"{state}{n}" for n in range(chance.randint(1, 4))]
        self._ends = [f"{end}{n}" for n in range(chance.randint(0, 2))]
        is_reported = chance.random() < 0.4
        self._events = [
            {
                "name": f"{event}{n}",
                "is_keyed": is_reported and chance.random() < 0.6,
                "allowed": sorted(chance.sample(range(PEOPLE), 2)) if chance.random() < 0.1 else None,
            }
            for n in range(chance.randint(1, 3))
        ]
        self._has_hours = chance.random() < 0.25
        if self._has_hours:
            self._scale = max(scale, UNIT_OF_HOURS)
        self._has_requirements = chance.random() < 0.3
        self._named = 0

    def flow(self) -> Data:
        """All of it."""
        slots = [self._slot("W") for _ in range(self._chance.choice((0, 0, 0, 1)))]
        return {
            "name": self._name,
            "hours": self._has_hours,
            "events": self._events,
            "deadline": self._maybe(0.2, self._promise),
            "on_deadline": self._maybe(0.5, self._moving),
            "on_expire": self._maybe(0.3, self._moving),
            "on_complete": self._maybe(0.3, self._moving),
            "assigned": self._maybe(0.2, self._milestone),
            "finished": self._maybe(0.2, self._milestone),
            "start": self._maybe(0.2, lambda: self._body(raises=False)),
            "slots": slots,
            "routes": self._routes(0.4, slots),
            "states": [self._state(name) for name in self._states],
            "terminals": [{"name": name, "enter": self._maybe(0.4, self._quiet)} for name in self._ends],
        }

    def _maybe(self, likely: float, make: Any) -> Any:
        return make() if self._chance.random() < likely else None

    def _span(self, *spans: int) -> int:
        return self._chance.choice(spans or SPANS) * self._scale

    def _promise(self) -> Data:
        return {"within": self._span(), "accrues": self._accrues()}

    def _accrues(self) -> bool | None:
        """Whether a clock counts service hours; most say nothing, which means that it does (R25)."""
        return self._chance.choice((None, None, True, False)) if self._has_hours else None

    # ── The workflow ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _state(self, name: str) -> Data:
        slots = [self._slot(name) for _ in range(self._chance.choice((0, 1, 1, 2, 3)))]
        return {
            "name": name,
            "enter": self._maybe(0.4, lambda: self._body(goes=0.15, raises=False)),
            "exit": self._maybe(0.3, self._quiet),
            "slots": slots,
            "routes": self._routes(0.7, slots),
            "expire": self._maybe(0.4, self._promise),
            "on_expire": self._maybe(0.5, self._moving),
            "on_deadline": self._maybe(0.2, self._moving),
            "on_complete": self._maybe(0.4, self._moving),
            "assigned": self._maybe(0.15, self._milestone),
            "finished": self._maybe(0.15, self._milestone),
            "complete": self._maybe(
                0.2, lambda: {**self._condition(), "body": self._maybe(0.6, lambda: self._body(goes=0.5))}
            ),
        }

    def _slot(self, place: str) -> Data:
        self._named += 1
        pool = sorted(self._chance.sample(range(PEOPLE), self._chance.randint(1, PEOPLE)))
        return {
            "name": f"{self._slot_letter}{self._named}{place}",
            "event": self._chance.choice(self._events)["name"],
            "pool": pool if self._chance.random() < 0.6 else None,
            "requires": [self._condition()] if self._has_requirements and self._chance.random() < 0.5 else None,
            "assigned": self._maybe(0.4, self._milestone),
            "finished": self._maybe(0.5, self._milestone),
        }

    def _milestone(self) -> Data:
        retries = self._maybe(0.25, lambda: self._chance.randint(0, 3))
        backoff: Any = self._maybe(0.4, lambda: self._span(0, 1, 4))
        if retries is None and self._chance.random() < 0.3:
            shape = self._chance.choice(("Fixed", "Linear", "Exponential"))
            attempts = self._chance.randint(1, 4)
            backoff = [shape, self._span(1, 2, 5), self._maybe(0.5, lambda: self._span(7)), attempts]
        return {
            "within": self._span() if self._chance.random() < 0.9 else None,
            "accrues": self._accrues(),
            "retries": retries,
            "backoff": backoff,
            "enter": self._maybe(0.3, lambda: self._body(slot=True)),
            "exhausted": self._maybe(0.4, lambda: self._body(slot=True)),
            "breach": self._maybe(0.8, lambda: self._body(slot=True, goes=0.4)),
            "reminders": [self._reminder() for _ in range(self._chance.choice((0, 0, 1, 2)))],
        }

    def _reminder(self) -> Data:
        self._named += 1
        return {
            "name": f"M{self._named}",
            "after": self._span(0, 1, 2, 4, 7),
            "every": self._span(0, 0, 1, 3),
            "accrues": self._accrues(),
            "body": self._body(slot=True),
        }

    def _routes(self, likely: float, slots: list[Data]) -> list[Data]:
        keyed = {event["name"] for event in self._events if event["is_keyed"]}
        heard = [(slot["name"], slot["event"]) for slot in slots] + [(e["name"], e["name"]) for e in self._events]
        return [self._route(name, takes=event in keyed) for name, event in heard if self._chance.random() < likely]

    def _route(self, name: str, *, takes: bool) -> Data:
        arms = None
        if self._chance.random() < 0.3:
            arms = [
                [2, self._chance.randint(0, 1), self._body(goes=0.6, takes=takes)]
                for _ in range(self._chance.randint(1, 2))
            ]
        body = self._body(goes=0.5, takes=takes) if arms is None else self._maybe(0.5, self._moving)
        return {"on": name, "arms": arms, "body": body}

    # ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _moving(self) -> Body:
        return self._body(goes=0.6)

    def _quiet(self) -> Body:
        return self._body(raises=False)

    def _condition(self) -> Data:
        modulo = self._chance.choice((2, 3, 5))
        return {"modulo": modulo, "rest": self._chance.randrange(modulo)}

    def _body(self, *, slot: bool = False, goes: float = 0.0, raises: bool = True, takes: bool = False) -> Body:
        body: Body = [["take"]] if takes and self._chance.random() < 0.5 else []
        for _ in range(self._chance.choice((0, 1, 1, 2))):
            kind = self._chance.random()
            if kind < 0.45:
                body.append(["bump", self._chance.randint(1, 3)])
            elif kind < 0.65:
                body.append(["fail", self._chance.randint(1, 3)])
            elif kind < 0.8 and slot:
                body.append(["assign", self._chance.randrange(PEOPLE)] if self._chance.random() < 0.6 else ["release"])
            elif kind < 0.92 and raises:
                body.append([self._chance.choice(("raise", "try", "try", "poke")), None])
            elif kind > 0.96:
                body.append(["stamp"])
        if self._chance.random() < goes:
            target = self._chance.choice([*self._states, *self._ends])
            if self._chance.random() < 0.3:
                condition = self._condition()
                body.append(["gotoif", condition["modulo"], condition["rest"], target])
            else:
                body.append(["goto", target])
        return body
