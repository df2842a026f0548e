"""What a client that asks for findings would be told of each file now, with ids by which it knows what it has."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from lsprotocol import types


@dataclass(frozen=True, slots=True)
class Told:
    """The findings of a file; `id` is another one whenever they are others."""

    id: str
    uri: str
    version: int | None
    findings: tuple[types.Diagnostic, ...]


class Pulled:
    """The findings by file."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._told: dict[str, Told] = {}

    def keep(self, path: str, uri: str, version: int | None, findings: Sequence[types.Diagnostic]) -> bool:
        """Take what there is to tell now; whether it is other than before."""
        before = self._told.get(path)
        is_same = before is not None and list(before.findings) == list(findings)
        identity = before.id if before is not None and is_same else str(next(self._ids))
        self._told[path] = Told(identity, uri, version, tuple(findings))
        return not is_same and (before is not None or bool(findings))

    def clear(self, path: str, uri: str) -> bool:
        """There is nothing to tell of the file any more; whether there was."""
        return self.keep(path, uri, None, ())

    def told(self, path: str) -> Told | None:
        """What there is to tell of a file."""
        return self._told.get(path)

    def all_told(self) -> tuple[Told, ...]:
        """What there is to tell of all files."""
        return tuple(self._told.values())
