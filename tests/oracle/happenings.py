"""What people, reports and the clock do in a story: the steps, made up for a world that is made up already."""

import random
from collections.abc import Iterator
from typing import Any

from oracle.calendars import DAY
from oracle.memory import Data

PEOPLE = 3
Step = list[Any]


def happenings(chance: random.Random, story: Data) -> list[Step]:
    """The steps of a story."""
    return list(_Happenings(chance, story).steps())


def slots_of(flow: Data, *, is_first: bool = False) -> list[str]:
    """The names of the slots of a workflow, or of those that are open at its beginning."""
    places = (flow, flow["states"][0]) if is_first else (flow, *flow["states"])
    return [slot["name"] for place in places for slot in place["slots"]]


class _Happenings:
    """The steps being made up."""

    def __init__(self, chance: random.Random, story: Data) -> None:
        self._chance = chance
        self._story = story
        self._rows = chance.choice((1, 1, 2))
        self._events = [event["name"] for flow in story["flows"] for event in flow["events"]]
        self._slots = [name for flow in story["flows"] for name in slots_of(flow)]
        self._first = [name for flow in story["flows"] for name in slots_of(flow, is_first=True)]
        self._keyed = [event["name"] for flow in story["flows"] for event in flow["events"] if event["is_keyed"]]

    def steps(self) -> Iterator[Step]:
        """Rows are made, and then something happens to them."""
        for row in range(self._rows):
            mate = row - 1 if row and self._chance.random() < 0.7 else None
            hours = self._chance.randrange(len(self._story["calendars"])) if self._story["calendars"] else None
            yield ["create", self._chance.choice((0, 0, 0, 1)), self._chance.choice((4, 4, 4, 5)), hours, mate]
        for _ in range(self._chance.randint(4, 14)):
            yield from self._something()

    def _something(self) -> Iterator[Step]:
        row, who = self._chance.randrange(self._rows), self._chance.choice((None, 0, 1, 2))
        kind = self._chance.random()
        if kind < 0.3:
            yield ["advance", self._chance.choice(self._spans())]
            yield ["settle", row if self._chance.random() < 0.6 else None]
        elif kind < 0.38:
            yield ["advance", self._chance.choice((1, 3, 30))]
        elif kind < 0.58:
            ago = self._chance.choice((None, None, None, 0, 2, 10))
            yield ["raise", row, self._chance.choice(self._events), who, self._chance.randint(0, 4), ago]
        elif kind < 0.62:
            yield ["undo", row, self._chance.choice(self._events)]
        elif kind < 0.78 and self._slots:
            verb = self._chance.choice(("claim", "claim", "assign", "release"))
            yield [verb, row, self._slot(), who, self._chance.randrange(PEOPLE)]
        elif kind < 0.9:
            yield from self._from_outside(row, who)
        elif kind < 0.93:
            yield ["mate", row, self._chance.choice((None, *range(self._rows)))]
        else:
            yield ["fail", row, self._chance.choice((0, 0, 1, 2, 3))]

    def _from_outside(self, row: int, who: int | None) -> Iterator[Step]:
        """A report, an answer by link, a look into an inbox, a day that is closed."""
        kind = self._chance.random()
        if kind < 0.35:
            event = self._chance.choice(self._keyed or self._events)
            yield ["correlate", event, self._chance.choice((4, 4, 5, 6)), who]
        elif kind < 0.75 and self._slots:
            slot = self._slot()
            yield ["link", row, slot]
            yield from self._meanwhile(row)
            for _ in range(self._chance.choice((1, 1, 2))):
                yield ["redeem", row, slot, self._chance.choice((1, 2, 2, None))]
        elif kind < 0.85 and self._story["calendars"]:
            day = self._story["begins"] // DAY + self._chance.randint(0, 4)
            yield ["close", self._chance.randrange(len(self._story["calendars"])), day]
        else:
            yield ["inbox", who or 0]

    def _meanwhile(self, row: int) -> Iterator[Step]:
        """What may close a slot before its link is used."""
        kind = self._chance.random()
        if kind < 0.25:
            yield ["advance", self._chance.choice(self._spans())]
            yield ["settle", None]
        elif kind < 0.5:
            yield ["raise", row, self._chance.choice(self._events), None, 0, None]

    def _slot(self) -> str:
        is_first = self._first and self._chance.random() < 0.6
        return self._chance.choice(self._first if is_first else self._slots)

    def _spans(self) -> tuple[int, ...]:
        return (0, 30, 120, 600, 1800, 4000) if self._story["calendars"] else (0, 1, 2, 4, 9, 20, 60)
