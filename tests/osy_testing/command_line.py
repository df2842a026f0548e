"""What tests of the command line share: how a command ended, and the types of their fixtures."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str

    def json(self) -> dict[str, object]:
        """What it printed, as the one object that it is."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    def rows(self, name: str) -> list[dict[str, object]]:
        """The objects of one of its lists."""
        rows = self.json()[name]
        assert isinstance(rows, list)
        return rows


Osy = Callable[..., Ended]
Write = Callable[[str, str], Path]
