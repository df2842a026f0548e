"""Pieces that messages share: lists of names, and the name that was probably meant."""

from collections.abc import Sequence

LONGEST_LIST = 8


def listing(names: Sequence[str]) -> str:
    """The names in backticks, as a sentence lists them; of many, the first few."""
    if not names:
        return "none"
    quoted = [f"`{name}`" for name in names[:LONGEST_LIST]]
    if len(names) > LONGEST_LIST:
        return f"{', '.join(quoted)} and {len(names) - LONGEST_LIST} more"
    if len(quoted) == 1:
        return quoted[0]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def a_name(name: str) -> str:
    """The name in backticks with the article that it is read with."""
    return f"{'an' if name[:1].lower() in tuple('aeio') else 'a'} `{name}`"


def nearest(name: str, known: Sequence[str], most: int | None = None) -> str | None:
    """The known name that `name` is probably a slip of (of `most` letters, if given); None if none is near."""
    best: tuple[int, str] | None = None
    for other in known:
        limit = max(len(name), len(other)) // 3
        if most is not None and most < limit:
            limit = most
        away = _distance(name.lower(), other.lower(), limit)
        if away <= limit and (best is None or away < best[0]):
            best = (away, other)
    return best[1] if best else None


def _distance(left: str, right: str, limit: int) -> int:
    """How many letters to change, add, drop or swap with the next one; more than `limit` is `limit + 1`."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
