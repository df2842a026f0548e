"""How the fields of a new instance or row are filled: type defaults first, then what is written after `=`, in order."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.types import Conversion, default_of
from osy_runtime.model import ClassInfo, EntityInfo, FieldInfo
from osy_runtime.values import Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler


@dataclass(frozen=True, slots=True)
class Initial:
    """A field's written default: code, how many variables it needs, what converts its value."""

    name: str
    code: Code
    size: int
    convert: Conversion | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields' type defaults, the written ones, the conversions on assignment."""

    blank: dict[str, Value]
    written: tuple[Initial, ...]
    conversions: dict[str, Conversion]

    def fill(self, world: World, this: Value, fields: dict[str, Value], given: frozenset[str] = frozenset()) -> None:
        """Evaluate the written defaults of the fields that are not `given`, with the new object as `this`."""
        for initial in self.written:
            if initial.name not in given:
                value = initial.code(Frame(world, this, [None] * initial.size))
                fields[initial.name] = initial.convert(value) if initial.convert else value


def make_layout(compiler: "Compiler", info: ClassInfo | EntityInfo) -> Layout:
    """The layout of a class or an entity, its bases' fields first."""
    fields = info.all_fields if isinstance(info, ClassInfo) else tuple(info.fields.values())
    blank: dict[str, Value] = {}
    written: list[Initial] = []
    conversions: dict[str, Conversion] = {}
    for field in fields:
        if field.is_collection:
            continue
        blank[field.name] = _blank(compiler, info, field)
        field.convert = compiler.conversion(field.type, field.site)
        if field.convert is not None:
            conversions[field.name] = field.convert
        if field.default is not None:
            written.append(_initial(compiler, info, field, field.default))
    return Layout(blank, tuple(written), conversions)


def _blank(compiler: "Compiler", info: ClassInfo | EntityInfo, field: FieldInfo) -> Value:
    if isinstance(info, ClassInfo):
        return default_of(compiler.program, field.type, field.site)
    if any((entity.name, field.name) in compiler.program.tracked for entity in info.lineage):
        return None
    if field.type.name.text == "string" and not field.type.tails:
        return ""
    return default_of(compiler.program, field.type, field.site)


def _initial(compiler: "Compiler", info: ClassInfo | EntityInfo, field: FieldInfo, default: e.Expression) -> Initial:
    from osy_runtime.evaluate.compiler import located

    scope = compiler.scope(field.site, f"{info.name}.{field.name}", info, default)
    code = located(scope, default, compiler.value(scope, default))
    return Initial(field.name, code, scope.size, field.convert)


def blank_row(world: World, info: EntityInfo, values: dict[str, Value]) -> Row:
    """Store a new row with these values, the other fields at their defaults."""
    layout = world.compiler.layout(info)
    row = world.store.create(info, {**layout.blank, **values})
    layout.fill(world, row, row.values, frozenset(values))
    return row
