"""Seeded ids: the same in every run, and no two alike in one world (ruling R28)."""

from osy_runtime.values import Guid

_MASK = (1 << 64) - 1


class IdSource:
    """A stream of GUIDs that looks random and is not (SplitMix64 over a counter)."""

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        """A stream that begins at `seed`."""
        self.state = seed & _MASK

    def word(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def guid(self) -> Guid:
        """The next GUID, with the marks of a version 4 one."""
        digits = f"{self.word():016x}{self.word():016x}"
        return Guid(f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}")
