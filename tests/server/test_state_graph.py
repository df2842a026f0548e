"""`osy/stateGraph`: which workflow, its ranges, what is drawn, stale graphs, and the notice of changes."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from osy_testing.lsp import Message, RawClient

pytestmark = pytest.mark.asyncio

URI = "file:///nowhere/flow.osy"
FIRST = """\
workflow First {
  Initial = A;
  event Go();
  state A { on Go { goto B; } }
  terminal success B { }
}
"""
SECOND = FIRST.replace("First", "Second").replace("goto B", "goto A")
FOLLOWING = {"experimental": {"osy": True}}


@pytest_asyncio.fixture
async def client() -> AsyncIterator[RawClient]:
    async with RawClient() as made:
        await made.initialize(FOLLOWING)
        yield made


def change(client: RawClient, text: str, version: int) -> None:
    document = {"uri": URI, "version": version}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


async def ask(client: RawClient, **more: object) -> Message:
    found = await client.result("osy/stateGraph", {"uri": URI, **more})
    assert isinstance(found, dict)
    return found


async def test_nodes_and_edges_with_ranges(client: RawClient) -> None:
    client.open(URI, "// é𝄞\n" + FIRST)
    found = await ask(client)
    assert (found["uri"], found["version"], found["workflow"], found["stale"]) == (URI, 1, "First", False)
    assert found["workflows"] == ["First"]
    assert found["range"] == {"start": {"line": 1, "character": 0}, "end": {"line": 6, "character": 1}}
    assert [(node["id"], node["name"], node["kind"]) for node in found["nodes"]] == [
        ("state0", "A", "state"),
        ("state1", "B", "success"),
    ]
    (edge,) = found["edges"]
    assert (edge["source"], edge["target"], edge["label"]) == ("state0", "state1", "Go")
    assert edge["range"] == {"start": {"line": 4, "character": 20}, "end": {"line": 4, "character": 27}}
    assert found["drawn"] == {}


async def test_forms_are_drawn_when_asked_for(client: RawClient) -> None:
    client.open(URI, FIRST)
    found = await ask(client, forms=["svg", "text", "mermaid", "dot"])
    drawn = found["drawn"]
    assert drawn["svg"].startswith("<svg ")
    assert 'id="osy-state0"' in drawn["svg"]
    assert "╔" in drawn["text"]
    assert "stateDiagram-v2" in drawn["mermaid"]
    assert drawn["dot"].startswith("digraph")


@pytest.mark.parametrize(
    ("more", "workflow"),
    [
        ({}, "First"),
        ({"workflow": "Second"}, "Second"),
        ({"position": {"line": 3, "character": 4}}, "First"),
        ({"position": {"line": 9, "character": 4}}, "Second"),
        ({"position": {"line": 99, "character": 0}}, "Second"),
        ({"position": {"line": 3, "character": 4}, "workflow": "Second"}, "Second"),
    ],
)
async def test_which_workflow(client: RawClient, more: dict[str, object], workflow: str) -> None:
    client.open(URI, FIRST + SECOND)
    found = await ask(client, **more)
    assert (found["workflow"], found["workflows"]) == (workflow, ["First", "Second"])


async def test_none_where_there_is_none(client: RawClient) -> None:
    client.open(URI, "enum A { B }\n")
    assert await client.result("osy/stateGraph", {"uri": URI}) is None
    assert await client.result("osy/stateGraph", {"uri": URI, "workflow": "First"}) is None
    assert await client.result("osy/stateGraph", {"uri": "file:///nowhere/else.osy"}) is None


async def test_the_last_good_graph_while_the_text_is_broken(client: RawClient) -> None:
    client.open(URI, FIRST)
    good = await ask(client)
    change(client, FIRST.replace("goto B; }", "goto "), 2)
    stale = await ask(client)
    assert (stale["stale"], stale["version"]) == (True, 2)
    assert (stale["nodes"], stale["edges"]) == (good["nodes"], good["edges"])
    change(client, "work" + FIRST, 3)
    assert (await ask(client, workflow="First"))["stale"] is True
    change(client, FIRST.replace("goto B", "goto A"), 4)
    again = await ask(client)
    assert (again["stale"], again["edges"][0]["target"]) == (False, "state0")


async def test_a_name_that_is_no_longer_there_is_no_broken_text(client: RawClient) -> None:
    client.open(URI, FIRST)
    await ask(client, workflow="First")
    change(client, SECOND, 2)
    assert await client.result("osy/stateGraph", {"uri": URI, "workflow": "First"}) is None
    assert (await ask(client, position={"line": 0, "character": 0}))["workflow"] == "Second"


async def test_a_graph_that_was_never_good_is_what_is_parsed(client: RawClient) -> None:
    client.open(URI, FIRST.replace("goto B; }", "goto B"))
    found = await ask(client)
    assert (found["stale"], found["broken"]) == (False, True)
    assert [node["name"] for node in found["nodes"]][:1] == ["A"]


async def test_a_change_is_told_to_who_has_asked(client: RawClient) -> None:
    client.open(URI, FIRST)
    await ask(client)
    seen = len(client.received)
    change(client, FIRST.replace("goto B", "goto A"), 2)
    told = await client.notification("osy/stateGraphChanged", after=seen)
    assert told["params"] == {"uri": URI}


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"uri": 1},
        {"uri": URI, "workflow": 1},
        {"uri": URI, "position": 3},
        {"uri": URI, "position": {"line": -1, "character": 0}},
        {"uri": URI, "forms": "svg"},
        {"uri": URI, "forms": ["png"]},
    ],
)
async def test_wrong_params_are_refused(client: RawClient, params: object) -> None:
    answer = await client.response(client.ask("osy/stateGraph", params))
    assert answer["error"]["code"] == -32602
