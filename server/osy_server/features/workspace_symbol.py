"""`workspace/symbol`."""

from lsprotocol import types

from osy_analysis.ide.workspace_symbols import Entry, workspace_symbols
from osy_analysis.project import Project
from osy_server import convert
from osy_server.server import OsyServer

MOST = 256


async def answer(server: OsyServer, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """The declarations of all open projects that fit the letters."""
    await server.checks.loaded()
    files = server.files
    snapshots = [files.project_snapshot(root) for root in files.roots]
    snapshots += [files.snapshot(path) for path in files.open_programs if files.root_of(path) is None]

    def find() -> list[types.SymbolInformation]:
        projects = [snapshot.project for snapshot in snapshots]
        return [_information(server, projects, one) for one in workspace_symbols(projects, params.query, MOST)]

    return await server.worker.answer(find)


def _information(server: OsyServer, projects: list[Project], one: Entry) -> types.SymbolInformation:
    source = next(project.files[one.path] for project in projects if one.path in project.files)
    range_ = convert.range_of(one.span, source.lines, server.client.unit)
    return types.SymbolInformation(
        name=one.name,
        kind=convert.SYMBOL_KINDS.get(one.kind, types.SymbolKind.Variable),
        location=types.Location(uri=server.files.uri(one.path), range=range_),
        container_name=one.container or None,
    )
