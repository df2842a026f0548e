"""`Backoff`: how long to wait between two windows of a milestone, and how many windows there are.

Source: workflow-milestone#retries.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from osy_grammar.record import record, replace
from osy_runtime.clock import LATEST
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember, Value
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import TimeSpan

SHAPES = ("Fixed", "Linear", "Exponential")


@record()
class BackoffPolicy(HostObject):
    """What `Backoff.Exponential(first)` makes; `attempts` counts windows in total, None is without end."""

    type_name: ClassVar[str] = "Backoff"
    shape: str
    first: int
    attempts: int | None = None
    cap: int | None = None

    def wait(self, retry: int) -> int:
        """The ticks before the `retry`-th further window; the first is 1."""
        match self.shape:
            case "Linear":
                ticks = self.first * retry
            case "Exponential":
                # A wait that leaves the calendar is as long as any: the shift must not build a giant number.
                ticks = self.first << (retry - 1) if retry <= 64 else (LATEST if self.first else 0)
            case _:
                ticks = self.first
        return min(ticks, self.cap if self.cap is not None else LATEST, LATEST)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`MaxAttempts(n)` and `Cap(span)`, each a new policy."""
        match name, [*arguments]:
            case "MaxAttempts", [int() as attempts]:
                if attempts < 1:
                    raise throw("ArgumentException", f"`MaxAttempts` counts windows and is at least 1, got {attempts}")
                return replace(self, attempts=attempts)
            case "Cap", [TimeSpan(ticks)]:
                return replace(self, cap=max(0, ticks))
            case (("MaxAttempts" | "Cap"), _):
                given = ", ".join(map(kind, arguments)) or "nothing"
                raise BadProgram(f"`{name}` of a retry policy does not take {given}")
            case _:
                raise MissingMember(name)


class BackoffStatic(HostObject):
    """`Backoff`."""

    type_name: ClassVar[str] = "Backoff"

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Fixed(t)`, `Linear(t)`, `Exponential(t)`."""
        if name not in SHAPES:
            raise MissingMember(name)
        match [*arguments]:
            case [TimeSpan(ticks)]:
                return BackoffPolicy(name, max(0, ticks))
            case _:
                given = ", ".join(map(kind, arguments)) or "nothing"
                raise BadProgram(f"`Backoff.{name}` takes one TimeSpan, got {given}")
