"""When Python's collector goes through what stays.

What has been read stays for hours, and going through all of it again and again would stop every thread meanwhile: so it
is frozen. But frozen things are never freed when they are in a circle, as a definition and its members are. So nothing
is frozen again before a good part of the files has become another; then all is thawed and gone through once.
"""

import gc
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from osy_grammar.tree import SourceFile

SHARE_OF_NEW_FILES = 0.25
"""So much of the files may be others than those that were frozen."""


class Frozen:
    """The files that were frozen last."""

    def __init__(self) -> None:
        self._files: WeakSet[SourceFile] | None = None

    def keep(self, files: "Iterable[SourceFile]") -> bool:
        """Freeze what has been read, if there is much that is new; whether it was done."""
        now = tuple(files)
        if self._files is not None:
            if sum(file not in self._files for file in now) <= len(now) * SHARE_OF_NEW_FILES:
                return False
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        self._files = WeakSet(now)
        return True
