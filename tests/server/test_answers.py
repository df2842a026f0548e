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
    # A client marks what the form itself says, before what is said of all.
    assert form.active_parameter == 1


async def test_every_form_tells_a_parameter(at_shop: Shop) -> None:
    document, place = at_shop.at("Assert.Equal($04,")
    found = await at_shop.client.text_document_signature_help_async(
        types.SignatureHelpParams(text_document=document, position=place)
    )
    assert found is not None
    assert [form.active_parameter for form in found.signatures] == [0] * len(found.signatures)


async def test_completion_with_a_using(at_shop: Shop) -> None:
    document, place = at_shop.at("new Ord$0er {")
    found = await at_shop.client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=place)
    )
    assert isinstance(found, types.CompletionList)
    assert not found.is_incomplete
    assert "Order" in [item.label for item in found.items]


async def test_selection(at_shop: Shop) -> None:
    document, place = at_shop.at("goto Pa$0id")
    found = await at_shop.client.text_document_selection_range_async(
        types.SelectionRangeParams(text_document=document, positions=[place, types.Position(line=9999, character=0)])
    )
    assert found is not None
    assert len(found) == 2
    assert found[0].parent is not None


async def test_links(at_shop: Shop) -> None:
    found = await at_shop.client.text_document_document_link_async(
        types.DocumentLinkParams(text_document=types.TextDocumentIdentifier(uri=at_shop.cases))
    )
    assert [link.target for link in found or ()] == [at_shop.model]


async def test_inlay_hints(at_shop: Shop) -> None:
    everything = types.Range(start=types.Position(line=0, character=0), end=types.Position(line=999, character=0))
    found = await at_shop.client.text_document_inlay_hint_async(
        types.InlayHintParams(text_document=types.TextDocumentIdentifier(uri=at_shop.cases), range=everything)
    )
    labels = [hint.label for hint in found or ()]
    assert ": Order" in labels
    assert "expected:" in labels


async def test_workspace_symbols(at_shop: Shop) -> None:
    found = await at_shop.client.workspace_symbol_async(types.WorkspaceSymbolParams(query="sal"))
    assert found
    assert found[0].name == "Sale"
    assert isinstance(found[0].location, types.Location)
    assert found[0].location.uri == at_shop.model


async def test_calls(at_shop: Shop) -> None:
    document, place = at_shop.at("event Canc$0el")
    items = await at_shop.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(text_document=document, position=place)
    )
    assert items
    callers = await at_shop.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert [call.from_.name for call in callers or ()] == ["it_is_paid"]
    called = await at_shop.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item=items[0])
    )
    assert [call.to.name for call in called or ()] == ["on Cancel"]


async def test_types_above_and_below(at_shop: Shop) -> None:
    document, place = at_shop.at("class Po$0st")
    items = await at_shop.client.text_document_prepare_type_hierarchy_async(
        types.TypeHierarchyPrepareParams(text_document=document, position=place)
    )
    assert items
    above = await at_shop.client.type_hierarchy_supertypes_async(types.TypeHierarchySupertypesParams(item=items[0]))
    assert above
    assert above[0].name == "Carrier"
    below = await at_shop.client.type_hierarchy_subtypes_async(types.TypeHierarchySubtypesParams(item=above[0]))
    assert [one.name for one in below or ()] == ["Post"]


async def test_tokens_full_delta_and_range(at_shop: Shop) -> None:
    document = types.TextDocumentIdentifier(uri=at_shop.cases)
    full = await at_shop.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document)
    )
    assert full is not None
    assert full.result_id is not None
    delta = await at_shop.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(text_document=document, previous_result_id=full.result_id)
    )
    assert isinstance(delta, types.SemanticTokensDelta)
    assert not delta.edits
    unknown = await at_shop.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(text_document=document, previous_result_id="nonsense")
    )
    assert isinstance(unknown, types.SemanticTokens)
    assert list(unknown.data) == list(full.data)
    first = types.Range(start=types.Position(line=0, character=0), end=types.Position(line=1, character=0))
    part = await at_shop.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(text_document=document, range=first)
    )
    assert part is not None
    assert list(part.data) == list(full.data)[: len(part.data)]
    assert 0 < len(part.data) < len(full.data)


async def test_what_lenses_show(at_shop: Shop) -> None:
    document, place = at_shop.at("int To$0tal")
    argument = {"uri": document.uri, "position": {"line": place.line, "character": place.character}}
    found = await at_shop.client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="osy.references.show", arguments=[argument])
    )
    assert found is not None
    assert len(found) == 1
    drawn = await at_shop.client.workspace_execute_command_async(
        types.ExecuteCommandParams(
            command="osy.stateGraph.show", arguments=[{"uri": at_shop.model, "workflow": "Sale"}]
        )
    )
    assert drawn is None or "Open" in str(drawn)


async def code_actions(
    shop: Shop, piece: str, only: list[types.CodeActionKind | str] | None = None
) -> dict[str, types.CodeAction]:
    """The actions at a place, by title."""
    document, place = shop.at(piece)
    found = await shop.client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document,
            range=types.Range(start=place, end=place),
            context=types.CodeActionContext(diagnostics=[], only=only),
        )
    )
    return {one.title: one for one in found or () if isinstance(one, types.CodeAction)}


async def test_a_test_for_a_workflow(at_shop: Shop) -> None:
    found = await code_actions(at_shop, "workflow Sa$0le")
    action = found["Add a test for `Sale`"]
    assert action.edit is not None
    documents = [one for one in action.edit.document_changes or () if isinstance(one, types.TextDocumentEdit)]
    assert {*(action.edit.changes or ()), *(one.text_document.uri for one in documents)} == {at_shop.cases}
    assert await code_actions(at_shop, "workflow Sa$0le", [types.CodeActionKind.QuickFix]) == {}


async def test_nothing_to_organise(at_shop: Shop) -> None:
    assert await code_actions(at_shop, "using Sh$0op", [types.CodeActionKind.SourceOrganizeImports]) == {}
    assert await code_actions(at_shop, "using Sh$0op", [types.CodeActionKind.SourceFixAll]) == {}
