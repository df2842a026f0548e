"""Random stories: a workflow as data, and what people and the clock do to its rows.

A story is made of dicts, lists, numbers and texts, so that it can be kept as JSON and made smaller piece by piece.
"""

import random
from typing import Any

from oracle.memory import Body, Data

PEOPLE = 3
SPANS = (1, 2, 3, 5, 8, 13, 21, 34)


def story_of(seed: int) -> Data:
    """The story of a seed."""
    return _Teller(random.Random(seed)).story()


class _Teller:
    """One story being made up."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._states = [f"S{n}" for n in range(chance.randint(1, 4))]
        self._ends = [f"T{n}" for n in range(chance.randint(0, 2))]
        self._events = [f"E{n}" for n in range(chance.randint(1, 3))]
        self._named = 0

    def story(self) -> Data:
        """All of it."""
        slots = [self._slot("W") for _ in range(self._chance.choice((0, 0, 0, 1)))]
        names = [slot["name"] for slot in slots]
        told: Data = {
            "events": self._events,
            "deadline": self._maybe(0.2, self._span),
            "on_deadline": self._maybe(0.5, self._moving),
            "on_expire": self._maybe(0.3, self._moving),
            "on_complete": self._maybe(0.3, self._moving),
            "assigned": self._maybe(0.2, self._milestone),
            "finished": self._maybe(0.2, self._milestone),
            "start": self._maybe(0.2, lambda: self._body(raises=False)),
            "slots": slots,
            "routes": self._routes(0.4, names),
            "states": [self._state(name) for name in self._states],
            "terminals": [{"name": name, "enter": self._maybe(0.4, self._quiet)} for name in self._ends],
            "rows": self._chance.choice((1, 1, 2)),
        }
        told["steps"] = self._steps(told)
        return told

    def _maybe(self, likely: float, make: Any) -> Any:
        return make() if self._chance.random() < likely else None

    def _span(self) -> int:
        return self._chance.choice(SPANS)

    # ── The workflow ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _state(self, name: str) -> Data:
        slots = [self._slot(name) for _ in range(self._chance.choice((0, 1, 1, 2, 3)))]
        return {
            "name": name,
            "enter": self._maybe(0.4, lambda: self._body(goes=0.15, raises=False)),
            "exit": self._maybe(0.3, self._quiet),
            "slots": slots,
            "routes": self._routes(0.7, [slot["name"] for slot in slots]),
            "expire": self._maybe(0.4, self._span),
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
            "name": f"L{self._named}{place}",
            "event": self._chance.choice(self._events),
            "pool": pool if self._chance.random() < 0.6 else None,
            "assigned": self._maybe(0.4, self._milestone),
            "finished": self._maybe(0.5, self._milestone),
        }

    def _milestone(self) -> Data:
        retries = self._maybe(0.25, lambda: self._chance.randint(0, 3))
        backoff: Any = self._maybe(0.4, lambda: self._chance.choice((0, 1, 4)))
        if retries is None and self._chance.random() < 0.3:
            shape = self._chance.choice(("Fixed", "Linear", "Exponential"))
            attempts = self._chance.randint(1, 4)
            backoff = [shape, self._chance.choice((1, 2, 5)), self._maybe(0.5, lambda: 7), attempts]
        return {
            "within": self._span() if self._chance.random() < 0.9 else None,
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
            "after": self._chance.choice((0, 1, 2, 4, 7)),
            "every": self._chance.choice((0, 0, 1, 3)),
            "body": self._body(slot=True),
        }

    def _routes(self, likely: float, slots: list[str]) -> list[Data]:
        found = []
        for name in [*slots, *self._events]:
            if self._chance.random() < likely:
                arms = None
                if self._chance.random() < 0.3:
                    arms = [
                        [2, self._chance.randint(0, 1), self._body(goes=0.6)] for _ in range(self._chance.randint(1, 2))
                    ]
                found.append(
                    {
                        "on": name,
                        "arms": arms,
                        "body": self._body(goes=0.5) if arms is None else self._maybe(0.5, self._moving),
                    }
                )
        return found

    # ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _moving(self) -> Body:
        return self._body(goes=0.6)

    def _quiet(self) -> Body:
        return self._body(raises=False)

    def _condition(self) -> Data:
        modulo = self._chance.choice((2, 3, 5))
        return {"modulo": modulo, "rest": self._chance.randrange(modulo)}

    def _body(self, *, slot: bool = False, goes: float = 0.0, raises: bool = True) -> Body:
        body: Body = []
        for _ in range(self._chance.choice((0, 1, 1, 2))):
            kind = self._chance.random()
            if kind < 0.45:
                body.append(["bump", self._chance.randint(1, 3)])
            elif kind < 0.65:
                body.append(["fail", self._chance.randint(1, 3)])
            elif kind < 0.8 and slot:
                body.append(["assign", self._chance.randrange(PEOPLE)] if self._chance.random() < 0.6 else ["release"])
            elif kind < 0.92 and raises:
                body.append([self._chance.choice(("raise", "try")), self._chance.choice(self._events)])
        if self._chance.random() < goes:
            target = self._chance.choice([*self._states, *self._ends])
            if self._chance.random() < 0.3:
                condition = self._condition()
                body.append(["gotoif", condition["modulo"], condition["rest"], target])
            else:
                body.append(["goto", target])
        return body

    # ── What happens ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _steps(self, told: Data) -> list[list[Any]]:
        slots = [slot["name"] for place in (told, *told["states"]) for slot in place["slots"]]
        first = [slot["name"] for place in (told, told["states"][0]) for slot in place["slots"]]
        steps: list[list[Any]] = [["create", self._chance.choice((0, 0, 0, 1))] for _ in range(told["rows"])]
        for _ in range(self._chance.randint(4, 14)):
            row, who = self._chance.randrange(told["rows"]), self._chance.choice((None, 0, 1, 2))
            kind = self._chance.random()
            if kind < 0.3:
                steps.append(["advance", self._chance.choice((0, 1, 2, 4, 9, 20, 60))])
                steps.append(["settle", row if self._chance.random() < 0.6 else None])
            elif kind < 0.4:
                steps.append(["advance", self._chance.choice((1, 3, 30))])
            elif kind < 0.6:
                steps.append(["raise", row, self._chance.choice(self._events), who])
            elif kind < 0.65:
                steps.append(["undo", row, self._chance.choice(self._events)])
            elif kind < 0.9 and slots:
                verb = self._chance.choice(("claim", "claim", "assign", "release"))
                slot = self._chance.choice(first if first and self._chance.random() < 0.6 else slots)
                steps.append([verb, row, slot, who, self._chance.randrange(PEOPLE)])
            else:
                steps.append(["fail", row, self._chance.choice((0, 0, 1, 2, 3))])
        return steps
