"""Types that are, over one or more steps, their own base.

Most declarations have bases that end somewhere; a walk down remembers which, for a table. From the others the bases are
followed, breadth first, until one comes back to itself. A cycle is told of once, at the base of its first declaration
by path and place that leads into it (ruling R93). A base that names its own type means another one of that name; where
there is none and everything is in view, that is the shortest cycle.
"""

from collections.abc import Iterator

from osy_analysis.problems.base import Problem
from osy_analysis.problems.types import BaseCycle
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_grammar.language import type_named
from osy_grammar.tree import Item


def base_cycle_problems(table: Table, path: str) -> Iterator[tuple[Item, Problem]]:
    """The cycles whose first declaration stands in the file."""
    names = table.files[path]
    for definition in names.definitions:
        if not definition.bases or definition.chunk.problems or _ends(table, definition):
            continue
        cycle = _cycle(table, definition)
        if cycle and min(cycle, key=lambda one: _place(table, one)) is definition:
            following = cycle[1] if len(cycle) > 1 else definition
            base = next(
                (base for base in definition.bases if base.name.last.text == following.name), definition.bases[0]
            )
            yield (
                names.items[definition.chunk],
                BaseCycle(
                    name=definition.identifier,
                    base=base,
                    ways=tuple((one.name, table.place(one)) for one in cycle[1:]),
                ),
            )


def _ends(table: Table, start: Definition) -> bool:
    """Whether every way from the declaration over its bases ends."""
    ending = table.notes.setdefault("ending bases", set())
    if not isinstance(ending, set) or _names_itself(table, start):
        return False
    way: dict[Definition, Iterator[Definition]] = {start: _bases(table, start)}
    while way:
        one, bases = next(reversed(way.items()))
        base = next((base for base in bases if base not in ending), None)
        if base is None:
            ending.add(one)
            del way[one]
        elif base in way:
            return False
        else:
            way[base] = _bases(table, base)
    return True


def _cycle(table: Table, start: Definition) -> list[Definition]:
    """The shortest way from a declaration over its bases back to it, itself first; empty if there is none."""
    if _names_itself(table, start):
        return [start]
    ways: dict[Definition, Definition] = {}
    level = [start]
    while level:
        above: list[Definition] = []
        for one in level:
            for base in _bases(table, one):
                if base is table.parts(start)[0]:
                    return _way(ways, start, one)
                if base not in ways and not base.chunk.problems:
                    ways[base] = one
                    above.append(base)
        level = above
    return []


def _bases(table: Table, definition: Definition) -> Iterator[Definition]:
    """The bases of a declaration and its other parts, as far as it is plain what they mean."""
    for part in table.parts(definition):
        for written in part.bases:
            found = table.base(part, written, set())
            if len(found) == 1:
                yield found[0]


def _way(ways: dict[Definition, Definition], start: Definition, last: Definition) -> list[Definition]:
    found = [last]
    while found[-1] is not start:
        found.append(ways[found[-1]])
    return found[::-1]


def _names_itself(table: Table, definition: Definition) -> bool:
    """Whether a base is the declaration's own name and can mean nothing else."""
    path = table.homes[definition]
    return any(
        base.name.text == definition.name
        and len(base.arguments) == len(definition.type_parameters)
        and not table.base(definition, base, set())
        and type_named(definition.name) is None
        and not table.missing(path)
        for base in definition.bases
    )


def _place(table: Table, definition: Definition) -> tuple[str, int]:
    return table.homes[definition], table.item_of(definition).start
