"""The LALR(1) tables, read from the generated file; a state's row, and a rule, is decoded when it is first used.

A row maps a terminal to the row to shift to, or to the rule to reduce by, and a nonterminal to a `Goto`. A terminal
that cannot stand there gives None, so a row is also the list of what may come next.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from osy_grammar.builders import BUILDERS
from osy_grammar.builders.lists import Builder

FILE: Final = os.path.join(os.path.dirname(__file__), "tables.txt")  # noqa: PTH118, PTH120  # pathlib costs time
END: Final = "$END"


class Rule(NamedTuple):
    """A reduction: how many children, of which nonterminal, and who builds its value from which of them.

    `first`, `second` and `third` are the places of the children that the builder gets, counted from the top of the
    stack of values, whose lowest one is None; `places` are all of them where there are more than three. `is_unit`
    marks a step of the ladder of precedence, which changes nothing: the driver skips it.
    """

    size: int
    origin: str
    form: int
    build: Builder
    first: int
    second: int
    third: int
    places: tuple[int, ...]
    is_unit: bool
    name: str


MANY: Final = 4
"""The form of a rule whose builder gets more than three children; below that the form is their number."""
APPENDING: Final = 5
"""The form of a list that goes on with its last child."""


def _rule(size: int, origin: str, name: str, keep: list[int]) -> Rule:
    """The rule of a line; `keep` are the places of the children that the builder gets, -1 for one that is absent."""
    places = tuple(0 if place < 0 else place - size for place in keep)
    form = min(len(places), MANY)
    if name == "next" and keep == [0, size - 1]:
        form = APPENDING
    first, second, third = (*places, 0, 0, 0)[:3]
    return Rule(size, origin, form, BUILDERS[name], first, second, third, places, name == "=", name)


class Goto(dict[str, "Row"]):
    """Where a nonterminal leads, by the terminal that follows, all steps of the ladder taken that it would take."""

    __slots__ = ("base", "target")

    def __init__(self, base: "Row", target: "Row") -> None:
        """`target` is where the nonterminal leads from `base` without another step."""
        self.base = base
        self.target = target

    def __missing__(self, terminal: str) -> "Row":
        target = self.target
        while True:
            action = target[terminal]
            if action.__class__ is not Rule or not action.is_unit:
                break
            target = self.base.goto(action.origin).target
        self[terminal] = target
        return target


class Row(dict[str, "Row | Rule | Goto | None"]):
    """One state of the automaton, decoded at its first look-up."""

    __slots__ = ("is_end", "number", "tables")

    def __init__(self, number: int, tables: "Tables") -> None:
        """The row of state `number`, still empty."""
        self.number = number
        self.tables: Tables | None = tables
        self.is_end = False

    def __missing__(self, symbol: str) -> "Row | Rule | Goto | None":
        tables = self.tables
        if tables is None:
            # Another thread may have decoded the row since the look-up.
            return self.get(symbol)
        # Threads parse side by side: one that comes meanwhile decodes the row as well, and never sees a part of it.
        tables.fill(self)
        self.tables = None
        return self.get(symbol)

    def goto(self, nonterminal: str) -> Goto:
        """Where a nonterminal leads that can stand here."""
        goto = self[nonterminal]
        assert isinstance(goto, Goto)
        return goto

    def terminals(self) -> list[str]:
        """Every terminal that the state has an action for."""
        self[END]
        return [symbol for symbol, action in self.items() if action is not None and action.__class__ is not Goto]


class _Rules(dict[int, Rule]):
    """The rules by their numbers, each decoded at its first look-up."""

    __slots__ = ("decode",)

    def __init__(self, decode: Callable[[int], Rule]) -> None:
        self.decode = decode

    def __missing__(self, number: int) -> Rule:
        return self.setdefault(number, self.decode(number))


class Tables:
    """All rows and rules; `entries` are the rows to start from, by what is to be parsed."""

    def __init__(self, text: str) -> None:
        """Read the generated text."""
        lines = text.split("\n")
        self.terminals = tuple(lines[1].split(" "))
        self._symbols = (*self.terminals, *lines[2].split(" "))
        count = int(lines[4])
        self._rule_lines = lines[5 : 5 + count]
        self._rules = _Rules(self._rule)
        self._lines = lines[5 + count : -1]
        self._rows = [Row(number, self) for number in range(len(self._lines))]
        self.entries: dict[str, Row] = {}
        for entry in lines[3].split(" "):
            name, start, end = entry.split(":")
            self.entries[name] = self._rows[int(start)]
            self._rows[int(end)].is_end = True

    @property
    def rules(self) -> list[Rule]:
        """Every rule."""
        return [self._rules[number] for number in range(len(self._rule_lines))]

    def _rule(self, number: int) -> Rule:
        """The rule of that number; most programs need a fifth of them."""
        words = self._rule_lines[number].split(" ")
        return _rule(int(words[0]), self._symbols[int(words[1])], words[2], [int(word) for word in words[3:]])

    def fill(self, row: Row) -> None:
        """Decode the row's line into it."""
        symbols, rows, rules, terminals = self._symbols, self._rows, self._rules, len(self.terminals)
        decoded: dict[str, Row | Rule | Goto | None] = {}
        for cell in self._lines[row.number].split():
            number, _, value = cell.partition(":")
            symbol, action = int(number), int(value)
            if action < 0:
                decoded[symbols[symbol]] = rules[-1 - action]
            elif symbol < terminals:
                decoded[symbols[symbol]] = rows[action]
            else:
                decoded[symbols[symbol]] = Goto(row, rows[action])
        row.update(decoded)


@cache
def tables() -> Tables:
    """The tables of this version of the grammar."""
    # Without pathlib, which would be 5 ms of every start.
    with open(FILE, encoding="utf-8") as file:  # noqa: PTH123  # it would be 5 ms of every start
        return Tables(file.read())
