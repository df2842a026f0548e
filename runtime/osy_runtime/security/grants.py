"""`grant Name for Entity { Expires = span; }`: links to rows, for whoever has one.

`Name.For(row)` makes a link, `$"{link}"` is what is mailed, `Name.From(text)` reads it back, `Name.RevokeAll(row)` ends
all links to a row. Who calls a function that takes a link comes by it while the function runs: `Name.Row` is the link's
row then, and rules `by Name` may apply to it (R131).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from osy_grammar.nodes import declarations as d
from osy_runtime.evaluate.frame import Frame
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember, Value
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Row, TimeSpan

if TYPE_CHECKING:
    from osy_runtime.world import World


class Link(HostObject):
    """One link to one row."""

    type_name: ClassVar[str] = "grant link"

    def __init__(self, world: "World", grant: str, row: Row, token: str, ends: int | None) -> None:
        self._world = world
        self.grant = grant
        self.row = row
        self.token = token
        self._ends = ends
        self.is_revoked = False

    @property
    def is_good(self) -> bool:
        """Whether it still opens anything."""
        expired = self._ends is not None and self._world.clock.now >= self._ends
        return not (self.is_revoked or expired or self.row.is_deleted)

    def text(self) -> str:
        """What is mailed."""
        return self.token

    def get_member(self, name: str) -> Value:
        """`Row`."""
        if name != "Row":
            raise MissingMember(name)
        if not self.is_good:
            raise _spent(self.grant)
        return self.row


class GrantStatic(HostObject):
    """A declared grant by its name."""

    type_name: ClassVar[str] = "grant"

    def __init__(self, world: "World", name: str) -> None:
        self._world = world
        self._name = name

    def get_member(self, name: str) -> Value:
        """`Row`: the row that who acts came to by a link; null if by none."""
        if name != "Row":
            raise MissingMember(name)
        came_by = (link for link in reversed(self._world.caller.links) if link.grant == self._name and link.is_good)
        return next((link.row for link in came_by), None)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`For(row)`, `From(text)`, `RevokeAll(row)`."""
        match name, [*arguments]:
            case "For", [Row() as row]:
                return self._new(row)
            case "From", [str() as text]:
                return self._read(text)
            case "RevokeAll", [Row() as row]:
                for link in self._links:
                    if link.row is row:
                        self._revoke(link)
                return None
            case (("For" | "From" | "RevokeAll"), _):
                given = ", ".join(map(kind, arguments)) or "nothing"
                raise BadProgram(f"`{self._name}.{name}` takes {'a text' if name == 'From' else 'a row'}, not {given}")
            case _:
                raise MissingMember(name)

    @property
    def _links(self) -> list[Link]:
        return self._world.links.setdefault(self._name, [])

    def _new(self, row: Row) -> Link:
        # Imported here, for it brings a library for encryption along: few programs hand out links.
        import hashlib

        world, links = self._world, self._links
        seed = f"{self._name}/{row.id.text}/{len(links)}"
        span = expiry(world, self._name)
        link = Link(
            world,
            self._name,
            row,
            hashlib.sha256(seed.encode()).hexdigest()[:40],
            None if span is None else world.clock.now + span,
        )
        length = len(links)
        links.append(link)

        def forget() -> None:
            del links[length:]

        world.store.log_undo(forget)
        return link

    def _read(self, text: str) -> Link:
        link = next((link for link in self._links if link.token == text), None)
        if link is None or not link.is_good:
            raise _spent(self._name)
        return link

    def _revoke(self, link: Link) -> None:
        if not link.is_revoked:
            link.is_revoked = True
            self._world.store.log_undo(lambda: setattr(link, "is_revoked", False))


def _spent(grant: str) -> Exception:
    return throw("NotAuthorized", f"this `{grant}` is spent, or it never was one")


def expiry(world: "World", name: str) -> int | None:
    """How long links of the grant are good, in ticks; None for ever."""
    site, node = world.program.grants[name]
    found = next((s for s in node.settings.items if isinstance(s, d.Setting) and s.name.text == "Expires"), None)
    if found is None:
        return None
    scope = world.compiler.scope(site, name, None, found.value)
    span = world.compiler.value(scope, found.value)(Frame(world, None, [None] * scope.size))
    if not isinstance(span, TimeSpan):
        raise BadProgram(f"`Expires` of the grant `{name}` must be a TimeSpan, not {kind(span)}")
    return span.ticks
