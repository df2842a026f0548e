"""What the three requests of formatting share: of which text, how wide, and the edits as the protocol has them.

The client's tab size counts for nothing: the style of Osy# has two blanks. A file that git ignores, or that `osy.toml`
or the client's settings exclude, has no edits.
"""

from collections.abc import Callable, Sequence

from lsprotocol import types

from osy_grammar.format import FormatEdit
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile
from osy_server import convert
from osy_server.asking import Asked, asked
from osy_server.project_settings import format_width
from osy_server.server import OsyServer
from osy_server.uris import is_file

Ask = Callable[[SourceFile, int], Sequence[FormatEdit]]
"""The edits for a tree and a width."""


async def edits_of(
    server: OsyServer, identity: types.TextDocumentIdentifier, ask: Callable[[Asked], Ask]
) -> list[types.TextEdit] | None:
    """The edits of an open document; `ask` gets the document and gives back what is asked of its tree."""
    found = asked(server, identity)
    if found is None:
        return None
    # With the projects come the client's settings, which say as well what is left alone and how wide a line may be.
    await server.checks.loaded()
    if server.files.is_excluded_by_client(found.path):
        return []
    question, width = ask(found), _width(server, found.path)

    def answer() -> Sequence[FormatEdit]:
        columns = width()
        return question(found.snapshot.source, columns) if columns is not None else ()

    edits = await server.worker.answer(answer)
    lines, unit = found.document.lines, server.client.unit
    return [
        types.TextEdit(range=convert.range_of(Span(edit.start, edit.end), lines, unit), new_text=edit.text)
        for edit in edits
    ]


def _width(server: OsyServer, path: str) -> Callable[[], int | None]:
    """A job that looks how wide a line of the file may be; None where the file is left alone."""
    overlay, client = server.files.overlay, server.client.settings

    def look() -> int | None:
        if not is_file(path):
            return format_width(client, None)
        # What the command line asks as well: the file may be member of a project or not.
        from osy_analysis.survey import Surveyor

        surveyor = Surveyor(overlay, {})
        return None if surveyor.is_left_out(path) else format_width(client, surveyor.settings_around(path))

    return look
