"""`workspace/willRenameFiles`."""

from pathlib import Path

from lsprotocol import types

from osy_analysis.diagnostic import Edit
from osy_analysis.ide.moves import Move, manifest_edits, workspace_edits
from osy_grammar.span import LineIndex
from osy_server import convert
from osy_server.server import OsyServer
from osy_server.uris import is_file, path_of

WORKSPACE = "osy.workspace"
LARGEST_BYTES = 1_000_000


async def answer(server: OsyServer, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits of manifests and workspace files that name what gets another name."""
    # A manifest that was written a moment ago counts.
    await server.checks.settled()
    moves = [Move(path_of(one.old_uri), path_of(one.new_uri)) for one in params.files]
    moves = [move for move in moves if is_file(move.old) and is_file(move.new)]
    snapshots = [server.files.project_snapshot(root) for root in server.files.roots]

    def find() -> list[tuple[Edit, LineIndex]]:
        found = []
        for snapshot in snapshots:
            for edit in manifest_edits(snapshot.project, moves):
                found.append((edit, snapshot.project.files[edit.path].lines))
        for path, text in _workspaces(server, moves):
            found.extend((edit, LineIndex(text)) for edit in workspace_edits(path, text, moves))
        return found

    edits = await server.worker.answer(find)
    return _edit(server, edits) if edits else None


def _workspaces(server: OsyServer, moves: list[Move]) -> list[tuple[str, str]]:
    """The workspace files above what is moved, and their texts."""
    found: dict[str, str] = {}
    for move in moves:
        for folder in Path(move.old).parents:
            path = str(folder / WORKSPACE)
            document = server.files.documents.get(path)
            text = document.text if document is not None else _read(folder / WORKSPACE)
            if text is not None:
                found[path] = text
                break
    return [*found.items()]


def _read(path: Path) -> str | None:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return None
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        return None


def _edit(server: OsyServer, edits: list[tuple[Edit, LineIndex]]) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit, lines in edits:
        range_ = convert.range_of(edit.span, lines, server.client.unit)
        changes.setdefault(server.files.uri(edit.path), []).append(types.TextEdit(range=range_, new_text=edit.text))
    return types.WorkspaceEdit(changes=dict(changes))
