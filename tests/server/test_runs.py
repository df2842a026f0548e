"""Runs: what a plain client and one that follows events are told, and how a run is ended.

A small program plays the runtime.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from osy_testing.lsp import Message, RawClient

pytestmark = pytest.mark.asyncio

TEXT = """\
void Helper() {
  Assert.Fail("x");
}

[Test]
void good() { }

[Test]
void bad() {
  Helper();
}
"""

PROGRAM = """
import json, sys, time
arguments = sys.argv[1:]
path = arguments[arguments.index("--") + 1]
ids = json.load(open(arguments[arguments.index("--ids") + 1])) if "--ids" in arguments else None
text = None
if "--overlay" in arguments:
    text = json.load(open(arguments[arguments.index("--overlay") + 1]))[path]
def tell(**event):
    print(json.dumps(event), flush=True)
def result(name, line, outcome, **more):
    return dict(id=f"{path}::{name}", name=name, file=path, line=line, outcome=outcome, duration_ms=12.0, **more)
tests = [t for t in ("good", "bad") if ids is None or any(i.endswith(f"::{t}") for i in ids)]
tell(event="run-started", schema=1)
tell(event="discovered", tests=[dict(id=f"{path}::{t}", name=t, file=path, line=1) for t in tests])
counts = dict(passed=0, failed=0)
for name in tests:
    tell(event="test-started", id=f"{path}::{name}")
    tell(event="output", id=f"{path}::{name}", text=f"from {name}")
    if "SLOW" in (text or ""):
        time.sleep(60)
    is_bad = name == "bad" and "FIXED" not in (text or "")
    if is_bad:
        why = dict(message="x is not y", at=dict(file=path, line=2, column=3), expected="y", actual="x")
        tell(event="test-finished", result=result("bad", 9, "failed", **why))
    else:
        tell(event="test-finished", result=result(name, 6, "passed"))
    counts["failed" if is_bad else "passed"] += 1
if "BROKEN" not in (text or ""):
    note = "some rules were not applied" if "NOTE" in (text or "") else None
    tell(event="run-finished", summary=counts, message=note)
"""

SERVER = """
import sys
from osy_server import app
real = app.create
def create():
    server = real()
    server.runs.command = (sys.executable, sys.argv[1])
    return server
