"""C#'s static members: those of one instance that each world has for a class, made when it is first asked for."""

from osy_runtime.evaluate.frame import Code
from osy_runtime.evaluate.scope import Scope
from osy_runtime.model import ClassInfo
from osy_runtime.values import Value
from osy_runtime.world import World


def static_side(world: World, side: ClassInfo) -> Value:
    """The instance that holds the static members."""
    from osy_runtime.evaluate.creation import construct

    key = f"static {side.site.path if side.site else ''}::{side.name}"
    if key not in world.globals:
        world.globals[key] = construct(world, side, [], {})
    return world.globals[key]


def side_code(side: ClassInfo) -> Code:
    """Code that gives it."""
    return lambda f: static_side(f.world, side)


def side_around(scope: Scope, name: str) -> ClassInfo | None:
    """The static side that a bare name in a class means a member of."""
    return scope.owner.find_static_side(name) if isinstance(scope.owner, ClassInfo) else None
