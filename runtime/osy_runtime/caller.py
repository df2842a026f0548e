"""Who acts: a person, nobody, a visit, the sign-in flow, the system; and by which links."""

from typing import TYPE_CHECKING

from osy_grammar.record import record
from osy_runtime.values import Row

if TYPE_CHECKING:
    from osy_runtime.security.grants import Link


@record()
class Caller:
    """Who acts. `is_checked`: whether security is on for them; it is off for the system and while a rule is asked.

    `visit` is the id of a signed-out browser; it stays while a person acts inside it. `is_sign_in` is the sign-in
    flow's own principal, `AuthBootstrap`, which is nobody's row.
    """

    principal: Row | None = None
    visit: str | None = None
    is_sign_in: bool = False
    is_system: bool = False
    is_checked: bool = True
    links: "tuple[Link, ...]" = ()

    def described(self) -> str:
        """Who it is, for a sentence."""
        if self.principal is not None:
            return f"{self.principal.entity.name} {self.principal.id.text}"
        if self.is_sign_in:
            return "the sign-in flow"
        return "the system" if self.is_system else "a caller who is not signed in"


NOBODY = Caller()
"""A caller who is not signed in, with security on: what a test's own body is."""

SYSTEM = Caller(is_system=True, is_checked=False)
"""What workflow bodies and fixtures run as."""
