"""Going from name to name, and giving names, as a client asks for it."""

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from osy_testing.shop_client import Shop

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_references(at_shop: Shop) -> None:
    document, place = at_shop.at("string Co$0de")
    found = await at_shop.client.text_document_references_async(
        types.ReferenceParams(
            text_document=document, position=place, context=types.ReferenceContext(include_declaration=False)
        )
    )
    assert found is not None
    assert len(found) == 4
    assert {each.uri for each in found} == {at_shop.model, at_shop.cases}


async def test_highlights(at_shop: Shop) -> None:
    document, place = at_shop.at("var s$0um")
    found = await at_shop.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(text_document=document, position=place)
    )
    kinds = [each.kind for each in found or ()]
    assert kinds == [types.DocumentHighlightKind.Write, types.DocumentHighlightKind.Read]


async def test_declaration(at_shop: Shop) -> None:
    document, place = at_shop.at("goto Pa$0id")
    found = await at_shop.client.text_document_declaration_async(
        types.DeclarationParams(text_document=document, position=place)
    )
    assert isinstance(found, list)
    assert [at_shop.line(each) for each in found] == ["enum Stage { Open, Paid, Gone }"]


async def test_type_definition(at_shop: Shop) -> None:
    document, place = at_shop.at("pos$0t.Send")
    found = await at_shop.client.text_document_type_definition_async(
        types.TypeDefinitionParams(text_document=document, position=place)
    )
    assert isinstance(found, list)
    assert [at_shop.line(each) for each in found] == ["interface Carrier { string Send(Order order); }"]


async def test_implementation(at_shop: Shop) -> None:
    document, place = at_shop.at("interface Carr$0ier")
    found = await at_shop.client.text_document_implementation_async(
        types.ImplementationParams(text_document=document, position=place)
    )
    assert isinstance(found, list)
    assert [at_shop.line(each) for each in found] == ["class Post : Carrier {"]


async def test_definition_across_files(at_shop: Shop) -> None:
    document, place = at_shop.at("Sale.RaisePa$0y")
    found = await at_shop.client.text_document_definition_async(
        types.DefinitionParams(text_document=document, position=place)
    )
    assert isinstance(found, list)
    assert [at_shop.line(each) for each in found] == ["event Pay(string reference);"]


async def test_rename_with_versions(at_shop: Shop) -> None:
    document, place = at_shop.at("event Canc$0el")
    found = await at_shop.client.text_document_rename_async(
        types.RenameParams(text_document=document, position=place, new_name="Refund")
    )
    assert found is not None
    if found.document_changes is None:
        assert found.changes is not None
        assert {uri: len(edits) for uri, edits in found.changes.items()} == {at_shop.model: 3, at_shop.cases: 2}
        return
    changes = [one for one in found.document_changes if isinstance(one, types.TextDocumentEdit)]
    assert {one.text_document.uri: (one.text_document.version, len(one.edits)) for one in changes} == {
        at_shop.model: (7, 3),
        at_shop.cases: (7, 2),
    }


async def test_prepare_rename(at_shop: Shop) -> None:
    document, place = at_shop.at("Sale.RaisePa$0y")
    found = await at_shop.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(text_document=document, position=place)
    )
    assert isinstance(found, types.PrepareRenamePlaceholder)
    assert found.placeholder == "Pay"


async def test_a_rename_that_is_refused(at_shop: Shop) -> None:
    document, place = at_shop.at("late.Rel$0ease")
    with pytest.raises(JsonRpcException, match="the platform's") as refusal:
        await at_shop.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(text_document=document, position=place)
        )
    assert refusal.value.code == -32803
    document, place = at_shop.at("var s$0um")
    with pytest.raises(JsonRpcException, match="word of the language"):
        await at_shop.client.text_document_rename_async(
            types.RenameParams(text_document=document, position=place, new_name="return")
        )
