"""Walks that yield walks: written like recursion, run without it, so that a program may nest without limit."""

from collections.abc import Iterator

Walk = Iterator["Walk"]
"""A generator that yields each walk that is to be run to its end before it goes on."""


def run(walk: Walk) -> None:
    """Run a walk and all that it yields."""
    waiting = [walk]
    while waiting:
        below = next(waiting[-1], None)
        if below is None:
            waiting.pop()
        else:
            waiting.append(below)
