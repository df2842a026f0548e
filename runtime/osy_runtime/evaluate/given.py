"""What the platform itself writes into a row: `[CreatedAt]`, the numbers of `[Counter]`, the rounding of `[Precision]`.

An instant and a number are given when the row is made, unless the program gave the field a value; a number that counts
within a scope waits until the scope is known. A decimal is rounded to its places, halves away from zero, when the row
is flushed (R128).
"""

from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, bare_name, literal_number
from osy_runtime.model import EntityInfo, FieldInfo
from osy_runtime.show import show
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import Long, Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Give = Callable[[World, Row], None]


class Giving:
    """What is given to rows of one entity: when one is made, and when it is flushed."""

    __slots__ = ("at_flush", "at_making")

    def __init__(self, compiler: "Compiler", entity: EntityInfo) -> None:
        self.at_making: list[tuple[str, Give]] = []
        self.at_flush: list[Give] = []
        for info in reversed(entity.lineage):
            for field in info.own_fields.values():
                if attribute(field.attributes, "CreatedAt") is not None:
                    self.at_making.append((field.name, _created_at(field.name)))
                mark = attribute(field.attributes, "Counter")
                if mark is not None:
                    count = _counted(compiler, info, field, mark)
                    self.at_making.append((field.name, count))
                    self.at_flush.append(count)
                self.at_flush.extend(_rounded(compiler, info, field))


def giving(compiler: "Compiler", entity: EntityInfo) -> Giving:
    """What is given to rows of the entity."""
    found = compiler.givings.get(entity)
    if found is None:
        found = compiler.givings[entity] = Giving(compiler, entity)
    return found


def give_at_making(world: World, row: Row, given: frozenset[str]) -> None:
    """Fill in what the platform knows of a new row; fields that the program `given` keep their values."""
    for name, give in giving(world.compiler, row.entity).at_making:
        if name not in given or row.values[name] is None:
            give(world, row)


def _created_at(name: str) -> Give:
    return lambda world, row: world.store.write_through(row, name, world.store.created_at(row))


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _counted(compiler: "Compiler", info: EntityInfo, field: FieldInfo, mark: d.Attribute) -> Give:
    """The next number of the series that the attribute names, within its scope."""
    series = next((bare_name(a.value) for a in mark.arguments if a.name is None), "")
    scope = next((bare_name(a.value) for a in mark.arguments if a.name is not None and a.name.text == "scope"), "")
    first = _first_number(compiler, info, field, series)
    name, is_long = field.name, field.type.name.text == "long"
    if scope and scope not in info.fields:
        raise BadProgram(f"the scope `{scope}` of `[Counter]` of `{info.name}.{name}` is no field of it")

    def give(world: World, row: Row) -> None:
        if row.values[name] != world.compiler.layout(row.entity).blank[name] or world.store.is_numbered(row, name):
            return
        within = row.values[scope] if scope else None
        if scope and within is None:
            return
        key = f"{series or f'{info.full_name}.{name}'}/{show(within) if scope else ''}"
        number = world.store.take_number(row, name, key, first)
        world.store.write_through(row, name, Long(number) if is_long else number)

    return give


def _first_number(compiler: "Compiler", info: EntityInfo, field: FieldInfo, series: str) -> int:
    """What the series begins with: its `Start`, else 1."""
    if not series:
        return 1
    found = compiler.program.globals.find(series, field.site)
    if found is None:
        told = f"as `[Counter]` of `{info.name}.{field.name}` says"
        raise BadProgram(f"no series of numbers here is called `{series}`, {told}")
    value = found[1].value
    elements = value.initialiser.elements if isinstance(value, e.New) and value.initialiser is not None else ()
    for element in elements:
        if isinstance(element, e.InitialiserMember) and element.name.text == "Start":
            number = literal_number(element.value)
            if number is None:
                raise Unsupported(
                    f"the `Start` of the series `{series}` is no number as it is written; this runner needs one"
                )
            return number
    return 1


# ── Rounding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rounded(compiler: "Compiler", info: EntityInfo, field: FieldInfo) -> Iterator[Give]:
    mark = attribute(field.attributes, "Precision")
    numbers = [literal_number(a.value) for a in mark.arguments] if mark is not None else []
    if not numbers or numbers[0] is None:
        return
    digits, places = numbers[0], (numbers[1] if len(numbers) > 1 else 0) or 0
    name, unit = field.name, Decimal(1).scaleb(-places)

    def give(world: World, row: Row) -> None:
        value: Value = row.values[name]
        if not isinstance(value, Decimal):
            return
        exact = value.quantize(unit, ROUND_HALF_UP) if value.as_tuple().exponent < -places else value  # type: ignore[operator]  # a number that is no infinity has a whole exponent
        if abs(exact) >= Decimal(10) ** (digits - places):
            raise throw(
                "ValidationException",
                f"`{name}` of `{row.entity.name}` has room for {digits - places} digits before the point, but is "
                f"{show(value)}",
            )
        world.store.write_through(row, name, exact)

    yield give
