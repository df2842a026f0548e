"""Makes the table of a project, out of nothing or out of an earlier one.

Files are the same where their trees are; for the others the definitions that went and those that came are told apart
chunk by chunk. The dictionaries are copied and only the entries of such definitions change, so the cost is that of the
change and of some flat copies. What could be seen of a definition is compared by a fingerprint: a name whose
fingerprints are the same as before means the same as before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from osy_analysis.project import Project
from osy_analysis.semantics.bearers import Definitions
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.files import FileNames, names_of
from osy_analysis.semantics.fingerprint import fingerprint
from osy_analysis.semantics.groups import base_keys, marks
from osy_analysis.semantics.table import Table, keys_of
from osy_grammar.driver import collector_off
from osy_grammar.record import record
from osy_grammar.tree import Chunk


@record()
class Change:
    """What a new table says otherwise than the one before.

    `names` are the keys whose answers may be others, `paths` the files for which every answer may be. `is_total` where
    nothing is known to be the same.
    """

    names: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()
    is_total: bool = False


def table_of(project: Project, before: Table | None = None) -> tuple[Table, Change]:
    """The project's table, and how it differs from an earlier one."""
    if before is not None and before.kit_paths != project.kit_paths:
        before = None
    with collector_off():
        return _derive(project, before)


def _derive(project: Project, before: Table | None) -> tuple[Table, Change]:
    table = Table(kit_paths=project.kit_paths, is_whole=project.is_whole, before=before)
    old = before.files if before is not None else {}
    gone: list[tuple[str, FileNames]] = []
    come: list[tuple[str, FileNames]] = []
    for path, source in project.files.items():
        known, is_test = old.get(path), project.is_test(path)
        table.units[path] = project.unit_of(path)
        if known is not None and known.source is source and known.scope.is_test == is_test:
            table.files[path] = known
            continue
        made = table.files[path] = names_of(source, is_test=is_test)
        come.append((path, made))
        if known is not None:
            gone.append((path, known))
    gone += [(path, names) for path, names in old.items() if path not in table.files]
    names = _replace(table, gone, come)
    if before is None:
        return table, Change(is_total=True)
    if not names:
        table.views = before.views
    return table, Change(frozenset(names), frozenset(_paths(before, table, gone, come)))


def _replace(table: Table, gone: list[tuple[str, FileNames]], come: list[tuple[str, FileNames]]) -> set[str]:
    """Take definitions out of the table and put others in; the keys whose answers may be others."""
    before = {one: (path, names) for path, names in gone for one in names.definitions}
    after = {one: (path, names) for path, names in come for one in names.definitions}
    moved = {one for one in before.keys() & after.keys() if _differ(before[one], after[one])}
    left = [one for one in before if one not in after or one in moved]
    arrived = [one for one in after if one not in before or one in moved]
    _forget(table, left)
    _enter(table, [(one, after[one][0]) for one in arrived])
    names = _count_namespaces(table, gone, come)
    seen_before, seen_after = _seen(left), _seen(arrived)
    for one in (*left, *arrived):
        if one in moved or seen_before.get(one.name) != seen_after.get(one.name):
            names.update(keys_of(one))
    if gone:
        names.update(_sort_again(table, come))
    return names


def _sort_again(table: Table, come: list[tuple[str, FileNames]]) -> Iterator[str]:
    """The keys of names whose bearers stand in another order now: the first of two counts in some places."""
    found = [one for _, names in come for one in names.definitions]
    for index, mark, keys in (
        (table.names, "{}", dict.fromkeys(one.name for one in found)),
        (table.supertypes, ":{}", dict.fromkeys(key for one in found for key in base_keys(one))),
        (table.marked_by, "[{}]", dict.fromkeys(key for one in found for key in marks(one))),
    ):
        for key in keys:
            known = index.get(key, ())
            ordered = _in_order(table, known)
            if ordered != known:
                index[key] = ordered
                yield mark.format(key)


