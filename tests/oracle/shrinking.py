"""A story that is told differently, made as small as it goes."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.memory import Data
from oracle.program import program_of
from oracle.telling import difference
from osy_analysis.checker import check
from osy_analysis.diagnostic import Level
from osy_analysis.project import Project
from osy_grammar.parse import parse


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
    """The story made as small as it goes while engine and model still differ about it in the same way.

    What has lost too much is no program any more, and the engine's complaint about that is no difference: a smaller
    story shows a difference of the same kind, and the checker has nothing new to say about it.
    """
    found = difference(story)
    assert found is not None, "there is nothing to look for"
    kind, allowed = found.kind, complaints(story)
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for candidate in smaller(story):
            try:
                differs = _kind(candidate) == kind and complaints(candidate) <= allowed
            except Exception:
                continue
            if differs:
                story, is_smaller = candidate, True
                break
    return story


def complaints(story: Data) -> set[str]:
    """The codes of the errors that the checker finds in the story's program."""
    project = Project("/story", {"/story/story.test.osy": parse(program_of(story))}, is_whole=True)
    return {found.code for found in check(project) if found.level is Level.ERROR}


def _kind(story: Data) -> str | None:
    found = difference(story)
    return None if found is None else found.kind
