"""Policies: a condition with a name, asked about who acts, with security off: a rule may read what its caller may not.

`IsAuthenticated`, `IsAnonymous` and `IsAuthenticator` are the platform's; a program's own policy of such a name wins.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.security.conditions import condition
from osy_runtime.values import EnumValue, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.scope import Scope
    from osy_runtime.world import World

AUTHENTICATOR = "Authenticator"
"""The member of the `[Role]` enum that the sign-in flow acts in."""


def policy_code(compiler: "Compiler", scope: "Scope", node: e.Expression) -> Code:
    """The body of a policy: true or false; what is unknown does not hold."""
    holds = condition(compiler, scope, node)

    def run(f: Frame) -> Value:
        if not f.world.is_checked:
            return holds(f) is True
        with f.world.deciding():
            return holds(f) is True

    return run


def is_authenticated(world: "World") -> bool:
    """Whether a person is signed in."""
    return world.caller.principal is not None


def is_anonymous(world: "World") -> bool:
    """Whether nobody is signed in: neither a person, nor the sign-in flow, nor the system."""
    caller = world.caller
    return caller.principal is None and not caller.is_sign_in and not caller.is_system


def is_authenticator(world: "World") -> bool:
    """Whether it is the sign-in flow, or somebody who was granted its role."""
    caller = world.caller
    return caller.is_sign_in or (caller.principal is not None and _has_role(world, caller.principal))


def _has_role(world: "World", principal: Value) -> bool:
    grants = world.program.role_grants
    if grants is None:
        return False
    entity, member, role = grants
    for row in world.store.tables.match(entity, (member.name,), (principal,)):
        held = row.values[role.name]
        if isinstance(held, EnumValue) and held.name == AUTHENTICATOR:
            return True
    return False


PLATFORM_POLICIES: Mapping[str, Callable[["World"], bool]] = {
    "IsAnonymous": is_anonymous,
    "IsAuthenticated": is_authenticated,
    "IsAuthenticator": is_authenticator,
}
"""The policies that every program has."""