def _differ(before: tuple[str, FileNames], after: tuple[str, FileNames]) -> bool:
    """Whether a definition that stayed as it is now stands in another file or under other `using` lines."""
    return before[0] != after[0] or before[1].scope != after[1].scope


def _seen(definitions: Iterable[Definition]) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {}
    for one in definitions:
        found.setdefault(one.name, Counter())[fingerprint(one)] += 1
    return found


def _forget(table: Table, definitions: Iterable[Definition]) -> None:
    for one in definitions:
        table.homes.pop(one, None)
        _drop(table.names, one.name, one)
        for name in dict.fromkeys(base_keys(one)):
            _drop(table.supertypes, name, one)
        for name in dict.fromkeys(marks(one)):
            _drop(table.marked_by, name, one)


def _drop(index: dict[str, Definitions], name: str, definition: Definition) -> None:
    rest = tuple(one for one in index.get(name, ()) if one is not definition)
    if rest:
        index[name] = rest
    else:
        index.pop(name, None)


def _enter(table: Table, definitions: list[tuple[Definition, str]]) -> None:
    added: dict[int, dict[str, list[Definition]]] = {0: {}, 1: {}, 2: {}}
    for one, path in definitions:
        table.homes[one] = path
        if one.name:
            added[0].setdefault(one.name, []).append(one)
        for name in dict.fromkeys(base_keys(one)):
            added[1].setdefault(name, []).append(one)
        for name in dict.fromkeys(marks(one)):
            added[2].setdefault(name, []).append(one)
    for index, new in zip((table.names, table.supertypes, table.marked_by), added.values(), strict=True):
        for name, more in new.items():
            index[name] = _in_order(table, (*index.get(name, ()), *more))


def _in_order(table: Table, definitions: Definitions) -> Definitions:
    """By path, then by place."""
    if len(definitions) < 2:
        return definitions
    return tuple(sorted(definitions, key=lambda one: (table.homes[one], table.item_of(one).start)))


def _count_namespaces(table: Table, gone: list[tuple[str, FileNames]], come: list[tuple[str, FileNames]]) -> set[str]:
    """Count anew; the keys of the namespaces that are there now and were not, or the other way round."""
    counts = table.namespaces
    touched: dict[str, bool] = {}
    for files, step in ((gone, -1), (come, 1)):
        for _, names in files:
            namespace = names.scope.namespace
            if namespace:
                touched.setdefault(namespace, namespace in counts)
                counts[namespace] = counts.get(namespace, 0) + step
    keys: set[str] = set()
    for namespace, was_there in touched.items():
        if not counts[namespace]:
            del counts[namespace]
        if was_there != (namespace in counts):
            keys.update(_prefixes(namespace))
    return keys


def _prefixes(namespace: str) -> Iterator[str]:
    """The keys under which a namespace may have been asked for: every run of its words."""
    words = namespace.split(".")
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            yield f"{'.'.join(words[first:last])}."


def _paths(
    before: Table, table: Table, gone: list[tuple[str, FileNames]], come: list[tuple[str, FileNames]]
) -> Iterator[str]:
    """The files whose own lines say otherwise where names come from, or that other kits are missing to."""
    old = {path: names.scope for path, names in gone}
    yield from (path for path, names in come if path in old and old[path] != names.scope)
    yield from (path for path in old if path not in table.files)
    is_same = before.namespaces == table.namespaces and before.is_whole == table.is_whole
    if not is_same or any(unit is not before.units.get(path) for path, unit in table.units.items()):
        yield from (path for path in table.files if before.missing(path) != table.missing(path))


def gone_chunks(before: Table, after: Table) -> Iterator[Chunk]:
    """The chunks of the earlier table that are not in the later one."""
    for path, names in before.files.items():
        now = after.files.get(path)
        if now is not names:
            yield from (chunk for chunk in names.items if now is None or chunk not in now.items)
