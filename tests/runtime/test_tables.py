"""The store over its tables: whatever is undone is as it was, in the rows, in their order and in every index."""

from hypothesis import given
from hypothesis import strategies as st

from osy_grammar.parse import parse
from osy_runtime.ids import IdSource
from osy_runtime.model import EntityInfo, Site
from osy_runtime.store import Store
from osy_runtime.tables import MemoryTables, Tables
from osy_runtime.values import Row

SITE = Site("a.osy", parse("entity Thing { }").items[0])
BASE = EntityInfo("Thing", "Thing", SITE)
HEIR = EntityInfo("Tool", "Tool", SITE, base=BASE)
NAMES = ("Kind",), ("Kind", "Owner")

ACTS = st.lists(
    st.tuples(
        st.sampled_from(("create", "heir", "change", "delete", "commit", "mark", "rollback", "number")),
        st.integers(0, 3),
        st.integers(0, 7),
    ),
    max_size=60,
)


def picture(tables: Tables) -> object:
    """All that can be asked of the tables."""
    rows = tables.scan(BASE)
    return (
        [(row, dict(row.values), row.is_deleted) for row in rows],
        tables.scan(HEIR),
        [tables.match(BASE, ("Kind",), (kind,)) for kind in range(4)],
        [tables.match(HEIR, ("Kind", "Owner"), (kind, row)) for kind in range(4) for row in (None, *rows)],
    )


def expected(tables: Tables) -> bool:
    """Whether each index answers what looking at every row would."""
    rows = tables.scan(BASE)
    return all(
        tables.match(BASE, ("Kind",), (kind,)) == [row for row in rows if row.values["Kind"] == kind]
        for kind in range(4)
    )


@given(ACTS)
def test_what_is_undone_is_as_it_was(acts: list[tuple[str, int, int]]) -> None:
    tables = MemoryTables()
    store = Store(IdSource().guid, lambda: 0, tables)
    made: list[Row] = []
    marks: list[tuple[int, object, int]] = []
    for act, number, at in acts:
        row = made[at % len(made)] if made else None
        match act:
            case "create" | "heir":
                made.append(store.create(BASE if act == "create" else HEIR, {"Kind": number, "Owner": row}))
            case "change" if row is not None and not row.is_deleted:
                store.change(row, "Kind", number)
            case "delete" if row is not None:
                store.delete(row)
            case "number" if row is not None:
                store.take_number(row, "No", "series", 1)
            case "commit":
                store.commit()
            case "mark":
                marks.append((store.mark(), picture(tables), len(made)))
            case "rollback" if marks:
                mark, seen, count = marks.pop()
                store.rollback(mark)
                del made[count:]
                assert picture(tables) == seen
            case _:
                pass
        assert expected(tables)
    store.rollback(0)
    assert not tables.scan(BASE)
    assert tables.take_number("series", 1)[0] == 1


def test_a_version_never_comes_twice() -> None:
    tables = MemoryTables()
    store = Store(IdSource().guid, lambda: 0, tables)
    row = store.create(BASE, {"Kind": 1, "Owner": None})
    seen = {tables.version}
    mark = store.mark()
    for kind in (2, 3, 4):
        store.change(row, "Kind", kind)
        assert tables.version not in seen
        seen.add(tables.version)
        store.rollback(mark)
        assert tables.version not in seen
        seen.add(tables.version)
