"""What the three requests of formatting share: of which text, how wide, and the edits as the protocol has them.

The client's tab size counts for nothing: the style of Osy# has two blanks. An excluded file has no edits.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from osy_analysis.globs import excludes
from osy_grammar.format import FormatEdit
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile
from osy_server import convert
from osy_server.asking import Asked, asked
from osy_server.project_settings import format_width
from osy_server.server import OsyServer

if TYPE_CHECKING:
    from osy_analysis.settings import Settings as ProjectSettings

Ask = Callable[[SourceFile, int], Sequence[FormatEdit]]
"""The edits for a tree and a width."""


async def edits_of(
    server: OsyServer, identity: types.TextDocumentIdentifier, ask: Callable[[Asked], Ask]
) -> list[types.TextEdit] | None:
    """The edits of an open document; `ask` gets the document and gives back what is asked of its tree."""
    found = asked(server, identity)
    if found is None:
        return None
    # Which project the file belongs to decides how wide it is, and whether it is left alone.
    await server.checks.loaded()
    settings = _settings(server, found)
    if _is_excluded(server, found.path, settings):
        return []
    question, width = ask(found), format_width(server.client.settings, settings.of_project)
    edits = await server.worker.answer(lambda: question(found.snapshot.source, width))
    lines, unit = found.document.lines, server.client.unit
    return [
        types.TextEdit(range=convert.range_of(Span(edit.start, edit.end), lines, unit), new_text=edit.text)
        for edit in edits
    ]


@dataclass(frozen=True, slots=True)
class _Around:
    """The project that a file lies in, member or not, and its settings."""

    root: str
    of_project: "ProjectSettings | None"


def _settings(server: OsyServer, found: Asked) -> _Around:
    above = [root for root in server.files.roots if found.path.startswith(root.rstrip(os.sep) + os.sep)]
    root = found.snapshot.root or max(above, key=len, default=None)
    return _Around(root or "", server.files.settings_of(root))


def _is_excluded(server: OsyServer, path: str, around: _Around) -> bool:
    globs = around.of_project.exclude if around.of_project is not None else ()
    beside = [(around.root, globs), *((folder, server.files.exclude) for folder in server.files.folders)]
    for folder, excluded in beside:
        if excluded and path.startswith(folder.rstrip(os.sep) + os.sep):
            inside = os.path.relpath(path, folder).replace(os.sep, "/")
            if excludes(excluded, inside):
                return True
    return False
