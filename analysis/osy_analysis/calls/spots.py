"""Definitions that stay the same thing from one snapshot to the next, and what lies above and below a type.

A declaration whose body is edited has a new definition, and calls elsewhere still mention the one before. A spot stands
for both. Spots hold as long as answers about names do (`Semantics.version`); then all are made anew.
"""

from collections.abc import Iterable, Iterator

from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind

VALUE = -1


class Spot:
    """A definition of the latest snapshot. `count` tells methods of one name apart: how many parameters it has."""

    __slots__ = ("above", "below", "count", "definition", "is_of_tests", "owner")

    def __init__(self, definition: Definition, owner: "Spot | None", *, is_of_tests: bool) -> None:
        """Stand for the definition; `above` and `below` are found when they are first asked for."""
        self.definition = definition
        self.owner = owner
        self.count = VALUE if definition.parameters is None else len(definition.parameters.items)
        self.is_of_tests = is_of_tests
        self.above: tuple[Spot, ...] | None = None
        self.below: tuple[Spot, ...] | None = None

    @property
    def name(self) -> str:
        """The short name."""
        return self.definition.name


class Spots:
    """The spots of a project."""

    def __init__(self) -> None:
        """None yet; `table` has to be set before anything is asked."""
        self.table: Table
        self._of: dict[Definition, Spot | None] = {}
        self._used: set[str] = set()

    def begin(self, table: Table) -> None:
        """Start anew with this table."""
        self.table = table
        self._of = {}
        self._used = set()

    def move(self, table: Table, gone: Iterable[Definition]) -> None:
        """Go over to a table in which names mean the same; `gone` are the top-level definitions that it has no more."""
        self.table = table
        for definition in gone:
            for one in (definition, *definition.members):
                spot = self._of.pop(one, None)
                now = table.current(one) if spot is not None else None
                if spot is not None and now is not None and spot.definition is one:
                    spot.definition = now
                    self._of[now] = spot

    def of(self, definition: Definition) -> Spot | None:
        """The spot of a definition, of an entity in parts that of its first part; None for one that is gone."""
        if definition in self._of:
            return self._of[definition]
        now = self.table.current(definition)
        if now is not None and now.kind is SymbolKind.ENTITY:
            now = self.table.parts(now)[0]
        found = None if now is None else self._of.get(now)
        if found is None and now is not None:
            found = self._of[now] = self._make(now)
        self._of[definition] = found
        return found

    def _make(self, definition: Definition) -> Spot:
        owner = self.of(definition.owner) if definition.owner is not None else None
        scope = self.table.scope(self.table.path_of(definition))
        return Spot(definition, owner, is_of_tests=scope.is_test)

    # ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def above(self, type_: Spot) -> tuple[Spot, ...]:
        """The declared bases."""
        if type_.above is None:
            found = map(self.of, self.table.bases(type_.definition, self._used))
            type_.above = tuple(one for one in found if one is not None)
        return type_.above

    def below(self, type_: Spot) -> tuple[Spot, ...]:
        """The types that have it among their declared bases, those of tests too."""
        if type_.below is None:
            others = map(self.of, self.table.supertypes.get(type_.name, ()))
            found = dict.fromkeys(one for one in others if one is not None and type_ in self.above(one))
            type_.below = tuple(found)
        return type_.below

    def own(self, type_: Spot, name: str, count: int) -> Definition | None:
        """The method or property that the type itself declares, in any of its parts."""
        for part in self.table.parts(type_.definition):
            for member in part.members:
                if member.name == name and count == (
                    VALUE if member.parameters is None else len(member.parameters.items)
                ):
                    return member
        return None

    def runs(self, type_: Spot, name: str, count: int, *, with_tests: bool) -> Iterator[Definition]:
        """What may run for a value of the type: its own or inherited one, and those of all below."""
        for part in self.table.with_bases(type_.definition, self._used):
            spot = self.of(part)
            found = self.own(spot, name, count) if spot is not None else None
            if found is not None:
                yield found
                break
        seen, waiting = {type_}, [type_]
        while waiting:
            for other in self.below(waiting.pop()):
                if other not in seen and (with_tests or not other.is_of_tests):
                    seen.add(other)
                    waiting.append(other)
                    found = self.own(other, name, count)
                    if found is not None:
                        yield found
