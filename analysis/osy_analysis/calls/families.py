"""Types above and below each other in one snapshot, as methods are looked for."""

from collections.abc import Iterator

from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind

VALUE = -1


def arity(definition: Definition) -> int:
    """What tells methods of one name apart: how many parameters they have; `VALUE` for a property."""
    return VALUE if definition.parameters is None else len(definition.parameters.items)


class Families:
    """Answers about a table; tests' types are below others only if `with_tests`."""

    def __init__(self, table: Table, *, with_tests: bool) -> None:
        """Ask this table."""
        self.table = table
        self._with_tests = with_tests
        self._above: dict[Definition, tuple[Definition, ...]] = {}
        self._below: dict[Definition, tuple[Definition, ...]] = {}
        self._used: set[str] = set()

    def current(self, definition: Definition) -> Definition | None:
        """Today's definition; of an entity in parts the first part."""
        now = self.table.current(definition)
        if now is None or now.kind is not SymbolKind.ENTITY:
            return now
        return self.table.parts(now)[0]

    def above(self, type_: Definition) -> tuple[Definition, ...]:
        """The declared bases."""
        found = self._above.get(type_)
        if found is None:
            found = self._above[type_] = self.table.bases(type_, self._used)
        return found

    def below(self, type_: Definition) -> tuple[Definition, ...]:
        """The types that have it among their declared bases."""
        found = self._below.get(type_)
        if found is None:
            others = self.table.supertypes.get(type_.name, ())
            found = self._below[type_] = tuple(
                dict.fromkeys(
                    self.table.parts(other)[0]
                    for other in others
                    if (self._with_tests or not self.is_of_tests(other)) and type_ in self.above(other)
                )
            )
        return found

    def is_of_tests(self, definition: Definition) -> bool:
        """Whether a test file declares it."""
        return self.table.scope(self.table.path_of(definition)).is_test

    def own(self, type_: Definition, name: str, count: int) -> Definition | None:
        """The method or property that the type itself declares, in any of its parts."""
        for part in self.table.parts(type_):
            for member in part.members:
                if member.name == name and arity(member) == count:
                    return member
        return None

    def runs(self, type_: Definition, name: str, count: int) -> Iterator[Definition]:
        """What may run for a value of the type: its own or inherited one, and those of all below."""
        for part in self.table.with_bases(type_, self._used):
            found = self.own(part, name, count)
            if found is not None:
                yield found
                break
        seen, waiting = {type_}, [type_]
        while waiting:
            for other in self.below(waiting.pop()):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
                    found = self.own(other, name, count)
                    if found is not None:
                        yield found
