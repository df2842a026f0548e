"""One edit makes the tokens before the tokens after, whatever they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osy_server.token_results import TokenResults, difference

TOKENS = st.lists(st.tuples(*(st.integers(0, 2) for _ in range(5))), max_size=12)


@given(TOKENS, TOKENS)
def test_the_edit_makes_the_one_the_other(one: list[tuple[int, ...]], other: list[tuple[int, ...]]) -> None:
    before, after = [n for token in one for n in token], [n for token in other for n in token]
    start, removed, inserted = difference(before, after)
    assert before[:start] + inserted + before[start + removed :] == after
    assert start % 5 == removed % 5 == len(inserted) % 5 == 0


@pytest.mark.parametrize("identity", ["", "0", "99"])
def test_only_the_last_answer_is_known(identity: str) -> None:
    results = TokenResults()
    first = results.keep("/a.osy", [1, 2, 3, 4, 5])
    assert results.known("/a.osy", first) == [1, 2, 3, 4, 5]
    assert results.known("/b.osy", first) is None
    assert results.known("/a.osy", identity) is None
    results.keep("/a.osy", [])
    assert results.known("/a.osy", first) is None
    results.forget("/a.osy")
