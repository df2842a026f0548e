"""A story that is told differently, made as small as it goes."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.memory import Data
from oracle.telling import difference


def smaller(story: Data) -> Iterator[Data]:
    """The story with one thing less, the largest things first."""
    for path in sorted(_paths(story, ()), key=len):
        copied = copy.deepcopy(story)
        holder: Any = copied
        for key in path[:-1]:
            holder = holder[key]
        if isinstance(holder, list):
            del holder[path[-1]]
        elif holder[path[-1]] is None:
            continue
        else:
            holder[path[-1]] = None
        yield copied


_NEEDED = frozenset(
    (
        *("name", "event", "on", "order", "slots", "routes", "states", "terminals", "events", "steps", "flows"),
        *("reminders", "after", "every", "modulo", "rest", "zone", "windows", "exceptions", "calendars"),
        *("begins", "is_keyed", "hours"),
    )
)


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            if (
                key not in _NEEDED
                and part is not None
                and not (key == "body" and "on" in value and value["arms"] is None)
            ):
                yield (*path, key)
            yield from _paths(part, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        for at in range(len(value) - 1, -1, -1):
            yield (*path, at)
            yield from _paths(value[at], (*path, at))


def smallest(story: Data) -> Data:
    """The story made as small as it goes while engine and model still differ about it."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in smaller(story):
            try:
                differs = difference(candidate) is not None
            except Exception:
                continue
            if differs:
                story, is_smaller = candidate, True
                break
    return story
