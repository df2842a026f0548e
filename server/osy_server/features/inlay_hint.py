"""`textDocument/inlayHint`."""

from lsprotocol import types

from osy_analysis.ide.inlay_hints import HintKind, InlayHint, inlay_hints
from osy_server import convert
from osy_server.asking import asked
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """What the client's settings let be shown between the words."""
    found = asked(server, params.text_document)
    if found is None:
        return None
    wanted = server.client.settings.inlay_hints
    kinds = frozenset(kind for kind in HintKind if getattr(wanted, kind.value))
    if not kinds:
        return []
    span = convert.to_span(params.range, found.document.lines, server.client.unit)
    told = await server.worker.answer(lambda: inlay_hints(found.snapshot.project, found.path, span, kinds))
    return [_hint(hint, convert.position(hint.at, found.document.lines, server.client.unit)) for hint in told]


def _hint(hint: InlayHint, place: types.Position) -> types.InlayHint:
    is_name = hint.kind is HintKind.PARAMETER
    return types.InlayHint(
        position=place,
        label=hint.text,
        kind=types.InlayHintKind.Parameter if is_name else types.InlayHintKind.Type,
        tooltip=hint.tip or None,
        padding_left=hint.kind in (HintKind.SLA, HintKind.RETRIES) or None,
        padding_right=is_name or None,
    )
