"""`textDocument/documentLink`."""

from lsprotocol import types

from osy_analysis.ide.links import Link, links
from osy_server import convert
from osy_server.asking import asked
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """What in the document leads elsewhere."""
    found = asked(server, params.text_document)
    if found is None:
        return None
    told = await server.worker.answer(lambda: links(found.snapshot.project, found.path))
    return [
        types.DocumentLink(
            range=convert.range_of(link.span, found.document.lines, server.client.unit),
            target=target,
            tooltip=link.tip or None,
        )
        for link in told
        if (target := _target(server, link)) is not None
    ]


def _target(server: OsyServer, link: Link) -> str | None:
    if link.path:
        return server.files.uri(link.path)
    return link.url or convert.page_uri(link.code)
