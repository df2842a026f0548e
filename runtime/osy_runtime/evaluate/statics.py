"""C#'s static members: those of one instance that each world has for a class, made when it is first asked for."""

from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function
from osy_runtime.evaluate.scope import Scope
from osy_runtime.model import ClassInfo, Shape
from osy_runtime.values import Instance, Value
from osy_runtime.world import World


def static_side(world: World, side: ClassInfo, types: tuple[Shape | None, ...] = ()) -> Value:
    """The instance that holds the static members."""
    key = f"static {side.site.path if side.site else ''}::{side.name}{types or ''}"
    known = world.globals.get(key)
    return known if known is not None else _made(world, side, types, key)


def _made(world: World, side: ClassInfo, types: tuple[Shape | None, ...], key: str) -> Value:
    """It is there before its fields have their values: in a circle of classes one reads the other's defaults (R190)."""
    layout = world.compiler.layout(side)
    instance = Instance(side, dict(layout.blank), types)
    world.globals[key] = instance
    try:
        if types:
            layout.blank_of_types(world.compiler, instance)
        layout.fill(world, instance, instance.fields)
        for constructor in side.constructors:
            call_function(world.compiler, constructor, world, instance, [])
    except BaseException:
        # Who asks again meets the same failure, not half of what was to be there.
        del world.globals[key]
        raise
    return instance


def side_code(side: ClassInfo, types: tuple[Shape | None, ...] = ()) -> Code:
    """Code that gives it; `types` are the arguments of a generic class."""
    return lambda f: static_side(f.world, side, types)


def side_around_code(side: ClassInfo) -> Code:
    """Code that gives that of the class around: of a generic class each type has its own."""
    if not side.type_parameters:
        return side_code(side)

    def run(f: Frame) -> Value:
        this = f.this
        return static_side(f.world, side, this.types if isinstance(this, Instance) else ())

    return run


def side_around(scope: Scope, name: str) -> ClassInfo | None:
    """The static side that a bare name in a class means a member of."""
    return scope.owner.find_static_side(name) if isinstance(scope.owner, ClassInfo) else None
