"""The door to a run, with small programs in the place of the runtime."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from osy_server.runtime_door import Door, Event, Output, RunFinished, RunRequest, TestFinished

pytestmark = pytest.mark.asyncio

HEAD = """
import json, os, sys, time, subprocess
def tell(**event):
    print(json.dumps(event), flush=True)
RESULT = dict(id="/a.test.osy::one", name="one", file="/a.test.osy", line=3, outcome="passed", duration_ms=1.5)
"""


def door(tmp_path: Path, program: str, **request: object) -> tuple[Door, list[str]]:
    """A door to a program of the test's own; what the run logs comes in the list."""
    script = tmp_path / "program.py"
    script.write_text(HEAD + program, encoding="utf-8")
    log: list[str] = []
    wanted = RunRequest(root=str(tmp_path), paths=(str(tmp_path),), **request)  # type: ignore[arg-type]  # tests name fields
    return Door(wanted, log.append, (sys.executable, str(script))), log


async def collect(opened: Door) -> list[Event]:
    """All events of a run."""
    return [event async for event in opened.events()]


def is_alive(process_id: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def test_events_come_as_they_happen(tmp_path: Path) -> None:
    program = """
tell(event="run-started", schema=1)
tell(event="test-started", id=RESULT["id"])
tell(event="test-finished", result=RESULT)
tell(event="run-finished", summary=dict(passed=1))
"""
    opened, _ = door(tmp_path, program)
    events = await collect(opened)
    assert [event.event for event in events] == ["run-started", "test-started", "test-finished", "run-finished"]
    assert isinstance(events[2], TestFinished)
    assert events[2].result.duration_ms == 1.5


async def test_a_program_that_dies_still_ends_its_run(tmp_path: Path) -> None:
    opened, log = door(tmp_path, 'tell(event="test-finished", result=RESULT)\nraise SystemExit("no more")')
    end = (await collect(opened))[-1]
    assert isinstance(end, RunFinished)
    assert not end.cancelled
    assert end.summary.passed == 1
    assert "exit code 1" in (end.message or "")
    assert log == ["no more"]


async def test_a_program_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    opened = Door(RunRequest(root=str(tmp_path), paths=()), print, (str(tmp_path / "nothing"),))
    [end] = await collect(opened)
    assert isinstance(end, RunFinished)
    assert "could not be started" in (end.message or "")


async def test_what_is_no_event_goes_to_the_log(tmp_path: Path) -> None:
    program = r"""
print("plain words")
print('{"event": "unheard-of"}')
sys.stdout.buffer.write(b"\xff broken\n")
tell(event="output", text="käse 漢")
tell(event="run-finished", summary={})
"""
    opened, log = door(tmp_path, program)
    events = await collect(opened)
    assert log == ["plain words", '{"event": "unheard-of"}', "\ufffd broken"]
    assert isinstance(events[0], Output)
    assert events[0].text == "käse 漢"


async def test_a_very_long_line_is_one_event(tmp_path: Path) -> None:
    opened, _ = door(tmp_path, 'tell(event="output", text="x" * 3_000_000)\ntell(event="run-finished", summary={})')
    events = await collect(opened)
    assert isinstance(events[0], Output)
    assert len(events[0].text) == 3_000_000


async def test_unsaved_texts_and_ids_go_with_the_run(tmp_path: Path) -> None:
    program = """
arguments = sys.argv[1:]
overlay = json.load(open(arguments[arguments.index("--overlay") + 1]))
ids = json.load(open(arguments[arguments.index("--ids") + 1]))
tell(event="output", text=json.dumps([overlay, ids, arguments[arguments.index("--") + 1:], os.getcwd()]))
tell(event="run-finished", summary={})
"""
    opened, _ = door(tmp_path, program, overlay={"/a.osy": "// \ud800 é"}, ids=("/a.osy::t",))
    events = await collect(opened)
    assert isinstance(events[0], Output)
    shown = os.path.relpath("/a.osy", os.path.realpath(tmp_path))
    expected = [
        {"/a.osy": "// \ud800 é"},
        [f"{shown}::t"],
        [str(tmp_path)],
        os.path.realpath(tmp_path),
    ]
    assert json.loads(events[0].text) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("stubborn", [False, True])
async def test_a_cancelled_run_is_gone_with_its_children_within_a_second(tmp_path: Path, stubborn: bool) -> None:
    program = f"""
import signal
if {stubborn}:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", deaf])
tell(event="output", text=str(child.pid))
while True:
    time.sleep(0.01)
"""
    opened, _ = door(tmp_path, program)
    stream = opened.events()
    first = await anext(stream)
    assert isinstance(first, Output)
    child = int(first.text)
    began = time.monotonic()
    await opened.cancel()
    rest = [event async for event in stream]
    while is_alive(child) and time.monotonic() - began < 1:
        await asyncio.sleep(0.01)
    assert time.monotonic() - began < 1
    assert not is_alive(child)
    [end] = rest
    assert isinstance(end, RunFinished)
    assert end.cancelled


async def test_a_run_cancelled_before_it_starts_starts_nothing(tmp_path: Path) -> None:
    opened, log = door(tmp_path, 'print("started", flush=True)')
    await opened.cancel()
    [end] = await collect(opened)
    assert isinstance(end, RunFinished)
    assert end.cancelled
    assert log == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_a_reader_that_leaves_ends_the_run(tmp_path: Path) -> None:
    opened, _ = door(tmp_path, 'tell(event="output", text=str(os.getpid()))\ntime.sleep(60)')
    stream = opened.events()
    first = await anext(stream)
    assert isinstance(first, Output)
    await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
    assert not is_alive(int(first.text))
