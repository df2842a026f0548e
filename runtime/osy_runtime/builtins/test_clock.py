"""`TestClock`, `DurableClock` and `Zone`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from osy_runtime.clock import VirtualClock
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember, Value
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import DateTime, DateTimeOffset, TimeSpan


class TestClockStatic(HostObject):
    """`TestClock`: moves the clock; nothing fires until something settles."""

    type_name: ClassVar[str] = "TestClock"
    __test__ = False

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Set(instant)` and `Advance(span)`."""
        match name, [*arguments]:
            case "Set", [DateTime(ticks)]:
                self._clock.set(ticks)
            case "Set", [DateTimeOffset(utc_ticks=ticks)]:
                self._clock.set(ticks)
            case "Advance", [TimeSpan(ticks)]:
                self._clock.advance(ticks)
            case (("Set" | "Advance"), _):
                given = ", ".join(map(kind, arguments)) or "nothing"
                wanted = "DateTime" if name == "Set" else "TimeSpan"
                raise BadProgram(f"`TestClock.{name}` takes one {wanted}, got {given}")
            case _:
                raise MissingMember(name)
        return None


class DurableClockStatic(HostObject):
    """`DurableClock`: the instant that the running body runs at."""

    type_name: ClassVar[str] = "DurableClock"

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    def get_member(self, name: str) -> Value:
        """`UtcNow`."""
        if name != "UtcNow":
            raise MissingMember(name)
        return DateTime(self._clock.body_now)


class Zone(HostObject):
    """A time zone, as a value: two of one name are the same."""

    type_name: ClassVar[str] = "Zone"

    def __init__(self, name: str) -> None:
        self.name = name

    def described(self) -> str:
        """With its name."""
        return f"the zone `{self.name}`"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zone) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


class ZoneStatic(HostObject):
    """`Zone`."""

    type_name: ClassVar[str] = "Zone"

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Of(name)`."""
        match name, [*arguments]:
            case "Of", [str() as text]:
                from osy_runtime.workflow.hours import is_zone

                if not is_zone(text):
                    raise throw("ArgumentException", f"there is no time zone `{text}`")
                return Zone(text)
            case "Of", _:
                raise BadProgram(f"`Zone.Of` takes one text, got {', '.join(map(kind, arguments)) or 'nothing'}")
            case _:
                raise MissingMember(name)


def clock_statics(clock: VirtualClock) -> dict[str, HostObject]:
    """The statics by name."""
    return {"TestClock": TestClockStatic(clock), "DurableClock": DurableClockStatic(clock), "Zone": ZoneStatic()}
