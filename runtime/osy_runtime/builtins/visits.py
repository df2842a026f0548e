"""`Visitor`: the visit of who acts, a signed-out browser or the one around the person who is signed in."""

from osy_runtime.builtins.static import Static
from osy_runtime.values import Value
from osy_runtime.world import World


def visit(world: World) -> Value:
    """`Visitor.Id`: null without a visit."""
    return world.caller.visit


STATICS = {"Visitor": Static("Visitor", values={"Id": visit})}
