"""What most requests begin and end with: which file, snapshot and offset is meant; places as the protocol has them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from osy_server import convert

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Edit
    from osy_grammar.span import Span
    from osy_server.server import OsyServer
    from osy_server.text import Document
    from osy_server.workspace import Snapshot

REQUEST_FAILED = -32803


class AtPlace(Protocol):
    """The params of a request about a place in a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class HasPath(Protocol):
    """An answer that lies in a file."""

    @property
    def path(self) -> str:
        """The file."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """An open document that is one program, with its snapshot."""

    snapshot: "Snapshot"
    document: "Document"

    @property
    def path(self) -> str:
        """The file."""
        return self.snapshot.path


def asked(server: "OsyServer", identity: types.TextDocumentIdentifier) -> Asked | None:
    """The document of a request; None if it is not open, or holds several programs."""
    snapshot = server.snapshot(identity.uri)
    return Asked(snapshot, snapshot.document) if snapshot is not None and snapshot.document is not None else None


def asked_at(server: "OsyServer", params: AtPlace) -> tuple[Asked, int] | None:
    """The document of a request and the offset that it is about."""
    found = asked(server, params.text_document)
    return (found, server.offset(found.document, params.position)) if found is not None else None


def location(server: "OsyServer", snapshot: "Snapshot", path: str, span: "Span") -> types.Location:
    """A place in a file of the snapshot."""
    lines = snapshot.project.files[path].lines
    return types.Location(uri=server.files.uri(path), range=convert.range_of(span, lines, server.client.unit))


def refused(reason: str) -> JsonRpcException:
    """The error that tells the user why a request has no answer."""
    return JsonRpcException(reason, code=REQUEST_FAILED)


def workspace_edit(
    server: "OsyServer", snapshot: "Snapshot", edits: "Iterable[Edit]", *, creates: str = ""
) -> types.WorkspaceEdit:
    """Edits with the versions of the open documents that they are of; null for files that are not open.

    `creates` is a file that is made first; the edits of it are of an empty text.
    """
    by_path: dict[str, list[types.TextEdit]] = {}
    nowhere = types.Position(line=0, character=0)
    for edit in edits:
        range_ = (
            types.Range(start=nowhere, end=nowhere)
            if edit.path == creates
            else location(server, snapshot, edit.path, edit.span).range
        )
        by_path.setdefault(edit.path, []).append(types.TextEdit(range=range_, new_text=edit.text))
    uri = server.files.uri
    if not server.client.features.document_changes:
        return types.WorkspaceEdit(changes={uri(path): found for path, found in by_path.items()})
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    if creates:
        options = types.CreateFileOptions(ignore_if_exists=True)
        changes.append(types.CreateFile(uri=uri(creates), options=options))
    for path, found in by_path.items():
        document = snapshot.documents.get(path) or server.files.documents.get(path)
        version = document.version if document is not None else None
        identity = types.OptionalVersionedTextDocumentIdentifier(uri=uri(path), version=version)
        changes.append(types.TextDocumentEdit(text_document=identity, edits=list(found)))
    return types.WorkspaceEdit(document_changes=changes)
