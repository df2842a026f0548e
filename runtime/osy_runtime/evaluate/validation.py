"""What a row must satisfy when it is committed or flushed: Required, MaxLength, Range, Unique, invariants (R50).

Attributes that would change the row, and that this runner does not apply, refuse it by name.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import as_number, equals, order
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, bare_name
from osy_runtime.model import EntityInfo, FieldInfo, Site
from osy_runtime.show import show, to_text
from osy_runtime.signals import Unsupported
from osy_runtime.values import Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Check = Callable[[Row], None]
RowCheck = Callable[[World, Row], None]
Bound = Callable[[World], Value]


def validator(compiler: "Compiler", world: World) -> Check:
    """What the world's store asks of each staged row; the checks of an entity are made once for a program."""

    def validate(row: Row) -> None:
        checks = compiler.row_checks.get(row.entity)
        if checks is None:
            checks = compiler.row_checks[row.entity] = tuple(_checks(compiler, row.entity))
        for check in checks:
            check(world, row)

    return validate


def _checks(compiler: "Compiler", entity: EntityInfo) -> Iterator[RowCheck]:
    for info in reversed(entity.lineage):
        for field in info.own_fields.values():
            yield from _field_checks(compiler, info, field)
        for mark in info.attributes:
            if mark.name.last.text == "Unique" and mark.arguments:
                yield _unique(info, tuple(bare_name(a.value) for a in mark.arguments))
        for site, node in info.invariants:
            yield _invariant(compiler, info, site, node)


def _field_checks(compiler: "Compiler", info: EntityInfo, field: FieldInfo) -> Iterator[RowCheck]:
    if field.is_collection:
        return
    if field.required:
        yield _required(field.name)
    (longest,) = _bounds(compiler, info, field, "MaxLength", 1) or (None,)
    if longest is not None:
        yield _max_length(field.name, longest)
    lowest_highest = _bounds(compiler, info, field, "Range", 2)
    if lowest_highest:
        yield _in_range(field.name, *lowest_highest)
    if field.unique:
        yield _unique(info, (field.name,))
    yield from _refusals(compiler, info, field)


GIVEN_VALUES = ("Counter", "CreatedAt")
"""Attributes by which the platform gives a field its value."""


def _refusals(compiler: "Compiler", info: EntityInfo, field: FieldInfo) -> Iterator[RowCheck]:
    """What the platform would do to the field and this runner does not: a row that it would change is refused."""
    bounds = _bounds(compiler, info, field, "Precision", 2)
    if bounds:
        yield _precise(info, field.name, bounds[1])
    for name in GIVEN_VALUES:
        if attribute(field.attributes, name) is not None:
            yield _given(info, field.name, name)


def _precise(info: EntityInfo, name: str, places: Bound) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value, most = row.values[name], places(world)
        if isinstance(value, Decimal) and isinstance(most, int) and value != round(value, most):
            raise Unsupported(
                f"`[Precision]` of `{info.name}.{name}` is not applied by this runner yet, and {show(value)} "
                f"has more than {most} decimals"
            )

    return check


def _given(info: EntityInfo, name: str, mark: str) -> RowCheck:
    def check(world: World, row: Row) -> None:
        if row.values[name] == world.compiler.layout(row.entity).blank[name]:
            raise Unsupported(f"`[{mark}]` of `{info.name}.{name}` is not supported by this runner yet")

    return check


def deletion_guard(compiler: "Compiler", world: World) -> Check:
    """What the world's store asks before a row is deleted: rules about the rows that refer to it are not applied."""

    def guard(row: Row) -> None:
        for info, field in compiler.program.deletion_rules:
            for other in world.store.rows(info.full_name):
                if other.values.get(field.name) is row and other is not row:
                    raise Unsupported(
                        f"`[OnDelete]` of `{info.name}.{field.name}` is not supported by this runner yet, and a "
                        f"{info.name} refers to the {row.entity.name} that is deleted"
                    )

    return guard


def _bounds(compiler: "Compiler", info: EntityInfo, field: FieldInfo, name: str, count: int) -> tuple[Bound, ...]:
    """The arguments of the field's attribute, to be evaluated; empty if it has no such attribute."""
    mark = attribute(field.attributes, name)
    if mark is None or len(mark.arguments) != count:
        return ()
    return tuple(_bound(compiler, info, field, argument.value) for argument in mark.arguments)


def _bound(compiler: "Compiler", info: EntityInfo, field: FieldInfo, node: e.Expression) -> Bound:
    scope = compiler.scope(field.site, f"{info.name}.{field.name}", None, node)
    code = compiler.value(scope, node)
    return lambda world: code(Frame(world, None, [None] * scope.size))


def _required(name: str) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value = row.values[name]
        if value is None or value == "":
            raise throw("ValidationException", f"`{name}` of `{row.entity.name}` is required")

    return check


def _max_length(name: str, longest: Bound) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value, most = row.values[name], longest(world)
        if isinstance(value, str) and order(len(value), most) > 0:
            raise throw(
                "ValidationException",
                f"`{name}` of `{row.entity.name}` may have {to_text(most)} characters, but has {len(value)}",
            )

    return check


def _in_range(name: str, lowest: Bound, highest: Bound) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value = row.values[name]
        if as_number(value) is None:
            return
        low, high = lowest(world), highest(world)
        if order(value, low) < 0 or order(value, high) > 0:
            raise throw(
                "ValidationException",
                f"`{name}` of `{row.entity.name}` must be from {to_text(low)} to {to_text(high)}, but is {show(value)}",
            )

    return check


def _unique(info: EntityInfo, names: tuple[str, ...]) -> RowCheck:
    shown = " and ".join(f"`{name}`" for name in names)

    def check(world: World, row: Row) -> None:
        own = [row.values.get(name) for name in names]
        if any(value is None for value in own):
            return
        for other in world.store.rows(info.full_name):
            if other is not row and all(
                equals(value, other.values.get(name)) for name, value in zip(names, own, strict=True)
            ):
                raise throw("ConflictException", f"there is a `{info.name}` with this {shown} already")

    return check


def _invariant(compiler: "Compiler", info: EntityInfo, site: Site, node: d.Invariant) -> RowCheck:
    from osy_runtime.evaluate.compiler import located

    scope = compiler.scope(site, f"{info.name}.invariant", info, node.condition, node.message)
    holds = located(scope, node.condition, compiler.value(scope, node.condition))
    message: Code | None = compiler.value(scope, node.message) if node.message is not None else None

    def check(world: World, row: Row) -> None:
        frame = Frame(world, row, [None] * scope.size)
        if holds(frame) is not True:
            sentence = to_text(message(frame)) if message else f"an invariant of `{info.name}` does not hold"
            raise throw("ValidationException", sentence)

    return check
