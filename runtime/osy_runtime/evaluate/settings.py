"""`app.X = …;` and `App.Setting<T>()`: the setting whose value is a `T`, or a `T` with its defaults."""

from osy_runtime.evaluate.compiler import located
from osy_runtime.evaluate.creation import construct
from osy_runtime.evaluate.frame import Frame
from osy_runtime.link import attribute, first_argument, literal_text
from osy_runtime.model import ClassInfo
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, TypeValue, Value
from osy_runtime.world import World


def app_setting(world: World, wanted: TypeValue) -> Value:
    """The value of the setting of that class."""
    info = wanted.info
    if not isinstance(info, ClassInfo):
        raise BadProgram(f"`App.Setting<{wanted.name}>()` needs a class of the program")
    marked = literal_text(first_argument(attribute(info.attributes, "AppSetting")))
    for name in (marked,) if marked else tuple(world.program.settings):
        value = setting_value(world, name) if name in world.program.settings else None
        if isinstance(value, Instance) and value.cls.is_a(info):
            return value
    return construct(world, info, [], {})


def setting_value(world: World, name: str) -> Value:
    """What `app.Name = …;` gives, worked out once."""
    key = f"app.{name}"
    if key not in world.globals:
        site, node = world.program.settings[name]
        scope = world.compiler.scope(site, key, None, node.value)
        code = located(scope, node.value, world.compiler.value(scope, node.value))
        world.globals[key] = code(Frame(world, None, [None] * scope.size))
    return world.globals[key]
