"""Ends of calls and types as items of the protocol, and back: an item is found again by the place of its name."""

from typing import TYPE_CHECKING

from lsprotocol import types

from osy_server import convert
from osy_server.asking import location
from osy_server.uris import path_of

if TYPE_CHECKING:
    from osy_analysis.ide.hierarchy import End
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot


def call_item(server: "OsyServer", snapshot: "Snapshot", end: "End") -> types.CallHierarchyItem:
    """An end of calls."""
    place = location(server, snapshot, end.path, end.span)
    return types.CallHierarchyItem(
        name=end.name,
        kind=convert.SYMBOL_KINDS.get(end.kind, types.SymbolKind.Function),
        uri=place.uri,
        range=place.range,
        selection_range=location(server, snapshot, end.path, end.name_span).range,
        detail=end.detail or None,
    )


def type_item(server: "OsyServer", snapshot: "Snapshot", end: "End") -> types.TypeHierarchyItem:
    """A type."""
    place = location(server, snapshot, end.path, end.span)
    return types.TypeHierarchyItem(
        name=end.name,
        kind=convert.SYMBOL_KINDS.get(end.kind, types.SymbolKind.Class),
        uri=place.uri,
        range=place.range,
        selection_range=location(server, snapshot, end.path, end.name_span).range,
        detail=end.detail or None,
    )


def end_of(
    server: "OsyServer", item: types.CallHierarchyItem | types.TypeHierarchyItem
) -> "tuple[Snapshot, End] | None":
    """The end that an item was made of, in the project as it is now; None if its file is gone."""
    from osy_analysis.ide.hierarchy import End

    snapshot = server.files.snapshot(path_of(item.uri))
    lines = snapshot.lines(snapshot.path)
    if lines is None:
        return None
    unit = server.client.unit
    end = End(
        name=item.name,
        kind="",
        detail="",
        path=snapshot.path,
        span=convert.to_span(item.range, lines, unit),
        name_span=convert.to_span(item.selection_range, lines, unit),
    )
    return snapshot, end
