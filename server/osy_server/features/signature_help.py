"""`textDocument/signatureHelp`."""

from lsprotocol import types

from osy_analysis.ide.signature import Form, signature_help
from osy_server import convert
from osy_server.asking import asked_at
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """The forms of what is being called."""
    found = asked_at(server, params)
    if found is None:
        return None
    one, offset = found
    help_ = await server.worker.answer(lambda: signature_help(one.snapshot.project, one.path, offset))
    if help_ is None:
        return None
    told = [_information(server, form, at) for form, at in zip(help_.forms, help_.meant, strict=True)]
    return types.SignatureHelp(
        signatures=told,
        active_signature=help_.active,
        active_parameter=told[help_.active].active_parameter,
    )


def _information(server: OsyServer, form: Form, meant: int | None) -> types.SignatureInformation:
    features = server.client.features
    parameters = [
        types.ParameterInformation(label=(span.start, span.end) if features.label_offsets else span.text(form.label))
        for span in form.parameters
    ]
    return types.SignatureInformation(
        label=form.label,
        documentation=convert.markup(form.text, features.markdown_signature) if form.text else None,
        parameters=parameters,
        # Left out it would be told as `null`, which says that nothing is to be marked. What is no parameter of the form
        # is told as one behind the last: older clients then mark none.
        active_parameter=meant if meant is not None else len(form.names),
    )
