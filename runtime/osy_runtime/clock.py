"""The one clock of a world: nothing in the runtime asks the machine for the time.

`now` is the test clock; `body_now` is the instant that the running workflow body runs at, which lies in the past when
a timer is caught up on or a raise says `at:`. Moving the clock fires nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from osy_runtime.exceptions import throw
from osy_runtime.values import TICKS_PER_DAY

DAYS_TO_2030 = 741_077
START = DAYS_TO_2030 * TICKS_PER_DAY
"""2030-01-01T00:00:00Z, where every test's clock starts (R28)."""

LATEST = 3_155_378_975_999_999_999
"""The last tick of the year 9999."""


class VirtualClock:
    """A clock that only the test moves."""

    def __init__(self, now: int = START) -> None:
        self.now = now
        """The test clock's instant; `set` changes it."""
        self.body_now = now
        """The instant of the innermost workflow body that runs; outside of one, `now`."""
        self._outer: list[int] = []

    def set(self, instant: int) -> None:
        """Move the clock to an instant, back as well as forth."""
        if not 0 <= instant <= LATEST:
            raise throw("ArgumentException", "the test clock cannot be moved out of the years 1 to 9999")
        self.now = instant
        if not self._outer:
            self.body_now = instant

    def advance(self, span: int) -> None:
        """Move the clock by a span."""
        self.set(self.now + span)

    def enter(self, instant: int) -> None:
        """From here on workflow bodies run at `instant`, until `leave`."""
        self._outer.append(self.body_now)
        self.body_now = instant

    def leave(self) -> None:
        """Bodies run at the instant from before `enter` again."""
        outer = self._outer.pop()
        self.body_now = outer if self._outer else self.now

    @contextmanager
    def at(self, instant: int) -> Iterator[None]:
        """Within the context, workflow bodies run at `instant`."""
        self.enter(instant)
        try:
            yield
        finally:
            self.leave()
