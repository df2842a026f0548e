"""How much of what can be tried is tried: one in a few where all would take minutes, all with `OSY_THOROUGH=1`."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def some(everything: Sequence[T], one_in: int) -> Sequence[T]:
    """One in so many, the last among them; all where a thorough run is asked for."""
    if os.environ.get("OSY_THOROUGH", "") not in {"", "0"}:
        return everything
    return everything[::-one_in][::-1]
