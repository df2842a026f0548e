"""Rows that are kept and not in use any more, each for a category and until an instant (R163).

Nobody finds such a row, the system neither, but for functions marked `[PurposeRead("category")]` while they run. What
holds the row already goes on reading it.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from osy_grammar.record import record
from osy_runtime.values import Row


@record()
class Restricted:
    """Why a row is kept, and until when; None is until it is lifted."""

    category: str
    until: int | None


class UndoLog(Protocol):
    """The store, as far as restrictions need it."""

    def log_undo(self, undo: Callable[..., None], *arguments: object) -> None:
        """Remember how to undo a change."""
        ...


class Restrictions:
    """The rows of one store that are out of use."""

    def __init__(self, log: UndoLog) -> None:
        self._log = log
        self.rows: dict[Row, Restricted] = {}
        self.purposes: tuple[str, ...] = ()

    def in_use(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Those of the rows that are in use, or kept for a purpose that is being served."""
        kept = self.rows
        return [row for row in rows if row not in kept or kept[row].category in self.purposes]

    def put(self, row: Row, restricted: Restricted | None) -> None:
        """Keep the row out of use, or take it into use again."""
        self._log.log_undo(self._set, row, self.rows.get(row))
        self._set(row, restricted)

    def _set(self, row: Row, restricted: Restricted | None) -> None:
        if restricted is None:
            self.rows.pop(row, None)
        else:
            self.rows[row] = restricted

    def of(self, category: str) -> list[Row]:
        """The rows that are kept for the category."""
        return [row for row, held in self.rows.items() if held.category == category and not row.is_deleted]
