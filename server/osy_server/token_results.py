"""The semantic tokens that were told last, a list a file, so that the next answer can be what has changed."""

from collections.abc import Sequence
from itertools import count

NUMBERS_OF_TOKEN = 5
BLOCK = 100 * NUMBERS_OF_TOKEN


class TokenResults:
    """The last answer of each file, by the id that it was given."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._known: dict[str, tuple[str, list[int]]] = {}

    def keep(self, path: str, data: list[int]) -> str:
        """Remember an answer; what comes back is its id."""
        identity = str(next(self._ids))
        self._known[path] = identity, data
        return identity

    def known(self, path: str, identity: str) -> list[int] | None:
        """The answer of that id, if it was the file's last."""
        found = self._known.get(path)
        return found[1] if found is not None and found[0] == identity else None

    def forget(self, path: str) -> None:
        """Drop what was told of a file that is closed."""
        self._known.pop(path, None)


def difference(before: Sequence[int], after: Sequence[int]) -> tuple[int, int, list[int]]:
    """One edit that makes the one list the other, in whole tokens: where it starts, what goes, what comes."""
    shortest = min(len(before), len(after))
    start = _same(before, after, shortest)
    same = _same(before[::-1], after[::-1], shortest - start)
    return start, len(before) - start - same, list(after[start : len(after) - same])


def _same(one: Sequence[int], other: Sequence[int], most: int) -> int:
    """How many whole tokens' numbers are the same from the start on; in blocks, since comparing those is quick."""
    at = 0
    while at + BLOCK <= most and one[at : at + BLOCK] == other[at : at + BLOCK]:
        at += BLOCK
    while at < most and one[at] == other[at]:
        at += 1
    return at - at % NUMBERS_OF_TOKEN
