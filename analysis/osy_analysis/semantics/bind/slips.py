"""Which declared name an unknown one is probably a slip of."""

from weakref import ref

from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.table import Table
from osy_analysis.wording import nearest

MOST = 500
"""For so many unknown names the near one is looked for."""


class Slips:
    """Near names of one table.

    Only names with the same first letter are looked at: the rest would be looked through for each unknown name.
    """

    __slots__ = ("_by_letter", "_near", "_table")

    def __init__(self, table: Table) -> None:
        self._table = ref(table)
        self._near: dict[tuple[str, bool, bool], str | None] = {}
        self._by_letter: dict[tuple[bool, bool], dict[str, list[str]]] = {}

    def near(self, path: str, text: str, *, types_only: bool = False) -> str | None:
        """The name in view that is close to `text`; of very many unknown names, only for the first."""
        table = self._table()
        if table is None:
            return None
        is_test = table.scope(path).is_test
        key = text, is_test, types_only
        if key in self._near or len(self._near) >= MOST:
            return self._near.get(key)
        group = self._by_letter.get((is_test, types_only))
        if group is None:
            group = self._by_letter[is_test, types_only] = {}
            for name in table.in_view(path):
                if not types_only or any(one.kind in TYPE_KINDS for one in table.names.get(name, ())):
                    group.setdefault(name[:1].lower(), []).append(name)
        found = self._near[key] = nearest(text, group.get(text[:1].lower(), ()))
        return found
