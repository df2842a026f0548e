"""What holds for the whole repository."""

from collections.abc import Callable, Iterator

import pytest

from tools import gen, tidy


@pytest.mark.parametrize("check", tidy.CHECKS, ids=lambda check: check.__name__)
def test_tidy(check: Callable[[], Iterator[str]]) -> None:
    assert not list(check())


def test_the_generated_files_are_fresh() -> None:
    assert not gen.stale(gen.outputs()), f"run `{gen.REPAIR}`"
