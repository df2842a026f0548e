"""When Python's collector goes through what there is.

It stops every thread. What a question or a check made goes away by itself, since hardly anything of it is in circles;
so the collector looks at what is new much more seldom than Python's defaults have it (`look_seldom`).

What has been read stays for hours, and going through all of it again and again would stop every thread meanwhile: so it
is frozen. But frozen things are never freed when they are in a circle, as a definition and its members are. So all is
thawed and gone through once when a good part of the files has become another, and else so seldom that the time which
that takes is not felt.
"""

import gc
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from osy_grammar.tree import SourceFile

SHARE_OF_NEW_FILES = 0.25
"""So much of the files may be others than those that were frozen."""
FIRST_PAUSE_S = 120.0
PAUSES = 600
"""Between two times pass at least so many times as long as the last one took."""
NEW_OBJECTS = 5_000
"""So many more objects than were freed come between two looks at what is new, which then take a millisecond or two."""
LOOKS = (10, 10)
"""So many looks at what is new come between two at what has stayed for a while, and so many of those between two
at all that is not frozen."""


def look_seldom() -> None:
    """Set how often the collector looks at what is new."""
    gc.set_threshold(NEW_OBJECTS, *LOOKS)


class Frozen:
    """The files that were frozen last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` tells the time in seconds."""
        self._clock = clock
        self._files: WeakSet[SourceFile] | None = None
        self._due_at = 0.0
        self._seen_staying = _stays()

    def keep(self, files: "Iterable[SourceFile]") -> bool:
        """Freeze what has been read, if there is much that is new or it is time; whether it was done."""
        now = tuple(files)
        if self._files is None:
            gc.freeze()
            self._due_at = self._clock() + FIRST_PAUSE_S
        elif self._is_much(now, self._files) or self._clock() >= self._due_at:
            began = self._clock()
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._due_at = self._clock() + PAUSES * (self._clock() - began)
        else:
            return False
        self._files = WeakSet(now)
        return True

    def tidy(self) -> bool:
        """Go through what is not frozen, if the collector has found things that stay a while; whether it was done."""
        found = _stays()
        if found == self._seen_staying:
            return False
        gc.collect()
        self._seen_staying = _stays()
        return True

    def _is_much(self, now: "tuple[SourceFile, ...]", before: "WeakSet[SourceFile]") -> bool:
        return sum(file not in before for file in now) > len(now) * SHARE_OF_NEW_FILES


def _stays() -> int:
    """How often the collector has looked at what had stayed for a while: there may be circles that nobody needs."""
    looks = gc.get_stats()[1]["collections"]
    return int(looks)
