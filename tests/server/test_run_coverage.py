"""The profile `coverage`: what the tests of a real run reached, told to who follows events and to a plain client."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from osy_testing.editor_journeys import copied_workspace
from osy_testing.lsp import RawClient

pytestmark = pytest.mark.asyncio

FLOW = "app/model/repairs.osy"
TESTS = "app/tests/pickup.test.osy"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """The sample workspace of the editors' tests."""
    return copied_workspace(tmp_path)


@pytest_asyncio.fixture
async def client() -> AsyncIterator[RawClient]:
    """A server with the real runtime."""
    async with RawClient((sys.executable, "-m", "osy_server")) as made:
        yield made


async def ran(client: RawClient, workspace: Path, profile: str, capabilities: dict[str, object]) -> dict[str, object]:
    """The answer of a run of all tests of the file."""
    await client.initialize(capabilities, workspaceFolders=[{"uri": workspace.as_uri(), "name": "w"}])
    wanted = {"uri": (workspace / TESTS).as_uri(), "profile": profile}
    asked = client.ask("workspace/executeCommand", {"command": "osy.test.run", "arguments": [wanted]})
    answer = await asyncio.wait_for(client.response(asked), 60)
    assert isinstance(answer["result"], dict)
    return answer["result"]


async def test_who_follows_is_told_before_the_run_ends(client: RawClient, workspace: Path) -> None:
    result = await ran(client, workspace, "coverage", {"experimental": {"osy": True}})
    await client.wait(lambda each: "run-finished" in str(each))
    methods = [str(each.get("method")) for each in client.received]
    told = client.received[methods.index("osy/testCoverage")]["params"]
    assert isinstance(told, dict)
    assert told["runId"] == result["runId"]
    assert methods.index("osy/testCoverage") < max(n for n, each in enumerate(methods) if each == "osy/testEvent")
    uri = (workspace / FLOW).as_uri()
    counts = {line["line"]: line["count"] for file in told["files"] if file["uri"] == uri for line in file["lines"]}
    written = (workspace / FLOW).read_text("utf-8").splitlines()
    reached = {text.strip() for text in written for line in counts if counts[line] and written[line - 1] == text}
    missed = {text.strip() for text in written for line in counts if not counts[line] and written[line - 1] == text}
    assert "slot.Assign(foreman);" in reached
    assert missed == {"on Mend() { goto Mended; }"}
    [flow] = told["workflows"]
    assert flow["uri"] == uri
    states = {one["name"]: one["count"] for one in flow["elements"] if one["kind"] == "state"}
    assert states == {"Waiting": 1, "Mended": 0}


async def test_a_plain_client_reads_it_in_the_log(client: RawClient, workspace: Path) -> None:
    result = await ran(client, workspace, "coverage", {})
    assert result["summary"] == {"passed": 1, "failed": 0, "errored": 0, "skipped": 0}
    logged = "\n".join(str(each["params"]) for each in client.received if each.get("method") == "window/logMessage")
    assert "not reached: state Mended" in logged
    assert "Coverage: " in logged


async def test_a_run_that_was_not_asked_to_tells_nothing(client: RawClient, workspace: Path) -> None:
    await ran(client, workspace, "run", {"experimental": {"osy": True}})
    await client.wait(lambda each: "run-finished" in str(each))
    assert "osy/testCoverage" not in [each.get("method") for each in client.received]
