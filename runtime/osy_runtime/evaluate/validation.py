"""What a row must satisfy when it is committed or flushed (R50).

`[Required]`, `[MaxLength]`, `[Range]`, `[Values]`, `[Precision]`, `[Unique]`, invariants.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.operators import as_number, order
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, bare_name, first_argument, literal_text
from osy_runtime.model import EntityInfo, FieldInfo, Site
from osy_runtime.show import show, to_text
from osy_runtime.values import Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

RowCheck = Callable[[World, Row], None]
Bound = Callable[[World], Value]


def checks_of(compiler: "Compiler", entity: EntityInfo) -> tuple[RowCheck, ...]:
    """What is asked of each staged row of the entity; made once for a program."""
    checks = compiler.row_checks.get(entity)
    if checks is None:
        checks = compiler.row_checks[entity] = tuple(_checks(compiler, entity))
    return checks


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
        message = literal_text(first_argument(attribute(field.attributes, "Required")))
        yield _required(field.name, message)
    (longest,) = bounds_of(compiler, info, field, "MaxLength", 1) or (None,)
    if longest is not None:
        yield _max_length(field.name, longest)
    lowest_highest = bounds_of(compiler, info, field, "Range", 2)
    if lowest_highest:
        yield _in_range(field.name, *lowest_highest)
    if field.unique:
        yield _unique(info, (field.name,))
    allowed = attribute(field.attributes, "Values")
    if allowed is not None and (fitting := tuple(bare_name(a.value) for a in allowed.arguments)) and all(fitting):
        yield _one_of(field.name, fitting)


def bounds_of(compiler: "Compiler", info: EntityInfo, field: FieldInfo, name: str, count: int) -> tuple[Bound, ...]:
    """The arguments of the field's attribute, to be evaluated; empty if it has no such attribute."""
    mark = attribute(field.attributes, name)
    if mark is None or len(mark.arguments) != count:
        return ()
    return tuple(_bound(compiler, info, field, argument.value) for argument in mark.arguments)


def _bound(compiler: "Compiler", info: EntityInfo, field: FieldInfo, node: e.Expression) -> Bound:
    scope = compiler.scope(field.site, f"{info.name}.{field.name}", None, node)
    code = compiler.value(scope, node)
    return lambda world: code(Frame(world, None, [None] * scope.size))


def _required(name: str, message: str | None) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value = row.values[name]
        if value is None or value == "" or (isinstance(value, Row) and value.is_deleted):
            raise throw("ValidationException", message or f"`{name}` of `{row.entity.name}` is required")

    return check


def _one_of(name: str, fitting: tuple[str, ...]) -> RowCheck:
    def check(world: World, row: Row) -> None:
        value = row.values[name]
        if isinstance(value, str) and value and value not in fitting:
            listed = ", ".join(fitting)
            raise throw(
                "ValidationException", f"`{name}` of `{row.entity.name}` is one of {listed}, but is {show(value)}"
            )

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
        own = tuple(row.values.get(name) for name in names)
        if any(value is None for value in own):
            return
        if any(other is not row for other in world.store.tables.match(info, names, own)):
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
