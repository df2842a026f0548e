"""What a world tells its store about the rows: who acts, what they may, what must hold, what the platform adds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from osy_runtime.evaluate.deletion import check_deleted, delete_referring
from osy_runtime.evaluate.given import giving
from osy_runtime.evaluate.validation import checks_of
from osy_runtime.model import EntityInfo
from osy_runtime.store import Write
from osy_runtime.values import Row

if TYPE_CHECKING:
    from osy_runtime.world import World


class WorldKeeper:
    """The keeper of one world's store."""

    def __init__(self, world: "World") -> None:
        self._world = world

    @property
    def acting(self) -> "World":
        """The world knows who acts."""
        return self._world

    def is_plain(self, entity: EntityInfo) -> bool:
        """Whether rows of the entity are given nothing at a flush, and nothing must hold for them."""
        compiler = self._world.compiler
        return not giving(compiler, entity).at_flush and not checks_of(compiler, entity)

    def foresee(self, verb: str, entity: EntityInfo, field: str | None) -> None:
        """Throw where no row of the entity could be written like this."""
        self._world.guard.foresee(verb, entity, field)

    def check_write(self, write: Write) -> None:
        """Throw unless who made the write may."""
        self._world.guard.check_write(write)

    def visible(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Those that who acts may read."""
        return self._world.guard.visible(rows)

    def give(self, row: Row) -> None:
        """Number and round what waited for the flush."""
        for give in giving(self._world.compiler, row.entity).at_flush:
            give(self._world, row)

    def validate(self, row: Row) -> None:
        """Throw unless the row is valid; what that reads is read with security off."""
        checks = checks_of(self._world.compiler, row.entity)
        if checks:
            with self._world.deciding():
                for check in checks:
                    check(self._world, row)

    def delete_referring(self, row: Row) -> None:
        """Do to the rows that refer to a deleted one what their fields say."""
        delete_referring(self._world, row)

    def check_deleted(self, row: Row) -> None:
        """Throw if something cannot do without the deleted row."""
        check_deleted(self._world, row)
