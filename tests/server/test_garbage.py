"""What stays is frozen, and thawed when much of it has become another: what was dropped meanwhile is freed then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from osy_grammar.parse import parse
from osy_grammar.tree import SourceFile
from osy_server.garbage import Frozen


class Circle:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """Leave nothing frozen behind."""
    yield
    gc.unfreeze()


def files(count: int, word: str) -> list[SourceFile]:
    return [parse(f"enum {word}{number} {{ A }}\n") for number in range(count)]


def test_a_few_new_files_change_nothing() -> None:
    frozen, known = Frozen(), files(8, "E")
    assert frozen.keep(known)
    assert not frozen.keep(known)
    assert not frozen.keep([*known[2:], *files(2, "F")])


def test_what_was_dropped_is_freed_once_much_is_new() -> None:
    frozen, known = Frozen(), files(8, "E")
    circle = Circle()
    alive = weakref.ref(circle)
    assert frozen.keep(known)
    del circle
    gc.collect()
    assert alive() is not None
    assert frozen.keep([*known[4:], *files(4, "F")])
    assert alive() is None


def test_it_is_done_now_and_then_whatever_is_new() -> None:
    now = [0.0]
    frozen, known = Frozen(lambda: now[0]), files(2, "E")
    assert frozen.keep(known)
    now[0] = 100.0
    assert not frozen.keep(known)
    now[0] = 121.0
    assert frozen.keep(known)


def test_circles_that_came_later_are_freed_once_some_stayed() -> None:
    frozen = Frozen()
    frozen.keep(files(2, "E"))
    circle = Circle()
    alive = weakref.ref(circle)
    gc.collect(1)
    del circle
    assert frozen.tidy()
    assert alive() is None
    assert not frozen.tidy()
