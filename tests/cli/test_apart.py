"""Work in a copy of the process gives what it gives here, whatever becomes of the copy."""

import os
import signal
import time
from importlib import import_module

import pytest

from osy_cli import warming
from osy_cli.apart import Apart

HERE = os.getpid()


def is_here() -> bool:
    return os.getpid() == HERE


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The copies that are made."""
    made: list[int] = []
    fork = os.fork

    def remember() -> int:
        process = fork()
        made.append(process)
        return process

    monkeypatch.setattr(os, "fork", remember)
    return made


def assert_none_is_left(copies: list[int]) -> None:
    """Each was waited for."""
    assert copies
    for process in copies:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_the_work_is_done_in_a_copy(copies: list[int]) -> None:
    assert Apart(is_here).value() is False
    assert_none_is_left(copies)


def test_a_large_value_comes_whole() -> None:
    assert Apart(lambda: ["x" * 1000] * 3000).value() == ["x" * 1000] * 3000


def fails() -> None:
    raise LookupError("nothing there")


def test_a_fault_is_told_as_it_is_here(copies: list[int], capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(LookupError, match="nothing there"):
        Apart(fails).value()
    assert_none_is_left(copies)
    assert capfd.readouterr() == ("", "")


def falls_over() -> bool:
    if not is_here():
        os.kill(os.getpid(), signal.SIGKILL)
    return True


def test_what_a_copy_cannot_say_is_worked_out_here() -> None:
    assert Apart(falls_over).value() is True
    assert Apart(lambda: is_here).value() is is_here
    is_told_apart = Apart(lambda: (is_here(), lambda: None)).value()
    assert is_told_apart[0] is True


def test_one_that_is_wanted_no_more_is_ended(copies: list[int]) -> None:
    working = Apart(lambda: time.sleep(60))
    assert working.is_under_way()
    working.end()
    assert_none_is_left(copies)
    working.end()


def test_it_is_known_when_it_is_done() -> None:
    working = Apart(is_here)
    while working.is_under_way():
        time.sleep(0.01)
    assert working.value() is False


def test_without_copies_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    working = Apart(is_here)
    assert not working.is_under_way()
    assert working.value() is True


def test_where_there_is_no_room_for_a_copy_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError("no room")

    monkeypatch.setattr(os, "fork", refuse)
    assert Apart(is_here).value() is True


@pytest.mark.parametrize("name", warming.MODULES)
def test_what_is_loaded_ahead_is_there(name: str) -> None:
    assert import_module(name).__name__ == name


def test_nothing_more_is_loaded_ahead_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(warming, "import_module", loaded.append)
    left = [True, True, False]
    warming.warm_up(lambda: left.pop(0))
    assert loaded == [*warming.MODULES[:2]]
    assert left == []
