"""What a client asks while somebody types."""

import pytest
from lsprotocol import types

from osy_testing.shop_client import Shop

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_signature_help(at_shop: Shop) -> None:
    document, place = at_shop.at('RaisePay(row, $0reference: "x")')
    found = await at_shop.client.text_document_signature_help_async(
        types.SignatureHelpParams(text_document=document, position=place)
    )
    assert found is not None
    assert found.active_parameter == 1
    [form] = found.signatures
    assert form.label == "void RaisePay(Order row, string reference, DateTime at = default)"
    label = (form.parameters or ())[1].label
    text = label if isinstance(label, str) else form.label[label[0] : label[1]]
    assert text == "string reference"
