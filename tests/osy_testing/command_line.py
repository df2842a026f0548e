"""What tests of the command line share: how a command ended, and the types of the fixtures in `tests/cli/conftest.py`."""

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


Osy = Callable[..., Ended]
Write = Callable[[str, str], Path]