app.create = create
app.main()
"""

PLAIN = {"window": {"workDoneProgress": True}}
FOLLOWING = {"experimental": {"osy": True}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A test file on disk."""
    path = tmp_path / "app" / "a.test.osy"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[RawClient]:
    """A server whose runs are played by the program."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    async with RawClient((sys.executable, "-c", SERVER, str(program))) as made:
        yield made


def run(client: RawClient, **wanted: object) -> int:
    """Ask for a run."""
    params = {"command": "osy.test.run", "arguments": [{"profile": "run", **wanted}]}
    return client.ask("workspace/executeCommand", params)


def change(client: RawClient, uri: str, version: int, text: str) -> None:
    """Replace the text of an open document."""
    document = {"uri": uri, "version": version}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


def failures(message: Message) -> list[Message]:
    """The test failures among the findings of a notification."""
    params = message["params"]
    assert isinstance(params, dict)
    return [each for each in params["diagnostics"] if each["source"] == "osy test"]


async def shown(client: RawClient, uri: str, lines: list[int], after: int = 0) -> Message:
    """Wait until the failures of the file stand on these lines."""

    def fits(message: Message) -> bool:
        params = message.get("params")
        if message.get("method") != "textDocument/publishDiagnostics" or not isinstance(params, dict):
            return False
        return params["uri"] == uri and [each["range"]["start"]["line"] for each in failures(message)] == lines

    return await client.wait(fits, after)


async def test_a_plain_client_waits_for_the_summary(client: RawClient, file: Path) -> None:
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(file.as_uri(), TEXT)
    answer = await client.response(run(client, uri=file.as_uri()))
    result = answer["result"]
    assert isinstance(result, dict)
    assert result["summary"] == {"passed": 1, "failed": 1, "errored": 0, "skipped": 0}
    logged = [str(each["params"]) for each in client.received if each.get("method") == "window/logMessage"]
    assert any("✓ good (12 ms)" in line for line in logged)
    assert any("✗ bad — at" in line and "x is not y" in line for line in logged)
    assert any("from bad" in line for line in logged)
    told = [each["params"] for each in client.received if each.get("method") == "window/showMessage"]
    assert told == [{"type": 1, "message": "Osy# tests: 1 passed, 1 failed"}]
    assert not [each for each in client.received if each.get("method") == "osy/testEvent"]


@pytest.mark.parametrize(
    ("mark", "kind", "message"),
    [
        ("NOTE", 3, "Osy# tests: 1 passed; some rules were not applied"),
        ("BROKEN", 1, "Osy# tests: 1 passed; the run ended without a result (exit code 0)"),
        ("", 3, "Osy# tests: 1 passed"),
    ],
)
async def test_a_note_beside_passed_tests_is_no_error(
    client: RawClient, file: Path, mark: str, kind: int, message: str
) -> None:
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(file.as_uri(), f"// {mark}\n{TEXT}")
    await client.response(run(client, ids=[f"{file}::good"]))
    told = await client.notification("window/showMessage")
    assert told["params"] == {"type": kind, "message": message}


async def test_a_failure_stands_on_its_line_moves_and_goes(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(uri, TEXT)
    await client.response(run(client, uri=uri))
    [failure] = failures(await shown(client, uri, [1]))
    assert failure["code"] == "test-failed"
    assert failure["message"] == "x is not y"
    assert failure["range"] == {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 19}}
    change(client, uri, 2, "// above\n// above\n" + TEXT.replace("void good() { }", "void good() { var x = 1; }"))
    # The comments above belong to the first declaration: it has been edited, and the failure is gone.
    await shown(client, uri, [], after=len(client.received))
    await client.response(run(client, uri=uri))
    change(client, uri, 3, TEXT.replace("  Helper();", "  Helper(); "))
    await shown(client, uri, [], after=len(client.received))


async def test_a_failure_moves_with_its_declaration(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    text = "void First() { }\n" + TEXT
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    file.write_text(text, encoding="utf-8")
    client.open(uri, text)
    await client.response(run(client, uri=uri))
    await shown(client, uri, [1])
    seen = len(client.received)
    change(client, uri, 2, "void First() {\n\n}\n" + TEXT)
    await shown(client, uri, [3], after=seen)


async def test_the_next_run_clears_a_failure(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(uri, TEXT)
    await client.response(run(client, uri=uri))
    await shown(client, uri, [1])
    seen = len(client.received)
    change(client, uri, 2, TEXT + "// FIXED\n")
    answer = await client.response(run(client, uri=uri))
    assert isinstance(answer["result"], dict)
    assert answer["result"]["summary"]["failed"] == 0
    await shown(client, uri, [], after=seen)


async def run_lenses(client: RawClient, uri: str) -> list[Message]:
    """The lenses that run tests."""
    lenses = await client.result("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert isinstance(lenses, list)
    return [lens for lens in lenses if lens.get("command", {}).get("command") == "osy.test.run"]


async def test_the_lens_tells_the_last_outcome(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    await client.initialize({}, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(uri, TEXT)
    lenses = await run_lenses(client, uri)
    assert [lens["command"]["title"] for lens in lenses] == ["Run 2 tests of this file", "Run", "Run"]
    command = lenses[1]["command"]
    await client.result("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    lenses = await run_lenses(client, uri)
    assert [lens["command"]["title"] for lens in lenses][1:] == ["Run · ✓ 12 ms", "Run"]


async def test_what_the_server_before_knew_is_told_to_the_next(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    await client.initialize(FOLLOWING, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(uri, TEXT)
    known = [{"id": f"{file}::bad", "outcome": "failed", "durationMs": 7}, {"id": 3}, "x", {"id": "y", "outcome": "z"}]
    client.notify("osy/testOutcomes", {"outcomes": known})
    client.notify("osy/testOutcomes", {})
    lenses = await run_lenses(client, uri)
    assert [lens["command"]["title"] for lens in lenses][1:] == ["Run", "Run · ✗ 7 ms"]


async def test_a_following_client_has_its_answer_at_once_and_then_events(client: RawClient, file: Path) -> None:
    await client.initialize(FOLLOWING, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(file.as_uri(), TEXT)
    answer = await client.response(run(client, ids=[f"{file}::bad"]))
    result = answer["result"]
    assert isinstance(result, dict)
    assert list(result) == ["runId"]
    await client.wait(lambda each: each.get("method") == "osy/testEvent" and "run-finished" in str(each))
    events = [each["params"] for each in client.received if each.get("method") == "osy/testEvent"]
    assert [event["event"] for event in events] == [
        "run-started", "discovered", "test-started", "output", "test-finished", "run-finished",
    ]  # fmt: skip
    assert {event["runId"] for event in events} == {result["runId"]}
    assert events[4]["result"]["at"] == {"file": str(file), "line": 2, "column": 3}
    others = {each.get("method") for each in client.received}
    assert not {"window/showMessage", "window/logMessage"} & others
    assert not [each for each in client.received if "osy test" in str(each)]


async def test_progress_begins_and_ends(client: RawClient, file: Path) -> None:
    await client.initialize(PLAIN, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    await client.response(run(client))
    values = [each["params"]["value"] for each in client.received if each.get("method") == "$/progress"]
    assert values[0]["kind"] == "begin"
    assert values[-1] == {"kind": "end", "message": "1 passed, 1 failed"}


async def test_a_following_client_has_progress_where_it_gives_a_token(client: RawClient, file: Path) -> None:
    await client.initialize(FOLLOWING | PLAIN, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    arguments = [{"profile": "run", "uri": file.as_uri()}]
    params = {"command": "osy.test.run", "arguments": arguments, "workDoneToken": "mine"}
    answer = await client.response(client.ask("workspace/executeCommand", params))
    assert list(answer["result"]) == ["runId"]
    await client.wait(lambda each: "'kind': 'end'" in str(each))
    told = [each["params"] for each in client.received if each.get("method") == "$/progress"]
    [run] = {each["token"] for each in told if each["value"].get("title") == "Osy# tests"}
    assert run != "mine"
    kinds = [each["value"]["kind"] for each in told if each["token"] == run]
    assert kinds == ["begin", "report", "report", "end"]


async def cancelled(client: RawClient, file: Path, capabilities: Message) -> str:
    """Begin a run that would not end; gives its id or its request's."""
    await client.initialize(capabilities, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(file.as_uri(), TEXT + "// SLOW\n")
    return str(run(client, uri=file.as_uri()))


async def test_cancelling_by_the_command(client: RawClient, file: Path) -> None:
    request = await cancelled(client, file, FOLLOWING)
    answer = await client.response(int(request))
    assert isinstance(answer["result"], dict)
    await client.wait(lambda each: "test-started" in str(each))
    await asyncio.wait_for(
        client.result("workspace/executeCommand", {"command": "osy.test.cancel", "arguments": [answer["result"]]}), 2
    )
    end = await client.wait(lambda each: "run-finished" in str(each), timeout_s=2)
    assert isinstance(end["params"], dict)
    assert end["params"]["cancelled"] is True


async def test_cancelling_the_request(client: RawClient, file: Path) -> None:
    request = int(await cancelled(client, file, {}))
    await client.wait(lambda each: "from good" in str(each))
    client.notify("$/cancelRequest", {"id": request})
    answer = await asyncio.wait_for(client.response(request), 1)
    assert isinstance(answer["error"], dict)
    assert answer["error"]["code"] == -32800
    await client.wait(lambda each: "cancelled after no tests" in str(each), timeout_s=2)


async def test_cancelling_the_progress(client: RawClient, file: Path) -> None:
    request = int(await cancelled(client, file, PLAIN))
    begun = await client.notification("$/progress")
    assert isinstance(begun["params"], dict)
    await client.wait(lambda each: "from good" in str(each))
    client.notify("window/workDoneProgress/cancel", {"token": begun["params"]["token"]})
    answer = await asyncio.wait_for(client.response(request), 2)
    assert isinstance(answer["result"], dict)


async def test_shutdown_ends_runs(client: RawClient, file: Path) -> None:
    await cancelled(client, file, FOLLOWING)
    await client.wait(lambda each: "test-started" in str(each))
    assert await asyncio.wait_for(client.end(), 2) == 0


@pytest.mark.parametrize(
    "arguments",
    [[{"profile": "debug"}], [{"ids": []}], [{"ids": "x"}], [{"uri": 3}], ["x"], [None]],
)
async def test_what_cannot_be_run_is_said(client: RawClient, arguments: list[object]) -> None:
    await client.initialize()
    answer = await client.response(
        client.ask("workspace/executeCommand", {"command": "osy.test.run", "arguments": arguments})
    )
    assert isinstance(answer["error"], dict)
    assert answer["error"]["code"] == -32602


async def test_tests_are_listed_and_changes_told(client: RawClient, file: Path) -> None:
    uri = file.as_uri()
    await client.initialize(FOLLOWING, workspaceFolders=[{"uri": file.parent.as_uri(), "name": "app"}])
    client.open(uri, TEXT)
    await client.notification("osy/testsChanged")
    tree = await client.result("osy/tests", {"uri": uri})
    assert isinstance(tree, dict)
    [project] = tree["tests"]
    [listed] = project["children"]
    assert (project["kind"], listed["kind"], listed["label"], listed["uri"]) == ("project", "file", "a.test.osy", uri)
    assert [(test["kind"], test["id"]) for test in listed["children"]] == [
        ("test", f"{file}::good"),
        ("test", f"{file}::bad"),
    ]
    assert listed["children"][0]["range"] == {"start": {"line": 5, "character": 5}, "end": {"line": 5, "character": 9}}
    seen = len(client.received)
    change(client, uri, 2, TEXT + "[Test]\nvoid third() { }\n")
    await client.notification("osy/testsChanged", after=seen)
    tree = await client.result("osy/tests")
    assert "::third" in str(tree)


REAL = """\
using Osysharp.Workflow;

enum Stage { Open, Closed }

[Principal]
entity Person { string Email; }

entity Case {
  string Name;
  Stage Stage;
}

workflow CaseFlow {
  Tracks    = Case.Stage;
  Autostart = true;
  Initial   = Open;
  event Close();
  state Open {
    subscribe Close() as Closing;
    on Closing { goto Closed; }
  }
  terminal success Closed { }
}

[Test]
void it_closes() {
  var row = new Case { Name = "one" };
  UnitOfWork.Commit();
  CaseFlow.RaiseClose(row);
  Assert.Equal(Stage.WANTED, Case.Single().Stage);
}
"""


async def test_the_bundled_runtime_turns_red_and_green(tmp_path: Path) -> None:
    path = tmp_path / "case.test.osy"
    right = REAL.replace("WANTED", "Closed")
    path.write_text(right, encoding="utf-8")
    uri = path.as_uri()
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        client.open(uri, right)
        answer = await client.response(run(client, ids=[f"{path}::it_closes"]))
        assert isinstance(answer["result"], dict)
        assert answer["result"]["summary"] == {"passed": 1, "failed": 0, "errored": 0, "skipped": 0}
        # The wrong expectation is only on the screen, not on disk.
        change(client, uri, 2, REAL.replace("WANTED", "Open"))
        answer = await client.response(run(client, ids=[f"{path}::it_closes"]))
        assert isinstance(answer["result"], dict)
        assert answer["result"]["summary"]["failed"] == 1
        line = REAL[: REAL.index("Assert.Equal")].count("\n")
        [failure] = failures(await shown(client, uri, [line]))
        assert "Open" in str(failure["message"])
        assert "Closed" in str(failure["message"])


async def test_a_project_that_does_not_compile_runs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "case.test.osy"
    path.write_text(REAL.replace("WANTED", "Closed").replace("goto Closed", "goto Nowhere"), encoding="utf-8")
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        await client.response(run(client))
        told = await client.notification("window/showMessage")
        assert "does not compile (1 error)" in str(told["params"])
