"""How the fields of a new instance or row are filled: type defaults first, then what is written after `=`, in order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_grammar.record import record
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.shapes import substituted
from osy_runtime.evaluate.types import Conversion, conversion_to, default_of
from osy_runtime.model import ClassInfo, EntityInfo, FieldInfo, Shape
from osy_runtime.values import Instance, Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler


@record()
class Initial:
    """A field's written default: code, and how many variables it needs."""

    name: str
    code: Code
    size: int


@record()
class Layout:
    """The fields' type defaults, the written ones, the conversions on assignment.

    `parameters` are the fields whose type is a type parameter of the class, each with the class and that type.
    """

    blank: dict[str, Value]
    written: tuple[Initial, ...]
    conversions: dict[str, Conversion]
    parameters: tuple[tuple[str, ClassInfo, Shape], ...] = ()

    def blank_of_types(self, compiler: "Compiler", instance: Instance) -> None:
        """Give the fields of a generic class the defaults of what their types are in this instance."""
        from osy_runtime.evaluate.type_arguments import class_bindings

        for name, owner, shape in self.parameters:
            found = substituted(shape, class_bindings(compiler, instance, owner))
            if found is not None:
                instance.fields[name] = default_of(found)

    def fill(self, world: World, this: Value, fields: dict[str, Value], given: frozenset[str] = frozenset()) -> None:
        """Evaluate the written defaults of the fields that are not `given`, with the new object as `this`."""
        for initial in self.written:
            if initial.name not in given:
                fields[initial.name] = initial.code(Frame(world, this, [None] * initial.size))


def make_layout(compiler: "Compiler", info: ClassInfo | EntityInfo) -> Layout:
    """The layout of a class or an entity, its bases' fields first; a class sets its own defaults before its base's."""
    fields = info.all_fields if isinstance(info, ClassInfo) else tuple(info.fields.values())
    blank: dict[str, Value] = {}
    written_defaults: list[Initial] = []
    conversions: dict[str, Conversion] = {}
    for field in fields:
        if field.is_collection:
            continue
        shape = compiler.shape(field.type, field.site)
        blank[field.name] = _blank(compiler, info, field, shape)
        field.convert = conversion_to(shape)
        if field.convert is not None:
            conversions[field.name] = field.convert
        if field.default is not None:
            written_defaults.append(_initial(compiler, info, field, field.default, shape))
    if isinstance(info, ClassInfo):
        depth = {name: at for at, owner in reversed([*enumerate(info.lineage)]) for name in owner.fields}
        written_defaults.sort(key=lambda initial: depth.get(initial.name, 0))
        return Layout(blank, tuple(written_defaults), conversions, tuple(_parameters(compiler, info)))
    return Layout(blank, tuple(written_defaults), conversions)


def _parameters(compiler: "Compiler", info: ClassInfo) -> Iterator[tuple[str, ClassInfo, Shape]]:
    for owner in info.lineage:
        for field in owner.fields.values() if owner.type_parameters else ():
            shape = compiler.shape(field.type, field.site)
            if shape.name in owner.type_parameters:
                yield field.name, owner, shape


def _blank(compiler: "Compiler", info: ClassInfo | EntityInfo, field: FieldInfo, shape: Shape) -> Value:
    if isinstance(info, ClassInfo):
        return default_of(shape)
    if any((entity.name, field.name) in compiler.program.tracked for entity in info.lineage):
        return None
    if shape.name == "string" and not shape.is_nullable:
        return ""
    return default_of(shape)


def _initial(
    compiler: "Compiler", info: ClassInfo | EntityInfo, field: FieldInfo, default: e.Expression, shape: Shape
) -> Initial:
    from osy_runtime.evaluate.compiler import located
    from osy_runtime.evaluate.targets import into

    scope = compiler.scope(field.site, f"{info.name}.{field.name}", info, default)
    code = located(scope, default, into(compiler, scope, default, shape))
    return Initial(field.name, code, scope.size)


def blank_row(world: World, info: EntityInfo, values: dict[str, Value]) -> Row:
    """Store a new row with these values, the other fields at their defaults."""
    layout = world.compiler.layout(info)
    row = world.store.create(info, {**layout.blank, **values})
    from osy_runtime.evaluate.given import give_at_making

    given = frozenset(values)
    layout.fill(world, row, row.values, given)
    give_at_making(world, row, given)
    return row
